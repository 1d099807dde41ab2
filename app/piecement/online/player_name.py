"""Default name of a player."""

import getpass
from typing import Final

from piecement.online.clean_texts import LONGEST_NAME, clean_name, mixed_alphabets

_ANYBODY: Final = "Player"


def player_name(chosen: str) -> str:
    """Return the chosen name, otherwise the login name, or "Player" if neither is a valid name."""
    names = (clean_name(name)[:LONGEST_NAME].strip() for name in (chosen, _login()))
    return next((name for name in names if name and not mixed_alphabets(name)), _ANYBODY)


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return ""
