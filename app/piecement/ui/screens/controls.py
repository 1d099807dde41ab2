"""The keys of each button, a tester of the keys that the terminal reports, and a field to try them in."""

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from piecement.input.bindings import Bindings, is_distinct, parts_of
from piecement.input.key_names import key_label
from piecement.language import _
from piecement.settings.interface import KEYBOARD, Interface
from piecement.settings.presets import is_built_in, preset_name, preset_names
from piecement.settings.settings import Settings
from piecement.terminal.key_events import KeyEvent, support
from piecement.ui import STYLES
from piecement.ui.bases.trial_screen import TRY, TrialScreen
from piecement.ui.game.game_keys import GAME_KEYS, RESERVED_KEYS
from piecement.ui.key_rows import ANYWHERE, BACK, MOVE, TABS, WELCOME, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.keys import BUTTON_TITLES
from piecement.ui.widgets.asks import Confirm
from piecement.ui.widgets.key_setting import (
    GROUPS,
    KEEP_HINT,
    ONE,
    OTHER_PLAYER,
    KeyPrompt,
    KeySet,
    bind_key,
    button_row,
    button_row_id,
    command_row,
    key_set_row,
    restore_keys,
)
from piecement.ui.widgets.key_tester import KeyContext, KeyTester
from piecement.ui.widgets.setting_rows import Line, Row, heading, preset_row
from piecement_engine.game.inputs import Button

if TYPE_CHECKING:
    from piecement.ui.services import Services

_KEEPS_ITS_KEY: Final = _("A command of the game, which keeps its key.")
_SET_ELSEWHERE: Final = _("Settings, Computer changes this key.")
_TAPS_ONLY: Final = _("Two players here: taps work, but only the key pressed last repeats. Use keys to the walls.")


def build(services: "Services", __: None) -> "ControlsScreen":
    return ControlsScreen(services)


