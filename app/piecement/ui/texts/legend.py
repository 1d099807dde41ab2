"""The keys of a game, as short as they fit beside the field."""

from collections.abc import Callable, Collection
from typing import Final

from piecement.input.bindings import Bindings
from piecement.input.key_names import key_label
from piecement.language import _
from piecement.render.scene import Legend
from piecement.ui.command_keys import LOAD, SAVE
from piecement_engine import Button

_LINES: Final = (
    (_("Move"), (Button.MOVE_LEFT, Button.MOVE_RIGHT)),
    (_("Rotate"), (Button.ROTATE_LEFT, Button.ROTATE_RIGHT, Button.ROTATE_180)),
    (_("Drop"), (Button.SOFT_DROP, Button.HARD_DROP, Button.SONIC_DROP)),
    (_("Wall"), (Button.TELEPORT_LEFT, Button.TELEPORT_RIGHT)),
    (_("Hold"), (Button.HOLD,)),
)

_PRACTICE: Final = ((_("Undo"), "ctrl+z"), (_("Save"), SAVE), (_("Load"), LOAD))


def practice_legend(reachable: Callable[[str], str]) -> Legend:
    """Return the keys of a game that can be saved and undone."""
    return tuple((label, f"[{key_label(reachable(key))}]") for label, key in _PRACTICE)


def legend(bindings: Bindings, *, ascii_only: bool, unused: Collection[Button] = ()) -> Legend:
    """Return the legend of the buttons, and the keys that pause and help."""
    return (*button_legend(bindings, ascii_only=ascii_only, unused=unused), (_("Pause"), "[Esc]"), (_("Help"), "[?]"))


def button_legend(bindings: Bindings, *, ascii_only: bool, unused: Collection[Button] = ()) -> Legend:
    """Return the first key of each bound button, without the buttons that do nothing in the game."""
    lines: list[tuple[str, str]] = []
    for label, buttons in _LINES:
        keys = [key for button in buttons if button not in unused for key in bindings.keys(button)[:1]]
        if keys:
            lines.append((label, " ".join(f"[{key_label(key, ascii_only=ascii_only)}]" for key in keys)))
    return tuple(lines)
