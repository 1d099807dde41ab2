"""What a server asks of its database, be it a file or PostgreSQL.

Statements are written once, in what both systems understand: places are named as `:name`, a row that is there already
is met by `ON CONFLICT`, whole numbers are `BIGINT`, all else is `TEXT` or `DOUBLE PRECISION`. Rows have no numbers of
their own: what has to be named is named by a random text.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from piecement.storage.errors import StorageError

Values = Mapping[str, Any]  # a column has values of its type


class UnreachableError(StorageError):
    """The database cannot be reached now; what was not committed is lost, and can be tried again."""


class AnswerRow(Protocol):
    """A row of an answer."""

    def __getitem__(self, name: str, /) -> Any: ...  # as above
    def keys(self) -> Iterable[str]: ...


class ServerDatabase(Protocol):
    """An open database, used by one thread. Every method raises `StorageError`, `UnreachableError` among them."""

    def rows(self, statement: str, values: Values = ...) -> list[AnswerRow]: ...

    def column(self, statement: str, values: Values = ...) -> list[Any]:  # as above
        """Return the first value of each row."""
        ...

    def each(self, statement: str) -> Iterator[AnswerRow]:
        """Yield rows as they are needed, within a `snapshot`: there may be more than the memory holds."""
        ...

    def change(self, statement: str, values: Values = ...) -> int:
        """Change rows, and return how many."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """Make all changes within or none; they are on the disk when it ends."""
        ...

    def snapshot(self) -> AbstractContextManager[None]:
        """Read all within as it is at one moment, while others write."""
        ...

    def interrupt(self) -> None:
        """Make the statement that runs in another thread fail at once, if one does."""
        ...

    def close(self) -> None: ...
