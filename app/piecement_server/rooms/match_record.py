"""Stored form of a match: its rules, its players, and each ended round."""

from dataclasses import replace
from typing import Final, Self

from pydantic import BaseModel

from piecement_engine import Recording
from piecement_engine.match import RoundRecording
from piecement_net.messages.base import Message
from piecement_net.messages.bracket import Bracket
from piecement_net.messages.from_server import MatchEnd, RoundEnd, RoundStart
from piecement_net.messages.rooms import Hand, RoomRules
from piecement_net.messages.rounds import Place, PlayedGame, RoundAccount, StartPlayer, WireAttack, WireChoice
from piecement_net.room_rules import digest, round_setups
from piecement_net.round_recordings import about_game, to_recording
from piecement_server.rooms.members import Member

_EVENT_BYTES: Final = 40


class SeatRecord(BaseModel, frozen=True):
    """Player of a match, as of its beginning: later changes of the member and the account do not affect it."""

    seat: int
    name: str
    bot: bool = False
    identity: str = ""
    """Digest of the client's secrets, which identifies it after a restart of the server."""
    account: str = ""
    """Id of the player's account, or empty for a guest."""
    rating: float = 1500.0
    deviation: float = 350.0
    """Deviation of the account's rating at the start of the match, as is `rating`; both rate an opponent, even if the
    account is deleted.
    """
    hand: Hand = Hand()
    """Handling: delays and other rules that players choose for themselves."""
    percent: int = 100
    """Garbage sent, in percent of what the rules give."""
    wins: int = 0
    """Number of rounds won."""
    team: int = 0
    """Number of the team from 1, or 0 for none."""

    @property
    def side(self) -> int:
        """Number that only the seats of one team share."""
        return self.team or -1 - self.seat

    @classmethod
    def of(cls, seat: int, member: Member) -> Self:
        """Return the record of a member who begins to play."""
        names = ("name", "bot", "identity", "account", "rating", "deviation")
        return cls(seat=seat, **{name: getattr(member, name) for name in names})


class RoundRecord(BaseModel, frozen=True):
    """Ended round, with the recording of each side."""

    round: int
    rules: RoomRules
    players: tuple[StartPlayer, ...]
    games: tuple[PlayedGame, ...]
    """Recording of each player, in the order of `players`."""
    attacks: tuple[WireAttack, ...]
    """All attacks, in the order in which they counted."""
    garbage_seed: int
    """Seed of the hole columns."""
    places: tuple[Place, ...]
    accounts: tuple[RoundAccount, ...] = ()
    lost: tuple[tuple[int, int], ...] = ()
    """Clears whose rows had no target: seats and times."""
    choices: tuple[WireChoice, ...] = ()

    @property
    def size(self) -> int:
        """Size of what grows with the round, about as it is stored (bytes)."""
        events = len(self.attacks) + len(self.choices) + len(self.lost)
        return sum(len(game.recording) for game in self.games) + _EVENT_BYTES * events

    def end_message(self, name: str | None) -> RoundEnd:
        """Return the message about the end; `name` is that of its record, or None if it is not stored."""
        return RoundEnd(round=self.round, places=self.places, accounts=self.accounts, record=name, lost=self.lost)

    def recording(self) -> RoundRecording:
        """Return the round as a recording. Raises `RecordingError` or `RoomError` if it is of another version."""
        rules_digest = digest(round_setups(self.rules, self.players))
        start = RoundStart(round=self.round, at=0, rules=self.rules, digest=rules_digest, players=self.players)
        names = {player.p: player.name for player in self.players}
        games = {
            game.seat: replace(Recording.from_text(game.recording), about=about_game(names[game.seat]))
            for game in self.games
        }
        return to_recording(start, games, self.attacks, self.lost, self.choices)


class MatchRecord(BaseModel, frozen=True):
    """State of a match. Records with the same `id` are the same match, with more rounds."""

    id: str
    room: str
    name: str
    rules: RoomRules
    private: bool = False
    key_digest: str = ""
    """Digest of the key of a private room, or empty without a key."""
    seats: tuple[SeatRecord, ...]
    rounds: int = 0
    """Number of ended rounds."""
    round: RoundRecord | None = None
    """Last round, present only for storing it, or for resuming the match."""
    ended: bool = False
    stopped: bool = False
    """Whether the host ended the match, without a winner."""
    rated: bool = False
    """Whether the match changes the ratings of its players."""
    bracket: Bracket | None = None
    """Bracket of the tournament that the match belongs to, until the match has ended."""
    waiting: tuple[SeatRecord, ...] = ()
    """Players of that room who do not play this match."""
    left: tuple[SeatRecord, ...] = ()
    """Participants who left, in the order of leaving."""
    by_score: bool = False
    """Whether the won rounds decide, although players left: one had won, or all lost their connections at once."""
    server: str = ""
    """Name of the server that hosts the match, for a fleet that shares one database."""

    @property
    def round_name(self) -> str:
        """Name of the last round's record."""
        return f"{self.id}-{self.rounds}"

    def end_message(self) -> MatchEnd:
        """Return the message about the end, with the players who left only where the won rounds decide."""
        taken = {seat.seat for seat in self.seats}
        seats = (*self.seats, *(seat for seat in self.left if self.by_score and seat.seat not in taken))
        of_sides = {seat.side: seat.wins for seat in seats}.values()
        places = tuple(Place(seat.seat, 1 + sum(other > seat.wins for other in of_sides)) for seat in seats)
        return MatchEnd(places=places, wins=tuple((seat.seat, seat.wins) for seat in seats))

    def closing_messages(self) -> list[Message]:
        """Return the messages at the end of a resumed match's last round, which players may have missed."""
        if self.round is None:
            return []
        ended = self.round.end_message(self.round_name)
        return [ended, self.end_message()] if self.ended else [ended]
