"""Facts of the environment: colours, characters, seams, and whether the player is a guest.

The first frame needs them before Textual is imported, so this module imports next to nothing. The program that starts
the game for a visitor sets the variable of guests: a guest's game starts no programs and opens no connections, whatever
its settings.
"""

import os
import sys
from collections.abc import Mapping
from typing import Final

from piecement_base import GUEST

_TRUE_COLOUR_TERMS: Final = ("xterm-kitty", "alacritty", "foot", "xterm-ghostty", "ghostty", "wezterm", "contour")
"""Values of TERM for terminals with 24-bit colours; ssh passes TERM on, but not COLORTERM."""

_DIRECT: Final = "-direct"
"""Suffix of terminfo entries with 24-bit colours."""

_MULTIPLEXERS: Final = {"TMUX": "tmux", "STY": "screen", "ZELLIJ": "Zellij"}


def is_gnu_screen(environment: Mapping[str, str]) -> bool:
    """Return whether output goes through GNU screen, possibly at the other end of ssh.

    tmux also uses `screen` as its TERM, but sets `TMUX`.
    """
    if "STY" in environment:
        return True
    return environment.get("TERM", "").startswith("screen") and "TMUX" not in environment


def multiplexers(environment: Mapping[str, str]) -> list[str]:
    """Return the names of the terminal multiplexers that the program runs in."""
    within = [name for variable, name in _MULTIPLEXERS.items() if variable in environment]
    return within or (["screen"] if is_gnu_screen(environment) else [])


def terminal_name(environment: Mapping[str, str]) -> str:
    """Return the name of the terminal, followed by the multiplexers around it."""
    program = environment.get("TERM_PROGRAM") or environment.get("TERM", "")
    return ", ".join(filter(None, (program, *multiplexers(environment))))


def colour_system(environment: Mapping[str, str]) -> str | None:
    """Return `standard` (16 colours), `256` or `truecolor`, or None to use Rich's own detection.

    GNU screen before version 5 reads a 24-bit colour as several others, but passes COLORTERM on.
    """
    term = environment.get("TERM", "").strip().lower()
    if is_gnu_screen(environment):
        return "256" if term.endswith("-256color") else "standard"
    is_known = any(term == name or term.startswith(f"{name}-") for name in _TRUE_COLOUR_TERMS)
    return "truecolor" if is_known or term.endswith(_DIRECT) else None


def lacks_colours() -> bool:
    """Return whether terminfo says that the terminal has no colours; False if it does not know the terminal."""
    try:
        import curses  # Python has none on Windows
    except ImportError:
        return False
    try:
        curses.setupterm(fd=sys.__stderr__.fileno() if sys.__stderr__ else 2)
    except curses.error:
        return False
    return curses.tigetnum("colors") < 1


def locale_of(environment: Mapping[str, str]) -> str:
    """Return the name of the locale for characters, or an empty text if none is set."""
    return next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")


def has_unicode(environment: Mapping[str, str]) -> bool:
    """Return whether the locale uses UTF-8, judged by its name, since it need not be installed here (ssh).

    Without a locale, and on Windows, the answer is True.
    """
    name = locale_of(environment).lower()
    return not name or "utf" in name or sys.platform == "win32"


def has_seams(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal draws block characters less high than its lines, as xterm and st do."""
    return "XTERM_VERSION" in environment or environment.get("TERM", "").startswith("st-")


def is_remote(environment: Mapping[str, str]) -> bool:
    """Return whether the player uses another machine: sounds and gamepads of this one are out of reach."""
    return bool(environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"))


def is_guest() -> bool:
    return bool(os.environ.get(GUEST))
