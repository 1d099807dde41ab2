"""The rows of a list of keys: a button of the game a row, with its keys side by side."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.message import Message

from piecement.input.bindings import DEFAULT_BINDINGS, LEFT_BINDINGS, RIGHT_BINDINGS, Bindings
from piecement.language import _
from piecement.settings.presets import with_change
from piecement.settings.settings import Settings
from piecement.ui.messages import SettingChanged
from piecement.ui.texts.button_texts import BUTTON_ACTIONS, BUTTON_TITLES
from piecement.ui.widgets.setting_rows import ChoiceAsked, KeyAsked, Row, RowText
from piecement_engine.buttons import Button

WARNED: Final = "!"
"""The mark of a row with a key that does not work as it should."""

GROUPS: Final = (
    (_("Move"), (Button.MOVE_LEFT, Button.MOVE_RIGHT, Button.TELEPORT_LEFT, Button.TELEPORT_RIGHT)),
    (_("Rotate"), (Button.ROTATE_LEFT, Button.ROTATE_RIGHT, Button.ROTATE_180, Button.ROTATE_0)),
    (_("Drop and hold"), (Button.SOFT_DROP, Button.HARD_DROP, Button.SONIC_DROP, Button.HOLD)),
)
"""The buttons under their headings."""

_HINT: Final = _("Enter adds a key.")
_HINT_WITH_KEYS: Final = _("Enter adds a key, Del removes it, R restores.")
_CELL: Final = 8
"""The columns of a key, and of what lies between two."""

_CELLS: Final = 2
"""How many keys are in view at once."""


@dataclass(frozen=True, slots=True)
class KeySet:
    """A set of keys: a setting that holds the keys of each button."""

    name: str
    """Also the start of the ids of its rows."""
    title: str
    sentence: str
    section: str
    setting: str
    first: Bindings
    """The keys before anything is changed."""

    def bindings(self, settings: Settings) -> Bindings:
        return Bindings.of(getattr(settings.section(self.section), self.setting))

    def rebound(self, settings: Settings, change: Callable[[Bindings], Bindings]) -> Settings:
        """Return the settings with other bindings of this set."""
        return with_change(settings, self.section, self.setting, change(self.bindings(settings)).table())


ONE: Final = KeySet(
    "controls", _("One player"), _("The keys of every game, but a match of two."), "controls", "keys", DEFAULT_BINDINGS
)
LEFT: Final = KeySet(
    "left", _("Left of two"), _("The keys of the left player in a match of two."), "pair", "left", LEFT_BINDINGS
)
RIGHT: Final = KeySet(
    "right", _("Right of two"), _("The keys of the right player in a match of two."), "pair", "right", RIGHT_BINDINGS
)
KEY_SETS: Final = {keys.name: keys for keys in (ONE, LEFT, RIGHT)}
OTHER_PLAYER: Final = {LEFT: RIGHT, RIGHT: LEFT}
"""Of the two players at one keyboard, the other one."""


class KeyFacts(Protocol):
    """What rows of keys are told by their screen."""

    @property
    def key_set(self) -> KeySet:
        """Whose keys are shown."""
        ...

    @property
    def shown(self) -> Settings:
        """The settings that are shown, such as those of a preset that is considered."""
        ...

    def label(self, key: str) -> str: ...

    def key_problem(self, key: str) -> str:
        """Return why a bound key does not work as it should; empty if it does."""
        ...


@dataclass
class KeySetChosen(Message):
    """The keys of another player are to be shown."""

    key_set: KeySet


class KeySetRow(Row):
    """Says whose keys are shown; arrows show those of another player."""

    def __init__(self, screen: KeyFacts) -> None:
        super().__init__("", id="key_set")
        self._screen = screen

    @property
    def text(self) -> RowText:
        return RowText(_("Keys of"), self._screen.key_set.title, may_step=True)

    @property
    def explanation(self) -> Content:
        return Content(self._screen.key_set.sentence)

    def explain_choice(self, name: str) -> Content:
        return Content(KEY_SETS[name].sentence)

    def select(self) -> Message | None:
        titles = {name: keys.title for name, keys in KEY_SETS.items()}
        return ChoiceAsked(self, titles, self._screen.key_set.name)

    def choose(self, name: str) -> Message | None:
        return KeySetChosen(KEY_SETS[name])

    def step(self, steps: int) -> Message | None:
        names = list(KEY_SETS)
        index = names.index(self._screen.key_set.name) + (1 if steps > 0 else -1)
        return KeySetChosen(KEY_SETS[names[index % len(names)]])


class CommandRow(Row):
    """A row for a command of the game, which keeps its keys."""

    def __init__(self, keys: str, does: str, sentence: str) -> None:
        super().__init__("", id=f"command.{keys}")
        self._text = RowText(keys, does, is_faint=True, wraps=True)
        self._explanation = Content.assemble((f"{does[0].upper()}{does[1:]}. ", "$foreground"), sentence)

    @property
    def text(self) -> RowText:
        return self._text

    @property
    def explanation(self) -> Content:
        return self._explanation


class ButtonRow(Row):
    """A row for a button and its keys, one of which Del removes."""

    def __init__(self, button: Button, screen: KeyFacts) -> None:
        super().__init__("", id=f"{screen.key_set.name}.{button}")
        self.button = button
        self._screen = screen
        self._chosen = 0
        """The index of the key that Del removes."""

    @property
    def text(self) -> RowText:
        labels = [self._screen.label(key) for key in self._keys]
        chosen = self._chosen % len(labels) if labels else 0
        marked = [f"[{label}]" if index == chosen else label for index, label in enumerate(labels)]
        return RowText(
            BUTTON_TITLES[self.button],
            _in_cells(labels, 0) or _("no key"),
            mark=WARNED if self._problems else "",
            is_faint=not labels,
            current_value=_in_cells(marked if len(labels) > 1 else labels, chosen),
        )

    @property
    def explanation(self) -> Content:
        does = BUTTON_ACTIONS[self.button]
        hint = _HINT_WITH_KEYS if self._keys else _HINT
        problems = "".join(f" {problem}" for problem in self._problems[:1])
        return Content.assemble((f"{does[0].upper()}{does[1:]}. ", "$foreground"), hint, (problems, "$warning"))

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
        return self._rebound(lambda bindings: bindings.unbind(key))

    def restore(self) -> Message:
        """Return what restores the first keys of the button."""
        self._chosen = 0
        first = self._screen.key_set.first
        return self._rebound(lambda bindings: bindings.restore(self.button, first))

    def bind(self, key: str) -> Message:
        """Return what adds a key to the button, and takes it from the other one of two players."""
        self._chosen = len(self._keys)
        own, button = self._screen.key_set, self.button
        other = OTHER_PLAYER.get(own)

        def change(settings: Settings) -> Settings:
            if other is not None and other.bindings(settings).button(key) is not None:
                settings = other.rebound(settings, lambda bindings: bindings.unbind(key))
            return own.rebound(settings, lambda bindings: bindings.bind(key, button))

        return SettingChanged(change)

    def _rebound(self, change: Callable[[Bindings], Bindings]) -> SettingChanged:
        own = self._screen.key_set
        return SettingChanged(lambda settings: own.rebound(settings, change))

    @property
    def _keys(self) -> tuple[str, ...]:
        return self._screen.key_set.bindings(self._screen.shown).keys(self.button)

    @property
    def _problems(self) -> tuple[str, ...]:
        return tuple(filter(None, map(self._screen.key_problem, self._keys)))


def _in_cells(labels: Iterable[str], chosen: int) -> str:
    """Return labels in columns: those in view, with the chosen one among them, and how many more there are."""
    all_labels = list(labels)
    start = max(0, min(chosen, len(all_labels) - 1) - _CELLS + 1)
    seen = all_labels[start : start + _CELLS]
    more = len(all_labels) - len(seen)
    cells = [set_cell_size(label, max(_CELL, cell_len(label) + 1)) for label in seen]
    return "".join([*cells, f"+{more}" if more else ""]).rstrip()
