"""The computer as a player: who plays when you watch, and how."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.input.key_names import key_label
from piecement.settings.computer import Computer
from piecement.settings.described import described
from piecement.settings.section import default_of, sentence_of
from piecement.ui.bases.knob_screen import KnobScreen
from piecement.ui.command_keys import SECOND_KEYS
from piecement.ui.key_rows import ANYWHERE, BACK, SETTINGS_LIST, bindings_of
from piecement.ui.menu_graph import EVERYWHERE, Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.button_texts import BUTTON_TITLES
from piecement.ui.widgets.chord_trap import ChordTrap
from piecement.ui.widgets.key_trap import KEEP_HINT, KeyTrap
from piecement.ui.widgets.knob_list import Cleared, HeadingOption, KnobOption, RowText
from piecement.ui.widgets.knob_texts import rows_of, value_of

if TYPE_CHECKING:
    from piecement.ui.services import Services


_COMMANDS: Final = {"watch_key": "Let the bot play", "hint_key": "Show hints"}
"""The settings that are keys, and what they are called."""


def build(services: "Services", _: None) -> "ComputerScreen":
    """Return the screen."""
    return ComputerScreen(services)


class CommandOption(Option):
    """A line for the key of a command."""

    def __init__(self, name: str) -> None:
        super().__init__("", id=f"computer.{name}")
        self.name = name
        """That of the setting."""


class ComputerScreen(KnobScreen):
    """What is set about bots."""

    NODE = Node.COMPUTER
    KEYS = (*SETTINGS_LIST, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "computer.tcss"

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._wanted = ""
        """The setting that a key is waited for."""

    def compose(self) -> ComposeResult:
        """Lay out the list over what explains it, and what asks for a key."""
        with Vertical(classes="page"):
            yield Static("Computer", classes="heading")
            yield from self.knobs()
            yield Static(id="details")
        yield ChordTrap()
        yield self.key_line()

    def rows(self) -> Iterator[Option]:
        """Return the settings, and the keys for a game."""
        yield from rows_of(described("computer"))
        yield HeadingOption("Keys in a game")
        yield from (CommandOption(name) for name in _COMMANDS)

    def tell(self, option: Option) -> RowText:
        """Return what a line says."""
        if not isinstance(option, CommandOption):
            return super().tell(option)
        return RowText(_COMMANDS[option.name], key_label(self._key_of(option.name)))

    def explain(self, option: Option) -> Content:
        """Return what is to be known of a line, and of what it is set to."""
        if isinstance(option, CommandOption):
            return Content(sentence_of(Computer, option.name))
        if not isinstance(option, KnobOption):
            return super().explain(option)
        setting = option.setting
        told = setting.explained.get(str(value_of(self.settings, setting)), "")
        return Content(f"{setting.sentence}\n{told}".rstrip())

    # The keys in a game.

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Wait for a key."""
        if not isinstance(event.option, CommandOption):
            return
        title = _COMMANDS[event.option.name]
        self._wanted = event.option.name
        self._trap.wait_for_key(
            Content.assemble("Press a key for: ", (title, "bold $accent"), ".\n", (KEEP_HINT, "$muted"))
        )

    def on_cleared(self, event: Cleared) -> None:
        """Set a key as by default."""
        if isinstance(event.option, CommandOption):
            self._services.settings.change("computer", event.option.name, default_of(Computer, event.option.name))

    def on_key_trap_caught(self, event: KeyTrap.Caught) -> None:
        """Take the key that was pressed, unless it does something else already."""
        if use := self._use_of(event.key_id):
            self._trap.refuse(f"{key_label(event.key_id)} {use} already.")
        else:
            self._services.settings.change("computer", self._wanted, event.key_id)
            self._leave_trap()

    def on_key_trap_left(self, _: KeyTrap.Left) -> None:
        """Leave everything as it is."""
        self._leave_trap()

    def _leave_trap(self) -> None:
        self._trap.close()
        self.knob_list.focus()
        self.retell()

    def _use_of(self, key: str) -> str:
        """Return what a key does in a game, but for the command that is asked about; nothing for a free one."""
        from piecement.ui.screens.game import GameScreen  # noqa: PLC0415 - comes with the whole game

        button = self.settings.controls.bindings.button(key)
        if button is not None:
            return f"is a key of {BUTTON_TITLES[button]}"
        commands = {binding.key for binding in GameScreen.BINDINGS if isinstance(binding, Binding)}
        others = {self._key_of(name) for name in _COMMANDS if name != self._wanted}
        taken = commands - set(SECOND_KEYS.values()) | others | {key.key for key in EVERYWHERE}
        return "is a command" if key in taken else ""

    def _key_of(self, name: str) -> str:
        return str(getattr(self.settings.computer, name))

    @property
    def _trap(self) -> ChordTrap:
        return self.query_one(ChordTrap)
