"""The tables of a server's database, version by version, in statements that both systems take."""

from typing import Final

APPLICATION_ID: Final = 0x5049454D
"""Tells the file from those of other programs."""

_ADDED: Final = (("matches", "rounds"), ("accounts", "tokens", "codes", "ratings", "results"))
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
    (
        """
        CREATE TABLE accounts (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL UNIQUE,
            made_ms BIGINT NOT NULL,
            seen_ms BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE tokens (
            digest TEXT PRIMARY KEY NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            made_ms BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE codes (
            digest TEXT PRIMARY KEY NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            until_ms BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE ratings (
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            season TEXT NOT NULL,
            rating DOUBLE PRECISION NOT NULL,
            deviation DOUBLE PRECISION NOT NULL,
            volatility DOUBLE PRECISION NOT NULL,
            games BIGINT NOT NULL,
            wins BIGINT NOT NULL,
            changed_ms BIGINT NOT NULL,
            PRIMARY KEY (account, season)
        )
        """,
        """
        CREATE TABLE results (
            match TEXT NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            opponent TEXT NOT NULL,
            opponent_name TEXT NOT NULL,
            ended_ms BIGINT NOT NULL,
            season TEXT NOT NULL,
            score DOUBLE PRECISION NOT NULL,
            rounds_won BIGINT NOT NULL,
            rounds_lost BIGINT NOT NULL,
            rating_before DOUBLE PRECISION,
            rating_after DOUBLE PRECISION,
            PRIMARY KEY (match, account)
        )
        """,
        "CREATE INDEX tokens_by_account ON tokens (account)",
        "CREATE INDEX codes_by_account ON codes (account)",
        "CREATE INDEX ratings_by_season ON ratings (season, rating)",
        "CREATE INDEX results_by_account ON results (account, ended_ms)",
        "CREATE INDEX results_by_opponent ON results (opponent)",
    ),
)
"""What brings each version to the one after it; the first makes version 1 out of nothing."""


def tables_of(version: int) -> list[str]:
    """Return all tables of a version, each after those that it refers to."""
    return [table for added in _ADDED[:version] for table in added]


OWNED: Final = ("ratings", "results")
"""The tables with what a player has made, by the column `account`: what the owner takes away, beside the account."""
