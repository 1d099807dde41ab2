"""The boards of the opponents beside the player's field."""

from collections.abc import Callable, Sequence
from typing import Final

from textual.geometry import Offset, Size

from piecement.render.opponent_boards import OpponentsPicture
from piecement.render.opponent_look import OpponentLook
from piecement.render.skins.look import Look
from piecement.terminal.canvas.canvas import RowCanvas
from piecement.ui.game.field_layouts import full_width
from piecement_engine import GameView

_MIN_BOARD_COLUMNS: Final = 12
"""Columns of one board, at least."""

_BOARD_COLUMNS_WITH_MARGIN: Final = 14
"""Columns of one board with a margin around it."""

_AROUND: Final = 2
"""The lines and columns of a board around its cells."""

_MARGIN: Final = 1
"""Free columns between the own field and the boards."""

_SMALL_FIELD: Final = 26
"""The columns for a field drawn small, with the most important figures beside it."""

_WIDE_FIELD: Final = 62
"""The columns for a field with all that is shown beside it."""


class OpponentsCanvas(RowCanvas):
    DEFAULT_CSS = "OpponentsCanvas { width: 1fr; height: 100%; }"


class OpponentsArea:
    """Shows all other players of a round."""

    def __init__(self, look: Callable[[], Look], players: Callable[[], Sequence[OpponentLook]], view: GameView) -> None:
        """Show boards as large as that of a game; the functions return the look and the players as they are now."""
        self._look: Final = look
        self._field: Final = view.width, view.skyline
        self._players: Final = players
        self._picture = self._new_picture(Size(0, 0))
        self.canvas: Final = OpponentsCanvas()
        self.canvases: Final = (self.canvas,)

    def resize(self, room: Size) -> Size:
        """Take the columns that the player's field leaves, with its panels where there is room for them."""
        others = sum(not player.is_you for player in self._players())
        width = _share(room, others, full_width(self._look()), self._field)
        self._picture = self._new_picture(Size(width, room.height))
        self.canvas.styles.width = width
        self.canvas.styles.display = "block" if width else "none"
        return Size(room.width - width, room.height)

    def player_at(self, screen: Offset) -> int | None:
        """Return the index of the player whose board is at a place on the screen, or None."""
        x, y = screen - self.canvas.region.offset
        return self._picture.player_at(x, y)

    @property
    def leaves_last_line(self) -> bool:
        """Whether the last line beside the player's field is free."""
        return self._picture.leaves_last_line

    def draw(self) -> None:
        self.canvas.draw_rows(self._picture.size, self._picture.rows(self._players()))

    def _new_picture(self, size: Size) -> OpponentsPicture:
        return OpponentsPicture(self._look(), self._field, size, self._players())


def _share(room: Size, others: int, own: int, field: tuple[int, int]) -> int:
    """Return the columns of a terminal for the opponents' boards, whose columns and visible rows are given.

    They get half of it where they fit there at full size. The own field is drawn small if no board fits otherwise.
    """
    columns, half = room.width, room.width // 2
    large, small = (max(1, room.height // (lines + _AROUND)) for lines in (field[1], -(-field[1] // 2)))
    if half >= max(_WIDE_FIELD, -(-others // large) * (2 * field[0] + _AROUND)):
        return half
    if columns >= _WIDE_FIELD + -(-others // small) * _BOARD_COLUMNS_WITH_MARGIN:
        return columns - _WIDE_FIELD
    if columns >= _SMALL_FIELD + _MIN_BOARD_COLUMNS:
        return max(_MIN_BOARD_COLUMNS, columns - own - _MARGIN)
    return 0
