"""Which key is which button, what the terminal tells of keys, and a field to try them in."""

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.input.bindings import DEFAULT_BINDINGS, Bindings
from piecement.input.chords import is_distinct, parts_of
from piecement.input.key_names import key_label
from piecement.settings.described import described
from piecement.settings.presets import with_section
from piecement.terminal.key_events import KeyEvent
from piecement.terminal.key_support import support
from piecement.ui.bases.knob_screen import KnobScreen
from piecement.ui.command_keys import SECOND_KEYS
from piecement.ui.game.game_keys import commands
from piecement.ui.key_rows import ANYWHERE, BACK, MOVE, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.button_texts import BUTTON_DEEDS, BUTTON_TITLES
from piecement.ui.widgets.handling_field import HandlingField, bare
from piecement.ui.widgets.key_tester import KeyTester
from piecement.ui.widgets.key_trap import KEEP_HINT, KeyTrap
from piecement.ui.widgets.knob_list import Cleared, HeadingOption, RowText, SlotOption, Stepped
from piecement.ui.widgets.knob_texts import rows_of
from piecement_engine.buttons import Button

if TYPE_CHECKING:
    from piecement.ui.services import Services

_HINT: Final = "Enter adds a key."
_HINT_WITH_KEYS: Final = "Enter adds a key, Del takes it away, R restores."
_HINT_TRY: Final = "T tries the keys here"
_TRYING: Final = "Move, turn and drop. Esc ends it."


def build(services: "Services", _: None) -> "ControlsScreen":
    """Return the screen."""
    return ControlsScreen(services)


class ButtonOption(Option):
    """A line for a button and its keys."""

    def __init__(self, button: Button) -> None:
        super().__init__("", id=f"controls.{button}")
        self.button = button


