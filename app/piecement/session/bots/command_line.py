"""The command that runs a bot: on Windows a backslash separates folders, elsewhere it quotes the next character."""

import re
import shlex
import sys
from typing import Final

IS_WINDOWS: Final = sys.platform == "win32"

_FIRST_WORD: Final = re.compile(r'\s*(?:"(?P<quoted>[^"]*)"|(?P<plain>\S+))')


def arguments(command: str, *, windows: bool = IS_WINDOWS) -> str | list[str]:
    """Return a command as the system wants it, without a shell: Windows splits it itself, as the program expects.

    Raises `ValueError` for a quotation without an end.
    """
    return command.strip() if windows else shlex.split(command)


def program_name(command: str, *, windows: bool = IS_WINDOWS) -> str | None:
    """Return what a command is to run; None where it names nothing, or cannot be read."""
    if windows:
        match = _FIRST_WORD.match(command)
        return (match["quoted"] or match["plain"]) if match else None
    try:
        return next(iter(shlex.split(command)), None)
    except ValueError:
        return None
