"""The keys of a screen: one table, from which its bindings, its key line and its help come."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from textual.binding import Binding, BindingType

from piecement.ui.command_keys import LOAD, SAVE, with_second

Labelled = tuple[str, str]
"""The label of a key, or of some, and what it does."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A line of the help: a key, or some that belong together."""

    keys: str
    """Their label in the help."""
    does: str
    """What they do, in the help."""
    line: tuple[Labelled, ...] = ()
    """Their part of the key line."""
    actions: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    """Actions of the screen by keys, both as Textual writes them; none where a widget or the application has them."""

    def without_line(self) -> "KeyRow":
        return replace(self, line=())


KeyTable = tuple[KeyRow, ...]


def bindings_of(table: Iterable[KeyRow]) -> list[BindingType]:
    return [
        Binding(key, action, row.does, show=False)
        for row in table
        for keys, action in row.actions.items()
        for key in keys.split(",")
    ]


def line_of(table: Iterable[KeyRow]) -> tuple[Labelled, ...]:
    """Return the content of the key line."""
    return tuple(label for row in table for label in row.line)


MOVE: Final = KeyRow("↑ ↓ or K J", "move the cursor", (("↑↓", "move"),))
CHOOSE: Final = KeyRow("Enter", "choose", (("Enter", "choose"),))
MOUSE: Final = KeyRow("mouse", "click; right: back")
LIST: Final[KeyTable] = (MOVE, CHOOSE, MOUSE)
"""The keys of a menu."""

SCROLL: Final = KeyRow("↑ ↓", "scroll", (("↑↓", "scroll"),))
SAVE_ROW: Final = KeyRow("Ctrl+S", "save in a slot", (), {with_second(SAVE): "navigate_to('save_game')"})
LOAD_ROW: Final = KeyRow(
    "Ctrl+L", "load a saved game", (("Ctrl+L", "load"),), {with_second(LOAD): "navigate_to('load_game')"}
)
AGAIN: Final = KeyRow("R or Ctrl+R", "play again", (("R", "again"),), {"r,ctrl+r": "retry"})
WELCOME: Final = KeyRow("W", "the welcome again", (("W", "welcome"),), {"w": "navigate_to('first_run')"})
BACK: Final = KeyRow("Esc", "go back", (("Esc", "back"),), {"escape": "back"})
SUSPEND: Final = KeyRow("Ctrl+Z", "suspend", (), {"ctrl+z": "app.suspend_process"})
HELP: Final = KeyRow("?", "these keys", (("?", "keys"),))
QUIT: Final = KeyRow("Ctrl+C", "quit")
GAME_WAITS: Final = KeyRow("Ctrl+C", "quit: the game waits")
ANYWHERE: Final[KeyTable] = (SUSPEND, HELP, QUIT)
"""The keys at the end of most tables."""

ESSENTIAL_LABELS: Final = frozenset({*BACK.line, *HELP.line})
"""What a key line leaves out last."""

CHANGE: Final = KeyRow("← → or H L", "change the value", (("←→", "change"),))
BY_TEN: Final = KeyRow("Shift+← →", "by ten steps")
OPEN: Final = KeyRow("Enter", "switch, type, or list", (("Enter", "open"),))
TYPE: Final = KeyRow("0 to 9", "type a number")
RESTORE: Final = KeyRow("Del", "as it was at first", (("Del", "restore"),))
SETTINGS_LIST: Final[KeyTable] = (MOVE, CHANGE, BY_TEN, OPEN, TYPE, RESTORE)
"""The keys of a list of settings."""

PRESETS: Final[KeyTable] = (KeyRow("N", "name your preset"), KeyRow("Del", "remove your preset"))
"""The keys of a list of settings that has presets."""
