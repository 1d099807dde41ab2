"""A picture of a game that plays itself, in a part of the screen."""

from collections.abc import Callable
from typing import Final, Protocol

from textual.timer import Timer

from piecement.render.layout import Layout
from piecement.render.picture import Picture
from piecement.render.scene import Caption, Scene
from piecement.render.skins.look import Look
from piecement.render.skins.skin import HALF
from piecement.session.live_stats import NO_STATS, Stats
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_engine import Event, GameView

_FRAME_S: Final = 1 / 30
_NO_CAPTION: Final = Caption()


class SelfPlaying(Protocol):
    @property
    def length_ns(self) -> int:
        """The age at which it begins again."""
        ...

    @property
    def still_ns(self) -> int:
        """The age that is shown where nothing may move."""
        ...

    @property
    def view(self) -> GameView: ...

    def play(self, age_ns: int) -> list[Event]:
        """Play up to an age of the game, and return the events."""
        ...


class SmallPicture(GameCanvas):
    """Shows a game again and again, or a still of it where nothing may move."""

    DEFAULT_CSS = "SmallPicture { width: 1fr; height: 1fr; }"
    STATS: Stats = NO_STATS
    FPS: int | None = None

    def __init__(self, clock_ns: Callable[[], int], look: Look, caption: Caption = _NO_CAPTION) -> None:
        super().__init__()
        self._clock_ns = clock_ns
        self._start_ns = clock_ns()
        self._look = look
        self._caption = caption
        self._demo: SelfPlaying | None = None
        self._picture = Picture()
        self._timer: Timer | None = None

    def new_demo(self) -> SelfPlaying | None:
        """Return a game to show, if there is one."""
        raise NotImplementedError

    @property
    def is_moving(self) -> bool:
        return self._timer is not None

    def run(self) -> None:
        """Play, unless motion is not wanted."""
        self.stop()
        if not self._look.reduced_motion:
            self._timer = self.set_interval(_FRAME_S, self.show_frame)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def on_resize(self) -> None:
        self.lay_out()

    def show_frame(self) -> None:
        if self._demo is None:
            return
        age_ns = self._demo.still_ns if self._look.reduced_motion else self._clock_ns() - self._start_ns
        if age_ns >= self._demo.length_ns:
            self._begin()
            age_ns = 0
        events, view = self._demo.play(age_ns), self._demo.view
        self._picture.on_events(events, view, self._look)
        scene = Scene(view, self._look, self._caption, self.size, view.time_ns, stats=self.STATS, fps=self.FPS)
        self.draw(self._picture.frame(scene))
        if self.pending:
            self.refresh(*self.pending_regions())

    def lay_out(self) -> None:
        """Begin again, in the room there is."""
        if not self.size:
            return
        self._begin()
        self.visible = self._demo is not None
        self.show_frame()

    def _begin(self) -> None:
        self._demo = self.new_demo()
        self._start_ns = self._clock_ns()
        self._picture.clear()


def is_clear(layout: Layout, look: Look) -> bool:
    """Return whether a layout fits, with cells as large as the skin has them in play."""
    return layout.fits and (layout.field.scale != HALF or look.chosen_skin.scales == (HALF,))
