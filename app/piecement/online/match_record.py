"""What is stored of a match: who plays it by what rules, and each round that ended."""

from pydantic import BaseModel, ConfigDict

from piecement.online.fields import Attack, Place, PlayedGame
from piecement.online.messages import Account, Hand, RoomRules, StartPlayer


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True)


class SeatRecord(_Record):
    """A player of a match."""

    seat: int
    name: str
    bot: bool = False
    identity: str = ""
    """What its client is known by after a restart of the server: a digest of its secrets."""
    hand: Hand = Hand()
    percent: int = 100
    wins: int = 0


class RoundRecord(_Record):
    """A round that ended: the recording of all sides in one."""

    round: int
    rules: RoomRules
    players: tuple[StartPlayer, ...]
    games: tuple[PlayedGame, ...]
    """The recording of each player, in the order of `players`, and how far his game is known."""
    attacks: tuple[Attack, ...]
    """All attacks in the order of their times."""
    garbage_seed: int
    """What the columns of the holes were drawn from."""
    places: tuple[Place, ...]
    accounts: tuple[Account, ...] = ()


class MatchRecord(_Record):
    """A match as it stands. The same `id` is the same match, with more rounds."""

    id: str
    room: str
    name: str
    rules: RoomRules
    private: bool = False
    key_digest: str = ""
    """The digest of what opens a private room; empty where nothing has to."""
    seats: tuple[SeatRecord, ...]
    rounds: int = 0
    """How many rounds have ended."""
    round: RoundRecord | None = None
    """The last of them, where it has not been stored yet."""
    ended: bool = False
