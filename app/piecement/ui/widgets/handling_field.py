"""A field to try keys and handling in, with the current rules, keys and look."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Any, Final

from textual import events, on
from textual.message import Message

from piecement.input.bindings import Bindings
from piecement.input.keyboard_input import ButtonChange
from piecement.render.picture import Picture
from piecement.render.requirements import Requirements
from piecement.render.scene import Caption, Scene
from piecement.session.session import Clock, Session
from piecement.settings.settings import Settings
from piecement.terminal.clock import MS
from piecement.terminal.key_events import KeyEvent
from piecement.ui.game_look import bare
from piecement.ui.services import Services
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement.ui.widgets.previews import clear_skyline
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_engine import Button, Event, Game, Mode, Rules
from piecement_engine.events import PieceMoved

_PIECES: Final = 6
"""Number of locks before the field is cleared."""

_SEED: Final = 5
"""The same pieces each time, so that only the handling differs."""

_SIDEWAYS: Final = frozenset({Button.MOVE_LEFT, Button.MOVE_RIGHT})

_RUN_NS: Final = 1_000 * MS
"""Maximum time between two steps of a run (ns)."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A run of steps to one side."""

    direction: int = 0
    count: int = 0
    last_ns: int = 0
    first_gap_ns: int | None = None
    """Time from the first step to the second (ns): the shift delay, if the key was held."""
    gap_ns: int | None = None
    """Time from the last step but one to the last (ns): the repeat rate, if the key was held so long."""

    def after(self, moved: PieceMoved) -> "Steps":
        """Return the run after one more step, which continues it or begins another."""
        direction = 1 if moved.after.x > moved.before.x else -1
        gap_ns = moved.time_ns - self.last_ns
        if direction != self.direction or not 0 <= gap_ns <= _RUN_NS:
            return Steps(direction, 1, moved.time_ns)
        first_gap_ns = gap_ns if self.first_gap_ns is None else self.first_gap_ns
        return Steps(direction, self.count + 1, moved.time_ns, first_gap_ns, gap_ns if self.count > 1 else None)

    @property
    def text(self) -> str:
        if self.first_gap_ns is None:
            return _("one cell") if self.count else ""
        rate = "" if self.gap_ns is None else _(", then every {gap} ms").format(gap=round(self.gap_ns / MS))
        return _("{count} cells: repeat after {gap} ms{rate}").format(
            count=self.count, gap=round(self.first_gap_ns / MS), rate=rate
        )


class HandlingGame:
    """Sessions on a low field, one after another."""

    def __init__(self, overrides: dict[str, Any], clock: Clock, skyline: int) -> None:  # rules are of many types
        rules = Rules(skyline=skyline, height=skyline + 20)
        self._mode = Mode(name="", title="", sentence="", rules=rules, ranking=(), headline="")
        self._overrides = {**overrides, "preview_count": 1}
        self._clock = clock
        self.steps = Steps()
        """The last run of steps to one side."""
        self.session = self._new_session()

    def advance(self) -> list[Event]:
        if self.session.is_over or self.session.view.pieces >= _PIECES:
            self.session = self._new_session()
        return self.count_steps(self.session.advance())

    def count_steps(self, events: list[Event]) -> list[Event]:
        """Count the steps among events, and return the events."""
        for event in events:
            if isinstance(event, PieceMoved):
                self.steps = self.steps.after(event)
        return events

    def _new_session(self) -> Session:
        plan = Plan(self._mode)
        current = Session(plan, Game(self._mode.rules_with(self._overrides), _SEED), self._clock)
        current.resume()
        return current


_FRAME_S: Final = 1 / 60
_SKYLINES: Final = range(4, 21)


