"""Previews of looks and modes: pictures of small games that play themselves."""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Final

from textual import events, on
from textual.geometry import Size

from piecement.input.bindings import Bindings
from piecement.render.field_place import Role
from piecement.render.layout_planner import plan_layout, size_warning
from piecement.render.picture import Picture
from piecement.render.requirements import Requirements
from piecement.render.scene import Caption, Scene
from piecement.render.skins.look import Look
from piecement.render.skins.skins import HALF, ROOMY
from piecement.session.hud import HudStats
from piecement.settings.settings import Settings
from piecement.ui.demos import DemoGame, ModeDemo, ScriptedDemo
from piecement.ui.game_look import bare
from piecement.ui.services import Services
from piecement.ui.texts.keys import button_legend, menu_legend
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_base.language import _
from piecement_engine import Rules

_FRAME_S: Final = 1 / 30
_NO_CAPTION: Final = Caption()


class SmallPicture(GameCanvas):
    """Shows a game again and again while its screen is the top one, or a still of it where nothing may move."""

    DEFAULT_CSS = "SmallPicture { width: 1fr; height: 1fr; }"
    STATS: HudStats = HudStats()
    FPS: int | None = None

    def __init__(self, clock_ns: Callable[[], int], look: Look, caption: Caption = _NO_CAPTION) -> None:
        super().__init__()
        self._clock_ns = clock_ns
        self._start_ns = clock_ns()
        self._look = look
        self._caption = caption
        self._demo: DemoGame | None = None
        self._picture = Picture()

    @abstractmethod
    def new_demo(self) -> DemoGame | None:
        """Return a game to show, if there is one."""

    @property
    def is_moving(self) -> bool:
        return self.auto_refresh is not None

    def on_mount(self) -> None:
        self.watch(self.screen, "stack_updates", self._move)

    @on(events.Show)
    @on(events.Hide)
    def _move(self) -> None:
        """Start or stop the frames."""
        plays = self.is_on_screen and self.screen.is_active and not self._look.reduced_motion
        self.auto_refresh = _FRAME_S if plays else None

    def automatic_refresh(self) -> None:
        """Show the frame of now."""
        if self._demo is None:
            return
        age_ns = self._demo.still_ns if self._look.reduced_motion else self._clock_ns() - self._start_ns
        if age_ns >= self._demo.length_ns:
            self._begin()
            age_ns = 0
        happened, view = self._demo.play(age_ns), self._demo.view
        self._picture.on_events(happened, view, self._look)
        scene = Scene(view, self._look, self._caption, self.size, view.time_ns, stats=self.STATS, fps=self.FPS)
        self.draw(self._picture.frame(scene))
        if self.pending:
            self.refresh(*self.take_regions())

    @on(events.Resize)
    def lay_out(self) -> None:
        """Begin again, in the room there is."""
        if not self.size:
            return
        self._begin()
        self.visible = self._demo is not None
        self.automatic_refresh()
        self._move()

    def _begin(self) -> None:
        self._demo = self.new_demo()
        self._start_ns = self._clock_ns()
        self._picture.clear()


_LEAST_ROOMY: Final = 14
"""The rows of a field from which on larger cells are worth more than a higher field."""


def clear_skyline(skylines: Iterable[int], size: Size, needs: Requirements, look: Look) -> int | None:
    """Return the highest skyline of a field that fits, or a lower one with larger cells, or None if none fits.

    Its cells are no smaller than the skin has them in play. A field with its floor comes before a higher one without.
    """
    plans = {skyline: plan_layout(size, needs._replace(skyline=skyline), look) for skyline in skylines}
    only_half = look.chosen_skin.scales == (HALF,)
    clear = [skyline for skyline, plan in plans.items() if plan.fits and (only_half or plan.field.scale != HALF)]

    def worth(skyline: int) -> tuple[bool, bool, int]:
        plan, field = plans[skyline], plans[skyline].field
        has_floor = any(line.role is Role.BOTTOM for line in field.lines) and field.bottom <= plan.size.height
        return has_floor, skyline >= _LEAST_ROOMY and field.scale >= ROOMY, skyline

    return max(clear, key=worth, default=None)


_SKYLINES: Final = range(8, 21)


class LookPreview(SmallPicture):
    """Shows a look, and its effects where motion is wanted."""

    STATS = HudStats(pieces_per_second=1.25, keys_per_piece=3.1, finesse=0.92, combo=1, back_to_back=1)
    FPS = 60

    def __init__(self, services: Services, settings: Settings) -> None:
        """Show the look of some settings."""
        look = services.appearance.look_with(settings)
        super().__init__(services.clock, look, _caption(look, settings.controls.bindings))
        self._appearance = services.appearance
        self._chosen = look

    def show_settings(self, settings: Settings) -> None:
        """Play in the look of other settings from now on."""
        self._look = self._chosen = self._appearance.look_with(settings)
        self._caption = _caption(self._chosen, settings.controls.bindings)
        self.lay_out()

    def new_demo(self) -> ScriptedDemo:
        self._look, skyline = self._fitting_look()
        return ScriptedDemo(skyline)

    def _fitting_look(self) -> tuple[Look, int]:
        """Return the chosen look, with the field alone where the rest lacks room, and the height that fits (rows)."""
        needs = Requirements.of(ScriptedDemo(_SKYLINES[0]).view, self._caption)
        for look in (self._chosen, bare(self._chosen)):
            skyline = clear_skyline(_SKYLINES, self.size, needs, look)
            if skyline is not None:
                return look, skyline
        return self._look, _SKYLINES[0]


def _caption(look: Look, bindings: Bindings) -> Caption:
    keys = (*button_legend(bindings, ascii_only=look.chosen_skin.is_ascii), *menu_legend())
    return Caption(title=_("Preview"), focus="time", legend=keys)


class ModePreview(SmallPicture):
    """Shows a game of some rules, where there is room."""

    _rules: Rules | None = None

    def show_rules(self, rules: Rules | None, look: Look) -> None:
        """Begin a game of these rules, unless it is the current one, or show nothing if None."""
        if (rules, look) != (self._rules, self._look):
            self._rules, self._look = rules, look
            self.visible = True  # what is hidden has no size
            self.lay_out()

    def new_demo(self) -> ModeDemo | None:
        if self._rules is None or size_warning(self._rules, self._look, self.size):
            return None
        return ModeDemo(self._rules)
