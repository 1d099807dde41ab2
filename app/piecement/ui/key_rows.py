"""Keys of screens and commands: one table for bindings, key line and help."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from textual.binding import Binding, BindingType

from piecement.input.key_labels import key_label
from piecement.ui.command_keys import LOAD, SAVE, with_second
from piecement_base.language import N_

Labelled = tuple[str, str]
"""The label of a key, or of some, and what it does."""

_ARROWS: Final = frozenset({"up", "down", "left", "right"})

LineKeys = tuple[str, str]
"""Some keys by name, with blanks between them, and what they do: a part of the key line, in which each is clicked."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A line of the help: a key, or some that belong together. Its texts are translated where they are shown."""

    keys: str
    """Their label in the help."""
    does: str
    """Their effect, in the help."""
    line: tuple[LineKeys, ...] = ()
    """Their part of the key line."""
    actions: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    """Actions of the screen by keys, both as Textual writes them; none where a widget or the application has them."""
    section: str = ""
    """The heading in the help; empty for that of the screen."""

    def without_line(self) -> "KeyRow":
        return replace(self, line=())

    def labelled(self, does: str) -> "KeyRow":
        """Return the row with another effect in the key line."""
        return replace(self, line=((self.line[0][0], does),))


KeyTable = tuple[KeyRow, ...]

PLAY: Final = N_("PLAY")
"""Section of the help on buttons."""
MENUS: Final = N_("MENUS")
"""Section of the help on menus."""


FIND_ACTION: Final = "find"
"""Action that opens a line to type in, before the next key is sent to the widget that has the focus until then."""


def find_row(does: str) -> KeyRow:
    """Return the row of the key that opens a line to find something by."""
    return KeyRow("/", does, (("slash", N_("find")),), {"slash": FIND_ACTION})


def bindings_of(table: Iterable[KeyRow]) -> list[BindingType]:
    return [
        Binding(key, action, row.does, show=False, priority=action == FIND_ACTION)
        for row in table
        for keys, action in row.actions.items()
        for key in keys.split(",")
    ]


def line_of(table: Iterable[KeyRow]) -> tuple[LineKeys, ...]:
    """Return the content of the key line."""
    return tuple(part for row in table for part in row.line)


def line_labels(keys: str, *, ascii_only: bool = False) -> list[tuple[str, str]]:
    """Return the labels of keys of the key line with their names, and between them signs without one.

    Three digits and more are shown as a range from the first to the last one.
    """
    names = keys.split()
    is_range = len(names) > 2 and all(name.isdecimal() for name in names)
    if is_range:
        names = [names[0], names[-1]]
    are_arrows = _ARROWS.issuperset(names)
    between = "-" if is_range else "/" if are_arrows and ascii_only else " "
    labels = [(key_label(name, ascii_only=ascii_only), name) for name in names]
    if are_arrows and not ascii_only:
        return labels
    return [part for label in labels for part in ((between, ""), label)][1:]


def number_keys(last: int, does: str, short: str = "") -> KeyRow:
    """Return the row of the keys 1 to `last`, with its text in the key line, if it is there."""
    return KeyRow(f"1-{last}", does, ((" ".join(map(str, range(1, last + 1))), short),) if short else ())


MOVE: Final = KeyRow(N_("↑ ↓ or K J"), N_("move the cursor"), (("up down", N_("move")),), section=MENUS)
CHOOSE: Final = KeyRow("Enter", N_("choose"), (("enter", N_("choose")),), section=MENUS)
MOUSE: Final = KeyRow(N_("mouse"), N_("click; right: back"), section=MENUS)
LIST: Final[KeyTable] = (MOVE, CHOOSE, MOUSE)
"""The keys of a menu."""

SCROLL: Final = KeyRow("↑ ↓", N_("scroll"), (("up down", N_("scroll")),))
SAVE_ROW: Final = KeyRow("Ctrl+S", N_("save the game"), (), {with_second(SAVE): "navigate_to('save_game')"})
LOAD_ROW: Final = KeyRow("Ctrl+L", N_("load a saved game"), (), {with_second(LOAD): "navigate_to('load_game')"})
AGAIN: Final = KeyRow(N_("R or Ctrl+R"), N_("play again"), (("r", N_("again")),), {"r,ctrl+r": "retry"})
COPY: Final = KeyRow("C", N_("copy the result"), (("c", N_("copy")),), {"c": "copy_result"})
COPY_LINE: Final = KeyRow("L", N_("copy as a line"), (("l", N_("line")),), {"l": "copy_line"})
DELETE: Final = KeyRow("Del", N_("delete a game"), (("delete", N_("delete")),), {"delete": "delete"})
BACK: Final = KeyRow("Esc", N_("go back"), (("escape", N_("back")),), {"escape": "back"}, MENUS)
SUSPEND: Final = KeyRow("Ctrl+Z", N_("suspend"), (), {"ctrl+z": "app.suspend_process"}, MENUS)
HELP: Final = KeyRow("?", N_("all keys"), (("question_mark", N_("keys")),), section=MENUS)
QUIT: Final = KeyRow("Ctrl+C", N_("quit"), section=MENUS)
GAME_WAITS: Final = KeyRow("Ctrl+C", N_("quit; game is saved"))
PALETTE: Final = KeyRow("Ctrl+P", N_("find anything"), (), {"ctrl+p": "app.command_palette"}, MENUS)
FIND: Final = find_row(PALETTE.does)

ANYWHERE: Final[KeyTable] = (SUSPEND, HELP, QUIT)
ON_MENUS: Final[KeyTable] = (PALETTE, *ANYWHERE)
LAST_KEYS: Final[KeyTable] = (BACK, *ON_MENUS)
"""The keys at the end of most tables; without the first where the screen has a way back of its own."""
LAST_KEYS_OF_LIST: Final[KeyTable] = (MOVE, MOUSE, *LAST_KEYS)
"""The keys at the end of the table of a list whose Enter does something particular."""

TABS: Final = KeyRow(
    "Tab", N_("next tab; Shift: back"), (("tab", N_("next")),), {"tab": "tab(1)", "shift+tab": "tab(-1)"}
)

CHANGE: Final = KeyRow(N_("← → or H L"), N_("change the value"), (("left right", N_("change")),))
BY_TEN: Final = KeyRow("Shift+← →", N_("ten steps at a time"))
OPEN: Final = KeyRow("Enter", N_("switch, type or choose"), (("enter", N_("open")),))
TYPE: Final = KeyRow(N_("0 to 9"), N_("type a number"))
RESTORE: Final = KeyRow("Del", N_("reset to the default"), (("delete", N_("reset")),))
SETTINGS_LIST: Final[KeyTable] = (MOVE, CHANGE, BY_TEN, OPEN, TYPE, RESTORE)
"""The keys of a list of settings."""

LISTEN: Final = KeyRow("P", N_("play the sound"), (("p", N_("play it")),), {"p": "listen"})
TRY: Final = KeyRow("T", N_("try your keys"), (), {"t": "try"})

PRESETS: Final[KeyTable] = (KeyRow("N", N_("rename your preset")), KeyRow("Del", N_("delete your preset")))
"""The keys of a list of settings that has presets."""
