"""What is said of accounts, ratings and the queue, in both directions."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from piecement.online.clean_texts import CODE_PATTERN, PlayerName
from piecement.online.fields import Count, Number, Secret, Ticket
from piecement.online.messages.message import Numbered, Part
from piecement.online.messages.values import Hand

_Rating = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]
_Season = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[1-4]$")]
_Code = Annotated[str, StringConstraints(pattern=CODE_PATTERN)]
_Seconds = Annotated[int, Field(ge=0, le=86_400)]
_Milliseconds = Annotated[int, Field(ge=0, lt=1 << 53)]
_PastName = PlayerName | Literal[""]

# What a client says


class SignUp(Numbered):
    """Makes an account, which `Profile` answers. Nobody else ever sees the token."""

    t: Literal["sign_up"] = "sign_up"
    name: PlayerName
    token: Secret


class Known(Numbered):
    """Says by which token the player is known here, where `Hello` had none yet; `Profile` answers it."""

    t: Literal["known"] = "known"
    token: Secret


class Rename(Numbered):
    """Gives the account another name."""

    t: Literal["rename"] = "rename"
    name: PlayerName


class AskCode(Numbered):
    """Asks for a code by which another machine gets the account, which `Code` answers."""

    t: Literal["ask_code"] = "ask_code"


class UseCode(Numbered):
    """Gets the account of a code for this machine, which has that token from then on."""

    t: Literal["use_code"] = "use_code"
    code: _Code
    token: Secret


class AskExport(Numbered):
    """Asks for all that the server has of the account, a part of which `Export` answers."""

    t: Literal["ask_export"] = "ask_export"
    after: Count = 0
    """How many characters have come already."""


class DeleteAccount(Numbered):
    """Deletes the account with all that belongs to it."""

    t: Literal["delete_account"] = "delete_account"
    name: PlayerName
    """Its name, so that nobody does that by mistake."""


class AskRatings(Numbered):
    """Asks for the list of a season, the present one if none is named, which `Ratings` answers."""

    t: Literal["ask_ratings"] = "ask_ratings"
    season: _Season | None = None


class AskHistory(Numbered):
    """Asks for the own last matches, which `MatchHistory` answers."""

    t: Literal["ask_history"] = "ask_history"


class Queue(Numbered):
    """Waits for a match, or does so no more."""

    t: Literal["queue"] = "queue"
    on: bool = True
    hand: Hand = Hand()
    ticket: Ticket = ""
    """What another server of the fleet has sent here with; empty for who has just come."""


# What a server says


class Profile(Numbered):
    """Whom the server takes the player for, and how strong."""

    t: Literal["profile"] = "profile"
    name: _PastName = ""
    """The name of the account; empty for a guest."""
    rating: _Rating = 1500.0
    deviation: _Rating = 350.0
    provisional: bool = True
    games: Number = 0
    wins: Number = 0
    season: _Season
    change: _Rating | None = None
    """By how much the last match has changed the rating; None where none was rated just now."""


class Code(Numbered):
    """A code for another machine."""

    t: Literal["code"] = "code"
    code: _Code
    seconds: _Seconds
    """How long it may be used."""


class Export(Numbered):
    """A part of what the server has of an account: JSON."""

    t: Literal["export"] = "export"
    after: Count
    length: Count
    """How many characters there are in all."""
    text: Annotated[str, StringConstraints(max_length=100_000, pattern=r"^[ -~]*$")]


class RatingLine(Part):
    """A player on the list."""

    name: PlayerName
    rating: _Rating
    deviation: _Rating
    games: Number
    wins: Number


class Ratings(Numbered):
    """The list of a season: who is known well, the best first."""

    t: Literal["ratings"] = "ratings"
    season: _Season
    seasons: Annotated[tuple[_Season, ...], Field(max_length=20)] = ()
    """The seasons that there are."""
    lines: Annotated[tuple[RatingLine, ...], Field(max_length=100)]
    least_games: Number
    most_deviation: Number
    """Who is listed: at least so many matches, a deviation below."""


class PastMatch(Part):
    """A match of the own."""

    opponent: _PastName
    """Empty for an account that is deleted."""
    ended_ms: _Milliseconds
    """In ms since 1970."""
    score: Annotated[float, Field(ge=0, le=1)]
    """1 for won, 0 for lost."""
    rounds_won: Number
    rounds_lost: Number
    before: _Rating | None = None
    after: _Rating | None = None
    """The rating; None where the match was not rated."""


class MatchHistory(Numbered):
    """The own last matches, the last one first."""

    t: Literal["history"] = "history"
    matches: Annotated[tuple[PastMatch, ...], Field(max_length=50)]


class Queued(Numbered):
    """How it stands with the queue."""

    t: Literal["queued"] = "queued"
    on: bool = True
    seconds: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    """How long the player has waited."""
    waiting: Number = 0
    """How many wait, the player included."""
    window: Number | None = None
    """How much stronger or weaker an opponent may be now; None for anybody."""
    bot: bool = False
    """Whether a bot of like strength is offered, as nobody came for a while."""
