"""What is said of boards, and of games that a server witnesses, in both directions."""

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from piecement.online.clean_texts import PlayerName
from piecement.online.fields import Count, Mask, Number, RoundNs, Seed, Word
from piecement.online.messages.message import Numbered, Part
from piecement.online.messages.reason import Reason

PART_FROM_CLIENT: Final = 8_000
PART_FROM_SERVER: Final = 100_000

_RuleNumber = Annotated[int, Field(gt=-(1 << 53), lt=1 << 53)]
_RuleFraction = Annotated[float, Field(ge=-1e15, le=1e15, allow_inf_nan=False)]
_RuleName = Annotated[str, StringConstraints(pattern=r"^[ -~]{0,64}$")]
RuleValues = Annotated[dict[Word, bool | _RuleNumber | _RuleFraction | _RuleName | None], Field(max_length=64)]
"""Rules by their names, for what a mode leaves open."""
BoardKind = Literal["witnessed", "proven"]
Window = Literal["day", "week", "ever", "daily"]
"""The entries of the last 24 hours, of the last seven days, of all time; or those of the pieces of a date."""
Day = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
EntryId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
_Score = Annotated[int, Field(ge=0, lt=1 << 62)]
_Press = tuple[RoundNs, Mask]

# What a client says


class Solo(Numbered):
    """Asks for a game that the server witnesses, which `SoloStart` answers."""

    t: Literal["solo"] = "solo"
    mode: Word
    rules: RuleValues = Field(default={})
    daily: bool = False
    """Whether it is to have the pieces of the day."""


class SoloInputs(Numbered):
    """What the player did in a witnessed game."""

    t: Literal["solo_in"] = "solo_in"
    to: RoundNs
    """How far the player's game has come."""
    e: Annotated[tuple[_Press, ...], Field(max_length=300)] = ()
    """The game time of each input, and the buttons from then on."""


class SoloLeave(Numbered):
    """Says that a game is not to be witnessed any more."""

    t: Literal["solo_leave"] = "solo_leave"


class Submit(Numbered):
    """Hands in a part of a recording; the last part is answered by `BoardStanding` or an `Error`."""

    t: Literal["submit"] = "submit"
    after: Count = 0
    """How many characters were sent before."""
    length: Annotated[int, Field(ge=1, le=1 << 30)]
    """How many there are in all."""
    text: Annotated[str, StringConstraints(min_length=1, max_length=PART_FROM_CLIENT, pattern=r"^[\x20-\x7e\n]*$")]


class AskBoard(Numbered):
    """Asks for a board, which `BoardList` answers."""

    t: Literal["ask_board"] = "ask_board"
    mode: Word
    kind: BoardKind = "witnessed"
    window: Window = "ever"
    day: Day | None = None
    """The date of a `daily` one; today's without one."""


class AskEntry(Numbered):
    """Asks for a part of the recording of an entry, which `EntryPart` answers."""

    t: Literal["ask_entry"] = "ask_entry"
    id: EntryId
    after: Count = 0


# What a server says


class SoloStart(Numbered):
    """The seed of a game that is witnessed from now on."""

    t: Literal["solo_start"] = "solo_start"
    mode: Word
    seed: Seed
    day: Day | Literal[""] = ""
    """The date of the pieces of the day; empty for others."""
    counts: bool = True
    """Whether it comes on a board: of the pieces of the day the first try does."""


class SoloVoid(Reason, Numbered):
    """A game is not witnessed any more."""

    t: Literal["solo_void"] = "solo_void"


class BoardStanding(Numbered):
    """A game is on a board."""

    t: Literal["standing"] = "standing"
    id: EntryId
    mode: Word
    kind: BoardKind
    place: Annotated[int, Field(ge=1, le=1_000_000_000)]
    """The place of the player's best game there, of all time."""
    is_best: bool
    """Whether this one is that game."""


class BoardLine(Part):
    """An entry: the best one of a player."""

    id: EntryId
    name: PlayerName
    at_ms: Count
    """When it came on the board, in ms since 1970."""
    end: Word
    time: _Score
    """In ns."""
    score: _Score
    lines: Number
    level: Number
    pieces: Number
    own: bool = False
    open: bool = True
    """Whether it may be watched now: with the pieces of today it may not."""


class BoardList(Numbered):
    """A board: the best entry of each player, the best one first."""

    t: Literal["board"] = "board"
    mode: Word
    kind: BoardKind
    window: Window
    day: Day | None = None
    lines: Annotated[tuple[BoardLine, ...], Field(max_length=100)]


class EntryPart(Numbered):
    """A part of the recording of an entry."""

    t: Literal["entry"] = "entry"
    id: EntryId
    after: Count
    length: Annotated[int, Field(ge=0, le=1 << 20)]
    text: Annotated[str, StringConstraints(max_length=PART_FROM_SERVER, pattern=r"^[\x20-\x7e\n]*$")]
