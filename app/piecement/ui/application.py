"""The application: it shows one screen after another, and owns the services of all.

Theory of operation. The menu graph says which screens there are and what leads from one to another. A screen posts a
`Navigate` message with an edge of the graph and a payload: what the next screen shows or plays. The application checks
the edge against its stack of nodes, imports the module of the node, and makes its screen of the `Services` and the
payload; a game screen makes its director of them. A pop-up lies over the screen it was opened from and goes back there;
a tab replaces another tab; any other screen replaces all, and a game that was played is left.
Screens use the services, never the application. Style sheets are in `styles`: app.tcss is for all screens, and a screen
of the module `name` adds name.tcss, unless its `CSS_PATH` names other sheets (see `screen`).

Nothing is imported before it is needed: the first frame waits neither for the settings nor for the engine.
"""

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.filter import LineFilter
from textual.screen import Screen
from textual.signal import Signal

from piecement.session.bots.slices import Later, call_later
from piecement.sound.effects import Effect
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement.terminal.clock import now_ns
from piecement.terminal.key_capture import TerminalAnswered
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities, support
from piecement.terminal.textual_internals import allow_switching
from piecement.ui import STYLES
from piecement.ui.appearance import Appearance
from piecement.ui.command_watch import CommandWatch
from piecement.ui.gamepads import Gamepads, StartPads
from piecement.ui.keyboard import Keyboard
from piecement.ui.launch import OUTPUT_KEY, Launch
from piecement.ui.live_settings import LiveSettings
from piecement.ui.menu_graph import GLOBAL_KEYS, Edge, Node, Trigger, edge_between
from piecement.ui.messages import CursorMoved, GoBack, Navigate, OnlineChanged
from piecement.ui.navigation import NavigationStack
from piecement.ui.orderly_app import OrderlyApp
from piecement.ui.run_state import RunState
from piecement.ui.screen import HelpKeyUser, NodeScreen
from piecement.ui.services import Services
from piecement.ui.sounds import Sounds, StartSound, start_sound
from piecement.ui.stored_games import StoredGames
from piecement.ui.terminal_limits import NearestColours, draw_scrollbars
from piecement.ui.texts.sound import toggle_sound
from piecement.ui.wipe import Wipe
from piecement_base.language import _, choose, current_language, fallback_reason, spoken

if TYPE_CHECKING:
    from piecement.client.client import Connect
    from piecement.session.background_command import BackgroundCommand
    from piecement.terminal.canvas.frame_timers import FrameTimer

_WARNING_S: Final = 10.0

_EVERYWHERE: Final = frozenset(key.key for key in GLOBAL_KEYS)

_NEAREST_COLOURS: Final = NearestColours()

_RIGHT_BUTTON: Final = 3
"""The number of the mouse button in Textual."""


