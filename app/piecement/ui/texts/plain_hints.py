"""Texts in ASCII, for skins that have nothing else."""

from typing import Final, cast

from textual.app import App
from textual.widget import Widget

_IN_ASCII: Final = {
    "↑↓": "Up/Down", "↑ ↓": "Up Dn", "←→": "Left/Right", "↑": "Up", "↓": "Down", "←": "<-", "→": "->",
    "‹": "<", "›": ">", "…": "~", "•": "*", "·": "-", "◆": "*", "▲": "^", "▼": "v", "★": "*", "●": "*", "○": "o",
    "━": "=", "╌": "-", "×": "x", "°": "",
}  # fmt: skip


def plain_hint(text: str, *, ascii_only: bool = True) -> str:
    """Return a text with words for arrows and letters for signs, if it has to be ASCII."""
    if ascii_only and not text.isascii():
        for sign, replacement in _IN_ASCII.items():
            text = text.replace(sign, replacement)
    return text


def wants_ascii(widget: Widget) -> bool:
    """Return whether the application of a widget shows only ASCII."""
    return bool(getattr(app_of(widget), "ascii_only", False))


def app_of(widget: Widget) -> App[None]:
    """Return the application of a widget, whose type Textual leaves open."""
    return cast("App[None]", widget.app)
