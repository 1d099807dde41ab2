"""The keys of a game besides those of its buttons, and what each does."""

from typing import Final

from textual.binding import Binding

from piecement.menu_graph import Node, Way, edges_from

_PLAIN: Final = {"escape": "pause", "ctrl+d": "forfeit", "ctrl+r": "restart"}
_LOOK: Final = {"ctrl+g": "look(1)", "alt+ctrl+g": "look(-1)", "ctrl+b": "blindfold", "alt+ctrl+b": "blindfold"}
_UNDO: Final = {"ctrl+z": "undo_piece", "ctrl+u": "undo_press"}
_SLOTS: Final = {"ctrl+s": "walk_to('save_game')", "ctrl+l": "walk_to('load_game')"}

COMMAND_BINDINGS: Final = tuple(
    Binding(key, action, show=False) for key, action in {**_PLAIN, **_LOOK, **_UNDO, **_SLOTS}.items()
)
"""What each of them does on the screen of the game."""

COMMANDS: Final = frozenset(
    {*_PLAIN, *_LOOK, *_UNDO, *(edge.key for edge in edges_from(Node.GAME, Way.KEY))},
)
"""All of them, and those that lead elsewhere; no button takes one."""