class ControlsScreen(KnobScreen):
    """The keys."""

    NODE = Node.CONTROLS
    KEYS = (
        MOVE,
        KeyRow("Enter", "add a key", (("Enter", "add a key"),)),
        KeyRow("← → or H L", "pick one of its keys"),
        KeyRow("Del", "take that key away", (("Del", "remove"),)),
        KeyRow("R", "its keys as at first", (), {"r": "restore"}),
        KeyRow("T", "try the keys", (("T", "try"),), {"t": "try"}),
        KeyRow("N", "name your slot", (), {"n": "rename"}),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "controls.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._chosen = 0
        """Which of the keys of the button with the cursor is meant."""
        self._wanted: tuple[Button, str] | None = None
        """The button that a key is waited for, and the key that may be taken from another."""

    def compose(self) -> ComposeResult:
        """Lay out the buttons beside what shows the keys, and what opens over them."""
        with Vertical(classes="page"):
            yield Static("Controls", classes="heading")
            with Horizontal(id="body"):
                yield from self.knobs()
                with Vertical(id="aside"):
                    yield KeyTester(self._services.clock)
                    yield HandlingField(self._services.clock)
                    yield Static(Content.styled(_HINT_TRY, "$muted"), id="trial")
            yield Static(id="details")
        yield KeyTrap()
        yield self.key_line()

    def rows(self) -> Iterator[Option]:
        """Return the slot, the buttons, and what is about the keyboard."""
        yield SlotOption("controls")
        yield HeadingOption("Buttons")
        yield from (ButtonOption(button) for button in BUTTON_TITLES)
        yield from rows_of(setting for setting in described("interface") if setting.group == "Keyboard")

    def on_mount(self) -> None:
        """Follow the settings, and what the terminal tells of its keyboard."""
        self._services.settings.changed.subscribe(self, lambda _: self._capture())
        self.watch(self._services.terminal, "keyboard", lambda _: self._prepare(), init=False)

    def on_screen_resume(self) -> None:
        """Take the keys."""
        self._capture()

    def on_screen_suspend(self) -> None:
        """Let go of the keys."""
        self._services.terminal.release_keys(self.take_key)
        self._stop_waiting()
        self._tester.rest()

    def take_key(self, event: KeyEvent) -> None:
        """Take a key at the moment it changes."""
        self._tester.feed(event)
        self._trap.take_key(event)
        self._field.take_key(event)

    def tell(self, option: Option) -> RowText:
        """Return what a line says."""
        if not isinstance(option, ButtonOption):
            return super().tell(option)
        keys = self._bound.keys(option.button)
        labels = [self._label(key) for key in keys]
        if len(labels) > 1 and self._is_current(option):
            labels[self._chosen % len(labels)] = f"[{labels[self._chosen % len(labels)]}]"
        return RowText(BUTTON_TITLES[option.button], " ".join(labels) or "no key", is_faint=not labels)

    def explain(self, option: Option) -> Content:
        """Return what is to be known of a line."""
        if not isinstance(option, ButtonOption):
            return super().explain(option)
        deed = BUTTON_DEEDS[option.button]
        hint = _HINT_WITH_KEYS if self._bound.keys(option.button) else _HINT
        return Content.assemble((f"{deed[0].upper()}{deed[1:]}. ", "$foreground"), hint, self._warning(option.button))

    def _warning(self, button: Button) -> tuple[str, str]:
        """Return a warning where a key of a button is a chord that this terminal does not tell."""
        untold = self._untold(self._bound.keys(button))
        if not untold:
            return "", ""
        alone = parts_of(untold[0])[1]
        return f" This terminal does not tell {self._label(untold[0])} from {self._label(alone)}.", "$warning"

    def _untold(self, keys: Iterable[str]) -> list[str]:
        term = os.environ.get("TERM", "")
        return [key for key in keys if not is_distinct(key, self._services.terminal.keyboard, term)]

    # Choosing and changing keys.

    @on(OptionList.OptionHighlighted)
    def choose_first_key(self) -> None:
        """Begin with the first key of the button with the cursor."""
        self._chosen = 0
        self.knob_list.retell()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Wait for a key for the button."""
        if isinstance(event.option, ButtonOption):
            self._wait_for_key(event.option.button)

    def on_stepped(self, event: Stepped) -> None:
        """Choose among the keys of a button."""
        if isinstance(event.option, ButtonOption):
            count = len(self._bound.keys(event.option.button))
            self._chosen = (self._chosen + event.steps) % max(1, count)
            self.knob_list.retell()

    def on_cleared(self, event: Cleared) -> None:
        """Take the chosen key from its button."""
        if isinstance(event.option, ButtonOption) and (keys := self._bound.keys(event.option.button)):
            self._rebind(self._bound.unbind(keys[self._chosen % len(keys)]))
            self._chosen = max(0, min(self._chosen, len(keys) - 2))
            self.knob_list.retell()

    def action_restore(self) -> None:
        """Give the button with the cursor the keys that it had at first."""
        option = self.knob_list.highlighted_option
        if isinstance(option, ButtonOption):
            self._rebind(self._bound.restore(option.button, DEFAULT_BINDINGS))

    def _wait_for_key(self, button: Button) -> None:
        self._wanted = button, ""
        self._trap.wait_for_key(
            Content.assemble("Press a key for ", (BUTTON_TITLES[button], "bold $accent"), ".\n", (KEEP_HINT, "$muted"))
        )

    def on_key_trap_caught(self, event: KeyTrap.Caught) -> None:
        """Bind the key that was pressed, or ask first where it has a button."""
        if self._wanted is None:
            return
        button = self._wanted[0]
        other = self._bound.button(event.key_id)
        if event.key_id in self._commands:
            self._trap.refuse(f"{self._label(event.key_id)} is a command of the game.")
        elif other is None:
            self._bind(button, event.key_id)
        elif other is button:
            self._trap.refuse(f"{self._label(event.key_id)} is a key of {BUTTON_TITLES[button]} already.")
        else:
            self._wanted = button, event.key_id
            self._trap.ask(_taken(self._label(event.key_id), other, button))

    def on_key_trap_confirmed(self, _: KeyTrap.Confirmed) -> None:
        """Move the key from its button to the one that waits."""
        if self._wanted is not None:
            self._bind(*self._wanted)

    def on_key_trap_left(self, _: KeyTrap.Left) -> None:
        """Leave everything as it is."""
        self._stop_waiting()

    def _bind(self, button: Button, key_id: str) -> None:
        self._rebind(self._bound.bind(key_id, button))
        self._chosen = len(self._bound.keys(button)) - 1
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._trap.is_open:
            self._wanted = None
            self._trap.close()
            self.knob_list.focus()
            self.retell()

    def _rebind(self, bindings: Bindings) -> None:
        controls = self.settings.controls.changed("keys", bindings.table())
        self._services.settings.adopt(with_section(self.settings, "controls", controls))

    # Trying them.

    def action_try(self) -> None:
        """Play in the field."""
        self._field.focus()
        self._tell_trial(_TRYING)

    def on_handling_field_left(self, _: HandlingField.Left) -> None:
        """Go back to the list."""
        self.knob_list.focus()
        self._tell_trial(_HINT_TRY)

    def on_handling_field_ran(self, event: HandlingField.Ran) -> None:
        """Tell how fast the piece was really moved."""
        self._tell_trial(event.text)

    def _tell_trial(self, text: str) -> None:
        self.query_one("#trial", Static).update(Content.styled(text, "$muted" if text == _HINT_TRY else "$accent"))

    def _capture(self) -> None:
        """Take the keys as the settings want them."""
        if self.app.screen is self:
            self._services.terminal.capture_keys(self.take_key, releases=self.settings.interface.wants_releases)
        self._prepare()

    def _prepare(self) -> None:
        """Tell and try keys as they are set now, on this terminal."""
        services, interface = self._services, self.settings.interface
        told = support(services.terminal.keyboard, wants_releases=interface.wants_releases)
        self._tester.describe(self._bound, told, self._untold(key for key, _ in self._bound.pairs))
        wishes = self.settings.gameplay.wishes(key_releases=services.keyboard.knows_releases)
        self._field.prepare(wishes, self._bound, bare(services.appearance.look), hold_to_wall=interface.hold_to_wall)

    def _label(self, key_id: str) -> str:
        return key_label(key_id, ascii_only=self._services.appearance.ascii_only)

    def _is_current(self, option: Option) -> bool:
        return self.is_mounted and option is self.knob_list.highlighted_option

    @property
    def _commands(self) -> frozenset[str]:
        """The keys of commands, but for their second ones, which a button may have instead."""
        computer = {self.settings.computer.watch_key, self.settings.computer.hint_key}
        return (commands(self.settings) | computer) - set(SECOND_KEYS.values())

    @property
    def _bound(self) -> Bindings:
        return self.settings.controls.bindings

    @property
    def _tester(self) -> KeyTester:
        return self.query_one(KeyTester)

    @property
    def _field(self) -> HandlingField:
        return self.query_one(HandlingField)

    @property
    def _trap(self) -> KeyTrap:
        return self.query_one(KeyTrap)


def _taken(label: str, other: Button, button: Button) -> Content:
    return Content.assemble(
        (label, "bold $accent"),
        f" is the key of {BUTTON_TITLES[other]}.\n",
        ("Enter", "$accent"),
        f" moves it to {BUTTON_TITLES[button]}.\n",
        (KEEP_HINT, "$muted"),
    )
