"""What a client knows of the server: plain values, which the screens read."""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from piecement.language import _
from piecement.online.board_state import BoardState
from piecement.online.client_round import ClientRound
from piecement.online.messages import (
    Code,
    Error,
    Export,
    Left,
    MatchEnd,
    MatchHistory,
    Message,
    Profile,
    Queued,
    Ratings,
    RoomLine,
    RoomPlayer,
    Rooms,
    RoomState,
    RoundEnd,
    Said,
)
from piecement.online.messages.boards import BoardList, BoardStanding, EntryPart, SoloStart, SoloVoid

_LINES: Final = 100
"""How many lines of chat are remembered."""


class Contact(Enum):
    """Whether there is a connection."""

    CONNECTING = auto()
    CONNECTED = auto()
    LOST = auto()
    """It broke, and is being made anew."""
    ENDED = auto()
    """There is none, and none is tried."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    name: str
    """Empty for what the game itself has to say."""
    text: str


@dataclass(slots=True)
class ClientState:
    """What is known; `apply` takes in what the server says."""

    address: str
    contact: Contact = Contact.CONNECTING
    sentence: str = ""
    """Why there is no connection, or what the server has refused last."""
    rtt_ms: int | None = None
    server_id: str = ""
    """Id of the server, or of its fleet, the same at each address; empty for an older server."""
    additions: int = 0
    """Number of protocol additions that the server knows."""
    rooms: tuple[RoomLine, ...] | None = None
    """The list of rooms; None before it has come."""
    room: RoomState | None = None
    lost_room: str = ""
    """The name of the room that a server knew nothing of when it was started again."""
    chat: deque[ChatLine] = field(default_factory=lambda: deque[ChatLine](maxlen=_LINES))
    round: ClientRound | None = None
    """The round that is played, or the last one."""
    round_end: RoundEnd | None = None
    """How the last round ended; None while one is played."""
    match_end: MatchEnd | None = None
    """How the match ended; None until it has, and once the next one begins."""
    profile: Profile | None = None
    """Whom the server takes the player for; None for a server without accounts."""
    code: Code | None = None
    """The last code for another machine."""
    ratings: Ratings | None = None
    history: MatchHistory | None = None
    queued: Queued | None = None
    """How it stands with the queue; None while the player does not wait."""
    export: str = ""
    """What has come of all that the server has of the account."""
    export_length: int | None = None
    """How long it is in all; None before something has come."""
    refusal: str = ""
    """Why what was asked for last cannot be."""
    boards: BoardState = field(default_factory=BoardState)

    @property
    def you(self) -> RoomPlayer | None:
        """The player's own seat."""
        room = self.room
        return None if room is None or room.you is None else self.player(room.you)

    def player(self, seat: int) -> RoomPlayer | None:
        players = self.room.players if self.room else ()
        return next((player for player in players if player.p == seat), None)

    def name_of(self, seat: int) -> str:
        player = self.player(seat)
        return player.name if player else _("Player {number}").format(number=seat + 1)

    def note(self, text: str) -> None:
        """Add a line of the game's own to the chat."""
        self.chat.append(ChatLine("", text))

    def leave_room(self) -> None:
        self.room = self.round = self.round_end = self.match_end = None
        self.chat.clear()

    def begin_round(self) -> None:
        """Forget how the last round and match ended."""
        self.round_end = self.match_end = None
        if self.profile is not None:
            self.profile = self.profile.model_copy(update={"change": None})

    def apply(self, message: Message) -> None:
        """Take in a message that is no part of a running round."""
        match message:
            case Rooms():
                self.rooms = message.rooms
            case RoomState():
                if self.room is not None and self.room.id != message.id:
                    self.leave_room()
                self.room = message
            case Left():
                self.leave_room()
                self.sentence = message.told
            case Said():
                self.chat.append(ChatLine(message.name, message.text))
            case RoundEnd():
                self.round_end = message
            case MatchEnd():
                self.match_end = message
            case Error():
                self.sentence = self.refusal = message.told
                self.note(message.told)
            case BoardList() | EntryPart() | SoloStart() | SoloVoid() | BoardStanding():
                self.boards.apply(message)
            case _:
                self._apply_account(message)

    def _apply_account(self, message: Message) -> None:
        match message:
            case Profile():
                self.profile, self.refusal = message, ""
            case Code():
                self.code = message
            case Ratings():
                self.ratings = message
            case MatchHistory():
                self.history = message
            case Queued():
                self.queued = message if message.on else None
            case Export():
                self.export = self.export[: message.after] + message.text
                self.export_length = message.length
            case _:
                pass
