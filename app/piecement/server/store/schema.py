"""The tables of a server's database, version by version, in statements that both systems take."""

from typing import Final

APPLICATION_ID: Final = 0x5049454D
"""Tells the file from those of other programs."""

_ADDED: Final = (("matches", "rounds"),)
"""The tables that each version adds, each after those that it refers to."""

MIGRATIONS: Final = (
    (
        """
        CREATE TABLE matches (
            id TEXT PRIMARY KEY NOT NULL,
            room TEXT NOT NULL,
            started_ms BIGINT NOT NULL,
            changed_ms BIGINT NOT NULL,
            ended BIGINT NOT NULL,
            record TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE rounds (
            match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            round BIGINT NOT NULL,
            ended_ms BIGINT NOT NULL,
            record TEXT NOT NULL,
            PRIMARY KEY (match, round)
        )
        """,
        "CREATE INDEX matches_by_change ON matches (ended, changed_ms)",
    ),
)
"""What brings each version to the one after it; the first makes version 1 out of nothing."""


def tables_of(version: int) -> list[str]:
    """Return all tables of a version, each after those that it refers to."""
    return [table for added in _ADDED[:version] for table in added]
