"""The game screen: keys go to the round as they come, frames let it run, and what changed is painted at once.

A round runs only while this screen is the one that is seen, is large enough, has the focus and gets its frames.
Whatever stops that, be it the pause menu, the help, another window or a suspended process, stops the round at that
moment and lets go of all buttons. Coming back counts down first.
"""

from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size

from piecement.canvas import FlushScreen, FrameClock
from piecement.canvas.alarms import platform_alarm
from piecement.computer.sidekick import Sidekick
from piecement.drawing import Legend
from piecement.keyboard import KeyboardCapabilities, KeyDown, KeyEvent
from piecement.keyboard.holds import HoldTracker, RepeatTiming
from piecement.keyboard.keyboard_input import ButtonChange, InputOptions, KeyboardInput
from piecement.keyboard.names import key_label
from piecement.locations import STYLES
from piecement.menu_graph import Node, Way, edge_between, edges_from
from piecement.messages import RoundEnded, Walk
from piecement.playing.collector import QuietCollector
from piecement.playing.countdown import Countdown
from piecement.playing.curtain import OPEN, Curtain
from piecement.playing.game_canvas import GameCanvas
from piecement.playing.left_game import LeftGame
from piecement.playing.legend import PRACTICE_KEYS
from piecement.playing.painter import Painter
from piecement.playing.unkept import Unkept
from piecement.round import Round
from piecement.settings import Settings
from piecement.skins import HudPart
from piecement.slots import slot_name, with_next_slot
from piecement.storage.errors import StorageError
from piecement_engine import Notice
from piecement_engine.notices import Announced

if TYPE_CHECKING:
    from piecement.application import Piecement
    from piecement.playing.keeper import Keeper
    from piecement.racing import Race

_FALL_NS: Final = 350_000_000
"""How long the curtain falls after the end."""

_END_NS: Final = 480_000_000
"""How long the end is looked at."""

_STALL_NS: Final = 1_000_000_000
"""A frame that is late by so much was kept from coming: the process was stopped, or the machine asleep."""

_ENDED_BY_SIGNAL: Final = 128
"""Above this, an exit status tells of a signal."""

_LOOK_KEYS: Final = {"ctrl+g": "look(1)", "alt+ctrl+g": "look(-1)", "ctrl+b": "blindfold", "alt+ctrl+b": "blindfold"}
"""The keys that change how the game looks, and what each does."""

_UNDO_KEYS: Final = {"ctrl+z": "undo_piece", "ctrl+u": "undo_press"}
"""The keys that take something back, and what each does."""

_SLOT_KEYS: Final = {"ctrl+s": "walk_to('save_game')", "ctrl+l": "walk_to('load_game')"}
"""The keys of the slots, and where each leads."""

_COMMANDS: Final = frozenset(
    {"escape", *(edge.key for edge in edges_from(Node.GAME, Way.KEY)), "ctrl+d", *_LOOK_KEYS, *_UNDO_KEYS}
)


_FIGHT: Final = "A fight is not saved, and nothing in it is taken back."


class Phase(Enum):
    """What the screen is doing."""

    WAITING = auto()
    """For the terminal to tell about its keyboard."""
    PLAYING = auto()
    COUNTING = auto()
    HALTED = auto()
    ENDING = auto()
    """The game is over, and its end is shown."""


def build(app: "Piecement") -> "GameScreen":
    """Return the screen for the game that was chosen."""
    return GameScreen(app)


