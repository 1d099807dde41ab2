"""The table: the interface through which hooks of modifiers read and change a game."""

from collections.abc import Sequence

from piecement_engine.board.board import Row
from piecement_engine.board.pieces import Piece
from piecement_engine.events import Announced, End, Event
from piecement_engine.game.state import finish, place, raise_rows, take_attack
from piecement_engine.game.view import GameView
from piecement_engine.native import mypyc_attr
from piecement_engine.phrases import Phrase
from piecement_engine.rng import Rng
from piecement_engine.rules.randomizers import Fixed


@mypyc_attr(allow_interpreted_subclasses=True)
class Table(GameView):
    """The interface through which hooks read and change a game."""

    __slots__ = ()

    @property
    def rng(self) -> Rng:
        return self._game._queue.rng

    @property
    def events(self) -> Sequence[Event]:
        """Events of the present update so far. How many came before the last one depends on the caller's updates."""
        return self._game._events

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Replace all blocks by these rows, lowest first."""
        self._game._board.set_rows(rows)

    def raise_rows(self, rows: Sequence[Row]) -> None:
        """Push rows in from below, the first one first. Blocks pushed out of the top end the game as a top out."""
        raise_rows(self._game, rows)

    def take_attack(self, holes: Sequence[int]) -> None:
        """Add garbage rows with holes in these columns, as an attack of another player that is made now."""
        take_attack(self._game, self._game._time, holes)

    def set_queue(self, names: Sequence[str]) -> None:
        """Replace the queue by exactly these pieces, which no others follow, show them all, and empty the hold."""
        queue = self._game._queue
        queue.known = [self._game.setup.shape_named(name) for name in names]
        self.end_queue()
        queue.hold = None
        queue.preview_count = 0
        queue.shown = len(names)

    def end_queue(self) -> None:
        """End the game after the pieces in the queue."""
        self._game._queue.randomizer = Fixed(())

    def queue_pieces(self, names: Sequence[str]) -> None:
        """Append pieces to the queue, ahead of the randomizer."""
        self._game._queue.known += map(self._game.setup.shape_named, names)

    def place_piece(self, piece: Piece) -> None:
        """Move the piece in play to a free spot."""
        place(self._game, piece)

    def add_points(self, points: int) -> None:
        self._game._progress.score += points

    def count_lines(self, change: int) -> None:
        """Add to the count of lines; `change` may be negative."""
        self._game._progress.lines += change

    def set_level(self, level: int) -> None:
        """Set the shown level. The delays stay those of the start level."""
        self._game._progress.level = level

    def reach_level(self, level: int) -> None:
        """Set the level with its delays."""
        game = self._game
        game._progress.level = level
        game._delays.set_level(level, game._progress.lines)
        game._lockdown.set_delays(game._delays.lock, game._delays.fall)

    def announce(self, template: str, many: str = "", **values: object) -> None:
        """Show a text to the player, which can be translated: see `Phrase`."""
        self._game._events.append(Announced(self._game._time, Phrase(template, many, **values)))

    def finish(self, end: End) -> None:
        finish(self._game, end)
