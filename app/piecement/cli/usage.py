"""Usage errors of the command line."""

from collections.abc import Collection
from typing import Final

from piecement.language import _
from piecement.terminal.printable import one_line

WRONG_USAGE: Final = 2
"""Exit status for unsuitable arguments, or an unsuitable terminal."""

_LONGEST: Final = 2000

_UNKNOWN: Final = {
    "command": _("unknown command {name!r}: choose from {known}."),
    "mode": _("unknown mode {name!r}: choose from {known}."),
    "section": _("unknown section {name!r}: choose from {known}."),
    "skin": _("unknown skin {name!r}: choose from {known}."),
}


class UsageError(Exception):
    """Request that cannot be fulfilled; the text gives the reason in one bounded sentence."""

    def __init__(self, sentence: object = "") -> None:
        super().__init__(one_line(sentence, _LONGEST))


def require_known(kind: str, name: str, known: Collection[str]) -> None:
    """Raises `UsageError` for an unknown name of a command, a mode, a skin or a section."""
    if name not in known:
        raise UsageError(_UNKNOWN[kind].format(name=name, known=", ".join(known)))
