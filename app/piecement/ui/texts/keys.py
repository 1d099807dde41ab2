"""Names of buttons, presses by the player's keys, and the legend beside the field."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from piecement.input.bindings import Bindings
from piecement.input.key_labels import key_label
from piecement.render.scene import Legend
from piecement.settings.choices import sentences_of, titles_of
from piecement.ui.command_keys import LOAD, SAVE
from piecement_base.language import N_, _
from piecement_engine import Button
from piecement_engine.game.finesse import Press

BUTTON_TITLES: Final[Mapping[Button, str]] = {Button(name): title for name, title in titles_of("button").items()}
BUTTON_ACTIONS: Final[Mapping[Button, str]] = {Button(name): does for name, does in sentences_of("button").items()}
"""The name of each button, and its effect in a few words, in the order of a list."""


def presses_text(presses: Iterable[Press], bindings: Bindings, *, ascii_only: bool) -> str:
    """Return presses in their order, each as the first key bound to its button, or as its name if none is."""
    return ", ".join(_press(press, bindings, ascii_only=ascii_only) for press in presses)


def _press(press: Press, bindings: Bindings, *, ascii_only: bool) -> str:
    keys = bindings.keys(press.button)
    key = f"[{key_label(keys[0], ascii_only=ascii_only)}]" if keys else _(BUTTON_TITLES[press.button])
    return _("hold {key}").format(key=key) if press.held else key


_LINES: Final = (
    (N_("Move"), (Button.MOVE_LEFT, Button.MOVE_RIGHT)),
    (N_("Rotate"), (Button.ROTATE_LEFT, Button.ROTATE_RIGHT, Button.ROTATE_180)),
    (N_("Drop"), (Button.SOFT_DROP, Button.HARD_DROP, Button.SONIC_DROP)),
    (N_("Wall"), (Button.TELEPORT_LEFT, Button.TELEPORT_RIGHT)),
    (N_("Hold"), (Button.HOLD,)),
)

PAUSE: Final = N_("pause")

_PRACTICE: Final = ((N_("Undo"), "ctrl+z"), (N_("Save"), SAVE), (N_("Load"), LOAD))


def practice_legend(reachable: Callable[[str], str]) -> Legend:
    """Return the keys of a game that can be saved and undone."""
    return tuple((_(label), f"[{key_label(reachable(key))}]") for label, key in _PRACTICE)


def button_legend(bindings: Bindings, *, ascii_only: bool, unused: Collection[Button] = ()) -> Legend:
    """Return the first key of each bound button that does anything."""
    lines: list[tuple[str, str]] = []
    for label, buttons in _LINES:
        keys = [key for button in buttons if button not in unused for key in bindings.keys(button)[:1]]
        if keys:
            lines.append((_(label), " ".join(f"[{key_label(key, ascii_only=ascii_only)}]" for key in keys)))
    return tuple(lines)


def menu_legend(escape: str = PAUSE) -> Legend:
    """Return the keys that pause, or do what `escape` names, and that show the help."""
    return (_(escape).capitalize(), "[Esc]"), (_("Help"), "[?]")


def key_hints(lines: Legend, escape: str) -> Legend:
    """Return hints for the footer of a game: lines of a legend without brackets, then Esc and the help."""
    hints = [(label.lower(), keys.removeprefix("[").removesuffix("]").replace("] [", "/")) for label, keys in lines]
    return (*hints, (_(escape), "Esc"), (_("keys"), "?"))
