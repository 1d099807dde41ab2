"""Texts of the player by name: boards of the board editor, and the draft of the rule editor."""

from typing import Final, NamedTuple

from piecement.storage.database_session import DatabaseSession, Queries, change, query
from piecement_base import timestamps
from piecement_base.database import Database
from piecement_base.errors import MissingError
from piecement_base.language import _

DRAFT: Final = ""
"""Name of the last state of an editor, which is not stored by a name yet."""

LONGEST_NAME: Final = 24
"""Most characters of a name."""


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
        row = {"name": name, self._column: text, "at_ms": timestamps.to_ms(self._session.now())}
        database.insert(self._table, row, "name", replaces=True)

    @query
    def all(self, database: Database) -> tuple[NamedText, ...]:
        """Return all texts but the draft, by name."""
        statement = (
            f"SELECT name, {self._column} FROM {self._table} WHERE name != '' ORDER BY name COLLATE NOCASE, name"
        )
        return tuple(NamedText(str(row[0]), str(row[1])) for row in database.rows(statement))

    def text(self, name: str) -> str:
        """Return the text of a name. Raises `MissingError` if there is none."""
        text = self.find(name)
        if text is None:
            raise MissingError(_("There is nothing stored under the name {name!r}."), name=name)
        return text

    @query
    def find(self, database: Database, name: str) -> str | None:
        """Return the text of a name, or None if there is none."""
        row = database.row(f"SELECT {self._column} FROM {self._table} WHERE name = ?", (name,))
        return None if row is None else str(row[0])

    @change
    def delete(self, database: Database, name: str) -> None:
        database.change(f"DELETE FROM {self._table} WHERE name = ?", (name,))
