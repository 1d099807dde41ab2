"""The tables of a server's database, version by version, in statements that both systems take."""

from typing import Final

APPLICATION_ID: Final = 0x5049454D
"""Tells the file from those of other programs."""

_ADDED: Final = (
    ("matches", "rounds"),
    ("accounts", "tokens", "codes", "ratings", "results"),
    ("board_entries", "daily_tries", "secrets"),
    ("name_keys",),
)
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
    (
        """
        CREATE TABLE board_entries (
            id TEXT PRIMARY KEY NOT NULL,
            kind TEXT NOT NULL,
            mode TEXT NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            at_ms BIGINT NOT NULL,
            day TEXT NOT NULL,
            tier BIGINT NOT NULL,
            first_key BIGINT NOT NULL,
            second_key BIGINT NOT NULL,
            third_key BIGINT NOT NULL,
            end_word TEXT NOT NULL,
            time_ns BIGINT NOT NULL,
            score BIGINT NOT NULL,
            lines BIGINT NOT NULL,
            level BIGINT NOT NULL,
            pieces BIGINT NOT NULL,
            digest TEXT NOT NULL UNIQUE,
            recording TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE daily_tries (
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            mode TEXT NOT NULL,
            day TEXT NOT NULL,
            at_ms BIGINT NOT NULL,
            PRIMARY KEY (account, mode, day)
        )
        """,
        "CREATE TABLE secrets (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL)",
        "CREATE INDEX board_entries_by_board ON board_entries (mode, kind, at_ms)",
        "CREATE INDEX board_entries_by_account ON board_entries (account)",
    ),
    (
        """
        CREATE TABLE name_keys (
            name_key TEXT PRIMARY KEY NOT NULL,
            account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX name_keys_by_account ON name_keys (account)",
    ),
)
"""What brings each version to the one after it; the first makes version 1 out of nothing."""


def tables_of(version: int) -> list[str]:
    """Return all tables of a version, each after those that it refers to."""
    return [table for added in _ADDED[:version] for table in added]


OWNED: Final = ("ratings", "results", "board_entries", "daily_tries")
"""The tables with what a player has made, by the column `account`: what the owner takes away, beside the account."""
