"""Tables of a server's database, by version, in SQL for both systems."""

import re
from itertools import chain
from typing import Final

APPLICATION_ID: Final = 0x5049454D
"""SQLite application id, which marks the file as a server's database."""

SUPERSEDED: Final = 0
"""Standing of an entry that no board can show any more: its player has a better and later one."""
SHOWN: Final = 1
"""Standing of an entry that a board of some window can show."""
BEST: Final = 2
"""Standing of the best entry of a player in a mode by the same rules."""

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
    (
        f"ALTER TABLE board_entries ADD COLUMN standing BIGINT NOT NULL DEFAULT {SHOWN}",
        "DROP INDEX board_entries_by_board",
        """
        CREATE INDEX board_entries_of_player ON board_entries
        (account, mode, kind, tier, first_key, second_key, third_key, at_ms, id) WHERE standing > 0
        """,
        f"""
        UPDATE board_entries SET standing = {SUPERSEDED} WHERE EXISTS (
            SELECT 1 FROM board_entries AS later WHERE later.account = board_entries.account
            AND later.mode = board_entries.mode AND later.kind = board_entries.kind AND later.standing > 0
            AND later.at_ms >= board_entries.at_ms AND board_entries.day IN ('', later.day)
            AND (later.tier, later.first_key, later.second_key, later.third_key) <
                (board_entries.tier, board_entries.first_key, board_entries.second_key, board_entries.third_key)
        )
        """,
        f"""
        UPDATE board_entries SET standing = {BEST} WHERE standing = {SHOWN} AND NOT EXISTS (
            SELECT 1 FROM board_entries AS better WHERE better.account = board_entries.account
            AND better.mode = board_entries.mode AND better.kind = board_entries.kind AND better.standing > 0
            AND (better.tier, better.first_key, better.second_key, better.third_key, better.at_ms, better.id) <
                (board_entries.tier, board_entries.first_key, board_entries.second_key, board_entries.third_key,
                 board_entries.at_ms, board_entries.id)
        )
        """,
        f"""
        CREATE INDEX board_entries_best ON board_entries
        (mode, kind, tier, first_key, second_key, third_key, at_ms, id) WHERE standing = {BEST}
        """,
        """
        CREATE INDEX board_entries_by_rank ON board_entries
        (mode, kind, tier, first_key, second_key, third_key, at_ms, id) WHERE standing > 0
        """,
        """
        CREATE INDEX board_entries_by_day ON board_entries
        (mode, kind, day, tier, first_key, second_key, third_key, at_ms, id) WHERE standing > 0
        """,
        "CREATE INDEX board_entries_by_time ON board_entries (mode, kind, at_ms) WHERE standing > 0",
    ),
    (
        "ALTER TABLE board_entries ADD COLUMN ruleset TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX board_entries_without_ruleset ON board_entries (id) WHERE ruleset = '' AND recording <> ''",
    ),
    (
        """
        CREATE TABLE account_settings (
            account TEXT PRIMARY KEY NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
            at_ms BIGINT NOT NULL,
            settings TEXT NOT NULL
        )
        """,
    ),
)
"""Migrations from each version to the next; the first creates version 1."""


def table_names(version: int) -> list[str]:
    """Return all tables of a version, each after the tables that it references."""
    return re.findall(r"CREATE TABLE (\w+)", "".join(chain.from_iterable(MIGRATIONS[:version])))


OWNED: Final = ("ratings", "results", "board_entries", "daily_tries", "account_settings")
"""Tables of a player's own rows, by the column `account`: the contents of an export beside the account."""