class HandlingField(GameCanvas, can_focus=True):
    """A field to play in while it has the focus; Esc ends that. Keys of the screen continue to the screen."""

    DEFAULT_CSS = "HandlingField { width: 1fr; height: 8; }"

    class Ended(Message):
        """The player pressed Esc."""

    @dataclass
    class Ran(Message):
        """The piece was moved sideways; the text describes the run."""

        text: str

    def __init__(
        self,
        services: Services,
        settings: Settings,
        screen_keys: Container[str] = ("question_mark",),
        *,
        bindings: Callable[[Settings], Bindings] = lambda settings: settings.controls.bindings,
        held: Callable[[float], object] = lambda _held_ms: None,
    ) -> None:
        """Prepare the field for some settings, of which a function returns the keys.

        `held` is called in each frame with the time that a move has been held (ms).
        """
        super().__init__()
        self._held = held
        self._held_since_ns: int | None = None
        self._screen_keys = screen_keys
        self._services = services
        self._clock_ns = services.clock
        self._keys_of = bindings
        self.keys: Final = services.keyboard.new_input()
        self._take(settings)
        self.game = self._new_game(_SKYLINES[0])
        self._picture = Picture()

    @property
    def is_played(self) -> bool:
        return self.auto_refresh is not None

    def change(self, settings: Settings) -> None:
        """Play by the rules, with the keys and in the look of other settings from now on."""
        self._take(settings)
        self._fit()

    def _take(self, settings: Settings) -> None:
        self._overrides = settings.gameplay.overrides(key_releases=self._services.keyboard.reports_releases)
        self._look = bare(self._services.appearance.look_with(settings))
        self.keys.bindings = self._keys_of(settings)
        self._services.keyboard.apply(settings.interface, self.keys)

    def track_key(self, event: KeyEvent) -> None:
        if self.is_played:
            self._apply(self.keys.handle(event))
            self.show_frame()

    def on_focus(self) -> None:
        self.auto_refresh = _FRAME_S
        self._fit()

    def on_blur(self) -> None:
        self.keys.release_all(self._clock_ns())
        self._held_since_ns = None
        self._held(0.0)
        self.game.session.pause()
        self.auto_refresh = None

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return key not in self._screen_keys

    def on_key(self, event: events.Key) -> None:
        if event.key in self._screen_keys:
            return
        event.stop()
        event.prevent_default()
        if event.key in {"escape", "pad_start"}:
            self.post_message(self.Ended())

    def automatic_refresh(self) -> None:
        now_ns = self._clock_ns()
        self._apply(self.keys.poll(now_ns))
        self._held(0.0 if self._held_since_ns is None else (now_ns - self._held_since_ns) / MS)
        self._show_events(self.game.advance())
        self.show_frame()

    def show_frame(self) -> None:
        view = self.game.session.view
        self.draw(self._picture.frame(Scene(view, self._look, Caption(), self.size, view.time_ns)))
        if self.pending:
            self.refresh(*self.take_regions())

    def _apply(self, changes: Iterable[ButtonChange]) -> None:
        for change in changes:
            if _SIDEWAYS.isdisjoint(change.held):
                self._held_since_ns = None
            elif self._held_since_ns is None:
                self._held_since_ns = change.time_ns
            self._show_events(self.game.count_steps(self.game.session.hold(change.held, change.time_ns)))

    def _show_events(self, game_events: list[Event]) -> None:
        steps = self.game.steps
        self._picture.on_events(game_events, self.game.session.view, self._look)
        if steps.text and any(isinstance(game_event, PieceMoved) for game_event in game_events):
            self.post_message(self.Ran(steps.text))

    @on(events.Resize)
    def _fit(self) -> None:
        """Make the game anew, as high as there is room for."""
        if not self.size:
            return
        self._picture.clear()
        needs = Requirements.of(self._new_game(_SKYLINES[0]).session.view, Caption())
        skyline = clear_skyline(_SKYLINES, self.size, needs, self._look)
        self.game = self._new_game(_SKYLINES[0] if skyline is None else skyline)
        self.game.advance()
        if not self.is_played:
            self.game.session.pause()
        self.show_frame()

    def _new_game(self, skyline: int) -> HandlingGame:
        return HandlingGame(self._overrides, self._clock_ns, skyline)
