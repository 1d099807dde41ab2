"""Which key is which button, what the terminal reports of keys, and a field to try them in."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.input.bindings import DEFAULT_BINDINGS, Bindings
from piecement.input.chords import is_distinct, parts_of
from piecement.input.key_names import key_label
from piecement.language import _
from piecement.settings.interface import KEYBOARD, Interface
from piecement.settings.presets import with_change
from piecement.terminal.key_events import KeyEvent
from piecement.terminal.key_support import support
from piecement.ui.bases.key_settings_screen import KeySettingsScreen
from piecement.ui.game.game_keys import RESERVED_KEYS
from piecement.ui.key_rows import ANYWHERE, BACK, MOVE, WELCOME, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.messages import SettingChanged
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.button_texts import BUTTON_ACTIONS, BUTTON_TITLES
from piecement.ui.widgets.handling_field import HandlingField, bare
from piecement.ui.widgets.key_prompt import KEEP_HINT, KeyPrompt
from piecement.ui.widgets.key_tester import KeyTester
from piecement.ui.widgets.setting_rows import HeadingRow, KeyAsked, PresetRow, Row, RowText
from piecement_engine.buttons import Button

if TYPE_CHECKING:
    from piecement.ui.services import Services

_HINT: Final = _("Enter adds a key.")
_HINT_WITH_KEYS: Final = _("Enter adds a key, Del removes it, R restores.")
_HINT_TRY: Final = _("T tries the keys here")
_TRYING: Final = _("Move, rotate and drop. Esc ends it.")


def build(services: "Services", _: None) -> "ControlsScreen":
    return ControlsScreen(services)


class ButtonRow(Row):
    """A row for a button and its keys, one of which Del removes."""

    def __init__(self, button: Button, screen: "ControlsScreen") -> None:
        super().__init__("", id=f"controls.{button}")
        self.button = button
        self._screen = screen
        self._chosen = 0
        """The index of the key that Del removes."""

    @property
    def text(self) -> RowText:
        labels = [self._screen.label(key) for key in self._keys]
        faint = not labels
        value = " ".join(labels) or _("no key")
        if len(labels) > 1:
            chosen = self._chosen % len(labels)
            labels[chosen] = f"[{labels[chosen]}]"
        return RowText(BUTTON_TITLES[self.button], value, is_faint=faint, current_value=" ".join(labels))

    @property
    def explanation(self) -> Content:
        does = BUTTON_ACTIONS[self.button]
        hint = _HINT_WITH_KEYS if self._keys else _HINT
        return Content.assemble((f"{does[0].upper()}{does[1:]}. ", "$foreground"), hint, self._warning)

    def highlight(self) -> None:
        self._chosen = 0

    def select(self) -> Message | None:
        return KeyAsked(self, BUTTON_TITLES[self.button])

    def step(self, steps: int) -> Message | None:
        self._chosen = (self._chosen + steps) % max(1, len(self._keys))
        return None

    def clear(self) -> Message | None:
        keys = self._keys
        if not keys:
            return None
        key = keys[self._chosen % len(keys)]
        self._chosen = max(0, min(self._chosen, len(keys) - 2))
        return _rebound(lambda bindings: bindings.unbind(key))

    def restore(self) -> Message:
        """Return what restores the default keys of the button."""
        self._chosen = 0
        return _rebound(lambda bindings: bindings.restore(self.button, DEFAULT_BINDINGS))

    def bind(self, key: str) -> Message:
        """Return what adds a key to the button."""
        self._chosen = len(self._keys)
        return _rebound(lambda bindings: bindings.bind(key, self.button))

    @property
    def _keys(self) -> tuple[str, ...]:
        return self._screen.bindings.keys(self.button)

    @property
    def _warning(self) -> tuple[str, str]:
        """A warning where a key is a chord that this terminal does not report."""
        keys = self._screen.unreported(self._keys)[:1]
        labels = [self._screen.label(name) for key in keys for name in (key, parts_of(key)[1])]
        return (
            (_(" This terminal can't tell {key} from {other}.").format(key=labels[0], other=labels[1]), "$warning")
            if labels
            else ("", "")
        )


def _rebound(change: Callable[[Bindings], Bindings]) -> SettingChanged:
    return SettingChanged(
        lambda settings: with_change(settings, "controls", "keys", change(settings.controls.bindings).table())
    )


class ControlsScreen(KeySettingsScreen):
    NODE = Node.CONTROLS
    KEYS = (
        MOVE,
        KeyRow("Enter", _("add a key"), (("Enter", _("add a key")),)),
        KeyRow(_("← → or H L"), _("pick one of its keys")),
        KeyRow("Del", _("remove that key"), (("Del", _("remove")),)),
        KeyRow("R", _("restore its keys"), (), {"r": "restore"}),
        KeyRow("T", _("try the keys"), (("T", _("try")),), {"t": "try"}),
        KeyRow("N", _("rename your preset")),
        WELCOME.without_line(),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "controls.tcss"
    HEADING = _("Controls")
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._taken_key = ""
        """The key of another button, while it is asked whether to move it."""

    def body(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield self.new_list()
            with Vertical(id="aside"):
                yield KeyTester(self._services.clock)
                yield HandlingField(self._services.clock)
                yield Static(Content.styled(_HINT_TRY, "$muted"), id="trial")
        yield Static(id="details")
        yield KeyPrompt()

    def rows(self) -> Iterator[Option]:
        yield PresetRow("controls", self.current_settings)
        yield HeadingRow(_("Buttons"))
        yield from (ButtonRow(button, self) for button in BUTTON_TITLES)
        yield from self.setting_rows(spec for spec in Interface.specs() if spec.group == KEYBOARD)

    def on_mount(self) -> None:
        self.watch(self._services.terminal, "keyboard", lambda _: self._update_trial(), init=False)

    def on_screen_suspend(self) -> None:
        self._services.terminal.release_keys(self.track_key)
        self._tester.stop()

    def show_settings(self) -> None:
        if not self.prompt.is_open:
            super().show_settings()
        if self.app.screen is self:
            self._services.terminal.capture_keys(self.track_key, releases=self.settings.interface.wants_releases)
        self._update_trial()

    def track_key(self, event: KeyEvent) -> None:
        self._tester.track_key(event)
        self.prompt.track_key(event)
        self._field.track_key(event)

    def unreported(self, keys: Iterable[str]) -> list[str]:
        """Return those of some chords that this terminal does not report as such."""
        term = os.environ.get("TERM", "")
        return [key for key in keys if not is_distinct(key, self._services.terminal.keyboard, term)]

    def label(self, key: str) -> str:
        return key_label(key, ascii_only=self._services.appearance.ascii_only)

    @property
    def bindings(self) -> Bindings:
        return self.settings.controls.bindings

    # Changing keys.

    def action_restore(self) -> None:
        row = self.settings_list.rows.row
        if isinstance(row, ButtonRow):
            self.post_message(row.restore())

    def on_key_prompt_pressed(self, event: KeyPrompt.Pressed) -> None:
        if not isinstance(self.asking, ButtonRow):
            return
        key, button = event.key_id, self.asking.button
        other = self.bindings.button(key)
        if key in self._commands:
            self.prompt.refuse(_("{label} is a command of the game.").format(label=self.label(key)))
        elif other is None:
            self._bind(key)
        elif other is button:
            self.prompt.refuse(
                _("{label} is already a key of {button}.").format(label=self.label(key), button=BUTTON_TITLES[button])
            )
        else:
            self._taken_key = key
            self.prompt.ask(_move_question(self.label(key), other, button))

    def on_key_prompt_confirmed(self, _: KeyPrompt.Confirmed) -> None:
        self._bind(self._taken_key)

    def _bind(self, key: str) -> None:
        if isinstance(self.asking, ButtonRow):
            self.post_message(self.asking.bind(key))
        self.close_prompt()

    # Trying them.

    def action_try(self) -> None:
        self._field.focus()
        self._show_trial(_TRYING)

    def on_handling_field_ended(self, _: HandlingField.Ended) -> None:
        self.settings_list.rows.focus()
        self._show_trial(_HINT_TRY)

    def on_handling_field_ran(self, event: HandlingField.Ran) -> None:
        self._show_trial(event.text)

    def _show_trial(self, text: str) -> None:
        self.query_one("#trial", Static).update(Content.styled(text, "$muted" if text == _HINT_TRY else "$accent"))

    def _update_trial(self) -> None:
        services, interface = self._services, self.settings.interface
        reported = support(services.terminal.keyboard, wants_releases=interface.wants_releases)
        self._tester.set_context(self.bindings, reported, self.unreported(key for key, _ in self.bindings.pairs))
        overrides = self.settings.gameplay.overrides(key_releases=services.keyboard.reports_releases)
        self._field.prepare(
            overrides, self.bindings, bare(services.appearance.look), hold_to_wall=interface.hold_to_wall
        )

    @property
    def _commands(self) -> frozenset[str]:
        computer = self.settings.computer
        return RESERVED_KEYS | {computer.watch_key, computer.hint_key, computer.retry_key}

    @property
    def _tester(self) -> KeyTester:
        return self.query_one(KeyTester)

    @property
    def _field(self) -> HandlingField:
        return self.query_one(HandlingField)


def _move_question(label: str, other: Button, button: Button) -> Content:
    return Content.assemble(
        (label, "bold $accent"),
        _(" is the key of {button}.\n").format(button=BUTTON_TITLES[other]),
        ("Enter", "$accent"),
        _(" moves it to {button}.\n").format(button=BUTTON_TITLES[button]),
        (KEEP_HINT, "$muted"),
    )
