"""Witnessed games by member. Pure: the caller passes in times (ns)."""

from typing import Final, NamedTuple

from piecement.online.agenda import NEVER_NS
from piecement.online.errors import RoomError
from piecement.online.messages.boards import SoloInputs, SoloStart, SoloVoid
from piecement.server.boards.board_entry import BoardEntry
from piecement.server.boards.witness import Witness
from piecement_engine import Setup


class Ended(NamedTuple):
    """Outcome of a game: a board entry, or the reason for having none."""

    member: int
    outcome: BoardEntry | SoloVoid


class _Game(NamedTuple):
    start: SoloStart
    witness: Witness


class SoloGames:
    """Games being witnessed, one per member; a new game replaces the previous one."""

    def __init__(self) -> None:
        self._games: Final[dict[int, _Game]] = {}

    def __len__(self) -> int:
        return len(self._games)

    def __contains__(self, member: int) -> bool:
        return member in self._games

    def begin(self, member: int, start: SoloStart, setup: Setup, now_ns: int) -> None:
        """Witness a game from now on, the moment at which its seed is sent."""
        self._games[member] = _Game(start, Witness(setup, now_ns))

    def receive(self, member: int, message: SoloInputs, now_ns: int) -> list[Ended]:
        """Apply the inputs of a member. Inputs that arrive after a game became void are ignored."""
        game = self._games.get(member)
        if game is None:
            return []
        try:
            game.witness.receive(message, now_ns)
        except RoomError as error:
            return [self._void(member, error)]
        if not game.witness.is_over:
            return []
        del self._games[member]
        start = game.start
        return [
            Ended(member, BoardEntry.of("witnessed", start.mode, game.witness.recording(), start.day))
        ] * start.counts

    def leave(self, member: int) -> None:
        """Drop the game of a member."""
        self._games.pop(member, None)

    def went_away(self, member: int, now_ns: int) -> None:
        if member in self._games:
            self._games[member].witness.went_away(now_ns)

    def came_back(self, member: int, now_ns: int) -> None:
        if member in self._games:
            self._games[member].witness.came_back(now_ns)

    @property
    def due_ns(self) -> int:
        """Time at which `advance` next has something to do (ns)."""
        return min((game.witness.due_ns for game in self._games.values()), default=NEVER_NS)

    def advance(self, now_ns: int) -> list[Ended]:
        """Void and return the games whose players have stalled."""
        ended: list[Ended] = []
        for member, game in list(self._games.items()):
            if game.witness.due_ns <= now_ns:
                try:
                    game.witness.check(now_ns)
                except RoomError as error:
                    ended.append(self._void(member, error))
        return ended

    def _void(self, member: int, error: RoomError) -> Ended:
        del self._games[member]
        return Ended(member, SoloVoid.of(error))
