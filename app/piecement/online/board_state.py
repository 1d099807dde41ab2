"""What a client knows of the boards of a server."""

from dataclasses import dataclass
from typing import Final

from piecement.online.errors import OnlineError
from piecement.online.messages import Message
from piecement.online.messages.boards import (
    PART_FROM_CLIENT,
    AskEntry,
    BoardList,
    BoardStanding,
    EntryPart,
    SoloStart,
    SoloVoid,
    Submit,
)

_LONGEST: Final = 1 << 20
"""How many characters the recording of an entry may have."""


@dataclass(slots=True)
class BoardState:
    """What is known; `apply` takes in what the server says."""

    board: BoardList | None = None
    """The board that was asked for last."""
    start: SoloStart | None = None
    """The game that is to be played, or was last."""
    void: SoloVoid | None = None
    """Why it is not witnessed any more."""
    standing: BoardStanding | None = None
    """What came of it, or of what was handed in."""
    entry: str = ""
    """The entry whose recording was asked for last."""
    text: str = ""
    """What has come of that recording."""
    is_whole: bool = False

    def ask_entry(self, entry: str) -> AskEntry:
        """Return what asks for a recording, or for more of it."""
        if entry != self.entry:
            self.entry, self.text, self.is_whole = entry, "", False
        return AskEntry(id=entry, after=len(self.text))

    def apply(self, message: Message) -> None:
        match message:
            case BoardList():
                self.board = message
            case EntryPart():
                self._add(message)
            case SoloStart():
                self.start, self.void, self.standing = message, None, None
            case SoloVoid():
                self.void = message
            case BoardStanding():
                self.standing = message
            case _:
                pass

    def _add(self, part: EntryPart) -> None:
        if part.id != self.entry or part.after != len(self.text):
            return  # of another one, that was asked for before
        if len(self.text) + len(part.text) > min(part.length, _LONGEST):
            raise OnlineError("damaged_past")
        self.text += part.text
        self.is_whole = len(self.text) == part.length


def parts_of(text: str) -> list[Submit]:
    """Return the messages that hand in a recording."""
    return [
        Submit(after=after, length=len(text), text=text[after : after + PART_FROM_CLIENT])
        for after in range(0, len(text), PART_FROM_CLIENT)
    ]
