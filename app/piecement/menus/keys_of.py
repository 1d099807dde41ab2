"""The keys of each screen, for the help."""

from collections.abc import Iterator, Mapping
from typing import Final

from piecement.keyboard.bindings import Bindings
from piecement.keyboard.names import key_label
from piecement.menu_graph import Node
from piecement_engine import Button

Keys = tuple[tuple[str, str], ...]
"""Keys, and what they do."""

_LIST: Final[Keys] = (
    ("↑ ↓ or K J", "move the cursor"),
    ("Enter", "choose"),
    ("mouse", "point and click"),
)
_BACK: Final[Keys] = (("Esc", "go back"),)
_ANYWHERE: Final[Keys] = (("?", "these keys"), ("Ctrl+C", "quit"))

_GAME: Final[Keys] = (
    ("Esc", "pause"),
    ("Ctrl+R", "start again with new pieces"),
    ("Ctrl+D", "give up"),
    ("Ctrl+W", "let a bot play, or play on"),
    ("Ctrl+T", "show where a bot would go"),
)

_KNOBS: Final[Keys] = (
    ("↑ ↓ or K J", "move the cursor"),
    ("← → or H L", "change the value"),
    ("Shift+← →", "by ten steps"),
    ("Enter", "switch, type, or list"),
    ("0 to 9", "type a number"),
    ("Del", "as it was at first"),
    *_BACK,
)

_SLOTS: Final[Keys] = (("N", "name your slot"), ("Del", "remove your slot"))

_OWN: Final[Mapping[Node, Keys]] = {
    Node.TITLE: _LIST,
    Node.NEW_GAME: (*_LIST, ("→ or L", "set its options"), ("S", "type a seed"), *_BACK),
    Node.GAME: _GAME,
    Node.PAUSE: (*_LIST, ("Esc", "play on")),
    Node.GAME_OVER: _LIST,
    Node.GAME_COMPLETE: _LIST,
    Node.SETTINGS: _KNOBS,
    Node.GRAPHICS: (*_KNOBS[:-1], *_SLOTS, *_BACK),
    Node.GAMEPLAY: (*_KNOBS[:-1], *_SLOTS, *_BACK),
    Node.ABOUT: (("↑ ↓", "scroll"), *_BACK),
}

_BUTTON_TITLES: Final[Mapping[Button, str]] = {
    Button.MOVE_LEFT: "move left",
    Button.MOVE_RIGHT: "move right",
    Button.ROTATE_LEFT: "turn left",
    Button.ROTATE_RIGHT: "turn right",
    Button.ROTATE_180: "turn around",
    Button.SOFT_DROP: "fall faster while held",
    Button.HARD_DROP: "drop and lock",
    Button.SONIC_DROP: "drop without locking",
    Button.TELEPORT_LEFT: "to the wall on the left",
    Button.TELEPORT_RIGHT: "to the wall on the right",
    Button.HOLD: "swap the piece into hold",
    Button.ROTATE_0: "turn by nothing",
}


def keys_of(node: Node, bindings: Bindings) -> Keys:
    """Return the keys that work on a screen, and what they do."""
    buttons = tuple(_buttons(bindings)) if node is Node.GAME else ()
    return (*buttons, *_OWN.get(node, _BACK), *_ANYWHERE)


def _buttons(bindings: Bindings) -> Iterator[tuple[str, str]]:
    for button, title in _BUTTON_TITLES.items():
        if keys := bindings.keys(button):
            yield " ".join(key_label(key) for key in keys), title
