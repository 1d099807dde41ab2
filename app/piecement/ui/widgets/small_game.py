"""A game in a part of the screen."""

from abc import abstractmethod
from typing import ClassVar

from textual.timer import Timer

from piecement.render.picture import Picture
from piecement.render.scene import Caption
from piecement.render.skins.look import Look
from piecement.render.skins.skin import HALF
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_engine import GameView


class SmallGame(GameCanvas):
    """Draws a game with as high a field as there is room for."""

    SKYLINES: ClassVar[range]
    """The heights of the field."""

    def __init__(self) -> None:
        super().__init__()
        self._look = Look()
        self._caption = Caption()
        self._drawn = Picture(self._look, self._caption)
        self._fits = False
        self._timer: Timer | None = None

    def on_resize(self) -> None:
        self._fit()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    @abstractmethod
    def show_frame(self) -> None:
        """Draw the game as it is now."""

    @abstractmethod
    def _begin(self, skyline: int) -> GameView:
        """Begin a new game on a field of some height."""

    def _fit(self) -> None:
        """Begin a new game, on the highest field whose cells are as large as in play, else on the lowest."""
        if not self.size:
            return
        for skyline in reversed(self.SKYLINES):
            view = self._begin(skyline)
            self._drawn = Picture(self._look, self._caption)
            layout = self._drawn.resize(*self.size, view)
            self._fits = layout.fits
            if layout.fits and (layout.field.scale != HALF or self._look.chosen_skin.scales == (HALF,)):
                break
        self.set_picture(self._drawn)
        self.show_frame()
