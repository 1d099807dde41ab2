"""State of a client: the rooms and leaderboards that the server reported."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from piecement.client.round import ClientRound
from piecement_base.language import _
from piecement_net.errors import OnlineError
from piecement_net.messages.accounts import AccountSettings, Code, Export, MatchHistory, Profile, Queued, Ratings
from piecement_net.messages.base import PROTOCOL, TOURNAMENTS, Message
from piecement_net.messages.bracket import Bracket
from piecement_net.messages.challenges import Challenged, ChallengeOver, People, Person
from piecement_net.messages.from_server import Error, Left, MatchEnd, Rooms, RoomState, RoundEnd, Said
from piecement_net.messages.leaderboards import (
    AskEntry,
    EntryPart,
    LeaderboardList,
    LeaderboardStanding,
    SoloStart,
    SoloVoid,
)
from piecement_net.messages.rooms import RoomLine, RoomPlayer

_LONGEST: Final = 1 << 20
"""Maximum length of an entry's recording (characters)."""
_CHAT_LINES: Final = 100
"""Maximum number of chat lines."""


@dataclass(slots=True)
class LeaderboardState:
    """Leaderboards and their recordings received so far; `apply` updates it from messages."""

    listed: LeaderboardList | None = None
    """Leaderboard requested last."""
    start: SoloStart | None = None
    """Seed of the next or present witnessed game."""
    void: SoloVoid | None = None
    """Reason why the game is no longer witnessed."""
    standing: LeaderboardStanding | None = None
    """Standing of the witnessed or submitted game."""
    entry: str = ""
    """Id of the entry whose recording was requested last."""
    text: str = ""
    """Received part of that recording."""
    is_whole: bool = False
    """Whether all parts have been received."""

    def begin_entry(self, entry: str) -> AskEntry:
        """Forget the recording received before, and return the request for the one of an entry."""
        self.entry, self.text, self.is_whole = entry, "", False
        return self.next_part()

    def next_part(self) -> AskEntry:
        """Return the request for the next part of the recording."""
        return AskEntry(id=self.entry, after=len(self.text))

    def apply(self, message: Message) -> None:
        match message:
            case LeaderboardList():
                self.listed = message
            case EntryPart() if message.id == self.entry and message.after == len(self.text):
                if len(self.text) + len(message.text) > min(message.length, _LONGEST):
                    raise OnlineError("damaged_past")
                self.text += message.text
                self.is_whole = len(self.text) == message.length
            case SoloStart():
                self.start, self.void, self.standing = message, None, None
            case SoloVoid():
                self.void = message
            case LeaderboardStanding():
                self.standing = message
            case _:
                pass  # also a part of an earlier request


