"""What is wrong with a command line."""

from collections.abc import Collection
from typing import Final

from piecement.language import _
from piecement.terminal.outside_text import one_line

WRONG_USAGE: Final = 2
"""The exit status when the arguments, or the terminal, will not do."""

_LONGEST: Final = 2000

_UNKNOWN: Final = {
    "command": _("there is no command {name!r}: commands are {known}."),
    "mode": _("there is no mode {name!r}: modes are {known}."),
    "skin": _("there is no skin {name!r}: skins are {known}."),
}


class UsageError(Exception):
    """What was asked for cannot be done; the text says why, in one sentence, whatever words it was asked for in."""

    def __init__(self, sentence: object = "") -> None:
        super().__init__(one_line(sentence, _LONGEST))


def require_known(what: str, name: str, known: Collection[str]) -> None:
    """Raise `UsageError` for a name of a command, a mode or a skin that is not among those that are known."""
    if name not in known:
        raise UsageError(_UNKNOWN[what].format(name=name, known=", ".join(known)))
