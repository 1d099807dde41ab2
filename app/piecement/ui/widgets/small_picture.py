"""A picture of a game that plays itself, in a part of the screen."""

from collections.abc import Callable
from typing import Final, Protocol

from textual.timer import Timer

from piecement.render.layout import Layout
from piecement.render.picture import Picture
from piecement.render.scene import Caption
from piecement.render.skins.look import Look
from piecement.render.skins.skin import HALF
from piecement.session.live_stats import NO_STATS, Stats
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_engine import Event, GameView

_FRAME_S: Final = 1 / 30


class SelfPlaying(Protocol):
    """A game with its player."""

    @property
    def length_ns(self) -> int:
        """How long there is something to see."""
        ...

    @property
    def still_ns(self) -> int:
        """The age at which the game is worth to be seen where nothing may move."""
        ...

    @property
    def view(self) -> GameView: ...

    def play(self, age_ns: int) -> list[Event]:
        """Play on to an age of the game, and return what happened."""
        ...


class SmallPicture(GameCanvas):
    """Shows a game from its beginning to its end, and anew. The game stands still where nothing may move."""

    DEFAULT_CSS = "SmallPicture { width: 1fr; height: 1fr; }"
    STATS: Stats = NO_STATS
    FPS: int | None = None

    def __init__(self, clock_ns: Callable[[], int]) -> None:
        super().__init__()
        self._clock_ns = clock_ns
        self._start_ns = 0
        self._look = Look()
        self._caption = Caption()
        self._demo: SelfPlaying | None = None
        self._drawn = Picture(self._look, self._caption)
        self._timer: Timer | None = None

    def new_demo(self) -> SelfPlaying | None:
        """Return a game to show, if there is one."""
        raise NotImplementedError

    @property
    def is_moving(self) -> bool:
        """Whether the game goes on."""
        return self._timer is not None

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
        self.lay_out()

    def show_frame(self) -> None:
        """Show the game as it is now."""
        if self._demo is None or not self._drawn.layout.fits:
            return
        age_ns = self._demo.still_ns if self._look.reduced_motion else self._clock_ns() - self._start_ns
        if age_ns >= self._demo.length_ns:
            self._begin()
            self._drawn.clear()
            age_ns = 0
        self._drawn.on_events(self._demo.play(age_ns), self._demo.view)
        self.mark(self._drawn.show(self._demo.view, stats=self.STATS, fps=self.FPS))
        if self.pending:
            self.refresh(*self.pending_regions())

    def lay_out(self) -> None:
        """Make the picture anew."""
        if not self.size:
            return
        self._begin()
        self.visible = self._demo is not None
        self._drawn = Picture(self._look, self._caption)
        if self._demo is not None:
            self._drawn.resize(*self.size, self._demo.view)
            self.set_picture(self._drawn)
            self.show_frame()

    def _begin(self) -> None:
        self._demo = self.new_demo()
        self._start_ns = self._clock_ns()


def is_clear(layout: Layout, look: Look) -> bool:
    """Return whether a layout fits, with cells as large as the skin has them in play."""
    return layout.fits and (layout.field.scale != HALF or look.chosen_skin.scales == (HALF,))
