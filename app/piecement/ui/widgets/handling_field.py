"""A field to try keys and handling in, with the current rules, keys and look."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from textual import events
from textual.message import Message
from textual.timer import Timer

from piecement.input.bindings import Bindings
from piecement.input.keyboard_input import ButtonChange, KeyboardInput
from piecement.render.layout import layout_for
from piecement.render.picture import Picture
from piecement.render.scene import Caption, Scene
from piecement.render.skins.look import Look
from piecement.terminal.key_events import KeyEvent
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement.ui.widgets.handling import HandlingGame
from piecement.ui.widgets.small_picture import is_clear
from piecement_engine import Event
from piecement_engine.events import PieceMoved

_FRAME_S: Final = 1 / 60
_SKYLINES: Final = range(4, 13)


def bare(look: Look) -> Look:
    """Return a look with nothing beside the field, and nothing hidden in it."""
    return look._replace(hud=frozenset(), legend=False, pressed_keys=False, show_fps=False, blindfold=False)


class HandlingTrial(NamedTuple):
    """The rules, the keys and the look of a game to try."""

    overrides: dict[str, Any]  # rules are of many types
    bindings: Bindings
    look: Look
    hold_to_wall: bool


class HandlingField(GameCanvas, can_focus=True):
    """A field to play in while it has the focus; Esc ends that. Keys of the screen continue to the screen."""

    DEFAULT_CSS = "HandlingField { width: 1fr; height: 8; }"

    class Ended(Message):
        """The player pressed Esc."""

    @dataclass
    class Ran(Message):
        """The piece was moved; the text says how."""

        text: str

    def __init__(
        self, clock_ns: Callable[[], int], trial: HandlingTrial, screen_keys: Container[str] = ("question_mark",)
    ) -> None:
        super().__init__()
        self._screen_keys = screen_keys
        self._clock_ns = clock_ns
        self._trial = trial
        self._input = KeyboardInput(trial.bindings, hold_to_wall=trial.hold_to_wall)
        self._game = HandlingGame(trial.overrides, clock_ns, _SKYLINES[0])
        self._picture = Picture()
        self._timer: Timer | None = None

    @property
    def is_played(self) -> bool:
        return self._timer is not None

    @property
    def game(self) -> HandlingGame:
        return self._game

    def change(self, trial: HandlingTrial) -> None:
        """Play by other rules, with other keys or in another look from now on."""
        self._trial = trial
        self._input.bindings = trial.bindings
        self._input.hold_to_wall = trial.hold_to_wall
        self._fit()

    def track_key(self, event: KeyEvent) -> None:
        if self.is_played:
            self._apply(self._input.handle(event))
            self.show_frame()

    def on_focus(self) -> None:
        self._timer = self.set_interval(_FRAME_S, self.play)
        self._fit()

    def on_blur(self) -> None:
        self._input.release_all(self._clock_ns())
        self._game.session.pause()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def on_key(self, event: events.Key) -> None:
        if event.key in self._screen_keys:
            return
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.post_message(self.Ended())

    def on_resize(self) -> None:
        self._fit()

    def play(self) -> None:
        self._apply(self._input.poll(self._clock_ns()))
        self._show_events(self._game.advance())
        self.show_frame()

    def show_frame(self) -> None:
        self.draw(self._picture.frame(self._scene))
        if self.pending:
            self.refresh(*self.pending_regions())

    @property
    def _scene(self) -> Scene:
        view = self._game.session.view
        return Scene(view, self._trial.look, Caption(), self.size, view.time_ns)

    def _apply(self, changes: Iterable[ButtonChange]) -> None:
        for change in changes:
            self._show_events(self._game.count_steps(self._game.session.hold(change.held, change.time_ns)))

    def _show_events(self, game_events: list[Event]) -> None:
        steps = self._game.steps
        self._picture.on_events(game_events, self._game.session.view, self._trial.look)
        if steps.text and any(isinstance(game_event, PieceMoved) for game_event in game_events):
            self.post_message(self.Ran(steps.text))

    def _fit(self) -> None:
        """Make the game anew, as high as there is room for."""
        if not self.size:
            return
        self._picture.clear()
        look = self._trial.look
        for skyline in reversed(_SKYLINES):
            self._game = HandlingGame(self._trial.overrides, self._clock_ns, skyline)
            if is_clear(layout_for(*self.size, self._game.session.view, look, Caption()), look):
                break
        self._game.advance()
        if not self.is_played:
            self._game.session.pause()
        self.show_frame()
