"""Schema of the database of games, as migrations from each version to the next.

Tables, indexes and triggers that a later version drops are not made any more: a file may have them or not.
"""

from typing import Final

APPLICATION_ID: Final = 0x50494543
"""Id that distinguishes the database from those of other programs."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
        CREATE TABLE modes (
            name TEXT PRIMARY KEY NOT NULL,
            ranking TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            token TEXT NOT NULL UNIQUE,
            mode TEXT NOT NULL REFERENCES modes (name),
            variant TEXT NOT NULL,
            preset TEXT NOT NULL,
            rules TEXT NOT NULL,
            seed TEXT,
            started_ms INTEGER NOT NULL,
            ended_ms INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            time INTEGER NOT NULL,
            score INTEGER NOT NULL,
            lines INTEGER NOT NULL,
            level INTEGER NOT NULL,
            pieces INTEGER NOT NULL,
            presses INTEGER NOT NULL,
            holds INTEGER NOT NULL,
            singles INTEGER NOT NULL,
            doubles INTEGER NOT NULL,
            triples INTEGER NOT NULL,
            quads INTEGER NOT NULL,
            larger INTEGER NOT NULL,
            spins INTEGER NOT NULL,
            perfect_clears INTEGER NOT NULL,
            max_combo INTEGER NOT NULL,
            max_back_to_back INTEGER NOT NULL,
            faults INTEGER,
            practice INTEGER NOT NULL,
            bot INTEGER NOT NULL,
            unranked INTEGER NOT NULL,
            imported INTEGER NOT NULL,
            progress INTEGER NOT NULL,
            goals TEXT NOT NULL,
            tier INTEGER NOT NULL,
            rank1 INTEGER NOT NULL,
            rank2 INTEGER NOT NULL,
            rank3 INTEGER NOT NULL
        )
        """,
        """
        CREATE TABLE recordings (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            text TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE checkpoints (
            token TEXT PRIMARY KEY NOT NULL,
            session TEXT NOT NULL,
            saved_ms INTEGER NOT NULL,
            time INTEGER NOT NULL,
            head TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE checkpoint_inputs (
            token TEXT NOT NULL REFERENCES checkpoints (token) ON DELETE CASCADE,
            first INTEGER NOT NULL,
            inputs TEXT NOT NULL,
            PRIMARY KEY (token, first)
        )
        """,
        """
        CREATE TABLE savepoints (
            name TEXT PRIMARY KEY NOT NULL,
            saved_ms INTEGER NOT NULL,
            text TEXT NOT NULL
        )
        """,
    ),
    ("ALTER TABLE games ADD COLUMN faulty INTEGER",),
    (),  # indexes that version 9 dropped
    (
        """
        CREATE TABLE matches (
            id INTEGER PRIMARY KEY,
            opponent TEXT NOT NULL,
            ended_ms INTEGER NOT NULL,
            games_won INTEGER NOT NULL,
            games_lost INTEGER NOT NULL
        )
        """,
        "CREATE INDEX matches_by_opponent ON matches (opponent, games_won, games_lost)",
    ),
    ("CREATE TABLE achievements (name TEXT PRIMARY KEY NOT NULL, earned_ms INTEGER NOT NULL)",),
    (
        """
        CREATE TABLE trainer_attempts (
            id INTEGER PRIMARY KEY,
            trainer TEXT NOT NULL,
            exercise TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            solved INTEGER NOT NULL,
            faults INTEGER NOT NULL,
            time_ms INTEGER NOT NULL,
            pieces INTEGER NOT NULL,
            extra TEXT NOT NULL
        )
        """,
        "CREATE INDEX trainer_attempts_by_exercise ON trainer_attempts (trainer, exercise, solved, faults, time_ms)",
        """
        CREATE TABLE boards (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            fumen TEXT NOT NULL,
            at_ms INTEGER NOT NULL
        )
        """,
        """
        CREATE TABLE rule_sets (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            line TEXT NOT NULL,
            at_ms INTEGER NOT NULL
        )
        """,
        """
        CREATE TABLE daily_results (
            id INTEGER PRIMARY KEY,
            mode TEXT NOT NULL,
            day TEXT NOT NULL,
            token TEXT NOT NULL UNIQUE,
            begun INTEGER NOT NULL,
            UNIQUE (mode, day)
        )
        """,
    ),
    (),  # counts that version 9 dropped
    (
        """
        CREATE TABLE game_reviews (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            edition INTEGER NOT NULL,
            text TEXT NOT NULL
        )
        """,
    ),
    (
        "DROP TRIGGER IF EXISTS count_added_game",
        "DROP TRIGGER IF EXISTS count_deleted_game",
        "DROP TABLE IF EXISTS game_counts",
        *(
            f"DROP INDEX IF EXISTS games_by_{name}"
            for name in (
                *("rank", "end", "best", "preset", "outcome", "time", "score"),
                *("lines", "level", "pieces", "pace", "presses", "finesse"),
            )
        ),
        "CREATE INDEX games_by_end ON games (ended_ms, id)",
    ),
    (
        "ALTER TABLE games ADD COLUMN ruleset TEXT NOT NULL DEFAULT ''",
        "DROP INDEX IF EXISTS games_by_rank",
        # The last columns let the filters be read from the index.
        """
        CREATE INDEX games_by_rank ON games
            (mode, variant, ruleset, tier, rank1, rank2, rank3, ended_ms, id, preset, bot)
        """,
        # The next opening gives them their rules.
        "CREATE INDEX games_without_rules ON games (id) WHERE ruleset = ''",
    ),
)
"""Statements that bring each version of the database to the next; the first ones create version 1."""

TABLES: Final = (
    *("modes", "games", "recordings", "checkpoints", "checkpoint_inputs", "savepoints"),
    *("matches", "achievements", "trainer_attempts", "boards", "rule_sets", "daily_results"),
    "game_reviews",
)
"""All tables, those that others refer to first."""
