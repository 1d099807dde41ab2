"""Names of buttons, presses by the player's keys, and the legend beside the field."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from piecement.input.bindings import Bindings
from piecement.input.key_names import key_label
from piecement.language import _
from piecement.render.scene import Legend
from piecement.ui.key_rows import LOAD, SAVE
from piecement_engine import Button

if TYPE_CHECKING:
    from piecement_engine.game.finesse import Press

_BUTTON_TEXTS: Final = {
    Button.MOVE_LEFT: (_("Move left"), _("move left")),
    Button.MOVE_RIGHT: (_("Move right"), _("move right")),
    Button.ROTATE_LEFT: (_("Rotate left"), _("rotate left")),
    Button.ROTATE_RIGHT: (_("Rotate right"), _("rotate right")),
    Button.ROTATE_180: (_("Rotate 180°"), _("rotate 180°")),
    Button.SOFT_DROP: (_("Soft drop"), _("fall faster while held")),
    Button.HARD_DROP: (_("Hard drop"), _("drop and lock")),
    Button.SONIC_DROP: (_("Sonic drop"), _("drop without locking")),
    Button.TELEPORT_LEFT: (_("Teleport left"), _("teleport left")),
    Button.TELEPORT_RIGHT: (_("Teleport right"), _("teleport right")),
    Button.HOLD: (_("Hold"), _("hold, or swap with hold")),
    Button.ROTATE_0: (_("Rotate 0°"), _("rotate 0°")),
}
"""The name of each button, and its effect in a few words, in the order of a list."""

BUTTON_TITLES: Final[Mapping[Button, str]] = {button: title for button, (title, _does) in _BUTTON_TEXTS.items()}
BUTTON_ACTIONS: Final[Mapping[Button, str]] = {button: does for button, (_title, does) in _BUTTON_TEXTS.items()}


def presses_text(presses: "Iterable[Press]", bindings: "Bindings", *, ascii_only: bool) -> str:
    """Return presses in their order, each by the first key that is bound to it, or its name where none is."""
    return ", ".join(_press(press, bindings, ascii_only=ascii_only) for press in presses)


def _press(press: "Press", bindings: "Bindings", *, ascii_only: bool) -> str:
    keys = bindings.keys(press.button)
    key = f"[{key_label(keys[0], ascii_only=ascii_only)}]" if keys else BUTTON_TITLES[press.button]
    return _("hold {key}").format(key=key) if press.held else key


_LINES: Final = (
    (_("Move"), (Button.MOVE_LEFT, Button.MOVE_RIGHT)),
    (_("Rotate"), (Button.ROTATE_LEFT, Button.ROTATE_RIGHT, Button.ROTATE_180)),
    (_("Drop"), (Button.SOFT_DROP, Button.HARD_DROP, Button.SONIC_DROP)),
    (_("Wall"), (Button.TELEPORT_LEFT, Button.TELEPORT_RIGHT)),
    (_("Hold"), (Button.HOLD,)),
)

PAUSE: Final = _("pause")

_PRACTICE: Final = ((_("Undo"), "ctrl+z"), (_("Save"), SAVE), (_("Load"), LOAD))


def practice_legend(reachable: Callable[[str], str]) -> Legend:
    """Return the keys of a game that can be saved and undone."""
    return tuple((label, f"[{key_label(reachable(key))}]") for label, key in _PRACTICE)


def legend(bindings: Bindings, *, ascii_only: bool, unused: Collection[Button] = (), escape: str = PAUSE) -> Legend:
    """Return the first key of each bound button that does anything, and the keys that pause and help.

    `escape` says what Esc does instead.
    """
    lines: list[tuple[str, str]] = []
    for label, buttons in _LINES:
        keys = [key for button in buttons if button not in unused for key in bindings.keys(button)[:1]]
        if keys:
            lines.append((label, " ".join(f"[{key_label(key, ascii_only=ascii_only)}]" for key in keys)))
    return (*lines, (escape.capitalize(), "[Esc]"), (_("Help"), "[?]"))


def key_hints(lines: Legend, escape: str) -> Legend:
    """Return the verbs and keys of a legend for the footer of a game, Esc and the help last."""
    hints = [(label.lower(), keys[1:-1].replace("] [", "/")) for label, keys in lines[:-2]]
    return (*hints, (escape, "Esc"), (_("keys"), "?"))
