"""The application: which screen is on, which game is played, and what the player has set."""

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.reactive import var
from textual.screen import Screen
from textual.signal import Signal
from textual.timer import Timer

from piecement.settings.retention import Retention
from piecement.storage.errors import StorageError
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement.terminal.answers import BackgroundColour, CursorPosition
from piecement.terminal.character_widths import CHARACTER_WARNINGS, Characters, characters_of
from piecement.terminal.clock import now_ns
from piecement.terminal.detection import TerminalAnswered
from piecement.terminal.ground import Ground, ground_of_colour, ground_of_environment
from piecement.terminal.nearest_colours import NearestColours
from piecement.ui.command_keys import kept_keys, reachable
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import EVERYWHERE, PLACES, Edge, Node, Way, edge_between
from piecement.ui.messages import GoBack, Navigate, SettingChanged
from piecement.ui.navigation_stack import NavigationStack
from piecement.ui.node_screen import NodeScreen
from piecement.ui.orderly_app import OrderlyApp
from piecement.ui.style_sheets import STYLES
from piecement.ui.theme import THEMES, depth_of, theme_for
from piecement.ui.widgets.plain_scrollbar import keep_scrollbars_plain

if TYPE_CHECKING:
    from piecement.input.holds import RepeatTiming
    from piecement.render.skins.look import Look
    from piecement.session.bots.slices import Later
    from piecement.session.origin import Origin
    from piecement.session.plan import Plan
    from piecement.session.race import Race
    from piecement.session.session import Session
    from piecement.settings.settings import Settings
    from piecement.storage.autosave import Autosave
    from piecement.storage.recorder import Recorder
    from piecement.terminal.canvas.frame_timers import FrameTimer
    from piecement.ui.loaded_settings import LoadedSettings
    from piecement_engine import Recording


_SETTLED_S: Final = 0.3
"""How long after a change of a setting they are written, so that a held key does not write each step."""

_WARNING_S: Final = 10.0

_RIGHT_BUTTON: Final = 3
"""Of the mouse, as Textual counts."""


