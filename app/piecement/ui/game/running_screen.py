"""A screen on which a game runs, on one field or several side by side.

The game advances with each frame, keys are applied as they arrive, and changes are painted at once. It runs only while
its screen is on top, is large enough, has the focus and gets its frames. Anything else, such as the pause menu, the
help, another window or a suspended process, halts it at that moment and releases all buttons. It resumes after a
countdown. A new game begins after READY and GO, while keys may be held already. What is played is up to a director.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.geometry import Region, Size

from piecement.render.layout import Layout
from piecement.render.overlay import END_BANNER_NS, NO_OVERLAY, Overlay, footer, joined
from piecement.render.plates import plate
from piecement.session.session import Session
from piecement.settings.settings import Settings
from piecement.terminal.canvas.canvas import RowCanvas
from piecement.terminal.canvas.flush_screen import FlushScreen
from piecement.terminal.clock import SECOND_NS
from piecement.terminal.key_events import PAD, KeyDown, KeyEvent
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.ui.game.director import Director
from piecement.ui.game.field_layouts import FieldLayouts, full_width, shares
from piecement.ui.game.game_keys import button_rows, mute_row
from piecement.ui.game.phases import NEXT_PHASES, READY_GO, CountIn, Phase
from piecement.ui.game.quiet_collector import QuietCollector
from piecement.ui.game.side import Side
from piecement.ui.key_rows import KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import NodeScreen
from piecement.ui.services import Services
from piecement.ui.texts.sound import toggle_sound
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_base.language import _

_BLUR_NS: Final = 50_000_000
"""Time without focus before a game halts: some terminals report its loss and return within one read."""

_PLAYING: Final = Phase.PLAYING
"""Phase that each key and frame asks for: Python 3.11 takes long to find a member of an enum in its class."""

_RUNNING: Final = (Phase.COUNTING, Phase.PLAYING)

_LOADING: Final = (Phase.WAITING, Phase.STARTING)
"""Phases in which the game is seen and cannot take a key yet."""


class RunningScreen(NodeScreen, FlushScreen[None]):
    """A game that runs while it is seen."""

    IS_GAME = True
    HAS_PALETTE = False
    AUTO_FOCUS: ClassVar[str | None] = ""
    ALLOW_SELECT: ClassVar[bool] = False
    fields: FieldLayouts
    """Layouts of all sides, made anew by `_lay_out`."""

    def __init__(self, services: Services, director: Director) -> None:
        super().__init__(services)
        self.director: Final = director
        self._clock_ns = services.clock
        self._frames = self.frame_clock(self._frame, fps=services.settings.now.graphics.fps)
        self._collector = QuietCollector()
        self._upkeep_ns = 0
        """Time from which the upkeep of each second is due."""
        self._canvases = [GameCanvas() for _ in director.sides]
        beside = () if director.beside is None else director.beside.canvases
        self._painted: tuple[RowCanvas, ...] = (*self._canvases, *beside)
        self._phase = Phase.WAITING if services.terminal.keyboard is None else Phase.HALTED
        self._count_in = CountIn()
        self._is_loaded = False
        self._early: list[KeyEvent] = []
        """Key events since the first frame, until the game is loaded."""
        self._blurred_ns: int | None = None
        """Time at which the focus was lost; None while the game has it."""
        self._room = services.terminal.size
        self._is_laid_out_for_bot = False
        """Whether there is room for the keys of a bot that plays, instead of the player's."""
        self._lay_out()

    def compose(self) -> ComposeResult:
        yield from self._painted

    def on_mount(self) -> None:
        self.watch(self._services.terminal, "keyboard", self._keyboard_changed)
        self.watch(self._services.terminal, "app_focus", self._focus_changed, init=False)
        self._services.settings.changed.subscribe(self, self._apply_settings)
        self._services.terminal.app_suspend_signal.subscribe(self, self._interrupt, immediate=True)

    def on_unmount(self) -> None:
        """Stop everything; at the end of the program the terminal is restored already."""
        self._leave()
        self.director.recorder.leave()
        self.director.close_bots()

    def on_screen_suspend(self) -> None:
        self._leave()
        self._services.terminal.enable_mouse(True)

    def on_screen_resume(self) -> None:
        if self.app.screen is not self:
            return
        self._capture_keys()
        self._services.terminal.enable_mouse(self.takes_clicks)
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        self.fit(event.size)
        if self._runs:
            self._show()
        elif self._phase is not Phase.ENDING:  # the result is shown at any size
            self._stop()
        self._paint()

    def fit(self, size: Size) -> None:
        """Lay the fields out for a size of the terminal."""
        self._room = size
        self._lay_out()

    def place_for(self, menu: Size) -> Region:
        """Return the region of a menu that hides the least: beside the player's field, over any other."""
        return self.fields.place_for(menu, self._room, is_alone=len(self._painted) == 1)

    def apply_key(self, event: KeyEvent) -> bool:
        """Apply a key event at once, or once the game is loaded; before GO it only charges.

        A press ends the countdown, or the show of the end. Return True for a press of a bound button during play:
        Textual, where a key takes ten times as long, skips it.
        """
        if self._phase is _PLAYING:
            return self._play(event)
        if self._phase in _LOADING:
            self._early.append(event)
            return False
        if self._charges:
            for side in self.sides:
                side.keys.handle(event)
        if isinstance(event, KeyDown) and not event.repeat:
            bindings = self.director.keys.bindings
            is_bound = bindings.button(event.key_id, event.base_id, event.modifiers) is not None
            if (is_bound and not self._charges) or (event.key_id == "enter" and not is_bound):
                self._cut_short()
        return False

    def _play(self, event: KeyEvent) -> bool:
        """Apply a key event to the running game; return whether it pressed a bound button of a player."""
        if self._clock_ns() > self._frames.stalled_from_ns and self.director.MAY_PAUSE:
            self._interrupt()
            return False
        is_press = False
        changed: list[Side] = []
        for side in self.sides:
            if side.apply_key(event):
                changed.append(side)
            is_press |= side.keys.has_pressed and not side.bot.plays
        if changed:
            self._paint_keyed(changed)
        self._frames.wake()
        if is_press:  # signs of a player that Textual takes from each key that it sees
            terminal = self._services.terminal
            terminal.player_seen = True
            if not terminal.app_focus:
                terminal.app_focus = True
        return is_press

    def on_key(self, event: events.Key) -> None:
        """Handle the keys that the player set for sound and pause; keep those of a gamepad that plays from menus."""
        if event.key == self._mute_key:
            event.stop()
            self.announce(toggle_sound(self._services.sounds))
        elif event.key == self._services.settings.now.commands.pause_key != "escape":
            event.stop()
            if not self._is_played_with(event.key):
                self.app.simulate_key("escape")
        elif event.key.startswith(PAD):
            event.stop()
            if self.bot_plays or not self._is_played_with(event.key):
                self._services.terminal.press_in_menus(event.key)

    def _is_played_with(self, key: str) -> bool:
        return any(side.keys.bindings.button(key) for side in self.sides)

    @property
    def _mute_key(self) -> str:
        players = (side.keys.bindings for side in self.sides)
        return self._services.settings.now.sound.free_mute_key(*players)

    def button_rows(self, settings: Settings) -> Iterator[KeyRow]:
        """Yield the keys of the player's buttons that do something."""
        ascii_only, unused = self.ascii_only, self.session.unused_buttons
        return button_rows(settings.controls.bindings, ascii_only=ascii_only, unused=unused)

    def mute_rows(self) -> Iterator[KeyRow]:
        """Yield the row of the key that turns sound off and on, if there is one."""
        if key := self._mute_key:
            yield mute_row(key, ascii_only=self.ascii_only)

    @property
    def takes_clicks(self) -> bool:
        """Whether the mouse does something in the game; otherwise the terminal reports nothing of it."""
        return False

    @property
    def sides(self) -> Sequence[Side]:
        return self.director.sides

    @property
    def session(self) -> Session:
        return self.sides[0].session

    @property
    def bot_plays(self) -> bool:
        return self.sides[0].bot.plays

    def announce(self, *texts: str) -> None:
        self.sides[0].announce(*texts)
        self._paint()

    def _capture_keys(self) -> None:
        releases = self._services.settings.now.interface.wants_releases
        self._services.terminal.capture_keys(self.apply_key, releases=releases)

    def _stop(self) -> None:
        """Halt a game that is paused, or no longer seen."""
        self._early.clear()
        if self._phase is not Phase.WAITING:
            self._enter(Phase.HALTED)

    def _enter(self, phase: Phase) -> None:
        """Enter a phase, if it can follow the present one."""
        if phase not in NEXT_PHASES[self._phase]:
            return
        before, self._phase = self._phase, phase
        counted = before is Phase.COUNTING
        match phase:
            case Phase.HALTED:
                self._halt()
            case Phase.STARTING:
                self._paint()
                self.call_after_refresh(self._load)
            case Phase.COUNTING:
                self._count_in = self._next_count_in._replace(from_ns=self._clock_ns())
                for side in self.sides if self._charges else ():
                    side.show_first_piece()
                self._start_frames()
            case Phase.PLAYING:
                self._start_frames()
                if counted:
                    self._services.sounds.count(0)
                self._resume(charged=counted and self._count_in.charges)
            case Phase.ENDING:
                if before not in _RUNNING:
                    self._start_frames()
                self.director.on_over()
            case Phase.WAITING:  # which follows none
                pass

    def _show(self) -> None:
        """Go on with the game if it is seen, once it was loaded and counted in."""
        if self._phase is not Phase.HALTED or not self._runs or self.app.screen is not self:
            return
        if self._is_loaded:
            self.director.on_shown()
        if self.director.is_over:
            self._enter(Phase.ENDING)
        elif self._is_loaded:
            self._count_in_or_play()
        else:
            self._enter(Phase.STARTING)
        self._paint()

    @property
    def _runs(self) -> bool:
        """Whether the terminal is large enough, or the game continues regardless."""
        return self.fields.fit or not self.director.MAY_PAUSE

    @property
    def _next_count_in(self) -> CountIn:
        """READY and GO, or the countdown to resume."""
        interface = self._services.settings.now.interface
        if not self.session.has_begun:
            return READY_GO if self.director.READY_GO and interface.ready_go else CountIn()
        return CountIn.of(interface.resume_countdown if self.session.STOPS else 0)

    @property
    def _charges(self) -> bool:
        """Whether keys that are held act as soon as the game runs."""
        return self._phase is Phase.COUNTING and self._count_in.charges

    def _load(self) -> None:
        """Load all that could delay a frame, after the first one was shown, and begin."""
        if self._phase is Phase.STARTING and self.app.screen is self:
            self._services.store.prepare_for_play()
            self.director.on_shown()
            self._is_loaded = True
            self._count_in_or_play()
            self._apply_early()
            self._paint()

    def _apply_early(self) -> None:
        """Apply the keys that came while the game was loaded, unless a countdown follows, which they would end."""
        early, self._early = self._early, []
        for event in early if self._phase is Phase.PLAYING or self._charges else ():
            self.apply_key(event)

    def _count_in_or_play(self) -> None:
        self._enter(Phase.COUNTING if self._next_count_in.words else Phase.PLAYING)

    def _start_frames(self) -> None:
        self._collector.begin()
        self._frames.start()

    def _resume(self, *, charged: bool = False) -> None:
        is_first, now_ns = not self.session.has_begun, self._clock_ns()
        for side in self.sides:
            side.session.resume()
            if charged:
                side.press_held(now_ns)
        if is_first:
            self.director.begin()

    def _halt(self) -> None:
        """Stop all sides: now, or at the time of the last frame if the next one is overdue."""
        now_ns, at_ns = self._clock_ns(), self._frames.last_frame_ns if self._frames.is_stalled else None
        self._frames.stop()
        for side in self.sides:
            side.halt(now_ns, at_ns)
        self.director.recorder.save()

    def _leave(self) -> None:
        self._stop()
        self._collector.end()
        self._services.terminal.release_keys(self.apply_key)
        self._services.keyboard.timing = self.director.keys.tracker.timing

    def _interrupt(self, _signal: object = None) -> None:
        """Pause a game that the player cannot see or control any more, unless it continues regardless."""
        if self._phase in _RUNNING and self.director.MAY_PAUSE:
            self._stop_for(self.director.INTERRUPTED)

    def _stop_for(self, target: Node) -> None:
        """Halt, show that very moment, and go to another screen."""
        self._stop()
        self._paint()
        self.navigate(target, Trigger.KEY)

    def _new_game(self) -> None:
        self.director.new_game()
        self._lay_out()

    def _keyboard_changed(self, keyboard: KeyboardCapabilities | None) -> None:
        if self._phase is Phase.WAITING and keyboard is not None:
            if self._services.keyboard.reports_releases:  # the rules may depend on releases, unknown so far
                self._new_game()
            self._enter(Phase.HALTED)
            self._show()

    def _focus_changed(self, has_focus: bool) -> None:
        self._blurred_ns = None if has_focus or not self._services.terminal.player_seen else self._clock_ns()
        self._frames.wake()

    def _frame(self, now_ns: int) -> None:
        director = self.director
        if self._phase in _RUNNING and director.MAY_PAUSE and self._is_away(now_ns):
            self._blurred_ns = None
            self._interrupt()
            return
        if self._phase is Phase.PLAYING:
            for side in self.sides:
                side.advance(now_ns)
            if director.is_over:
                self._enter(Phase.ENDING)
        elif self._phase is Phase.COUNTING:
            for side in self.sides if self._charges else ():
                side.keys.poll(now_ns)
            left = self._count_in.left(now_ns)
            self._services.sounds.count(len(left))
            if not left:
                self._enter(Phase.PLAYING)
        self._paint()
        if self._phase is Phase.PLAYING:
            self._rest(now_ns)
        director.after_frame()
        if self._phase is Phase.ENDING and director.since_end_ns >= director.ending_ns:
            self._finish()
        if now_ns >= self._upkeep_ns:
            self._keep_up(now_ns)

    def _is_away(self, now_ns: int) -> bool:
        """Return whether the focus was lost, or frames have not come for too long."""
        is_blurred = self._blurred_ns is not None and now_ns - self._blurred_ns >= _BLUR_NS
        is_seen = not is_blurred or not self._services.settings.now.interface.pause_on_blur
        return not is_seen or now_ns > self._frames.stalled_from_ns

    def _rest(self, now_ns: int) -> None:
        """Start bots that think until the next frame, and skip the frames in which nothing would change."""
        rest_ns = now_ns + SECOND_NS
        for side in self.sides:
            rest_ns = min(rest_ns, side.idle_until_ns)
            if side.bot.plays or side.bot.gives_hints:
                side.bot.slices.after_frame(self._frames.fps)
        # Without the focus the next frame may be the time to halt.
        if rest_ns > now_ns + self._frames.period_ns and self._blurred_ns is None:
            self._frames.rest_until(min(rest_ns, self.director.next_tick_ns(now_ns)))

    def _keep_up(self, now_ns: int) -> None:
        """Save the game if that is due, and collect garbage."""
        self._upkeep_ns = now_ns + SECOND_NS
        if self._phase is Phase.PLAYING:
            self.director.recorder.tick(now_ns)
        self._collector.collect()

    def _cut_short(self) -> None:
        """End the countdown, or the show of the end."""
        if self._phase is Phase.COUNTING:
            self._enter(Phase.PLAYING)
            self._paint()
        elif self._phase is Phase.ENDING:
            self._finish()

    def _check_end(self) -> None:
        if self.director.is_over:
            self._enter(Phase.ENDING)

    def _finish(self) -> None:
        self._stop()
        inside = self.fields.insides[0]
        end, is_moving = self.session.view.end, bool(self.sides[0].ending_ns)
        slides = end is not None and end.won and is_moving and self.fields.fit
        self._services.run_state.seen_at = inside.offset - (1, 0) if slides else None
        if (following := self.director.following()) is not None:
            self.navigate(following[0], Trigger.EVENT, following[1])
        else:
            self._new_game()
            self._show()

    def _paint_keyed(self, changed: Sequence[Side]) -> None:
        """Paint the sides that a key changed, at once; all else is painted with the next frame."""
        if self.director.is_over or not self.fields.fit:
            self._check_end()
            self._paint()
            return
        painted: list[GameCanvas] = []
        for side, layout, canvas in zip(self.sides, self.fields.layouts, self._canvases, strict=True):
            if side in changed:
                frame = side.answer(layout.size)
                canvas.draw_rows(frame.layout.size, frame.rows)
                painted.append(canvas)
        self.flush(*painted)

    def _paint(self) -> None:
        director = self.director
        if self.bot_plays is not self._is_laid_out_for_bot:
            self._lay_out()
        now_ns = self._clock_ns()
        if self.fields.fit:
            for number, (side, layout) in enumerate(zip(self.sides, self.fields.layouts, strict=True)):
                frame = side.frame(layout.size, now_ns, self._frames.measured_fps)
                self._canvases[number].draw(frame, self._overlay(number, now_ns, frame.layout))
            if director.beside is not None:
                director.beside.draw()
        else:
            needs = self.fields.needs(self._room, self._services.appearance.look)
            for canvas, text in zip(self._canvases, needs, strict=True):
                canvas.draw(None, text)
        self.flush(*self._painted)

    def _overlay(self, number: int, now_ns: int, layout: Layout) -> Overlay:
        side, lasting, passing = self.sides[number], self.director.overlay(number, layout), NO_OVERLAY
        if self._phase is not Phase.PLAYING and self.director.is_over:
            passing = side.end_overlay(min(1.0, self.director.since_end_ns / END_BANNER_NS), layout)
        elif self._phase is Phase.COUNTING and (left := self._count_in.left(now_ns)):
            passing = plate(_(left[0]), layout, side.look)
        if side.captions is not None and (heard := side.captions.text(now_ns)):
            lasting = joined(lasting, footer(heard, layout, side.look))
        return joined(passing, lasting) if passing and lasting else passing or lasting

    def _lay_out(self) -> None:
        """Give each side its look and its part of the terminal; what is beside them gets the rest."""
        beside = self.director.beside
        room = self._room if beside is None else beside.resize(self._room)
        parts = shares(room, len(self.sides), full_width(self._services.appearance.look))
        for number, (side, canvas, share) in enumerate(zip(self.sides, self._canvases, parts, strict=True)):
            side.restyle(self.director.look_of(number, share))
            if beside is not None or len(parts) > 1:
                canvas.styles.width, canvas.styles.height = share
        self.fields = FieldLayouts(self.sides, parts)
        self._is_laid_out_for_bot = self.bot_plays

    def _apply_settings(self, settings: Settings) -> None:
        self._frames.fps = settings.graphics.fps
        self.director.apply_settings(settings)
        self._lay_out()
        self._paint()
