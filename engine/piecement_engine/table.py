"""The door through which modifiers reach a game."""

from collections.abc import Sequence
from typing import Final

from piecement_engine.board import Row
from piecement_engine.chance import Chance
from piecement_engine.entry import Entry
from piecement_engine.notices import Announced, End
from piecement_engine.pieces import Piece
from piecement_engine.view import GameView


class GameTable:
    """What hooks may see of a game and do to it; `modifiers.Table` says what each member means."""

    __slots__ = ("_game",)

    def __init__(self, game: Entry) -> None:
        self._game: Final = game

    @property
    def time_ns(self) -> int:
        """The game time, in ns."""
        return self._game._time

    @property
    def width(self) -> int:
        """Columns of the playfield."""
        return self._game._rules.width

    @property
    def skyline(self) -> int:
        """Visible rows."""
        return self._game._rules.skyline

    @property
    def height(self) -> int:
        """All rows."""
        return self._game._rules.height

    @property
    def piece(self) -> Piece | None:
        """The piece in play."""
        return GameView(self._game).piece

    @property
    def rows(self) -> Sequence[Row]:
        """The tiles of each row, lowest first, without the empty rows on top."""
        return self._game._board.tiles

    @property
    def chance(self) -> Chance:
        """The game's seeded source of numbers."""
        return self._game._supply.chance

    @property
    def lines(self) -> int:
        """The lines that count."""
        return self._game._tally.lines

    @property
    def pieces(self) -> int:
        """How many pieces have locked."""
        return self._game._tally.pieces

    @property
    def supply_left(self) -> int:
        """How many of the known next shapes are left."""
        return len(self._game._supply.known)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Replace all blocks by these rows, lowest first."""
        self._game._board.set_rows(rows)

    def raise_rows(self, rows: Sequence[Row]) -> None:
        """Push rows in from below, the first one first."""
        self._game._raise(rows)

    def set_supply(self, names: Sequence[str]) -> None:
        """Have exactly these pieces come next, show them all, and empty the hold."""
        game = self._game
        supply = game._supply
        supply.known = [game.setup.shape_named(name) for name in names]
        supply.hold = None
        supply.preview_count = 0
        supply.shown = len(names)

    def place_piece(self, piece: Piece) -> None:
        """Put the piece in play elsewhere, which must be free."""
        self._game._put(piece)

    def add_points(self, points: int) -> None:
        """Raise the score."""
        self._game._tally.score += points

    def count_lines(self, change: int) -> None:
        """Change the lines that count."""
        self._game._tally.lines += change

    def set_level(self, level: int) -> None:
        """Show another level; the delays stay."""
        self._game._tally.level = level

    def announce(self, text: str) -> None:
        """Tell the player something."""
        self._game._notices.append(Announced(self._game._time, text))

    def finish(self, end: End) -> None:
        """End the game now."""
        self._game._finish(end)