class Piecement(OrderlyApp, inherit_bindings=False):
    """The game. A screen is made by the `build` of its module, and asks for things by messages."""

    ascii_only: var[bool] = var(False)
    """Whether the skin has nothing but ASCII, so that hints keep to it as well. May be watched."""
    TITLE = "Piecement"
    CSS_PATH = STYLES / "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.key, f"navigate('{key.target}')", key.label, show=False, priority=True) for key in EVERYWHERE
    ]

    def __init__(
        self,
        launch: Launch | None = None,
        *,
        clock: Callable[[], int] = now_ns,
        frame_timer: "Callable[[], FrameTimer] | None" = None,
        later: "Later | None" = None,
    ) -> None:
        """Prepare the game; a test may bring its own clock, frame timer, and timer for thinking."""
        # Where no colours are wanted, Textual leaves out all of them only in an app with the terminal's own.
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.settings_changed: Signal[Settings] = Signal(self, "settings-changed")
        """Published after every change of a setting."""
        self._launch = launch or Launch()
        self.clock = clock
        """What all that moves goes by."""
        self.frame_timer = frame_timer
        """What wakes the frames of a game, if not what suits the platform."""
        self.later = later
        """What the computer waits by while it thinks, if not the event loop."""
        self.key_clock = clock
        self.key_timing: RepeatTiming | None = None
        """What was learned in games of how the system repeats keys."""
        self.store = Store(Paths.of(self._launch.data_folder), save=self._launch.save)
        """What is kept between runs."""
        self._loaded_settings: LoadedSettings | None = None
        self._writing: Timer | None = None
        self.last_plan: Plan | None = None
        """What is being played, or was last."""
        self.bot = self._launch.bot
        """The bot that plays instead of the player, by its name or as a command."""
        self._recorder: Recorder | None = None
        """What keeps the game that is played, or was last."""
        self._raced: tuple[int, Recording] | None = None
        """The best game that was raced against last, by its id, so that playing again does not read it again."""
        self._has_looked = False
        self.kept_seed: int | None = None
        """What New game offers as a seed: that of a game whose pieces the player wants again."""
        self.last_words: list[str] = []
        """What is left to tell the player when the screen is gone."""
        self._is_leaving = False
        self.player_seen = False
        """Whether there was any sign of a player yet."""
        self._stack = NavigationStack(Node.TITLE if self._launch.plan is None else Node.GAME)
        self._nearest_colours: Final = NearestColours()
        self._ground = ground_of_environment(os.environ)
        """What is known of the terminal's own background."""
        self._characters = Characters.GOOD
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = theme_for(self._depth, self._ground).name

    @property
    def stack(self) -> NavigationStack:
        """Which screen is on, and what lies under it."""
        return self._stack

    @property
    def settings(self) -> "Settings":
        """What the player has set. Asked for before the first frame, it makes the start slower."""
        if self._loaded_settings is None:
            self._read_settings()
        return self._loaded.now

    @property
    def saves(self) -> bool:
        """Whether anything may be kept of this run."""
        return self._launch.save

    def get_default_screen(self) -> Screen[None]:
        """Return the screen to start with."""
        screen = self._new_screen(self._stack.current, self._launch.plan)
        # Textual loads the sheet of a screen that is pushed, not that of the first one.
        self.stylesheet.read_all(screen.css_path)
        # Nor does it prepare the first one to be switched away from, which takes this off again.
        screen._push_result_callback(self, None)
        return screen

    def navigate(self, edge: Edge, payload: object = None) -> None:
        """Walk an edge of the menu graph, to a screen that shows the payload.

        Raises `NavigationError` where the graph has no such edge from the current screen, and stays.
        """
        if self.is_ending:
            return
        self._stack.follow(edge)
        if PLACES[edge.target].terminal:
            self.exit()
        elif PLACES[edge.target].popup:
            self.push_screen(self._new_screen(edge.target, payload))
        else:
            self._leave_game(edge, payload)
            while len(self.screen_stack) > 1:
                self.pop_screen()
            self.switch_screen(self._new_screen(edge.target, payload))

    def back(self) -> None:
        """Leave a pop-up for the screen under it. Raises `NavigationError` on any other screen."""
        if self.is_ending:
            return
        self._stack.back()
        self.pop_screen()

    def enable_mouse(self, on: bool) -> None:
        """Have the terminal report the mouse, or not."""
        # Textual has no public way to do so once the program runs; without this one, the mouse stays on.
        name = "_enable_mouse_support" if on else "_disable_mouse_support"
        if (switch := getattr(self._driver, name, None)) is not None:
            switch()

    def watch_ascii_only(self, only: bool) -> None:
        """Have boxes and bars be drawn in ASCII too."""
        self.set_class(only, "-ascii")
        keep_scrollbars_plain(only)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what changes the colours of every line: of 256, Rich would not find the nearest."""
        filters = super().get_line_filters()
        return [*filters, self._nearest_colours] if self.console.color_system == "256" else filters

    async def on_event(self, event: events.Event) -> None:
        """Notice the player, and have the right button of the mouse go back as Esc does."""
        if isinstance(event, (events.Key, events.MouseDown, events.AppFocus)):
            self.player_seen = True
        if isinstance(event, (events.MouseDown, events.MouseUp)) and event.button == _RIGHT_BUTTON:
            if isinstance(event, events.MouseDown):
                self.simulate_key("escape")
            return
        await super().on_event(event)

    def watch_app_focus(self, has_focus: bool) -> None:
        """Give the keys to what takes them first on a screen that was opened while another window had them."""
        if has_focus and self.screen_stack and self.screen.focused is None:
            selector = self.AUTO_FOCUS if self.screen.AUTO_FOCUS is None else self.screen.AUTO_FOCUS
            if selector:
                self.screen.focus_next(selector)

    def change(self, section: str, name: str, value: object) -> None:
        """Change a setting, in a preset of the player's own where there are presets. Raises `SettingError`."""
        from piecement.settings.presets import with_change  # noqa: PLC0415 - pydantic takes a while

        self.apply_settings(with_change(self.settings, section, name, value))

    def set_retention(self, retention: Retention) -> None:
        """Store so much from now on, and delete for good what is more. Raises `StorageError` where that cannot be."""
        self._write_settings()
        self._loaded.replace(self.store.set_retention(retention, self.settings))

    def apply_settings(self, settings: "Settings") -> None:
        """Use settings from now on, on the screens that are there already too, and write them soon."""
        self._loaded.now = settings
        self._dress()
        self.settings_changed.publish(settings)
        if self._writing is None:
            self._writing = self.set_timer(_SETTLED_S, self._write_settings)

    def action_navigate(self, target: str) -> None:
        """Go to a screen by a key that works everywhere, or back again if it is the current one."""
        current = self._stack.current
        if current is Node(target):
            self.back()
        elif edge := edge_between(current, Node(target), Way.KEY):
            screen = self.screen
            self.navigate(edge, screen.payload(edge) if isinstance(screen, NodeScreen) else None)

    def on_navigate(self, message: Navigate) -> None:
        """Go where a screen leads, unless another message was faster."""
        if message.edge.source is self._stack.current:
            self.navigate(message.edge, message.payload)

    def on_go_back(self, message: GoBack) -> None:
        """Leave a pop-up, unless it was left already."""
        if message.node is self._stack.current:
            self.back()

    def on_setting_changed(self, message: SettingChanged) -> None:
        """Apply what the player changed."""
        try:
            self.apply_settings(message.change(self.settings))
        except ValueError as error:  # a `SettingError`, whose module a start does not wait for
            self.warn(str(error))

    @property
    def look(self) -> "Look":
        """How the game is to be drawn, by the settings and by what the terminal can."""
        from piecement.ui.look import look_of  # noqa: PLC0415 - comes with all skins

        is_ascii = self._characters is not Characters.GOOD
        return look_of(self.settings, self._depth, may_move=self.may_move, ground=self._ground, is_ascii=is_ascii)

    def on_terminal_answered(self, message: TerminalAnswered) -> None:
        """Suit the looks to what the terminal said of itself, however late."""
        answer = message.answer
        if isinstance(answer, BackgroundColour):
            self.take_ground(ground_of_colour(answer.red, answer.green, answer.blue))
        elif isinstance(answer, CursorPosition) and (found := characters_of(answer.row, answer.column)):
            self.take_characters(found)

    def take_ground(self, ground: Ground) -> None:
        """Suit the looks to the terminal's own background."""
        if ground is not self._ground:
            self._ground = ground
            if self._loaded_settings is None or self.look.chosen_tones.ground is None:
                self._terminal_known()

    def take_characters(self, characters: Characters) -> None:
        """Keep to ASCII from now on, and say so, where the terminal cannot show more."""
        if characters is not self._characters:
            self._characters = characters
            self._terminal_known()
            if characters in CHARACTER_WARNINGS:
                # Before the first screen is composed there is no place for the word.
                place = self.screen if self.screen_stack else self
                place.call_after_refresh(self.warn, CHARACTER_WARNINGS[characters])

    def _terminal_known(self) -> None:
        """Show all in the looks that suit the terminal; before the settings are read, only what needs none."""
        if self._loaded_settings is None:
            self.theme = theme_for(self._depth, self._ground).name
            self.ascii_only = self._characters is not Characters.GOOD
            return
        self._dress()
        self.settings_changed.publish(self.settings)

    @property
    def may_move(self) -> bool:
        """Whether things may move only to look good."""
        return not self.settings.interface.reduced_motion and self.animation_level != "none"

    @property
    def knows_releases(self) -> bool:
        """Whether the terminal tells of a key that it was let go, and may do so."""
        reported = self.keyboard is not None and self.keyboard.release_events
        return reported and self.settings.interface.wants_releases

    def reachable(self, key: str) -> str:
        """Return the key to tell the player of for a command: the second one where the first does not come through."""
        return reachable(key, kept_keys(os.environ, in_browser=self.is_web), self.settings)

    def new_session(self, start: "Plan | Autosave") -> "Session":
        """Return the session of a game that is begun, or played on; it does not run yet."""
        from piecement.session.session import Session  # noqa: PLC0415 - comes with the whole engine
        from piecement.storage.autosave import Autosave  # noqa: PLC0415 - as above

        if isinstance(start, Autosave):
            self.last_plan = start.plan
            return start.session(self.clock)
        self.last_plan = start
        gameplay = self.settings.gameplay
        current = Session(start, start.game(gameplay.overrides(key_releases=self.knows_releases)), self.clock)
        current.mark_unranked(unranked=bool(gameplay.unranked_reasons(start.mode.fixed(start.options))))
        return current

    def recorder_of(self, current: "Session", origin: "Origin | None" = None) -> "Recorder":
        """Return what keeps a session from now on, by the origin of the game that it plays on if it is one."""
        from piecement.session.origin import Origin  # noqa: PLC0415 - as the recorder
        from piecement.settings.presets import preset_name  # noqa: PLC0415 - pydantic takes a while
        from piecement.storage.recorder import Recorder  # noqa: PLC0415 - comes with the whole engine

        preset = preset_name(self.settings, "gameplay")
        origin = origin or Origin.of(current.plan, datetime.now(UTC), preset=preset)
        self._recorder = Recorder(self.store, current, origin, self.warn)
        return self._recorder

    def race_of(self, current: "Session") -> "Race":
        """Return the race of a session against the best game of its mode, if there is one that can be seen again."""
        from piecement.session.course import Course  # noqa: PLC0415 - comes with the whole engine
        from piecement.session.origin import Origin  # noqa: PLC0415 - as above
        from piecement.session.race import Race  # noqa: PLC0415 - comes with the whole engine

        course = Course.of(current.plan.mode, current.view.rules)
        if not self.store.paths.games.exists():
            return Race(course, None)
        variant = Origin.of(current.plan, datetime.now(UTC)).variant
        try:
            best = self.store.games.best(current.plan.mode.name, variant)
            if best is None or not best.has_recording:
                return Race(course, None)
            if self._raced is None or self._raced[0] != best.id:
                self._raced = best.id, self.store.games.recording(best.id)
            return Race(course, self._raced[1])
        except StorageError as error:
            self.warn(str(error))
            return Race(course, None)

    def prepare_end(self) -> None:
        """Keep the game as it is, for taking the screen down may fail or be cut short."""
        if self._recorder is not None:
            self._recorder.save()

    def on_unmount(self) -> None:
        """Keep what is to be kept."""
        self._is_leaving = True
        self._write_settings()
        self.store.close()
        self.warn(*self.store.take_warnings())

    def warn(self, *sentences: str) -> None:
        """Tell the player what went wrong: while the game goes on, or once it has left the terminal."""
        if self._is_leaving:
            self.last_words += sentences
            return
        for sentence in sentences:
            self.call_later(self.notify, sentence, severity="warning", timeout=_WARNING_S, markup=False)

    def look_for_left_games(self) -> None:
        """Offer to play on in a game that was left before this run, once for all; be called on the title."""
        looked, self._has_looked = self._has_looked, True
        if not looked and self._recorder is None and self.has_left_games:
            edge = edge_between(self._stack.current, Node.LEFT_GAME, Way.EVENT)
            if edge:
                self.navigate(edge)

    @property
    def has_left_games(self) -> bool:
        """Whether there are games to be played on, as far as they were looked for yet."""
        store = self.store
        may_be = self._has_looked and store.keeps_games and store.paths.games.exists()
        if self._recorder is None and not may_be:
            return False
        try:
            left = store.autosaves.waiting()
        except StorageError as error:
            self.warn(str(error))
            return False
        self.warn(*store.take_warnings())
        return bool(left)

    @property
    def _loaded(self) -> "LoadedSettings":
        if self._loaded_settings is None:
            from piecement.ui.loaded_settings import LoadedSettings  # noqa: PLC0415 - pydantic takes a while

            self._loaded_settings = LoadedSettings(self.store, self._launch)
        return self._loaded_settings

    def _read_settings(self) -> None:
        self.warn(*self._loaded.complaints)
        self._dress()

    def _write_settings(self) -> None:
        self._writing = None
        if self._loaded_settings is not None:
            try:
                self._loaded_settings.write()
            except StorageError as error:
                self.warn(str(error))

    @property
    def _depth(self) -> str:
        return "none" if self.no_color else depth_of(self.console.color_system)

    def _dress(self) -> None:
        from piecement.ui.look import theme_of  # noqa: PLC0415 - comes with all skins

        theme = theme_of(self.settings, self._depth, self._ground)
        if theme.name not in self.available_themes:
            self.register_theme(theme)
        self.theme = theme.name
        self.ascii_only = self.look.chosen_skin.is_ascii

    def _leave_game(self, edge: Edge, payload: object) -> None:
        """Let go of the game that was played; it gives way to a saved one, and the bot of the launch to a new one."""
        if edge.source is Node.NEW_GAME:
            self.bot = None
        if self._recorder is not None:
            from piecement.storage.autosave import Autosave  # noqa: PLC0415 - comes with the whole engine

            if isinstance(payload, Autosave):
                self._recorder.give_way()
            self._recorder.leave()

    def _new_screen(self, node: Node, payload: object) -> Screen[None]:
        screen: Screen[None] = import_module(f"piecement.ui.screens.{node}").build(self, payload)
        return screen
