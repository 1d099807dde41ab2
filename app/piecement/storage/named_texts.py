"""Texts that a player stores by name: boards as fumens, and rules as lines."""

from typing import Final, NamedTuple

from piecement.language import _
from piecement.session import timestamps
from piecement.storage.database import Database
from piecement.storage.database_session import DatabaseSession, Queries, change, query
from piecement.storage.errors import MissingError

DRAFT: Final = ""
"""Name of the last state of an editor, which is not stored by a name yet."""

LONGEST_NAME: Final = 24


class NamedText(NamedTuple):
    name: str
    text: str


class NamedTexts(Queries):
    """The texts of one table."""

    def __init__(self, session: DatabaseSession, table: str, column: str) -> None:
        super().__init__(session)
        self._table: Final = table
        self._column: Final = column

    @change
    def put(self, database: Database, name: str, text: str) -> None:
        """Store a text by a name, replacing any other text of that name."""
        statement = f"""
            INSERT INTO {self._table} (name, {self._column}, at_ms) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET {self._column} = excluded.{self._column}, at_ms = excluded.at_ms
        """
        database.change(statement, (name, text, timestamps.to_ms(self._session.now())))

    @query
    def all(self, database: Database) -> tuple[NamedText, ...]:
        """Return all texts but the draft, by name."""
        question = f"SELECT name, {self._column} FROM {self._table} WHERE name != '' ORDER BY name COLLATE NOCASE, name"
        return tuple(NamedText(str(row[0]), str(row[1])) for row in database.rows(question))

    def text(self, name: str) -> str:
        """Return the text of a name. Raises `MissingError` if there is none."""
        text = self.find(name)
        if text is None:
            raise MissingError(_("There is nothing stored under the name {name!r}.").format(name=name))
        return text

    @query
    def find(self, database: Database, name: str) -> str | None:
        """Return the text of a name, or None if there is none."""
        row = database.row(f"SELECT {self._column} FROM {self._table} WHERE name = ?", (name,))
        return None if row is None else str(row[0])

    @change
    def delete(self, database: Database, name: str) -> None:
        database.change(f"DELETE FROM {self._table} WHERE name = ?", (name,))
