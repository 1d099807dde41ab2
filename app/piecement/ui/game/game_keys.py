"""The keys of a game, those of its buttons among them, and what each does."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from piecement.input.bindings import Bindings
from piecement.input.key_names import key_label
from piecement.ui.command_keys import BLINDFOLD, LOAD, LOOK, SAVE, SECOND_KEYS, taken_second_keys, with_second
from piecement.ui.key_rows import KeyRow, KeyTable, bindings_of
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.texts.button_texts import BUTTON_ACTIONS

if TYPE_CHECKING:
    from piecement.settings.settings import Settings

Reach = Callable[[str], str]
"""Returns what to call the key that comes through for a command."""

_UNDO: Final[KeyTable] = (
    KeyRow("Ctrl+Z", "take back a piece: practice", (), {"ctrl+z": "undo_piece"}),
    KeyRow("Ctrl+U", "take back a press: practice", (), {"ctrl+u": "undo_press"}),
)
"""What does nothing while a bot plays."""

_PRACTICE: Final[KeyTable] = (
    *_UNDO,
    KeyRow("Ctrl+S", "save in a slot", (), {with_second(SAVE): "navigate_to('save_game')"}),
    KeyRow("Ctrl+L", "load from a slot: practice", (), {with_second(LOAD): "navigate_to('load_game')"}),
)

_COMMANDS: Final[KeyTable] = (
    KeyRow("Esc", "pause", (), {"escape": "pause"}),
    KeyRow("Ctrl+R", "start again with new pieces", (), {"ctrl+r": "restart"}),
    KeyRow("Ctrl+D", "give up", (), {"ctrl+d": "forfeit"}),
    KeyRow("Ctrl+G", "next look, with Alt back", (), {with_second(LOOK): "look(1)", "alt+ctrl+g,alt+f8": "look(-1)"}),
    KeyRow("Ctrl+B", "blindfold", (), {f"{with_second(BLINDFOLD)},alt+ctrl+b": "blindfold"}),
)

GAME_KEYS: Final[KeyTable] = (*_COMMANDS, *_PRACTICE)
MATCH_KEYS: Final[KeyTable] = (
    KeyRow("due", "rows that rise soon: the bar"),
    KeyRow("", "clears cancel them or send"),
    *_COMMANDS,
)
GAME_BINDINGS: Final = bindings_of(GAME_KEYS)
"""Those of a match too, where saving and taking back say that they are not to be had."""

_PACE: Final = KeyRow("↑ ↓", "bot faster, slower")
_AHEAD: Final = KeyRow("← →", "bot looks ahead less, more")

_BOUND: Final = frozenset(key for row in GAME_KEYS for keys in row.actions for key in keys.split(","))
_EDGES: Final = frozenset(edge.key for edge in edges_from(Node.GAME, Trigger.KEY))

RESERVED_KEYS: Final = (_BOUND | _EDGES) - set(SECOND_KEYS.values())
"""The keys of commands that nothing else can have."""


def commands(settings: "Settings") -> frozenset[str]:
    """Return all keys that are no buttons; no button takes one."""
    return (_BOUND | _EDGES) - taken_second_keys(settings)


def played_rows(own: KeyTable, buttons: Iterator[KeyRow], settings: "Settings", reach: Reach) -> Iterator[KeyRow]:
    """Yield the keys of a player: the buttons, the game's own, and those of the computer."""
    yield from buttons
    yield from own
    yield KeyRow(reach(settings.computer.watch_key), "let a bot play, or play on")
    yield KeyRow(reach(settings.computer.hint_key), "show where a bot would go")


def watched_rows(own: KeyTable, settings: "Settings", reach: Reach, *, looks_ahead: bool) -> Iterator[KeyRow]:
    """Yield the keys of a player for whom a bot plays: one that looks ahead as far as is set, or as it likes."""
    yield _PACE
    if looks_ahead:
        yield _AHEAD
    yield KeyRow(reach(settings.computer.watch_key), "play on yourself")
    yield from (row for row in own if row not in _UNDO)


def button_rows(*hands: Bindings, most: int | None = None, ascii_only: bool) -> Iterator[KeyRow]:
    """Yield the keys, or the most there is room for, that each of the hands has for each button, if it has any."""
    for button, does in BUTTON_ACTIONS.items():
        if keys := [key for hand in hands for key in hand.keys(button)[:most]]:
            yield KeyRow(" ".join(key_label(key, ascii_only=ascii_only) for key in keys), does)
