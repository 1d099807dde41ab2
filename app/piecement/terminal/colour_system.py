"""Colour depth of a terminal, from the environment.

Needed before Textual is imported, so it imports next to nothing.
"""

from collections.abc import Mapping
from typing import Final

_TRUE_COLOUR_TERMS: Final = (
    "xterm-kitty",
    "alacritty",
    "foot",
    "xterm-ghostty",
    "ghostty",
    "wezterm",
    "contour",
)
"""Values of TERM for terminals with 24-bit colours; ssh passes TERM on, but not COLORTERM."""

_DIRECT: Final = "-direct"
"""Suffix of terminfo entries with 24-bit colours."""

_SCREEN_OF_256: Final = "-256color"


def is_gnu_screen(environment: Mapping[str, str]) -> bool:
    """Return whether output goes through GNU screen, possibly at the other end of ssh.

    tmux also uses `screen` as its TERM, but sets `TMUX`.
    """
    if "STY" in environment:
        return True
    return environment.get("TERM", "").startswith("screen") and "TMUX" not in environment


def colour_system(environment: Mapping[str, str]) -> str | None:
    """Return `standard` (16 colours), `256` or `truecolor`, or None to use Rich's own detection.

    GNU screen before version 5 reads a 24-bit colour as several others, but passes COLORTERM on.
    """
    term = environment.get("TERM", "").strip().lower()
    if is_gnu_screen(environment):
        return "256" if term.endswith(_SCREEN_OF_256) else "standard"
    is_known = any(term == name or term.startswith(f"{name}-") for name in _TRUE_COLOUR_TERMS)
    return "truecolor" if is_known or term.endswith(_DIRECT) else None
