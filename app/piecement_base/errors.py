"""Errors of files and databases, each with one sentence for the player."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from piecement_base.language import error_text
from piecement_base.printable import one_line

_LONGEST: Final = 2000
"""Maximum length of a sentence (characters): the path of a file may be long."""


class SentenceError(Exception):
    """Error whose text is one sentence of bounded length, whatever characters the names of files contain."""

    def __init__(self, sentence: object = "", /, **values: object) -> None:
        """Create an error from a sentence, or from a format and its values."""
        super().__init__(one_line(str(sentence).format(**values) if values else sentence, _LONGEST))


class StorageError(SentenceError):
    """Something could not be stored or read."""


@contextmanager
def errors_to(show: Callable[[str], object], *others: type[Exception]) -> Generator[None]:
    """Pass the sentence of a `StorageError`, or of an error of other classes, to a function instead of raising it."""
    caught: tuple[type[Exception], ...] = (StorageError, *others)
    try:
        yield
    except caught as error:
        show(error_text(error))


class DamagedError(StorageError):
    """A file is damaged."""


class DamagedDatabaseError(DamagedError):
    """The database is damaged; its intact rows can be salvaged."""


class MissingError(StorageError):
    """The requested data is not stored, or was deleted."""
