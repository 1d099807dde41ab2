"""Errors of usage: a request that cannot be fulfilled, with the reason."""

from collections.abc import Collection, Generator
from contextlib import contextmanager
from typing import Final

from piecement_base.errors import SentenceError
from piecement_base.language import N_, _

UNPROVEN: Final = 1
"""Exit status for a replay that does not lead to its result, or a puzzle that is not proven solvable."""

WRONG_USAGE: Final = 2
"""Exit status for wrong arguments or an unusable terminal."""

_UNKNOWN: Final = {
    "command": N_("unknown command {name!r}: choose from {known}."),
    "mode": N_("unknown mode {name!r}: choose from {known}."),
    "section": N_("unknown section {name!r}: choose from {known}."),
    "skin": N_("unknown skin {name!r}: choose from {known}."),
}


class UsageError(SentenceError):
    """Request that cannot be fulfilled; the text gives the reason."""


@contextmanager
def optional(sentence: str, *packages: str) -> Generator[None, None, None]:
    """Convert the error of a missing optional package, imported in the block, to `UsageError`.

    The sentence may name the package by `{name}`.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in packages:
            raise
        raise UsageError(sentence, name=error.name) from None


def require_known(kind: str, name: str, known: Collection[str]) -> None:
    """Raise `UsageError` for an unknown name of a command, a mode, a skin or a section."""
    if name not in known:
        raise UsageError(_(_UNKNOWN[kind]), name=name, known=", ".join(known))