class ControlsScreen(TrialScreen):
    """The keys of one player or two, as their `KeysEditor`."""

    NODE = Node.CONTROLS
    KEYS = (
        TABS,
        MOVE,
        KeyRow("Enter", _("add a key"), (("Enter", _("add a key")),)),
        KeyRow(_("← → or H L"), _("pick one of its keys")),
        KeyRow("Del", _("remove that key"), (("Del", _("remove")),)),
        KeyRow("R", _("restore its keys"), (), {"r": "restore"}),
        TRY,
        KeyRow("N", _("rename your preset")),
        WELCOME.without_line(),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "controls.tcss"
    HEADING = _("Controls")
    PROMPT = KeyPrompt
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]

    key_set: KeySet = ONE
    """The set of keys that is shown."""

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._tester = KeyTester(services.clock, self._key_context())
        self.marked = 0
        self._last = self.settings
        """The settings before the last change."""

    def body(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield self.settings_list
            with Vertical(id="aside"):
                yield self._tester
                yield from self.trial()
        yield self.details

    def rows(self) -> Iterator[Line]:
        yield preset_row(self.key_set.section, self)
        yield key_set_row(lambda: self.key_set, self._show_key_set)
        for title, buttons in GROUPS:
            yield heading(title)
            yield from (button_row(button, self) for button in buttons)
        yield from self.setting_rows(spec for spec in Interface.specs() if spec.group == KEYBOARD)
        yield heading(_("Commands of a game"))
        yield from self._command_rows()

    def _command_rows(self) -> Iterator[Row]:
        for row in GAME_KEYS:
            yield command_row(row.keys, row.does, _KEEPS_ITS_KEY)
        computer = self.settings.computer
        yield command_row(self.label(computer.watch_key), _("let a bot play, or play on"), _SET_ELSEWHERE)
        yield command_row(self.label(computer.hint_key), _("show where a bot would go"), _SET_ELSEWHERE)

    def on_mount(self) -> None:
        self.watch(self._services.terminal, "keyboard", lambda _: self.show_trial(), init=False)

    def on_screen_suspend(self) -> None:
        self._tester.stop()

    def _show_key_set(self, key_set: KeySet) -> None:
        rows = self.settings_list.rows
        self.key_set = key_set
        rows.show_rows(self.rows())
        rows.highlighted = rows.get_option_index("key_set")
        self.show_trial()

    def show_settings(self) -> None:
        self._name_new_preset()
        if self.settings_list.prompt is None or not self.settings_list.prompt.is_open:
            super().show_settings()

    def _name_new_preset(self) -> None:
        """Notify the player of a new preset, made by a change of a built-in one."""
        last, self._last = self._last, self.settings
        name = preset_name(self.settings, self.key_set.section)
        was_built_in = is_built_in(self.key_set.section, preset_name(last, self.key_set.section))
        if was_built_in and name not in preset_names(last, self.key_set.section):
            self.notify(_("Your keys are saved as the preset {name}.").format(name=name), markup=False)

    def track_key(self, event: KeyEvent) -> None:
        super().track_key(event)
        self._tester.track_key(event)
        if self.settings_list.prompt is not None:
            self.settings_list.prompt.track_key(event)

    def unreported(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Return the chords that this terminal does not report as such."""
        term = os.environ.get("TERM", "")
        return tuple(key for key in keys if not is_distinct(key, self._services.terminal.keyboard, term))

    def key_problem(self, key: str) -> str:
        if key in self._commands:
            return _("{key} is a command of the game.").format(key=self.label(key))
        if self.unreported([key]):
            plain = self.label(parts_of(key)[1])
            return _("This terminal can't tell {chord} from {key}.").format(chord=self.label(key), key=plain)
        button = self._of_other_player(key)
        if button is not None:
            return _("{key} is also a key of the other player: {button}.").format(
                key=self.label(key), button=BUTTON_TITLES[button]
            )
        return ""

    def _of_other_player(self, key: str) -> Button | None:
        """Return the button that a key has for the other one of two players."""
        other = OTHER_PLAYER.get(self.key_set)
        return None if other is None else other.bindings(self.shown).button(key)

    def label(self, key: str) -> str:
        return key_label(key, ascii_only=self._services.appearance.ascii_only)

    @property
    def bindings(self) -> Bindings:
        """The keys that are shown."""
        return self.key_set.bindings(self.shown)

    # Changing keys.

    def action_restore(self) -> None:
        row = self.settings_list.rows.row
        for button in Button:
            if row is not None and row.id == button_row_id(self.key_set, button):
                restore_keys(self, button)

    def press(self, button: Button, key: str) -> str | Confirm:
        other = self.bindings.button(key)
        others = self._of_other_player(key)
        if key in self._commands:
            return self.key_problem(key)
        if other is button:
            title = BUTTON_TITLES[button]
            return _("{key} is already a key of {button}.").format(key=self.label(key), button=title)
        if other is None and others is None:
            bind_key(self, button, key)
            return ""
        return Confirm(self._move_question(key, other or others, button), lambda: bind_key(self, button, key))

    def _move_question(self, key: str, owner: Button | None, button: Button) -> Content:
        is_own = self._of_other_player(key) is None
        says = _(" is the key of {button}.") if is_own else _(" is the key of {button} of the other player.")
        title = "" if owner is None else BUTTON_TITLES[owner]
        return Content.assemble(
            (self.label(key), "bold $key"),
            says.format(button=title),
            "\n",
            (_("Enter"), "$key"),
            _(" moves it to {button}.").format(button=BUTTON_TITLES[button]),
            "\n",
            (KEEP_HINT, "$muted"),
        )

    def trial_bindings(self, settings: Settings) -> Bindings:
        return self.key_set.bindings(settings)

    def show_trial(self) -> None:
        super().show_trial()
        self._tester.change(self._key_context())

    def _key_context(self) -> KeyContext:
        services, interface = self._services, self.settings.interface
        reported = support(services.terminal.keyboard, wants_releases=interface.wants_releases)
        if self.key_set is not ONE and not services.keyboard.reports_releases:
            reported = reported._replace(meaning=_TAPS_ONLY)
        return KeyContext(self.bindings, reported, self.unreported(key for key, _ in self.bindings.pairs))

    @property
    def _commands(self) -> frozenset[str]:
        computer = self.settings.computer
        return RESERVED_KEYS | {computer.watch_key, computer.hint_key, computer.retry_key}
