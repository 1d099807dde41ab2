"""The panel of a trainer: its text in a column left of the field.

The column and the field stand in the middle. On a low terminal the keys are a part of the text; on a narrow one the
text is below the field, or one line of it above the stack.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from piecement.render.ascii_text import in_ascii
from piecement.render.still_board import StillBoard
from piecement.terminal.canvas.canvas import RowCanvas
from piecement.ui.game.trainer_text import GAP, LineTone, PanelLine, TrainerState, fitting, trainer_lines
from piecement.ui.services import Services
from piecement.ui.widgets.board_picture import BoardPicture
from piecement_base.language import _

_FIELD: Final = 52
"""The columns for a field with the pieces that come beside it."""

_SMALL_FIELD: Final = 36
"""The columns for a field with small pieces beside it."""

_LEAST: Final = 24
_MOST: Final = 40
"""The columns of the text left of the field."""

_LEAST_HEIGHT: Final = 23
"""The lines of a terminal with room for the keys below the field."""

_ROOMY: Final = 36
"""The lines for all that a trainer says."""

_LARGEST: Final = 3
"""The scale of the largest cells of any skin."""
_SCALED_ROWS: Final = 22
"""The rows of a field with its frame, for each step of the scale."""
_SCALED_COLUMNS: Final = 36
"""The columns of a field with the pieces beside it, for each step of the scale."""
_FIXED_COLUMNS: Final = 10
"""The columns of these that do not grow with the scale."""

_MOST_BELOW: Final = 8
"""The most lines of text below a field."""

_PADDING: Final = 2
"""The blank columns around the text; beside a whole field there is a blank line above it too, as on all pages."""

_BOARD: Final = 7
"""Minimum number of lines for a board below the text."""
_NAME: Final = 2
"""Number of these lines that the name of the board takes."""


class TrainerPlaces(NamedTuple):
    """The sizes of the text and the field in a terminal."""

    text: Size
    field: Size
    is_below: bool = False
    """Whether the text is below the field."""
    has_key_line: bool = False
    """Whether the keys have a line of their own at the bottom."""

    @classmethod
    def of(cls, room: Size, free_below: Callable[[Size], int]) -> "TrainerPlaces":
        """Return the sizes, by a function of the lines that the field alone can do without."""
        if room.width < _LEAST + _SMALL_FIELD:
            height = min(_MOST_BELOW, free_below(room))
            return cls(Size(room.width, height), Size(room.width, room.height - height), is_below=True)
        has_key_line = room.height >= _LEAST_HEIGHT
        width, height = max(_LEAST, min(_MOST, room.width - _FIELD)), room.height - has_key_line
        fitting_columns = room.width - width - _FIXED_COLUMNS
        scale = min(height // _SCALED_ROWS, fitting_columns // _SCALED_COLUMNS, _LARGEST)
        field_width = min(room.width - width, max(_FIELD, _FIXED_COLUMNS + _SCALED_COLUMNS * scale))
        height = min(height, max(_ROOMY, _SCALED_ROWS * scale + 4))
        return cls(Size(width, height), Size(field_width, height), has_key_line=has_key_line)


class TrainerPanel(Vertical):
    """The text of a trainer, and a bot's board where there is one."""

    canvases: Sequence[RowCanvas] = ()

    def __init__(
        self, services: Services, state: Callable[[], TrainerState], free_below: Callable[[Size], int]
    ) -> None:
        super().__init__()
        self._services: Final = services
        self._state: Final = state
        self._free_below: Final = free_below
        self._text: Final = Static()
        self._board: Final = BoardPicture(None, services)
        self._has_board = False
        """Whether there is room for the board."""
        self._measured: tuple[StillBoard | None, Size] = None, Size(0, 0)
        """The board and the room that `_has_board` was found out for: that takes too long for each frame."""
        self._shown: list[PanelLine] = []
        self.places = TrainerPlaces.of(services.terminal.size, free_below)

    def compose(self) -> ComposeResult:
        yield self._text
        yield self._board

    def resize(self, room: Size) -> Size:
        """Take a part of a terminal, and return what is left of it for the field."""
        self.places = TrainerPlaces.of(room, self._free_below)
        self.styles.width, self.styles.height = self.places.text
        around = int(self.places.has_key_line)
        self.styles.padding = (around, 1, around, 1)
        self.styles.display = "block" if self.places.text.area else "none"
        return self.places.field

    def draw(self) -> None:
        state, room = self._state(), self.places.text - Size(_PADDING, 2 * self.places.has_key_line)
        board = state.text.board if self.places.has_key_line else None
        if self.places.has_key_line:
            state = state._replace(keys=())
        lines = self._lines(state, room - Size(0, _BOARD * (board is not None)))
        self._board.show(board)
        below = room - Size(0, len(lines) + _NAME)
        if (board, below) != self._measured:
            self._measured, self._has_board = (board, below), self._board.drawn(below) is not None
        if self._has_board:
            lines += (GAP, PanelLine(_("BOT"), LineTone.LABEL))
        if lines != self._shown:
            self._shown = lines
            self._text.styles.height = len(lines)
            self._text.update(Content("\n").join(line.content() for line in lines), layout=False)

    def _lines(self, state: TrainerState, room: Size) -> list[PanelLine]:
        ascii_only = self._services.appearance.ascii_only
        every = trainer_lines(state, room.width, ascii_only=ascii_only)
        return fitting([line._replace(text=in_ascii(line.text)) for line in every] if ascii_only else every, room)
