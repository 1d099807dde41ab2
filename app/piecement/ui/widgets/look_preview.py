"""A small game that plays itself, to show a look."""

from collections.abc import Callable
from typing import Final

from piecement.input.bindings import Bindings
from piecement.render.scene import Caption, Focus
from piecement.render.skins.look import Look
from piecement.session.live_stats import Stats
from piecement.ui.texts.legend import legend
from piecement.ui.widgets.demo import LENGTH_NS, STILL_NS, Demo
from piecement.ui.widgets.small_game import SmallGame
from piecement_engine import GameView

_FRAME_S: Final = 1 / 30
_STATS: Final = Stats(pieces_per_second=1.25, keys_per_piece=3.1, finesse=0.92, combo=1, back_to_back=1)


class LookPreview(SmallGame):
    """Shows a look, and its effects where motion is wanted."""

    DEFAULT_CSS = "LookPreview { width: 1fr; height: 1fr; }"
    SKYLINES = range(8, 21)

    def __init__(self, clock_ns: Callable[[], int]) -> None:
        super().__init__()
        self._clock_ns = clock_ns
        self._start_ns = 0
        self._demo = Demo(self.SKYLINES[0])

    @property
    def is_moving(self) -> bool:
        return self._timer is not None

    def apply_look(self, look: Look, bindings: Bindings) -> None:
        """Draw in a look from now on, and begin again."""
        self._look = look
        keys = legend(bindings, ascii_only=look.chosen_skin.is_ascii)
        self._caption = Caption(title="Preview", focus=Focus.TIME, legend=keys)
        self._fit()

    def run(self) -> None:
        """Play, unless motion is not wanted."""
        self.stop()
        if not self._look.reduced_motion:
            self._timer = self.set_interval(_FRAME_S, self.show_frame)

    def show_frame(self) -> None:
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

    def _begin(self, skyline: int) -> GameView:
        self._demo = Demo(skyline)
        self._start_ns = self._clock_ns()
        return self._demo.view
