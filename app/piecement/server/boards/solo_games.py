"""The games that a server witnesses now, by member. Pure: times are passed in, in ns."""

from typing import Final, NamedTuple

from piecement.online.agenda import NEVER_NS
from piecement.online.errors import RoomError
from piecement.online.messages.boards import SoloInputs, SoloStart, SoloVoid
from piecement.server.boards.board_entry import BoardEntry
from piecement.server.boards.witness import Witness
from piecement_engine import Setup


class Ended(NamedTuple):
    """What came of a game: an entry for a board, or why it makes none."""

    member: int
    outcome: BoardEntry | SoloVoid


class _Game(NamedTuple):
    start: SoloStart
    witness: Witness


class SoloGames:
    """All games that are witnessed. A member has one at a time; a new one takes the place of the one before."""

    def __init__(self) -> None:
        self._games: Final[dict[int, _Game]] = {}

    def __len__(self) -> int:
        return len(self._games)

    def __contains__(self, member: int) -> bool:
        return member in self._games

    def begin(self, member: int, start: SoloStart, setup: Setup, now_ns: int) -> None:
        """Witness a game from now on, as its seed is given."""
        self._games[member] = _Game(start, Witness(setup, now_ns))

    def receive(self, member: int, message: SoloInputs, now_ns: int) -> list[Ended]:
        """Play what a member did; what is still on its way of a game that is void is dropped."""
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
        """Forget the game of somebody."""
        self._games.pop(member, None)

    def went_away(self, member: int, now_ns: int) -> None:
        if member in self._games:
            self._games[member].witness.went_away(now_ns)

    def came_back(self, member: int, now_ns: int) -> None:
        if member in self._games:
            self._games[member].witness.came_back(now_ns)

    @property
    def due_ns(self) -> int:
        """When `advance` has something to do, if nothing else happens before."""
        return min((game.witness.due_ns for game in self._games.values()), default=NEVER_NS)

    def advance(self, now_ns: int) -> list[Ended]:
        """Look for those who have stopped."""
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
