"""Schema of the database of games, as migrations from each version to the next.

Tables, indexes and triggers that a later version drops are not made any more: a file may have them or not.
"""

import re
from importlib.resources import files
from typing import Final

APPLICATION_ID: Final = 0x50494543
"""Id that distinguishes the database from those of other programs."""

_TEXT: Final = files("piecement.storage").joinpath("migrations.sql").read_text(encoding="utf-8")
_, *_VERSIONS = re.split(r"^---- version \d+$", re.sub(r"^-- .*$", "", _TEXT, flags=re.MULTILINE), flags=re.MULTILINE)

_INDENT: Final = " " * 8
"""Blanks before all lines but the first of a statement, which a database stores as they are: with fewer of them tables
would begin on other pages than in the files that there are, and the head of a new file could not mend one of these.
"""

MIGRATIONS: Final = tuple(
    tuple(statement.strip().replace("\n", f"\n{_INDENT}") for statement in version.split(";\n") if statement.strip())
    for version in _VERSIONS
)
"""Statements that bring each version of the database to the next; the first ones create version 1."""

TABLES: Final = tuple(re.findall(r"^CREATE TABLE (\w+)", _TEXT, re.MULTILINE))
"""All tables, those that others refer to first."""
