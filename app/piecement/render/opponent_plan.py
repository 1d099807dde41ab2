"""Plan of opponents' boards: their size and positions, and the lines below them.

Boards stand in rows in the middle of the space. Below them are a line for a note and the table of all players.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

from textual.geometry import Size

from piecement.render.skins.look import Look
from piecement.render.skins.skins import HALF

_WALL_WIDTH: Final = 1
_NAME_HEIGHT: Final = 1
_FLOOR_HEIGHT: Final = 1
_NOTE_HEIGHT: Final = 1

_TABLE_HEAD_HEIGHT: Final = 1
"""Lines of the table above those of its players."""

_TABLE_LEAST_WIDTH: Final = 24
"""Minimum width of the space if the table is below boards (columns)."""

_MOST_GAP: Final = 4
"""Maximum distance between boards (columns)."""

_LEAST_LINES: Final = 24
"""Least height for which boards are centred: that of the viewer's own field, so that both begin on one line."""


class BoardBlock(NamedTuple):
    """Position of a board."""

    x: int
    y: int
    number: int
    """Index of the opponent in the given order."""


class BoardPlan(NamedTuple):
    """Layout of the boards."""

    scale: int
    blocks: tuple[BoardBlock, ...]
    width: int
    """Columns of a board and its walls; the right wall is left out where the boards fit only without it."""
    height: int
    """Lines of a board, including its name and floor."""
    table_y: int | None
    """First line of the table of all players, or None if there is no room."""
    hidden: int = 0
    """Number of opponents whose boards do not fit."""
    note_y: int | None = None
    """Line of the note, which gives the number of hidden boards and the meaning of the signs.

    If there is no room for it, the last board shows the number.
    """

    @property
    def is_half(self) -> bool:
        """Whether boards have half size, with two rows on a line."""
        return self.scale == HALF


def plan_boards(size: Size, order: Sequence[int], field: tuple[int, int], players: int, look: Look) -> BoardPlan:
    """Return the layout of boards in a space in cells; if not all fit, the first of the order are shown.

    `field` is the number of columns and visible rows of a board, and `players` the number of players in the table.
    """
    columns, skyline = field
    large, small = _board_size(2 * columns, skyline), _board_size(columns, ceil(skyline / 2))
    if 1 in look.chosen_skin.scales and _room_for(size, large) >= len(order):
        return _placed(size, order, large, 1, players)
    left_walls_only = Size(small.width - _WALL_WIDTH, small.height)
    fit_only_touching = _room_for(size, small) < len(order) <= _room_for(size, left_walls_only)
    return _placed(size, order, left_walls_only if fit_only_touching else small, HALF, players)


def _board_size(width: int, height: int) -> Size:
    """Return the size of a board with its surroundings."""
    return Size(width + 2 * _WALL_WIDTH, _NAME_HEIGHT + height + _FLOOR_HEIGHT)


def _room_for(size: Size, board: Size) -> int:
    """Return the number of boards that fit."""
    return (size.width // board.width) * (size.height // board.height)


def _placed(size: Size, order: Sequence[int], board: Size, scale: int, players: int) -> BoardPlan:
    """Return the layout of as many boards of a size as fit, in the fewest rows."""
    table_height = _TABLE_HEAD_HEIGHT + players
    shown = sorted(order[: _room_for(size, board)])
    if not shown:
        # Without boards nothing else shows the players, so the table is shown at any width.
        return BoardPlan(scale, (), board.width, board.height, 0 if table_height <= size.height else None, len(order))
    rows = ceil(len(shown) / (size.width // board.width))
    columns = ceil(len(shown) / rows)
    gap = min(_MOST_GAP, (size.width - columns * board.width) // columns)
    left = (size.width - columns * board.width - (columns - 1) * gap) // 2
    boards_height = rows * board.height
    height_with_table = boards_height + _NOTE_HEIGHT + table_height
    has_table = height_with_table <= size.height and size.width >= _TABLE_LEAST_WIDTH
    used = height_with_table if has_table else boards_height
    top = max(0, (size.height - max(used, _LEAST_LINES)) // 2)
    below = top + boards_height
    blocks = tuple(
        BoardBlock(left + (i % columns) * (board.width + gap), top + (i // columns) * board.height, number)
        for i, number in enumerate(shown)
    )
    table_y = below + _NOTE_HEIGHT if has_table else None
    note_y = below if below + _NOTE_HEIGHT <= size.height else None
    return BoardPlan(scale, blocks, board.width, board.height, table_y, len(order) - len(shown), note_y)
