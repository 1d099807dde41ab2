"""The schema of the database of games.

Tables, indexes and triggers that a later version drops are not made any more: a file may have them or not.
"""

from typing import Final

from piecement_base.database import Schema, read_migrations, table_names

APPLICATION_ID: Final = 0x50494543
"""Id that distinguishes the database from those of other programs."""

MIGRATIONS: Final = read_migrations(__file__)
"""Migrations of the database of games."""

GAMES: Final = Schema(APPLICATION_ID, MIGRATIONS)

TABLES: Final = tuple(table_names(MIGRATIONS))
"""All tables, those that others refer to first."""
