"""What a player is called where no name is set."""

import getpass
from typing import Final

from piecement.online.texts import LONGEST_NAME, clean_name

_ANYBODY: Final = "Player"


def player_name(chosen: str) -> str:
    """Return the name that was chosen, or that of the login, as far as a name may have it."""
    return clean_name(chosen)[:LONGEST_NAME].strip() or clean_name(_login())[:LONGEST_NAME].strip() or _ANYBODY


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return ""
