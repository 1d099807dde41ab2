"""The keys of a screen: one table, from which its bindings, its key line and its help come."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from textual.binding import Binding, BindingType

from piecement.language import _
from piecement.ui.command_keys import LOAD, SAVE, with_second

Labelled = tuple[str, str]
"""The label of a key, or of some, and what it does."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A line of the help: a key, or some that belong together."""

    keys: str
    """Their label in the help."""
    does: str
    """Their effect, in the help."""
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


MOVE: Final = KeyRow(_("↑ ↓ or K J"), _("move the cursor"), (("↑↓", _("move")),))
CHOOSE: Final = KeyRow("Enter", _("choose"), (("Enter", _("choose")),))
MOUSE: Final = KeyRow(_("mouse"), _("click; right: back"))
LIST: Final[KeyTable] = (MOVE, CHOOSE, MOUSE)
"""The keys of a menu."""

SCROLL: Final = KeyRow("↑ ↓", _("scroll"), (("↑↓", _("scroll")),))
SAVE_ROW: Final = KeyRow("Ctrl+S", _("save the game"), (), {with_second(SAVE): "navigate_to('save_game')"})
LOAD_ROW: Final = KeyRow(
    "Ctrl+L", _("load a saved game"), (("Ctrl+L", _("load")),), {with_second(LOAD): "navigate_to('load_game')"}
)
AGAIN: Final = KeyRow(_("R or Ctrl+R"), _("play again"), (("R", _("again")),), {"r,ctrl+r": "retry"})
COPY: Final = KeyRow("C", _("copy the result"), (("C", _("copy")),), {"c": "copy_result"})
DONE: Final = KeyRow("Esc", _("to the title"), (("Esc", _("title")),), {"escape": "navigate_to('title')"})
WELCOME: Final = KeyRow("W", _("show the welcome again"), (("W", _("welcome")),), {"w": "navigate_to('first_run')"})
BACK: Final = KeyRow("Esc", _("go back"), (("Esc", _("back")),), {"escape": "back"})
SUSPEND: Final = KeyRow("Ctrl+Z", _("suspend"), (), {"ctrl+z": "app.suspend_process"})
HELP: Final = KeyRow("?", _("these keys"), (("?", _("keys")),))
QUIT: Final = KeyRow("Ctrl+C", _("quit"))
GAME_WAITS: Final = KeyRow("Ctrl+C", _("quit; game is saved"))
ANYWHERE: Final[KeyTable] = (SUSPEND, HELP, QUIT)
"""The keys at the end of most tables."""

ESSENTIAL_LABELS: Final = frozenset({*BACK.line, *HELP.line})
"""Labels that a key line drops last when space is short."""

CHANGE: Final = KeyRow(_("← → or H L"), _("change the value"), (("←→", _("change")),))
BY_TEN: Final = KeyRow("Shift+← →", _("ten steps at a time"))
OPEN: Final = KeyRow("Enter", _("switch, type or choose"), (("Enter", _("open")),))
TYPE: Final = KeyRow(_("0 to 9"), _("type a number"))
RESTORE: Final = KeyRow("Del", _("back to the default"), (("Del", _("restore")),))
SETTINGS_LIST: Final[KeyTable] = (MOVE, CHANGE, BY_TEN, OPEN, TYPE, RESTORE)
"""The keys of a list of settings."""

PRESETS: Final[KeyTable] = (KeyRow("N", _("rename your preset")), KeyRow("Del", _("delete your preset")))
"""The keys of a list of settings that has presets."""
