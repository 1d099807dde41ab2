"""Errors of files and databases, each with one sentence for the player."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from piecement_base.language import error_text
from piecement_base.printable import one_line

_LONGEST: Final = 2000
"""The most characters of a sentence: the path of a file may be long."""


class SentenceError(Exception):
    """Error whose text is one sentence of bounded length, whatever the names of files hold."""

    def __init__(self, sentence: object = "", /, **values: object) -> None:
        """Take a sentence, or one with places for values."""
        super().__init__(one_line(str(sentence).format(**values) if values else sentence, _LONGEST))


class StorageError(SentenceError):
    """Something could not be stored or read."""


@contextmanager
def errors_to(show: Callable[[str], object], *others: type[Exception]) -> Generator[None]:
    """Give the sentence of a `StorageError`, or of another error of these classes, to a function instead of raising."""
    caught: tuple[type[Exception], ...] = (StorageError, *others)
    try:
        yield
    except caught as error:
        show(error_text(error))


class DamagedError(StorageError):
    """A file is not what it should be."""


class DamagedDatabaseError(DamagedError):
    """The database is not sound; what is left of it can be salvaged."""


class MissingError(StorageError):
    """The requested data is not stored, or was deleted."""