class Piecement(OrderlyApp, inherit_bindings=False):
    """The game."""

    TITLE = "Piecement"
    CSS_PATH = STYLES / "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.key, f"navigate('{key.target}')", key.label, show=False, priority=True) for key in GLOBAL_KEYS
    ]

    _was_shown = False
    """Whether the first frame was shown, after which there may be sound, gamepads and wipes."""
    _end_is_prepared = False
    """Whether `prepare_end` has saved everything, after which warnings are only collected."""
    _shows_game = False
    """Whether the screen shows a game, to which sound and online play are adapted."""
    _was_warned_of_releases = False
    _language_setting: str | None = None
    """Language of the settings, None before they are read."""

    def __init__(
        self,
        launch: Launch | None = None,
        *,
        clock: Callable[[], int] = now_ns,
        frame_timer: "Callable[[], FrameTimer] | None" = None,
        later: Later = call_later,
        connect: "Connect | None" = None,
        sound: StartSound | None = None,
        pads: StartPads | None = None,
        command: "BackgroundCommand | None" = None,
    ) -> None:
        """Prepare the game; a test may bring its own clock, timers of frames and bots, network, sound and gamepads."""
        # Where no colours are wanted, Textual leaves out all of them only in an app with the terminal's own.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        launch = launch or Launch()
        self.clock = self.key_clock = clock
        self._command: Final = CommandWatch(self, command) if command else None
        if command is not None:
            self.bind(OUTPUT_KEY, "show_output", show=False)
        self.final_warnings: list[str] = []
        """Warnings that came too late for the screen, to be printed after it is gone."""
        self._wipe: Final = Wipe(self, clock)
        self._first_screen: Final = _first_screen_of(launch)
        """The node of the screen at the start, and its payload."""
        self.stack: Final = NavigationStack(self._first_screen[0])
        self._tab_places: dict[Node, object] = {}
        """Payloads of the tabs as they were left."""
        self.store = Store(Paths.of(launch.data_folder), save=launch.save)
        self.settings = LiveSettings(self, self.store, launch, on_new=self._apply_settings, warn=self.warn)
        self.appearance = Appearance(self, self.settings)
        keyboard = Keyboard(self, self.settings)
        self.stored_games = StoredGames(self.store, keyboard, warn=self.warn)
        self.run_state = RunState(bot=launch.bot)
        self.sounds = Sounds(
            self.settings, clock, self.bell, sound or (lambda: None if self.is_headless else start_sound())
        )
        self._gamepads = Gamepads(self, self.settings, self.warn, pads)
        self.services = Services(
            terminal=self,
            store=self.store,
            settings=self.settings,
            appearance=self.appearance,
            keyboard=keyboard,
            stored_games=self.stored_games,
            run_state=self.run_state,
            sounds=self.sounds,
            clock=clock,
            frame_timer=frame_timer,
            later=later,
            warn=self.warn,
            connect=connect,
            online_played=Signal(self, "online-played"),
        )

    def get_default_screen(self) -> Screen[None]:
        screen = self._new_screen(*self._first_screen)
        allow_switching(screen)
        return screen

    def on_ready(self) -> None:
        """Begin to play sounds and to read gamepads after the first frame."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        if self._end_is_prepared:
            return
        self._was_shown = True
        self.sounds.apply()
        if self.sounds.is_playing:  # the welcome, if open, then asks about sound
            self.settings.changed.publish(self.settings.now)
        self._gamepads.apply()
        if self._command is not None:
            self._command.start()

    def action_show_output(self) -> None:
        """Show the last lines of the command in the background."""
        if self._command is not None:
            self._command.show_output()

    def navigate(self, edge: Edge, payload: object = None) -> None:
        """Follow an edge of the menu graph, to a screen that shows the payload.

        Raises `NavigationError`, and changes nothing, where the graph has no such edge from the current screen.
        """
        if self.is_ending:
            return
        self._close_palette()
        self.stack.follow(edge)
        if edge.trigger is not Trigger.EVENT:
            self.sounds.play(Effect.MENU_CHOOSE)
        if edge.target.is_end:
            self.exit()
        elif edge.trigger is Trigger.TAB:
            if isinstance(self.screen, NodeScreen):
                self._tab_places[edge.source] = self.screen.place()
            payload = self._tab_places.get(edge.target) if payload is None else payload
            self.switch_screen(self._new_screen(edge.target, payload))
        elif edge.target.is_popup:
            if edge.over is not None:
                self._replace_all(edge, edge.over, None)
            self.push_screen(self._new_screen(self.stack.current, payload))
        else:
            self._replace_all(edge, edge.target, payload)

    def _replace_all(self, edge: Edge, node: Node, payload: object) -> None:
        """Replace all open screens by one, and search for no opponent any more where no match can begin."""
        if (online := self.services.used_online) and edge_between(node, Node.ONLINE_ROUND, Trigger.EVENT) is None:
            online.opponents.stop()
        self.run_state.leave(edge, payload)
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.switch_screen(self._new_screen(node, payload))

    def back(self) -> None:
        """Leave a pop-up for the screen under it. Raises `NavigationError` on any other screen."""
        if self.is_ending:
            return
        self._close_palette()
        self.stack.back()
        self.sounds.play(Effect.MENU_BACK)
        self.pop_screen()
        self._adapt_to(self.screen)
        self._retranslate_screen()

    def action_navigate(self, target: str) -> None:
        """Go to a screen by a key that works everywhere, or back again if it is the current one."""
        current, screen = self.stack.current, self.screen
        if Node(target) is Node.HELP and (not isinstance(screen, HelpKeyUser) or screen.use_help_key()):
            return  # Textual's palette has no help
        if current is Node(target):
            self.back()
        elif edge := edge_between(current, Node(target), Trigger.KEY):
            self.navigate(edge, self.payload_of(edge))

    def on_key(self, event: events.Key) -> None:
        """Turn sound off or on by a key that no screen or field has used; games take theirs themselves."""
        if event.key in self.settings.now.sound.mute_keys and event.key not in self.active_bindings:
            self.notify(toggle_sound(self.sounds))

    def payload_of(self, edge: Edge) -> object:
        """Return the payload that the current screen has for the next one."""
        return self.screen.payload_of(edge) if isinstance(self.screen, NodeScreen) else None

    def action_command_palette(self) -> None:
        """Open the command palette over a screen that has it."""
        if isinstance(self.screen, NodeScreen) and self.screen.HAS_PALETTE and not self.is_ending:
            from piecement.ui.command_palette import GamePalette  # with the engine and the settings

            self.push_screen(GamePalette())

    def _close_palette(self) -> None:
        if isinstance(self.screen, CommandPalette):
            self.pop_screen()

    def on_navigate(self, message: Navigate) -> None:
        """Navigate, unless an earlier message led away from the screen already."""
        if message.edge.source is self.stack.current:
            self.navigate(message.edge, message.payload)

    def on_go_back(self, message: GoBack) -> None:
        if message.node is self.stack.current:
            self.back()

    def on_cursor_moved(self, _: CursorMoved) -> None:
        self.sounds.play(Effect.MENU_STEP)

    def on_online_changed(self, message: OnlineChanged) -> None:
        """Go to a round when it begins, whatever the player does meanwhile; screens show all other changes."""
        online = self.services.online
        online.following.on_change(message.change)
        for screen in self.screen_stack:
            if isinstance(screen, NodeScreen) and screen.is_mounted and screen.is_running:
                screen.call_next(screen.online_changed, message.change)
        if self.is_ending:
            return
        if message.change == "start":
            self._follow_event(Node.ONLINE_ROUND)
        elif message.change == "room" and online.connection.has_rejoined():
            self._follow_event(Node.ROOM)

    def _follow_event(self, node: Node) -> None:
        """Close all pop-ups, and follow an edge of events from the screen below them to another, if there is one."""
        while self.stack.may_go_back:
            self.back()
        if edge := edge_between(self.stack.current, node, Trigger.EVENT):
            self.navigate(edge)

    def watch_keyboard(self, keyboard: KeyboardCapabilities | None) -> None:
        """Warn the player once that promised key releases do not come."""
        if keyboard is not None and keyboard.lacks_releases and not self._was_warned_of_releases:
            self._was_warned_of_releases = True
            self.services.keyboard.note_releases()
            self.notify(_(support(keyboard).meaning), markup=False)

    def watch_ascii_only(self, only: bool) -> None:
        self.set_class(only, "-ascii")
        draw_scrollbars(ascii_only=only)
        self.watch_theme()

    def watch_theme(self) -> None:
        """Render all texts anew, which depend on the characters and on whether there are colours."""
        for screen in self.screen_stack:
            for widget in screen.query("*"):
                widget.refresh()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Add the nearest of 256 colours, which Rich does not find by itself."""
        filters = super().get_line_filters()
        return [*filters, _NEAREST_COLOURS] if self.console.color_system == "256" else filters

    def prepare_frame(self, screen: Screen[Any]) -> bool:  # Any: the type of the screen's result
        """Return whether the terminal is ready for a frame that no wipe holds back."""
        return super().prepare_frame(screen) and not self._wipe.hold_back()

    async def on_event(self, event: events.Event) -> None:
        """Replace the right mouse button by Esc, and keep a key from a screen that it is not meant for."""
        if isinstance(event, (events.Key, events.MouseDown, events.Resize)) and not event.is_forwarded:
            self._wipe.end()
        if isinstance(event, events.Key) and not event.is_forwarded and event.key not in _EVERYWHERE:
            screen = self.screen if self.screen_stack else None
            if isinstance(screen, NodeScreen) and not screen.admit_key():
                return
        if isinstance(event, (events.MouseDown, events.MouseUp)) and event.button == _RIGHT_BUTTON:
            if isinstance(event, events.MouseDown):
                self.simulate_key("escape")
            return
        await super().on_event(event)

    def watch_app_focus(self, has_focus: bool) -> None:
        """Focus the first widget of a screen that was opened while another window had the focus."""
        if has_focus and self.screen_stack and self.screen.focused is None:
            selector = self.AUTO_FOCUS if self.screen.AUTO_FOCUS is None else self.screen.AUTO_FOCUS
            if selector:
                self.screen.focus_next(selector)

    def on_terminal_answered(self, message: TerminalAnswered) -> None:
        if warning := self.appearance.on_answer(message.answer):
            # Before the first screen is composed, nothing can show the warning.
            pump = self.screen if self.screen_stack else self
            pump.call_after_refresh(self.warn, warning)

    def prepare_end(self) -> None:
        """Save the game and the settings as they are.

        This comes first, as taking the screen down may fail, be cut short, or wait for a slow terminal.
        """
        self._end_is_prepared = True
        self._wipe.end()
        self.run_state.save()
        if (online := self.services.used_online) is not None:
            online.following.sync()
        self.settings.write()

    async def on_unmount(self) -> None:
        self._end_is_prepared = True
        if (online := self.services.used_online) is not None:
            await online.close(keeps_seat=bool(self.return_code))  # it is kept if the terminal was lost
        self.sounds.close()
        self._gamepads.close()
        self.settings.write()
        self.store.close()
        self.warn(*self.store.pop_warnings())

    def warn(self, *sentences: str) -> None:
        """Show warnings to the player, or collect them if the screen is gone."""
        if self._end_is_prepared:
            self.final_warnings += sentences
            return
        for sentence in sentences:
            self.call_later(self.notify, sentence, severity="warning", timeout=_WARNING_S, markup=False)

    def _apply_settings(self) -> None:
        self._change_language()
        self.appearance.apply()
        if self._was_shown and not self._end_is_prepared:
            self.sounds.apply()
            self._gamepads.apply()

    def _change_language(self) -> None:
        """Translate all texts anew after another language was set; until then that of the start holds."""
        before, self._language_setting = self._language_setting, self.settings.now.interface.language
        if before is not None and before != self._language_setting:
            encoding = getattr(sys.__stderr__, "encoding", None) or "utf-8"  # the stream that Textual writes to
            choose(spoken(os.environ, asked=self._language_setting), encoding)
            self.warn(*filter(None, (fallback_reason(),)))
            self.call_later(self._retranslate_screen)

    def _retranslate_screen(self) -> None:
        """Replace the current screen if it was made in another language; a game stays, and names its keys anew.

        Screens below are replaced when the player comes back to them.
        """
        screen = self.screen
        if self.is_ending or not isinstance(screen, NodeScreen) or screen.language == current_language():
            return
        if screen.IS_GAME:
            screen.language = current_language()
            screen.show_keys()
        else:
            place = screen.place()
            self.switch_screen(self._new_screen(self.stack.current, screen.remade_with if place is None else place))

    def _adapt_to(self, screen: object) -> None:
        """Adapt sounds, online play and the wipe to the screen that is shown next."""
        is_game = isinstance(screen, NodeScreen) and screen.IS_GAME
        self.sounds.enter(game=is_game)
        if (online := self.services.used_online) is not None:
            online.following.enter(game=is_game)
        if self._was_shown and self.appearance.may_move and not (is_game or self._shows_game):
            self._wipe.begin()
        else:
            self._wipe.end()
        self._shows_game = is_game

    def _new_screen(self, node: Node, payload: object) -> NodeScreen:
        """Make the screen that is shown next, with its style sheets, and adapt everything else to it."""
        import_module(f"piecement.ui.screens.{node.module}")
        screen = NodeScreen.BY_NODE[node].build(self.services, payload)
        if node is not Node.TITLE:  # the title acts on its payload once, not again when it is remade
            screen.remade_with = payload
        screen.take_size(self.size)
        self._read_sheets(screen)
        self._adapt_to(screen)
        return screen

    def _read_sheets(self, screen: NodeScreen) -> None:
        """Read the sheets of a screen, whose rules are for it alone.

        For a screen that is pushed, Textual would parse all other sheets anew, and style the screen under it.
        """
        new = [path for path in screen.css_path if not self.stylesheet.has_source(str(path))]
        if new:
            self.stylesheet.read_all(new)
            self.stylesheet.parse()


def _first_screen_of(launch: Launch) -> tuple[Node, object]:
    """Return the first screen and its payload."""
    if (online := launch.join or launch.watch_match) is not None:
        return Node.ONLINE, online
    return (Node.TITLE, launch.watch or launch.first_run) if launch.plan is None else (Node.GAME, launch.plan)
