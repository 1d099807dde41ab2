"""What is stored of a match: who plays it by what rules, and each round that ended."""

from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from piecement.online.fields import Place, PlayedGame, WireAttack
from piecement.online.messages import Hand, RoomRules, RoundAccount, RoundStart, StartPlayer
from piecement.online.room_presets import digest, round_setups
from piecement.online.round_recordings import about_game, recording_of
from piecement_engine import Recording
from piecement_engine.match import MatchRecording


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True)


class SeatRecord(_Record):
    """A player of a match."""

    seat: int
    name: str
    bot: bool = False
    identity: str = ""
    """What its client is known by after a restart of the server: a digest of its secrets."""
    account: str = ""
    """Id of the player's account; empty for a guest."""
    rating: float = 1500.0
    deviation: float = 350.0
    """Deviation of the account's rating when the match began; `rating` is of the same moment."""
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
    attacks: tuple[WireAttack, ...]
    """All attacks, in the order in which they counted."""
    garbage_seed: int
    """What the columns of the holes were drawn from."""
    places: tuple[Place, ...]
    accounts: tuple[RoundAccount, ...] = ()
    lost: tuple[tuple[int, int], ...] = ()
    """The clears whose rows went to nobody: seats and times."""

    def recording(self) -> MatchRecording:
        """Return the round as a recording. Raises `RecordingError` or `RoomError` where it is of another version."""
        digest_now = digest(round_setups(self.rules, self.players))
        start = RoundStart(round=self.round, at=0, rules=self.rules, digest=digest_now, players=self.players)
        names = {player.p: player.name for player in self.players}
        games = {
            game.seat: replace(Recording.from_text(game.recording), about=about_game(names[game.seat]))
            for game in self.games
        }
        return recording_of(start, games, self.attacks, self.lost)


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
    """The last of them, where it is to be stored, or a server goes on with the match."""
    ended: bool = False
    stopped: bool = False
    """Whether the host has ended the match, without a winner."""
    rated: bool = False
    """Whether the ratings of both players depend on it."""
    left: tuple[SeatRecord, ...] = ()
    """Who began it and has left, the first to do so first."""
    server: str = ""
    """The name of the server that it is played at, where a fleet shares one database."""

    @property
    def round_name(self) -> str:
        """What the record of the last round is called."""
        return f"{self.id}-{self.rounds}"