class GameScreen(FlushScreen[None]):
    """A round, played."""

    NODE: ClassVar[Node] = Node.GAME
    round: Round
    """What is played."""
    _keeper: "Keeper | Unkept"
    _sidekick: Sidekick
    _painter: Painter
    CSS_PATH = STYLES / "game.tcss"
    FIELDS: ClassVar[int] = 1
    """How many fields stand side by side."""
    AUTO_FOCUS: ClassVar[str | None] = ""
    ALLOW_SELECT: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "pause", "Pause", show=False),
        Binding("ctrl+d", "forfeit", "Give up", show=False),
        Binding("ctrl+r", "restart", "Restart", show=False),
        *(Binding(key, action, "Look", show=False) for key, action in _LOOK_KEYS.items()),
        *(Binding(key, action, "Undo", show=False) for key, action in _UNDO_KEYS.items()),
        *(Binding(key, action, "Slots", show=False) for key, action in _SLOT_KEYS.items()),
    ]

    def __init__(self, host: "Piecement") -> None:
        super().__init__()
        self._host = host
        self._clock_ns = host.clock
        self._input = KeyboardInput(commands=_COMMANDS, tracker=HoldTracker(host.key_timing or RepeatTiming()))
        self._bind(host.settings)
        fps = host.settings.graphics.fps
        alarm = host.alarm or platform_alarm
        self._frames = FrameClock(self._frame, host.fail, fps=fps, alarm=alarm, now_ns=host.clock)
        self._collector = QuietCollector()
        self._canvas = GameCanvas()
        self._phase = Phase.WAITING
        self._countdown = Countdown(0, 0)
        self._last_frame_ns = 0
        self._race: Race | None = None
        self._prepare()

    def compose(self) -> ComposeResult:
        """Give the whole screen to the canvas."""
        yield self._canvas

    def on_mount(self) -> None:
        """Look out for everything that a game has to stop or to wait for."""
        self.watch(self._host, "keyboard", self._keyboard_known)
        self.watch(self._host, "app_focus", self._focus_changed, init=False)
        self._host.settings_changed.subscribe(self, self._dress)
        self._host.app_suspend_signal.subscribe(self, self._suspended, immediate=True)

    def on_unmount(self) -> None:
        """Leave nothing running; at the end of the program the terminal is given back already."""
        self._leave()
        # A player who leaves gives up; one whose terminal was closed did not.
        if (self._host.return_code or 0) <= _ENDED_BY_SIGNAL:
            self._keeper.abandon()
        self._sidekick.close()

    def on_screen_suspend(self) -> None:
        """Stop, as something covers the screen or takes its place."""
        self._leave()
        self._host.enable_mouse(True)

    def on_screen_resume(self) -> None:
        """Take the keys, and go on."""
        if self.app.screen is not self:
            return
        self._host.capture_keys(self.take_key, releases=self._host.settings.interface.wants_releases)
        self._host.enable_mouse(False)
        self._collector.begin()
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
        self._painter.resize(size)

    @property
    def _fits(self) -> bool:
        return self._painter.fits

    def place_for(self, menu: Size) -> Region:
        """Return where a menu of some size hides no more than it must."""
        return self._painter.place_for(menu)

    def on_key(self, event: events.Key) -> None:
        """Keep the keys of the game from the menus: one that ends it would choose in the next screen."""
        wishes = self._host.settings.computer
        if event.key == wishes.watch_key:
            self.action_watch()
        elif event.key == wishes.hint_key:
            self.action_hint()
        elif change := self._sidekick.change_by(event.key):
            self._host.change("computer", *change)
        if event.key not in _COMMANDS:
            event.stop()

    def take_key(self, event: KeyEvent) -> None:
        """Take a key at the moment it changes."""
        if self._phase is Phase.PLAYING:
            if self._is_stalled():
                self._interrupt()
                return
            self._stop_thinking()
            if not self._sidekick.plays:
                self._apply(self._input.feed(event))
                self._paint()
        elif isinstance(event, KeyDown) and not event.repeat and self._passes(event):
            self._pass()

    def action_pause(self) -> None:
        """Pause; during the countdown, go on at once."""
        if self._phase is Phase.COUNTING:
            self._go()
        elif self._phase is Phase.ENDING:
            self._finish()
        else:
            self._halt()
            self._walk(Node.PAUSE, Way.KEY)

    def action_forfeit(self) -> None:
        """Give the game up."""
        if self._phase in {Phase.PLAYING, Phase.COUNTING}:
            self._take(self.round.forfeit())
            self._paint()

    def action_restart(self) -> None:
        """Start the mode again with new pieces."""
        self._halt()
        self._walk(self.NODE, Way.KEY)

    def action_undo_piece(self) -> None:
        """Take back the piece that locked last."""
        self._undo(self.round.undo_piece, "Piece taken back")

    def action_undo_press(self) -> None:
        """Take back the last press of a button."""
        self._undo(self.round.undo_press, "Press taken back")

    def action_walk_to(self, target: str) -> None:
        """Stop, and show the slots."""
        if not self._is_kept:
            self._announce(_FIGHT)
        elif not self.is_over and self._phase is not Phase.WAITING:
            self._halt()
            self._walk(Node(target), Way.KEY)

    def moment(self) -> LeftGame:
        """Return the game as it is now. Raises `StorageError` where it cannot be saved."""
        if isinstance(self._keeper, Unkept):
            raise StorageError(_FIGHT)
        return LeftGame(self.round.game.copy(), self._keeper.origin, self.round.plan)

    def tell(self, sentence: str) -> None:
        """Tell the player something beside the game."""
        self._announce(sentence)

    def action_look(self, steps: int) -> None:
        """Draw in the next look, or the one before, and tell its name."""
        self._host.adopt(with_next_slot(self._host.settings, "graphics", steps))
        self._announce(f"Look: {slot_name(self._host.settings, 'graphics')}")

    def action_blindfold(self) -> None:
        """Hide what lies on the board, or show it."""
        hidden = not self._host.settings.interface.blindfold
        self._host.change("interface", "blindfold", hidden)
        self._announce("Blindfold on" if hidden else "Blindfold off")

    def action_watch(self) -> None:
        """Hand the game to the bot, or take it back."""
        if self._phase is Phase.PLAYING:
            self._apply(self._input.release_all(self._clock_ns()))
            self._sidekick.watch()
            self._dress_painters()
            self._paint()

    def action_hint(self) -> None:
        """Show hints, or hide them."""
        self._host.change("computer", "hint", not self._host.settings.computer.hint)

    def _undo(self, undo: Callable[[], bool], done: str) -> None:
        if not self._is_kept:
            self._announce(_FIGHT)
        elif self._sidekick.plays:
            self._announce(f"{key_label(self._host.settings.computer.watch_key)} first: a bot plays")
        elif self._phase in {Phase.PLAYING, Phase.COUNTING}:
            was_practice = self.round.marks.practice
            self._input.release_all(self._clock_ns())
            if not undo():
                self._announce("Nothing to take back")
                return
            self._painter.forget()
            self._keeper.checkpoint()
            self._announce(done, *([] if was_practice else ["Practice from here"]))

    def _prepare(self) -> None:
        """Make a new round, and all that belongs to it."""
        self.round = self._host.new_round()
        self._keeper = self._host.keeper_of(self.round)
        self._sidekick = self._new_sidekick()
        self._painter = self._new_painter()

    def _meet_best(self) -> None:
        """Race against the best game, if that is to be seen."""
        hud = self._host.look.hud
        if self._race is None and self._is_kept and (HudPart.RACE in hud or HudPart.RIVAL in hud):
            self._race = self._host.race_of(self.round)
            self._painter.race(self._race)
            self._dress_painters()

    def _new_painter(self) -> Painter:
        host, bindings = self._host, self._input.bindings
        return Painter(self._canvas, self.round, host.look, bindings, host.size, retell=self._legend)

    def _legend(self, keys: Legend) -> Legend:
        return self._sidekick.legend((*keys, *PRACTICE_KEYS))

    def _new_sidekick(self) -> Sidekick:
        host = self._host
        return Sidekick(self.round, host.settings.computer, host.clock, self._complain, bot=host.bot, later=host.later)

    def _complain(self, sentence: str) -> None:
        self.notify(sentence, severity="error", markup=False)
        self._dress_painters()

    def _keyboard_known(self, keyboard: KeyboardCapabilities | None) -> None:
        if self._phase is Phase.WAITING and keyboard is not None:
            self._sidekick.close()
            self._prepare()  # anew: the rules may depend on what the keyboard can
            self._come_back()

    def _come_back(self) -> None:
        """Go on with the game, after a countdown if it was on before."""
        if self._host.keyboard is None or self._phase not in {Phase.WAITING, Phase.HALTED}:
            return
        self._phase = Phase.HALTED
        if not self._fits or self.app.screen is not self:
            return
        self._meet_best()
        counts = self._host.settings.interface.resume_countdown
        if self.is_over:
            self._phase = Phase.ENDING
        elif self.round.has_begun and counts:
            self._phase = Phase.COUNTING
            self._countdown = Countdown(counts, self._clock_ns())
        else:
            self._go()
        self._last_frame_ns = self._clock_ns()
        self._frames.start()
        self._paint()

    def _go(self) -> None:
        self._phase = Phase.PLAYING
        is_first = not self.round.has_begun
        self.round.resume()
        if is_first and self._host.bot is not None:
            self.action_watch()

    def _halt(self, at_ns: int | None = None) -> None:
        """Stop the round, at a moment that may lie a little in the past."""
        self._frames.stop()
        self._sidekick.rest()
        self._input.release_all(self._clock_ns())
        self._painter.feed(self.round.pause(at_ns))
        self._keeper.checkpoint()
        self._painter.rest()
        if self._phase is not Phase.WAITING:
            self._phase = Phase.HALTED

    def _leave(self) -> None:
        self._halt()
        self._collector.end()
        self._host.release_keys(self.take_key)
        self._host.key_timing = self._input.timing

    def _suspended(self, _: object) -> None:
        self._interrupt()

    def _interrupt(self) -> None:
        """Pause a game that the player cannot see or reach any more."""
        if self._phase in {Phase.PLAYING, Phase.COUNTING}:
            self._halt(self._last_frame_ns if self._is_stalled() else None)
            self._walk(Node.PAUSE, Way.KEY)

    def _focus_changed(self, has_focus: bool) -> None:
        if not has_focus and self._host.player_seen and self._host.settings.interface.pause_on_blur:
            self._interrupt()

    def _is_stalled(self) -> bool:
        late_ns = self._clock_ns() - self._last_frame_ns
        return late_ns > _STALL_NS + 2e9 / self._frames.fps

    def _frame(self, _: int) -> None:
        if self._is_stalled():
            self._interrupt()
            return
        now_ns = self._last_frame_ns = self._clock_ns()
        if self._phase is Phase.COUNTING and not self._countdown.at(now_ns):
            self._go()
        elif self._phase is Phase.PLAYING:
            self._play_on(now_ns)
        self._painter.count_frame(now_ns)
        self._paint()
        if self._phase is Phase.PLAYING:
            self._keeper.tick(now_ns)
            self._think_on()
        if self._race:
            self._race.look_ahead()
        if self._phase is Phase.ENDING and self.since_end_ns >= _END_NS:
            self._finish()
        self._collector.tick(now_ns)

    def _play_on(self, now_ns: int) -> None:
        """Let the round run to the present moment."""
        self._apply(self._input.poll(now_ns))
        self._take(self._sidekick.advance())
        self._take(self.round.advance())

    def _think_on(self) -> None:
        """Let the computer think until the next frame."""
        self._sidekick.after_frame(self._frames.fps)

    def _stop_thinking(self) -> None:
        """Let no thought come between a key and what it changes, until the next frame."""
        self._sidekick.rest()

    def _passes(self, event: KeyDown) -> bool:
        bound = self._input.bindings.button(event.key_id, event.base_id) is not None
        return bound or event.key_id == "enter"

    def _pass(self) -> None:
        """Cut short what is only shown."""
        if self._phase is Phase.COUNTING:
            self._go()
            self._paint()
        elif self._phase is Phase.ENDING:
            self._finish()

    def _apply(self, changes: Iterable[ButtonChange]) -> None:
        for change in changes:
            self._take(self.round.hold(change.held, change.time_ns))

    def _take(self, notices: list[Notice]) -> None:
        self._painter.feed(notices)
        if self.is_over:
            self._phase = Phase.ENDING
            self._keeper.finish()

    def _finish(self) -> None:
        self._halt()
        self.post_message(RoundEnded(self._keeper.finish()))

    def _paint(self) -> None:
        now_ns = self._clock_ns()
        self._painter.draw(now_ns, self._curtain(now_ns), self._sidekick.advice())
        self.flush(self._canvas)

    def _curtain(self, now_ns: int) -> Curtain:
        if self._phase is Phase.COUNTING:
            return self._painter.number(self._countdown.at(now_ns) or 1)
        if self.is_over:
            return self._painter.end(self._fallen)
        return OPEN

    @property
    def _is_kept(self) -> bool:
        """Whether the game is the player's alone: only such a one is saved, and something in it taken back."""
        return not isinstance(self._keeper, Unkept)

    @property
    def is_over(self) -> bool:
        """Whether the end has come, though it may still be looked at."""
        return self.round.is_over

    @property
    def since_end_ns(self) -> int:
        """How long ago that was."""
        return self.round.since_end_ns

    @property
    def _fallen(self) -> float:
        """How far the curtain has fallen, from 0 to 1."""
        return min(1.0, self.since_end_ns / _FALL_NS)

    def _dress(self, settings: Settings) -> None:
        self._bind(settings)
        self._frames.fps = settings.graphics.fps
        self._sidekick.dress(settings.computer)
        self._dress_painters()
        self._paint()

    def _dress_painters(self) -> None:
        self._painter.dress(self._host.look, self._input.bindings)

    def _bind(self, settings: Settings) -> None:
        self._input.bindings = settings.controls.bindings
        self._input.options = InputOptions(hold_to_wall=settings.interface.hold_to_wall)

    def _announce(self, *texts: str) -> None:
        self._painter.feed([Announced(self.round.view.time_ns, text) for text in texts])
        self._paint()

    def _walk(self, target: Node, way: Way) -> None:
        if edge := edge_between(self.NODE, target, way):
            self.post_message(Walk(edge))
