"""A screen on which a session runs: frames let it run, keys go to it as they come, and what changed is painted at once.

A session runs only while its screen is the one that is seen, is large enough, has the focus and gets its frames.
Whatever stops that, be it the pause menu, the help, another window or a suspended process, stops the session at that
moment and lets go of all buttons. Coming back counts down first.
"""

from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size

from piecement.input.holds import HoldTracker, RepeatTiming
from piecement.input.keyboard_input import KeyboardInput
from piecement.render.overlay import NO_OVERLAY, Overlay
from piecement.render.scene import Legend
from piecement.render.skins.look import HudPart
from piecement.session.plan import Plan
from piecement.session.session import Session
from piecement.settings.whole import Settings
from piecement.terminal.canvas.flush import FlushScreen
from piecement.terminal.key_events import KeyboardCapabilities, KeyDown, KeyEvent
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.collector import QuietCollector
from piecement.ui.game.commands import commands
from piecement.ui.game.countdown import Countdown
from piecement.ui.game.frame_pulse import Pulse
from piecement.ui.game.painter import Painter
from piecement.ui.game.phase import Phase
from piecement.ui.game.side import Side
from piecement.ui.menu_graph import Node, Way
from piecement.ui.node_screen import NodeScreen
from piecement.ui.texts.legend import practice_legend
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_engine import Event
from piecement_engine.events import Announced

if TYPE_CHECKING:
    from piecement.session.racing.race import Race
    from piecement.storage.autosave import Autosave
    from piecement.storage.recorder import NullRecorder, Recorder
    from piecement.ui.services import Services

_FALL_NS: Final = 350_000_000
"""How long the overlay falls after the end."""

_END_NS: Final = 480_000_000
"""How long the end is looked at."""

_CLOCK_NS: Final = 90_000_000
"""How long the clock of a game may stand while nothing else changes; nobody reads hundredths of a second faster."""

_BLUR_NS: Final = 50_000_000
"""How long the focus is away before a game stops: some terminals lose it and get it back within one read of input."""


