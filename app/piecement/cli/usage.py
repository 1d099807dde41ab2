"""What is wrong with a command line."""

from collections.abc import Collection
from typing import Final

from piecement.terminal.outside_text import one_line

WRONG_USAGE: Final = 2
"""The exit status when the arguments, or the terminal, will not do."""

_LONGEST: Final = 2000


class UsageError(Exception):
    """What was asked for cannot be done; the text says why, in one sentence, whatever words it was asked for in."""

    def __init__(self, sentence: object = "") -> None:
        super().__init__(one_line(sentence, _LONGEST))


def require_known(what: str, name: str, known: Collection[str]) -> None:
    """Raise `UsageError` for a name that is not among those that are known."""
    if name not in known:
        raise UsageError(f"there is no {what} {name!r}: {what}s are {', '.join(known)}.")
