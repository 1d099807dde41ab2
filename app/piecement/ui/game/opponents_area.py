"""The boards of the opponents beside the player's own, on a canvas of their own."""

from collections.abc import Callable, Sequence
from typing import Final

from textual.geometry import Size

from piecement.render.opponent_boards import OpponentLook, OpponentsPicture
from piecement.render.skins.look import Look
from piecement.terminal.canvas.row_canvas import RowCanvas
from piecement.ui.game.side import FULL_WIDTH

_LEAST: Final = 12
"""The columns that one board takes."""

_SPACED: Final = 14
"""The columns that one board takes, with something around it."""

_SMALL_FIELD: Final = 26
"""The columns for a field drawn small, with the most important figures beside it."""

_WIDE_FIELD: Final = 62
"""The columns for a field with all that is shown beside it."""


class OpponentsCanvas(RowCanvas):
    DEFAULT_CSS = "OpponentsCanvas { width: 1fr; height: 100%; }"


class OpponentsArea:
    """Shows all other players of a round."""

    def __init__(
        self, look: Callable[[], Look], field: tuple[int, int], players: Callable[[], Sequence[OpponentLook]]
    ) -> None:
        """Show boards of so many columns and rows; the functions return the look and the players as they are now."""
        self._look: Final = look
        self._field: Final = field
        self._players: Final = players
        self._picture = self._new_picture(Size(0, 0))
        self.canvas: Final = OpponentsCanvas()

    def resize(self, room: Size) -> Size:
        """Take what the player's own field leaves, but leave all that is shown beside that where there is room."""
        width = _share(room.width, sum(not player.is_you for player in self._players()))
        self._picture = self._new_picture(Size(width, room.height))
        self.canvas.styles.width = width
        self.canvas.styles.display = "block" if width else "none"
        return Size(room.width - width, room.height)

    def draw(self) -> None:
        self.canvas.draw_rows(self._picture.size, self._picture.rows(self._players()))

    def _new_picture(self, size: Size) -> OpponentsPicture:
        return OpponentsPicture(self._look(), self._field, size, self._players())


def _share(columns: int, others: int) -> int:
    """Return the columns of a terminal for the others; the own field is drawn small if no board fits otherwise."""
    if columns >= _WIDE_FIELD + others * _SPACED:
        return columns - _WIDE_FIELD
    if columns >= _SMALL_FIELD + _LEAST:
        return max(_LEAST, columns - FULL_WIDTH)
    return 0
