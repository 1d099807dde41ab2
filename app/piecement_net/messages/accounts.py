"""Messages about accounts, ratings and the queue, in both directions."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from piecement_net.clean_texts import CODE_PATTERN, PlayerName
from piecement_net.messages.base import Addition, Numbered, Part, StoreRequest
from piecement_net.messages.fields import Count, Number, Secret, SettingsText, Ticket
from piecement_net.messages.rooms import Hand

Rating = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]
"""Rating by Glicko-2."""
_Season = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[1-4]$")]
_Code = Annotated[str, StringConstraints(pattern=CODE_PATTERN)]
_Milliseconds = Annotated[int, Field(ge=0, lt=1 << 53)]
_PastName = PlayerName | Literal[""]

# From the client


class SignUp(StoreRequest, by="client", t="sign_up"):
    """Request to create an account; `Profile` is the reply. No other client ever receives the token."""

    name: PlayerName
    token: Secret


class Known(StoreRequest, by="client", t="known", since=Addition.HOSTS):
    """Token of the player, for a `Hello` that had none yet; `Profile` is the reply."""

    token: Secret


class Rename(StoreRequest, by="client", t="rename"):
    """Request to rename the account."""

    name: PlayerName


class AskCode(StoreRequest, by="client", t="ask_code"):
    """Request for a code that adds another machine; `Code` is the reply."""


class UseCode(StoreRequest, by="client", t="use_code"):
    """Request to add this machine, under a token, to the account of a code."""

    code: _Code
    token: Secret


class AskExport(StoreRequest, by="client", t="ask_export"):
    """Request for the stored data of the account; `Export` is the reply, with one part."""

    after: Count = 0
    """Number of characters already received."""


class AskSettings(StoreRequest, by="client", t="ask_settings", since=Addition.SETTINGS):
    """Request for the settings that the account keeps; `AccountSettings` is the reply."""


class KeepSettings(StoreRequest, by="client", t="keep_settings", since=Addition.SETTINGS):
    """Request to keep settings with the account instead of any earlier ones, or none with an empty text.

    `AccountSettings` without the text is the reply.
    """

    text: SettingsText


class DeleteAccount(StoreRequest, by="client", t="delete_account"):
    """Request to delete the account and its data."""

    name: PlayerName
    """Name of the account, against deleting it by mistake."""


class AskRatings(StoreRequest, by="client", t="ask_ratings"):
    """Request for the list of a season, by default the present one; `Ratings` is the reply."""

    season: _Season | None = None


class AskHistory(StoreRequest, by="client", t="ask_history"):
    """Request for the player's last matches; `MatchHistory` is the reply."""


class Queue(Numbered, by="client", t="queue"):
    """Request to join the match queue, or to leave it."""

    on: bool = True
    hand: Hand = Hand()
    ticket: Ticket = ""
    """Ticket from another server of the fleet, or empty for a new request."""


# From the server


class Profile(Numbered, by="server", t="profile"):
    """Account and rating of the player, as the server knows them."""

    name: _PastName = ""
    """Name of the account, or empty for a guest."""
    rating: Rating = 1500.0
    deviation: Rating = 350.0
    provisional: bool = True
    games: Number = 0
    wins: Number = 0
    season: _Season
    change: Rating | None = None
    """Change of the rating by the last match, or None unless one was rated just now."""


class Code(Numbered, by="server", t="code"):
    """Code for another machine."""

    code: _Code
    seconds: Annotated[int, Field(ge=0, le=86_400)]
    """Remaining lifetime of the code (s)."""


class Export(Numbered, by="server", t="export"):
    """Part of the stored data of an account (JSON)."""

    after: Count
    length: Count
    """Length of the whole text (characters)."""
    text: Annotated[str, StringConstraints(max_length=100_000, pattern=r"^[ -~]*$")]


class AccountSettings(Numbered, by="server", t="settings", since=Addition.SETTINGS):
    """Settings that the account keeps."""

    at_ms: _Milliseconds = 0
    """Time at which they came since 1970, by the server's clock (ms); 0 if there are none."""
    text: SettingsText = ""
    """The settings, or empty in a reply to `KeepSettings`, whose sender has them."""


class RatingLine(Part):
    """Player on the rating list."""

    name: PlayerName
    rating: Rating
    deviation: Rating
    games: Number
    wins: Number


class Ratings(Numbered, by="server", t="ratings"):
    """Rating list of a season, with certain ratings only, best first."""

    season: _Season
    seasons: Annotated[tuple[_Season, ...], Field(max_length=20)] = ()
    """All seasons with matches."""
    lines: Annotated[tuple[RatingLine, ...], Field(max_length=100)]
    least_games: Number
    """Minimum number of matches for the list."""
    most_deviation: Number
    """Upper limit of the deviation for the list."""


class PastMatch(Part):
    """Past match of the player."""

    opponent: _PastName
    """Name of the opponent, or empty if the account was deleted."""
    ended_ms: _Milliseconds
    """Time of the end since 1970 (ms)."""
    score: Annotated[float, Field(ge=0, le=1)]
    """Result: 1 for won, 0 for lost."""
    rounds_won: Number
    rounds_lost: Number
    before: Rating | None = None
    after: Rating | None = None
    """Rating before and after the match; None if it was not rated."""


class MatchHistory(Numbered, by="server", t="history"):
    """The player's last matches, latest first."""

    matches: Annotated[tuple[PastMatch, ...], Field(max_length=50)]


class Queued(Numbered, by="server", t="queued"):
    """State of the player's place in the queue."""

    on: bool = True
    seconds: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    """Time waited so far (s)."""
    waiting: Number = 0
    """Number of waiting players, including this one."""
    window: Number | None = None
    """Present maximum difference in rating to an opponent, or None for any."""
    bot: bool = False
    """Whether a bot of similar strength is offered after a while without an opponent."""