class ConnectionState(Enum):
    """State of the connection."""

    CONNECTING = auto()
    CONNECTED = auto()
    UNANSWERED = auto()
    """No server has answered yet; the client tries again."""
    LOST = auto()
    """The connection broke and is being renewed."""
    ENDED = auto()
    """There is no connection, and the client does not try again."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    name: str
    """Name of the sender, or empty for a message of the game itself."""
    text: str
    apart: bool = False
    """Whether it is kept from the players of the running round."""


@dataclass(slots=True)
class ClientState:
    """State of a client; `apply` updates it from messages."""

    address: str
    contact: ConnectionState = ConnectionState.CONNECTING
    sentence: str = ""
    """Last sentence about the connection: a greeting, a refusal, or the reason why it, a room or a challenge ended."""
    rtt_ms: int | None = None
    server_id: str = ""
    """Id of the server or its fleet, the same at each address; empty for an older server."""
    version: int = PROTOCOL
    """Version of the protocol."""
    additions: int = 0
    """Number of protocol additions that the server knows."""
    rooms: tuple[RoomLine, ...] | None = None
    """Room list, or None before it arrives."""
    room: RoomState | None = None
    lost_room: str = ""
    """Name of the room that a restarted server did not know."""
    chat: deque[ChatLine] = field(default_factory=lambda: deque[ChatLine](maxlen=_CHAT_LINES))
    round: ClientRound | None = None
    """Present or last round."""
    round_end: RoundEnd | None = None
    """Result of the last round, or None during a round."""
    match_end: MatchEnd | None = None
    """Result of the match, or None until its end and from the next start on."""
    profile: Profile | None = None
    """Account and rating of the player, or None on a server without accounts."""
    code: Code | None = None
    """Last code for another machine."""
    ratings: Ratings | None = None
    history: MatchHistory | None = None
    people: tuple[Person, ...] = ()
    """Players at the server who can be challenged, as last listed."""
    challenge: Challenged | None = None
    """Open challenge by the player or to the player."""
    queued: Queued | None = None
    """State of the queue, or None while the player is not in it."""
    export: str = ""
    """Received part of the account export."""
    export_length: int | None = None
    """Length of the whole export (characters), or None before the first part."""
    settings: AccountSettings | None = None
    """Last reply about the settings of the account."""
    refusal: str = ""
    """Reason for the last refused request."""
    leaderboards: LeaderboardState = field(default_factory=LeaderboardState)

    @property
    def account_name(self) -> str:
        """Name of the player's account; empty for a guest."""
        return self.profile.name if self.profile is not None else ""

    @property
    def you(self) -> RoomPlayer | None:
        """Seat of the player."""
        room = self.room
        return None if room is None or room.you is None else self.player(room.you)

    @property
    def chats_apart(self) -> bool:
        """Whether chat lines of the player reach only the watchers of the running round."""
        current = self.round
        return self.version >= TOURNAMENTS and current is not None and current.own is None and not current.is_over

    @property
    def plays_next(self) -> bool:
        """Whether the player has a seat and plays the present or next match; in a tournament only one pair does."""
        bracket = self.room.bracket if self.room is not None else None
        return self.you is not None and (bracket is None or not bracket.seats or self.you.p in bracket.seats)

    @property
    def is_storing(self) -> bool:
        """Whether the last round is over, and its result is not known yet: the server stores it first."""
        current = self.round
        if current is None or current.is_over or self.round_end is not None:
            return False
        return current.last_playing is not None

    @property
    def is_match_decided(self) -> bool:
        """Whether the match is won, so that leaving has no effect on it."""
        if self.room is None or self.round is None or not self.is_storing:
            return self.match_end is not None
        winners, first_to = self.round.last_playing or (), self.room.rules.first_to
        return any(player.wins + 1 >= first_to for player in self.room.players if player.p in winners)

    @property
    def is_between(self) -> bool:
        """Whether no round of the room runs."""
        return self.room is not None and self.room.state in {"waiting", "pause"}

    @property
    def is_called_off(self) -> bool:
        """Whether the last round has ended without a result."""
        return self.is_between and self.round_end is None

    def player(self, seat: int) -> RoomPlayer | None:
        players = self.room.players if self.room else ()
        return next((player for player in players if player.p == seat), None)

    def name_of(self, seat: int) -> str:
        player = self.player(seat)
        return player.name if player else _("Player {number}").format(number=seat + 1)

    def _note_bracket(self, before: Bracket | None, bracket: Bracket | None) -> None:
        """Note the next pair of a tournament, or its winner."""
        if bracket is None or (before is not None and before.pair == bracket.pair):
            return
        if bracket.pair is not None:
            upper, lower = (entrant.name for entrant in bracket.pair)
            self.note(_("Next match: {upper} - {lower}.").format(upper=upper, lower=lower))
        elif bracket.champion is not None and before is not None:
            self.note(_("{name} wins the tournament.").format(name=bracket.champion.name))

    def note(self, text: str) -> None:
        """Add a message of the game itself to the chat."""
        self.chat.append(ChatLine("", text))

    def leave_room(self) -> None:
        """Forget the room, with its round and chat."""
        self.room = self.round = self.round_end = self.match_end = None
        self.chat.clear()

    def begin_round(self) -> None:
        """Clear the results of the last round and match."""
        self.round_end = self.match_end = None
        if self.room is not None and self.is_between:
            # The server sends the state of the room up to a quarter of a second after the start.
            self.room = self.room.model_copy(update={"state": "countdown"})
        if self.profile is not None:
            self.profile = self.profile.model_copy(update={"change": None})

    def apply(self, message: Message) -> None:
        """Apply a message that does not belong to a running round."""
        self.leaderboards.apply(message)
        match message:
            case _ if type(message) in _KEPT:
                setattr(self, _KEPT[type(message)], message)
            case Rooms():
                self.rooms = message.rooms
            case RoomState():
                if self.room is not None and self.room.id != message.id:
                    self.leave_room()
                before = self.room.bracket if self.room is not None else None
                self.room = message
                self._note_bracket(before, message.bracket)
            case Left():
                self.leave_room()
                self.sentence = message.sentence
            case Said():
                self.chat.append(ChatLine(message.name, message.text, message.apart))
            case Error():
                self.sentence = self.refusal = message.sentence
                if self.room is not None:
                    self.note(message.sentence)
            case Profile():
                self.profile, self.refusal = message, ""
            case People():
                self.people = message.people
            case ChallengeOver():
                self.challenge, self.sentence = None, message.sentence
            case Queued():
                self.queued = message if message.on else None
            case Export():
                self.export = self.export[: message.after] + message.text
                self.export_length = message.length
            case _:
                pass


_KEPT: Final[Mapping[type[Message], str]] = {
    RoundEnd: "round_end",
    MatchEnd: "match_end",
    Code: "code",
    Ratings: "ratings",
    MatchHistory: "history",
    Challenged: "challenge",
    AccountSettings: "settings",
}
"""Attributes of the state that hold the last message of a type."""
