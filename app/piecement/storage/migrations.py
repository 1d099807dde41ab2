"""Migrations of databases from each version to the next, and the schema of the database of games.

Tables, indexes and triggers that a later version drops are not made any more: a file may have them or not.
"""

import re
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Final


def read_migrations(module: str) -> tuple[tuple[str, ...], ...]:
    """Return the statements that bring each version of a database to the next; the first ones create version 1.

    They are in `migrations.sql`, beside the file of a module.
    """
    text = Path(module).with_name("migrations.sql").read_text(encoding="utf-8")
    _, *versions = re.split(r"^---- version \d+$", re.sub(r"^-- .*$", "", text, flags=re.MULTILINE), flags=re.MULTILINE)
    statements = ((statement.strip() for statement in version.split(";\n")) for version in versions)
    return tuple(tuple(filter(None, version)) for version in statements)


def table_names(migrations: Sequence[Sequence[str]]) -> list[str]:
    """Return the names of all tables, each after the tables that it refers to."""
    return re.findall(r"^CREATE TABLE (\w+)", "\n".join(chain.from_iterable(migrations)), re.MULTILINE)


APPLICATION_ID: Final = 0x50494543
"""Id that distinguishes the database from those of other programs."""

MIGRATIONS: Final = read_migrations(__file__)
"""Migrations of the database of games."""

TABLES: Final = tuple(table_names(MIGRATIONS))
"""All tables, those that others refer to first."""
