"""Partly uploaded recordings."""

from typing import Final, NamedTuple

from piecement.online.errors import RoomError
from piecement.online.messages.boards import Submit
from piecement.server.boards.verification import LONGEST_UPLOAD


class Verify(NamedTuple):
    """Task: verify a recording, then add it to its board."""

    member: int
    account: str
    text: str


class Uploads:
    """Uploads by member, at most one each; a first part restarts the upload."""

    def __init__(self) -> None:
        self._parts: Final[dict[int, str]] = {}

    def add(self, member: int, part: Submit) -> str | None:
        """Return the whole text with its last part, otherwise None. Raises `RoomError` and drops the upload."""
        before = self._parts.pop(member, "")
        so_far = before if part.after else ""
        if part.length > LONGEST_UPLOAD:
            raise RoomError("upload_too_long", most=LONGEST_UPLOAD)
        text = so_far + part.text
        if part.after != len(so_far) or len(text) > part.length:
            raise RoomError("wrong_upload")
        if len(text) == part.length:
            return text
        self._parts[member] = text
        return None

    def forget(self, member: int) -> None:
        self._parts.pop(member, None)
