"""The board as it was when the game ended."""

from typing import TYPE_CHECKING

from textual.geometry import Size
from textual.widgets import Static

from piecement.render.board_text import final_board

if TYPE_CHECKING:
    from piecement.ui.appearance import Appearance
    from piecement_engine import GameView


class FinalBoard(Static):
    """Shows the board as large as it fits, or nothing without space."""

    def __init__(self, view: "GameView | None", appearance: "Appearance") -> None:
        super().__init__(id="board")
        self._view = view
        self._appearance = appearance

    def draw(self, room: Size) -> None:
        """Draw in the look there is now."""
        text = self._view and final_board(self._view, self._appearance.look, *room)
        self.update(text or "")
        self.set_class(bool(text), "-seen")
