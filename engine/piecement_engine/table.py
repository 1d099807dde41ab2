"""How modifiers reach a game."""

from collections.abc import Sequence
from typing import Final

from piecement_engine.board import Row
from piecement_engine.events import Announced, End
from piecement_engine.pieces import Piece
from piecement_engine.rng import Rng
from piecement_engine.state import GameState
from piecement_engine.view import GameView


class GameTable:
    """What hooks may see of a game and do to it; `modifiers.Table` says what each member means."""

    __slots__ = ("_game",)

    def __init__(self, game: GameState) -> None:
        self._game: Final = game

    @property
    def time_ns(self) -> int:
        return self._game._time

    @property
    def width(self) -> int:
        return self._game._rules.width

    @property
    def skyline(self) -> int:
        return self._game._rules.skyline

    @property
    def height(self) -> int:
        return self._game._rules.height

    @property
    def piece(self) -> Piece | None:
        return GameView(self._game).piece

    @property
    def rows(self) -> Sequence[Row]:
        return self._game._board.tiles

    @property
    def rng(self) -> Rng:
        return self._game._queue.rng

    @property
    def lines(self) -> int:
        return self._game._progress.lines

    @property
    def pieces(self) -> int:
        return self._game._progress.pieces

    @property
    def queue_left(self) -> int:
        return len(self._game._queue.known)

    def set_rows(self, rows: Sequence[Row]) -> None:
        self._game._board.set_rows(rows)

    def raise_rows(self, rows: Sequence[Row]) -> None:
        self._game._raise_rows(rows)

    def set_queue(self, names: Sequence[str]) -> None:
        game = self._game
        queue = game._queue
        queue.known = [game.setup.shape_named(name) for name in names]
        queue.hold = None
        queue.preview_count = 0
        queue.shown = len(names)

    def place_piece(self, piece: Piece) -> None:
        self._game._place(piece)

    def add_points(self, points: int) -> None:
        self._game._progress.score += points

    def count_lines(self, change: int) -> None:
        self._game._progress.lines += change

    def set_level(self, level: int) -> None:
        self._game._progress.level = level

    def announce(self, text: str) -> None:
        self._game._events.append(Announced(self._game._time, text))

    def finish(self, end: End) -> None:
        self._game._finish(end)
