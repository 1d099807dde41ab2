"""Hints in ASCII, for a player who chose a skin that has nothing else."""

from typing import Final, cast

from textual.app import App
from textual.widget import Widget

_SAID: Final = {
    "↑↓": "Up/Down", "↑ ↓": "Up Dn", "←→": "Left/Right", "↑": "Up", "↓": "Down", "←": "<-", "→": "->",
    "‹": "<", "›": ">", "…": "~", "•": "*", "·": "-", "◆": "*", "▲": "^", "▼": "v", "★": "*", "●": "*", "○": "o",
    "×": "x",
}  # fmt: skip


def plain_hint(text: str, *, ascii_only: bool = True) -> str:
    """Return a hint with words for arrows and letters for signs, if nothing but ASCII is wanted."""
    if ascii_only and not text.isascii():
        for sign, said in _SAID.items():
            text = text.replace(sign, said)
    return text


def wants_ascii(widget: Widget) -> bool:
    """Return whether the application that a widget belongs to is to keep to ASCII."""
    return bool(getattr(app_of(widget), "ascii_only", False))


def app_of(widget: Widget) -> App[None]:
    """Return the application that a widget belongs to, whose type Textual leaves open."""
    return cast("App[None]", widget.app)
