"""Command line of a bot; a backslash separates folders on Windows and quotes the next character elsewhere."""

import re
import shlex
import sys
from typing import Final

IS_WINDOWS: Final = sys.platform == "win32"

_FIRST_WORD: Final = re.compile(r'\s*(?:"(?P<quoted>[^"]*)"|(?P<plain>\S+))')


def arguments(command: str, *, windows: bool = IS_WINDOWS) -> str | list[str]:
    """Return a command as `Popen` needs it, without a shell; Windows programs split it themselves.

    Raises `ValueError` for an unclosed quotation.
    """
    return command.strip() if windows else shlex.split(command)


def program_name(command: str, *, windows: bool = IS_WINDOWS) -> str | None:
    """Return the program of a command, or None if the command is empty or malformed."""
    if windows:
        match = _FIRST_WORD.match(command)
        return (match["quoted"] or match["plain"]) if match else None
    try:
        return next(iter(shlex.split(command)), None)
    except ValueError:
        return None