class RunningScreen(FlushScreen[None], NodeScreen):
    """A session that runs as long as it is seen."""

    FIELDS: ClassVar[int] = 1
    """How many fields stand side by side."""
    AUTO_FOCUS: ClassVar[str | None] = ""
    ALLOW_SELECT: ClassVar[bool] = False
    _recorder: "Recorder | NullRecorder"
    _side: Side
    """Where the player plays."""

    def __init__(self, services: "Services", start: "Plan | Autosave") -> None:
        super().__init__()
        self._services = services
        self._start = start
        self._clock_ns = services.clock
        self._input = KeyboardInput(tracker=HoldTracker(services.keyboard.timing or RepeatTiming()))
        self._bind(services.settings.now)
        fps = services.settings.now.graphics.fps
        self._frames = Pulse(
            self._frame, services.terminal.fail, fps=fps, frame_timer=services.frame_timer, now_ns=services.clock
        )
        self._collector = QuietCollector()
        self._canvas = GameCanvas()
        self._phase = Phase.WAITING
        self._countdown = Countdown(0, 0)
        self._is_loaded = False
        self._race: Race | None = None
        self._blurred_ns: int | None = None
        """When the focus was lost; None while it is there."""
        self._prepare()

    def compose(self) -> ComposeResult:
        """Give the whole screen to the canvas."""
        yield self._canvas

    def on_mount(self) -> None:
        """Look out for everything that a game has to stop or to wait for."""
        self.watch(self._services.terminal, "keyboard", self._keyboard_known)
        self.watch(self._services.terminal, "app_focus", self._focus_changed, init=False)
        self._services.settings.changed.subscribe(self, self._dress)
        self._services.terminal.app_suspend_signal.subscribe(self, self._suspended, immediate=True)

    def on_unmount(self) -> None:
        """Leave nothing running; at the end of the program the terminal is given back already."""
        self._leave()
        self._recorder.leave()
        self._side.bot_controller.close()

    def on_screen_suspend(self) -> None:
        """Stop, as something covers the screen or takes its place."""
        self._leave()
        self._services.terminal.enable_mouse(True)

    def on_screen_resume(self) -> None:
        """Take the keys, and go on."""
        if self.app.screen is not self:
            return
        self._services.terminal.capture_keys(
            self.take_key, releases=self._services.settings.now.interface.wants_releases
        )
        self._services.terminal.enable_mouse(False)
        self._come_back()

    def on_resize(self, event: events.Resize) -> None:
        """Use the room there is; without enough of it, wait."""
        self._resize(event.size)
        if not self._fits:
            self._halt()
        elif self._phase is Phase.HALTED and self.app.screen is self:
            self._come_back()
        self._paint()

    def _resize(self, size: Size) -> None:
        self._side.painter.resize(size)

    @property
    def _fits(self) -> bool:
        return self._side.painter.fits

    @property
    def bot_plays(self) -> bool:
        """Whether a bot plays in the player's place."""
        return self._side.bot_controller.plays

    def place_for(self, menu: Size) -> Region:
        """Return where a menu of some size hides no more than it must."""
        return self._side.painter.place_for(menu)

    def take_key(self, event: KeyEvent) -> None:
        """Take a key at the moment it changes."""
        if self._phase is Phase.PLAYING:
            if self._frames.is_stalled:
                self._interrupt()
                return
            self._stop_thinking()
            if not self._side.bot_controller.plays:
                self._side.feed(event)
                self._frames.wake()
                self._paint()
        elif isinstance(event, KeyDown) and not event.repeat and self._passes(event):
            self._pass()

    def _prepare(self) -> None:
        """Make a new session, and all that belongs to it."""
        current = self._services.games.session(self._start)
        self._recorder = self._services.games.recorder(current, self._start)
        bot_controller = self._new_bot_controller(current)
        self._side = Side(
            current, self._input, bot_controller, self._new_painter(current, bot_controller), self._settle
        )

    def _meet_best(self) -> None:
        """Race against the best game, if that is to be seen."""
        hud = self._services.appearance.look.hud
        if self._race is None and self._recorder.is_recording and (HudPart.RACE in hud or HudPart.RIVAL in hud):
            self._race = self._services.games.race(self.session)
            self._side.painter.race(self._race)
            self._dress_painters()

    def _new_painter(self, current: Session, bot_controller: BotController) -> Painter:
        def retell(keys: Legend) -> Legend:
            return bot_controller.legend(
                (*keys, *practice_legend(services.keyboard.reachable)), services.keyboard.reachable
            )

        services, bindings = self._services, self._input.bindings
        return Painter(self._canvas, current, services.appearance.look, bindings, services.terminal.size, retell=retell)

    def _new_bot_controller(self, current: Session) -> BotController:
        services = self._services
        return BotController(
            current,
            services.settings.now.computer,
            services.clock,
            self._complain,
            bot=services.games.bot,
            later=services.later,
        )

    def _complain(self, sentence: str) -> None:
        self.notify(sentence, severity="error", markup=False)
        self._dress_painters()

    def _keyboard_known(self, keyboard: KeyboardCapabilities | None) -> None:
        if self._phase is Phase.WAITING and keyboard is not None:
            self._side.bot_controller.close()
            self._prepare()  # anew: the rules may depend on what the keyboard can
            self._come_back()

    def _come_back(self) -> None:
        """Go on with the game, after a countdown if it was on before."""
        if self._services.terminal.keyboard is None or self._phase not in {Phase.WAITING, Phase.HALTED}:
            return
        self._phase = Phase.HALTED
        if not self._fits or self.app.screen is not self:
            return
        self._meet_best()
        counts = self._services.settings.now.interface.resume_countdown
        if self.is_over:
            self._phase = Phase.ENDING
        elif self.session.has_begun and counts:
            self._phase = Phase.COUNTING
            self._countdown = Countdown(counts, self._clock_ns())
        elif self._is_loaded:
            self._go()
        else:
            self._paint()
            self.call_after_refresh(self._begin)
            return
        self._start_frames()

    def _begin(self) -> None:
        """Let the clock of the game run, once its first frame was seen and all is loaded that could hold it up."""
        if self._phase is Phase.HALTED and self._fits and self.app.screen is self:
            self._services.store.prepare_for_play()
            self._is_loaded = True
            self._go()
            self._start_frames()

    def _start_frames(self) -> None:
        self._collector.begin()
        self._frames.start()
        self._paint()

    def _go(self) -> None:
        self._phase = Phase.PLAYING
        is_first = not self.session.has_begun
        self.session.resume()
        if is_first and self._services.games.bot is not None:
            self._hand_over()

    def _hand_over(self) -> None:
        """Have the bot play, or the player again."""
        self._side.let_go(self._clock_ns())
        self._side.bot_controller.watch()
        self._dress_painters()
        self._paint()

    def _halt(self, at_ns: int | None = None) -> None:
        """Stop the session, at a moment that may lie a little in the past."""
        self._frames.stop()
        self._side.halt(self._clock_ns(), at_ns)
        self._recorder.save()
        if self._phase is not Phase.WAITING:
            self._phase = Phase.HALTED

    def _leave(self) -> None:
        self._halt()
        self._collector.end()
        self._services.terminal.release_keys(self.take_key)
        self._services.keyboard.timing = self._input.timing

    def _suspended(self, _: object) -> None:
        self._interrupt()

    def _interrupt(self) -> None:
        """Pause a game that the player cannot see or reach any more."""
        if self._phase in {Phase.PLAYING, Phase.COUNTING}:
            self._halt(self._frames.last_ns if self._frames.is_stalled else None)
            self.navigate(Node.PAUSE, Way.KEY)

    def _focus_changed(self, has_focus: bool) -> None:
        self._blurred_ns = None if has_focus or not self._services.terminal.player_seen else self._clock_ns()

    def _is_away(self, now_ns: int) -> bool:
        """Return whether the player went to another window, and does not want the game to run meanwhile."""
        is_away = self._blurred_ns is not None and now_ns - self._blurred_ns >= _BLUR_NS
        return is_away and self._services.settings.now.interface.pause_on_blur

    def _frame(self, _: int) -> None:
        if self._frames.is_stalled:
            self._interrupt()
            return
        now_ns = self._frames.beat()
        if self._is_away(now_ns):
            self._blurred_ns = None
            self._interrupt()
            return
        if self._phase is Phase.COUNTING and not self._countdown.at(now_ns):
            self._go()
        elif self._phase is Phase.PLAYING:
            self._play_on(now_ns)
        self._side.painter.count_frame(now_ns)
        self._paint()
        if self._phase is Phase.PLAYING:
            self._recorder.tick(now_ns)
            self._think_on()
        if self._race:
            self._race.look_ahead()
        if self._phase is Phase.ENDING and self.since_end_ns >= _END_NS:
            self._finish()
        self._collector.tick(now_ns)
        self._rest(now_ns)

    def _rest(self, now_ns: int) -> None:
        """Leave out the frames in which at most the clock of the game would change."""
        if self._phase is Phase.PLAYING:
            self._frames.rest_until(min(now_ns + _CLOCK_NS, self._rests_until_ns))

    @property
    def _rests_until_ns(self) -> int:
        return self._side.rests_until_ns

    def _play_on(self, now_ns: int) -> None:
        """Let the session run to the present moment."""
        self._side.advance(now_ns)

    def _think_on(self) -> None:
        """Let the computer think until the next frame."""
        self._side.bot_controller.after_frame(self._frames.fps)

    def _stop_thinking(self) -> None:
        """Let no thought come between a key and what it changes, until the next frame."""
        self._side.bot_controller.rest()

    def _passes(self, event: KeyDown) -> bool:
        bound = self._input.bindings.button(event.key_id, event.base_id, event.modifiers) is not None
        return bound or event.key_id == "enter"

    def _pass(self) -> None:
        """Cut short what is only shown."""
        if self._phase is Phase.COUNTING:
            self._go()
            self._paint()
        elif self._phase is Phase.ENDING:
            self._finish()

    def _settle(self, game_events: list[Event]) -> None:
        """Take in what happened."""
        if self.is_over:
            self._phase = Phase.ENDING
            self._recorder.finish()

    def _finish(self) -> None:
        self._halt()
        self.navigate(Node.GAME_COMPLETE if self._recorder.finish().end.won else Node.GAME_OVER, Way.EVENT)

    def _paint(self) -> None:
        now_ns = self._clock_ns()
        self._side.painter.draw(now_ns, self._overlay(now_ns), self._side.bot_controller.advice())
        self.flush(self._canvas)

    def _overlay(self, now_ns: int) -> Overlay:
        if self._phase is Phase.COUNTING:
            return self._side.painter.number(self._countdown.at(now_ns) or 1)
        if self.is_over:
            return self._side.painter.end(self._fallen)
        return NO_OVERLAY

    @property
    def session(self) -> Session:
        """What is played."""
        return self._side.session

    @property
    def is_over(self) -> bool:
        """Whether the end has come, though it may still be looked at."""
        return self.session.is_over

    @property
    def since_end_ns(self) -> int:
        """How long ago that was."""
        return self.session.since_end_ns

    @property
    def _fallen(self) -> float:
        """How far the overlay has fallen, from 0 to 1."""
        return min(1.0, self.since_end_ns / _FALL_NS)

    def _dress(self, settings: Settings) -> None:
        self._bind(settings)
        self._frames.fps = settings.graphics.fps
        self._side.bot_controller.dress(settings.computer)
        self._dress_painters()
        self._paint()

    def _dress_painters(self) -> None:
        self._side.dress(self._services.appearance.look)

    def _bind(self, settings: Settings) -> None:
        self._input.bindings = settings.controls.bindings
        self._input.commands = commands(settings)
        self._input.hold_to_wall = settings.interface.hold_to_wall

    def _announce(self, *texts: str) -> None:
        self._side.painter.feed([Announced(self.session.view.time_ns, text) for text in texts])
        self._paint()
