"""A look as it is in play: a game that plays itself, drawn small."""

from collections.abc import Callable
from typing import Final

from textual.timer import Timer

from piecement.input.bindings import Bindings
from piecement.render.picture import Picture
from piecement.render.scene import Caption, Focus
from piecement.render.skins.look import Look
from piecement.session.live_stats import Stats
from piecement.ui.texts.legend import legend
from piecement.ui.widgets.demo import LENGTH_NS, STILL_NS, Demo
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement.ui.widgets.small_picture import is_clear

_FRAME_S: Final = 1 / 30
_SKYLINES: Final = range(8, 21)
_STATS: Final = Stats(pieces_per_second=1.25, keys_per_piece=3.1, finesse=0.92, combo=1, back_to_back=1)


class LookPreview(GameCanvas):
    """Shows the look that it is dressed in, and its effects where things may move."""

    DEFAULT_CSS = "LookPreview { width: 1fr; height: 1fr; }"

    def __init__(self, clock_ns: Callable[[], int]) -> None:
        super().__init__()
        self._clock_ns = clock_ns
        self._start_ns = 0
        self._look = Look()
        self._caption = Caption()
        self._demo = Demo(_SKYLINES[0])
        self._drawn = Picture(self._look, self._caption)
        self._fits = False
        self._timer: Timer | None = None

    @property
    def is_moving(self) -> bool:
        """Whether the game goes on."""
        return self._timer is not None

    def apply_look(self, look: Look, bindings: Bindings) -> None:
        """Draw in a look from now on, and let the game begin anew."""
        self._look = look
        keys = legend(bindings, ascii_only=look.chosen_skin.is_ascii)
        self._caption = Caption(title="Preview", focus=Focus.TIME, legend=keys)
        self._lay_out()

    def run(self) -> None:
        """Let the game play, where things may move."""
        self.rest()
        if not self._look.reduced_motion:
            self._timer = self.set_interval(_FRAME_S, self.show_frame)

    def rest(self) -> None:
        """Let the game stand still."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def on_resize(self) -> None:
        """Use the room there is."""
        self._lay_out()

    def show_frame(self) -> None:
        """Show the game as it is now."""
        if not self._fits:
            return
        age_ns = STILL_NS if self._look.reduced_motion else self._clock_ns() - self._start_ns
        if age_ns >= LENGTH_NS:
            self._begin(self._demo.view.skyline)
            self._drawn.clear()
            age_ns = 0
        self._drawn.on_events(self._demo.play(age_ns), self._demo.view)
        self.mark(self._drawn.show(self._demo.view, stats=_STATS, fps=60))
        if self.pending:
            self.refresh(*self.pending_regions())

    def _begin(self, skyline: int) -> None:
        self._demo = Demo(skyline)
        self._start_ns = self._clock_ns()

    def _lay_out(self) -> None:
        """Make the picture anew, with as high a field as there is room for."""
        if not self.size:
            return
        for skyline in reversed(_SKYLINES):
            self._begin(skyline)
            self._drawn = Picture(self._look, self._caption)
            layout = self._drawn.resize(*self.size, self._demo.view)
            self._fits = layout.fits
            if is_clear(layout, self._look):
                break
        self.set_picture(self._drawn)
        self.show_frame()
