"""Board data that a client has received."""

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
"""Maximum length of an entry's recording (characters)."""


@dataclass(slots=True)
class BoardState:
    """Board data received so far; `apply` updates it from messages."""

    board: BoardList | None = None
    """Board requested last."""
    start: SoloStart | None = None
    """Seed of the next or present witnessed game."""
    void: SoloVoid | None = None
    """Reason why the game is no longer witnessed."""
    standing: BoardStanding | None = None
    """Standing of the witnessed or submitted game."""
    entry: str = ""
    """Id of the entry whose recording was requested last."""
    text: str = ""
    """Received part of that recording."""
    is_whole: bool = False

    def ask_entry(self, entry: str) -> AskEntry:
        """Return the request for a recording, or for its next part."""
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
            return  # part of an earlier request
        if len(self.text) + len(part.text) > min(part.length, _LONGEST):
            raise OnlineError("damaged_past")
        self.text += part.text
        self.is_whole = len(self.text) == part.length


def parts_of(text: str) -> list[Submit]:
    """Return the messages that submit a recording."""
    return [
        Submit(after=after, length=len(text), text=text[after : after + PART_FROM_CLIENT])
        for after in range(0, len(text), PART_FROM_CLIENT)
    ]
