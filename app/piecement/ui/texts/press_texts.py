"""Presses, by the keys of the player."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from piecement.input.key_names import key_label
from piecement.language import _
from piecement.ui.texts.button_texts import BUTTON_TITLES

if TYPE_CHECKING:
    from piecement.input.bindings import Bindings
    from piecement_engine.finesse import Press


def presses_text(presses: "Iterable[Press]", bindings: "Bindings", *, ascii_only: bool) -> str:
    """Return presses in their order, each by the first key that is bound to it, or its name where none is."""
    return ", ".join(_press(press, bindings, ascii_only=ascii_only) for press in presses)


def _press(press: "Press", bindings: "Bindings", *, ascii_only: bool) -> str:
    keys = bindings.keys(press.button)
    key = f"[{key_label(keys[0], ascii_only=ascii_only)}]" if keys else BUTTON_TITLES[press.button]
    return _("hold {key}").format(key=key) if press.held else key
