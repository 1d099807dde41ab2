"""Texts that a player stores by name: boards as fumens, and rules as lines."""

from typing import Final, NamedTuple

from piecement.language import _
from piecement.session import timestamps
from piecement.storage import sql
from piecement.storage.database import Database
from piecement.storage.database_session import DatabaseSession, Queries, change, query
from piecement.storage.errors import MissingError

DRAFT: Final = ""
"""The name of what was not stored by name yet: the last state of an editor."""

LONGEST_NAME: Final = 24


class NamedText(NamedTuple):
    name: str
    text: str


class NamedTexts(Queries):
    """The texts of one table."""

    def __init__(self, session: DatabaseSession, statements: sql.NamedStatements) -> None:
        super().__init__(session)
        self._statements: Final = statements

    @change
    def keep(self, database: Database, name: str, text: str) -> None:
        """Store a text by a name, instead of the one that has it."""
        database.change(self._statements.keep, (name, text, timestamps.to_ms(self._session.now())))

    @query
    def all(self, database: Database) -> tuple[NamedText, ...]:
        """Return all but the draft, by name."""
        return tuple(NamedText(str(row[0]), str(row[1])) for row in database.rows(self._statements.all, ()))

    def text(self, name: str) -> str:
        """Return the text of a name. Raises `MissingError` where there is none."""
        text = self.find(name)
        if text is None:
            raise MissingError(_("There is nothing stored under the name {name!r}.").format(name=name))
        return text

    @query
    def find(self, database: Database, name: str) -> str | None:
        """Return the text of a name, or None where there is none."""
        row = database.row(self._statements.one, (name,))
        return None if row is None else str(row[0])

    @change
    def delete(self, database: Database, name: str) -> None:
        database.change(self._statements.delete, (name,))
