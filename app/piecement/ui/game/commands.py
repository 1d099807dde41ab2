"""The keys of a game besides those of its buttons, and what each does."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from textual.binding import Binding

from piecement.ui.command_keys import BLINDFOLD, LOAD, LOOK, SAVE, SECOND_KEYS, taken_second_keys
from piecement.ui.menu_graph import Node, Way, edges_from

if TYPE_CHECKING:
    from piecement.settings.settings import Settings

_ACTIONS: Final[Mapping[str, str]] = {
    "escape": "pause",
    "ctrl+d": "forfeit",
    "ctrl+r": "restart",
    LOOK: "look(1)",
    "alt+ctrl+g": "look(-1)",
    BLINDFOLD: "blindfold",
    "alt+ctrl+b": "blindfold",
    "ctrl+z": "undo_piece",
    "ctrl+u": "undo_press",
    SAVE: "navigate_to('save_game')",
    LOAD: "navigate_to('load_game')",
}
_SECOND_ACTIONS: Final[Mapping[str, str]] = {
    "alt+f8": "look(-1)",
    **{SECOND_KEYS[key]: action for key, action in _ACTIONS.items() if key in SECOND_KEYS},
}

COMMAND_BINDINGS: Final = tuple(
    Binding(key, action, show=False) for key, action in (*_ACTIONS.items(), *_SECOND_ACTIONS.items())
)
"""What each of them does on the screen of the game."""

_COMMANDS: Final = frozenset({*_ACTIONS, *_SECOND_ACTIONS, *(edge.key for edge in edges_from(Node.GAME, Way.KEY))})


def commands(settings: "Settings") -> frozenset[str]:
    """Return all of them, and those that lead elsewhere; no button takes one."""
    return _COMMANDS - taken_second_keys(settings)
