"""Messages about leaderboards and witnessed games, in both directions."""

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from piecement_net.clean_texts import PlayerName
from piecement_net.messages.base import Addition, Numbered, Part, Reason, StoreRequest
from piecement_net.messages.fields import Count, Mask, Number, RoundNs, Seed, Word

PART_FROM_CLIENT: Final = 8_000
PART_FROM_SERVER: Final = 100_000

_RuleNumber = Annotated[int, Field(gt=-(1 << 53), lt=1 << 53)]
_RuleFraction = Annotated[float, Field(ge=-1e15, le=1e15, allow_inf_nan=False)]
_RuleName = Annotated[str, StringConstraints(pattern=r"^[ -~]{0,64}$")]
RuleValues = Annotated[dict[Word, bool | _RuleNumber | _RuleFraction | _RuleName | None], Field(max_length=64)]
"""Rule values by name, within the limits of a mode."""
LeaderboardKind = Literal["witnessed", "proven"]
Window = Literal["day", "week", "ever", "daily"]
"""Period of a leaderboard: the last 24 hours, the last seven days, all time, or the daily of a date."""
Day = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
EntryId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
_Score = Annotated[int, Field(ge=0, lt=1 << 62)]
_Press = tuple[RoundNs, Mask]

# From the client


class Solo(StoreRequest, by="client", t="solo"):
    """Request for a witnessed game; `SoloStart` is the reply."""

    mode: Word
    rules: RuleValues = Field(default={})
    daily: bool = False
    """Whether the game is the daily."""


class SoloInputs(Numbered, by="client", t="solo_in"):
    """Inputs of a witnessed game."""

    to: RoundNs
    """Game time reached by the player (ns)."""
    e: Annotated[tuple[_Press, ...], Field(max_length=300)] = ()
    """Game time of each input (ns), and the buttons from then on."""


class SoloLeave(Numbered, by="client", t="solo_leave"):
    """Request to stop witnessing the game."""


class Submit(Numbered, by="client", t="submit"):
    """Part of a submitted recording; the reply to the last part is `LeaderboardStanding` or an `Error`."""

    after: Count = 0
    """Number of characters sent before."""
    length: Annotated[int, Field(ge=1, le=1 << 30)]
    """Length of the whole recording (characters)."""
    text: Annotated[str, StringConstraints(min_length=1, max_length=PART_FROM_CLIENT, pattern=r"^[\x20-\x7e\n]*$")]


class AskLeaderboard(StoreRequest, by="client", t="ask_board"):
    """Request for a leaderboard; `LeaderboardList` is the reply."""

    mode: Word
    kind: LeaderboardKind = "witnessed"
    window: Window = "ever"
    day: Day | None = None
    """Date of a `daily` leaderboard; None is today."""
    rules: Annotated[Word | None, Addition.SETTINGS] = None
    """Name of the style whose rules are ranked; None is all, as older clients ask."""


class AskEntry(StoreRequest, by="client", t="ask_entry"):
    """Request for a part of an entry's recording; `EntryPart` is the reply."""

    id: EntryId
    after: Count = 0


# From the server


class SoloStart(Numbered, by="server", t="solo_start"):
    """Seed of a game that is witnessed from now on."""

    mode: Word
    seed: Seed
    day: Day | Literal[""] = ""
    """Date of the daily, or empty for another game."""
    counts: bool = True
    """Whether the game can enter a leaderboard, as only the first try of a daily does."""


class SoloVoid(Reason, Numbered, by="server", t="solo_void"):
    """Notice that a game is no longer witnessed."""


class LeaderboardStanding(Numbered, by="server", t="standing"):
    """Notice that a game has entered a leaderboard."""

    id: EntryId
    mode: Word
    kind: LeaderboardKind
    place: Annotated[int, Field(ge=1, le=1_000_000_000)]
    """All-time place of the player's best game there."""
    is_best: bool
    """Whether this is that game."""


class LeaderboardLine(Part):
    """Entry of a leaderboard: the best game of a player."""

    id: EntryId
    name: PlayerName
    at_ms: Count
    """Time of entering the leaderboard since 1970 (ms)."""
    end: Word
    time: _Score
    """Game time (ns)."""
    score: _Score
    lines: Number
    level: Number
    pieces: Number
    own: bool = False
    open: bool = True
    """Whether the game may be watched now; those of today's daily may not."""


class LeaderboardList(Numbered, by="server", t="board"):
    """Leaderboard: the best entry of each player, best first."""

    mode: Word
    kind: LeaderboardKind
    window: Window
    day: Day | None = None
    rules: Word | None = None
    """As in the request; older servers rank all rules together."""
    lines: Annotated[tuple[LeaderboardLine, ...], Field(max_length=100)]


class EntryPart(Numbered, by="server", t="entry"):
    """Part of an entry's recording."""

    id: EntryId
    after: Count
    length: Annotated[int, Field(ge=0, le=1 << 20)]
    text: Annotated[str, StringConstraints(max_length=PART_FROM_SERVER, pattern=r"^[\x20-\x7e\n]*$")]


def parts_of(text: str) -> list[Submit]:
    """Return the messages that submit a recording."""
    starts = range(0, len(text), PART_FROM_CLIENT)
    return [Submit(after=after, length=len(text), text=text[after : after + PART_FROM_CLIENT]) for after in starts]
