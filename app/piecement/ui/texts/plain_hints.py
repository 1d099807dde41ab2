"""Texts in ASCII, for skins that have nothing else."""

from typing import Final, cast

from textual.dom import DOMNode
from textual.widget import Widget

from piecement.render.ascii_text import SIGNS_IN_ASCII

_WORDS: Final = {"↑↓": "Up/Down", "↑ ↓": "Up Dn", "←→": "Left/Right", "↑": "Up", "↓": "Down", "·": "-"}
"""Texts for arrows that name keys, and for the dot that separates words."""


def plain_hint(text: str, *, ascii_only: bool = True) -> str:
    """Return a text with words for arrows and letters for signs, if it has to be ASCII."""
    if ascii_only and not text.isascii():
        for sign, replacement in _WORDS.items():
            text = text.replace(sign, replacement)
        text = text.translate(SIGNS_IN_ASCII)
    return text


def wants_ascii(widget: Widget) -> bool:
    """Return whether the application of a widget shows only ASCII."""
    app = cast("DOMNode", widget.app)  # Textual leaves the type of its result open
    return bool(getattr(app, "ascii_only", False))
