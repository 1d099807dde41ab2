"""A drawn field that tells which of its cells the mouse is on."""

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.widgets import Static

from piecement_engine.pieces import Cell


@dataclass
class CellPressed(Message):
    """The left button of the mouse went down on a cell, or was moved there."""

    cell: Cell
    is_first: bool
    """Whether it went down there."""


class CellField(Static):
    """Shows rows between walls that are a character wide; a cell takes two."""

    def __init__(self, rows: int, widget_id: str) -> None:
        super().__init__(id=widget_id)
        self.rows: int = rows
        """Number of rows shown, from the floor up."""
        self._last: Cell | None = None
        """The cell that the mouse is on while its button is held."""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if event.button == 1:
            self.capture_mouse()
            self._last = self._cell(event)
            self.post_message(CellPressed(self._last, is_first=True))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._last is not None and (cell := self._cell(event)) != self._last:
            self._last = cell
            self.post_message(CellPressed(cell, is_first=False))

    def on_mouse_up(self) -> None:
        self._last = None
        self.release_mouse()

    def _cell(self, event: events.MouseEvent) -> Cell:
        return (event.x - 1) // 2, self.rows - 1 - event.y
