"""Uploads of recordings, which arrive in parts."""

from typing import Final

from piecement_net.errors import RoomError
from piecement_net.messages.leaderboards import Submit

LONGEST_UPLOAD: Final = 256 * 1024
"""Maximum length of a recording (characters), enough for two hours."""


class Uploads(dict[int, str]):
    """Uploads so far by member, at most one each; a first part restarts the upload."""

    def add(self, member: int, part: Submit) -> str | None:
        """Return the whole text with its last part, otherwise None. Raises `RoomError` and drops the upload."""
        before = self.pop(member, "")
        so_far = before if part.after else ""
        if part.length > LONGEST_UPLOAD:
            raise RoomError("upload_too_long", most=LONGEST_UPLOAD)
        text = so_far + part.text
        if part.after != len(so_far) or len(text) > part.length:
            raise RoomError("wrong_upload")
        if len(text) == part.length:
            return text
        self[member] = text
        return None
