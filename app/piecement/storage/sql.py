"""All SQL of the database of games: what it is made of, in every version, and what is asked of it."""

from typing import Final, NamedTuple

APPLICATION_ID: Final = 0x50494543
"""Tells the database from those of other programs."""

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
        "CREATE INDEX games_by_rank ON games (mode, tier, rank1, rank2, rank3, ended_ms, preset, variant)",
        "CREATE INDEX games_by_end ON games (ended_ms)",
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
    (
        "DROP INDEX games_by_rank",
        "DROP INDEX games_by_end",
        "CREATE INDEX games_by_rank ON games (mode, tier, rank1, rank2, rank3, ended_ms, id, preset, variant)",
        "CREATE INDEX games_by_end ON games (ended_ms, id, mode, preset, bot)",
        "CREATE INDEX games_by_best ON games (mode, variant, tier, rank1, rank2, rank3, ended_ms, id, bot)",
        "CREATE INDEX games_by_preset ON games (preset, ended_ms, id, mode)",
        "CREATE INDEX games_by_outcome ON games (outcome, ended_ms, id, mode, preset)",
        "CREATE INDEX games_by_time ON games (time, ended_ms, id, mode, preset)",
        "CREATE INDEX games_by_score ON games (score, ended_ms, id, mode, preset)",
        "CREATE INDEX games_by_lines ON games (lines, ended_ms, id, mode, preset)",
        "CREATE INDEX games_by_level ON games (level, ended_ms, id, mode, preset)",
        "CREATE INDEX games_by_pieces ON games (pieces, ended_ms, id, mode, preset)",
        "CREATE INDEX games_by_pace ON games (CAST(pieces AS REAL) / max(time, 1), ended_ms, id, mode, preset)",
        "CREATE INDEX games_by_presses ON games (CAST(presses AS REAL) / max(pieces, 1), ended_ms, id, mode, preset)",
        """
        CREATE INDEX games_by_finesse ON games
            (faulty IS NULL, CAST(faulty AS REAL) / max(pieces, 1), ended_ms, id, mode, preset)
        """,
    ),
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
    (
        """
        CREATE TABLE game_counts (
            mode TEXT NOT NULL,
            variant TEXT NOT NULL,
            tier INTEGER NOT NULL,
            preset TEXT NOT NULL,
            games INTEGER NOT NULL,
            PRIMARY KEY (mode, variant, tier, preset)
        ) WITHOUT ROWID
        """,
        """
        INSERT INTO game_counts
            SELECT mode, variant, tier, preset, count(*) FROM games GROUP BY mode, variant, tier, preset
        """,
        """
        CREATE TRIGGER count_added_game AFTER INSERT ON games BEGIN
            INSERT INTO game_counts VALUES (NEW.mode, NEW.variant, NEW.tier, NEW.preset, 1)
                ON CONFLICT (mode, variant, tier, preset) DO UPDATE SET games = games + 1;
        END
        """,
        """
        CREATE TRIGGER count_deleted_game AFTER DELETE ON games BEGIN
            UPDATE game_counts SET games = games - 1
                WHERE (mode, variant, tier, preset) = (OLD.mode, OLD.variant, OLD.tier, OLD.preset);
        END
        """,
    ),
    (
        """
        CREATE TABLE game_reviews (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            edition INTEGER NOT NULL,
            text TEXT NOT NULL
        )
        """,
    ),
)
"""What brings each version of the database to the one after it; the first makes version 1 out of nothing."""

VERSION: Final = len(MIGRATIONS)
"""The version of the database that this program writes."""

TABLES: Final = (
    *("modes", "games", "recordings", "checkpoints", "checkpoint_inputs", "savepoints"),
    *("matches", "achievements", "trainer_attempts", "boards", "rule_sets", "daily_results"),
    "game_reviews",
)
"""Those that others refer to first; `game_counts` follows from the games by itself."""

GAME_COLUMNS: Final = (
    *("token", "mode", "variant", "preset", "rules", "seed", "started_ms", "ended_ms", "outcome"),
    *("time", "score", "lines", "level", "pieces"),
    *("presses", "holds", "singles", "doubles", "triples", "quads", "larger", "spins", "perfect_clears"),
    *("max_combo", "max_back_to_back", "faults", "faulty"),
    *("practice", "bot", "unranked", "imported", "progress", "goals"),
    *("tier", "rank1", "rank2", "rank3"),
)
"""The columns of a game that are written."""

MARK_COLUMNS: Final = ("practice", "bot", "unranked", "imported")

RANK: Final = ("tier", "rank1", "rank2", "rank3", "ended_ms", "id")
"""One mode's games in the order of its ranking: won before lost, and those that compete before the others."""

_SORT_KEYS: Final[dict[str, tuple[str, ...]]] = {
    **{name: (name,) for name in ("preset", "outcome", "time", "score", "lines", "level", "pieces")},
    "pace": ("CAST(pieces AS REAL) / max(time, 1)",),
    "presses": ("CAST(presses AS REAL) / max(pieces, 1)",),
    "finesse": ("faulty IS NULL", "CAST(faulty AS REAL) / max(pieces, 1)"),
    "faults": ("faults IS NULL", "faults"),
    **{name: (name,) for name in ("quads", "spins", "perfect_clears")},
}
SORTS: Final[dict[str, tuple[str, ...]]] = {
    "rank": ("mode", *RANK),
    "ended": ("ended_ms", "id"),
    "mode": ("mode", *RANK),
    **{name: (*keys, "ended_ms", "id") for name, keys in _SORT_KEYS.items()},
}
"""What games can be sorted by, and the expressions that do it."""

FILTERS: Final = {
    "mode": "{}mode = :mode",
    "preset": "{}preset = :preset",
    "since_ms": "{}ended_ms >= :since_ms",
    "by_player": "NOT {}bot",
    "recorded": "EXISTS (SELECT 1 FROM recordings WHERE game = games.id)",
}
"""What games can be chosen by. A plus sign before a column keeps SQLite from looking games up by it."""


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def where(names: tuple[str, ...], looked_up_by: str | None = None) -> str:
    """Return the condition of these filters; with a column, games are looked up by that one at most."""
    return " AND ".join(_filter(name, looked_up_by) for name in names) or "1"


def _filter(name: str, looked_up_by: str | None) -> str:
    may_look_up = looked_up_by is None or FILTERS[name].startswith(f"{{}}{looked_up_by} ")
    return FILTERS[name].format("" if may_look_up else "+")


def game_ids(filters: tuple[str, ...], sort: str, *, descending: bool) -> str:
    """Return the question for the games that pass filters, in an order: `:count` of them, after `:start` others.

    They are read in the order of an index, which is quick near the beginning, and passed over where a filter says so.
    """
    direction = " DESC" if descending else ""
    first, *_ = SORTS[sort]
    order = ", ".join(f"{expression}{direction}" for expression in SORTS[sort])
    return f"SELECT id FROM games WHERE {where(filters, first)} ORDER BY {order} LIMIT :count OFFSET :start"


_COUNTED_BY: Final = frozenset({"mode", "preset"})
"""The filters of which the numbers of games are kept, so that no game is looked at to count them."""


def count_games(filters: tuple[str, ...]) -> str:
    if _COUNTED_BY.issuperset(filters):
        return f"SELECT coalesce(sum(games), 0) FROM game_counts WHERE {where(filters)}"
    return f"SELECT count(*) FROM games WHERE {where(filters)}"


def count_groups(filters: tuple[str, ...]) -> str:
    """Return the question for how many games that pass filters each mode, variant and tier has."""
    counted, source = (
        ("sum(games)", "game_counts") if _COUNTED_BY.issuperset(filters) else ("count(*)", _games_by_rank(filters))
    )
    return f"""
        SELECT mode, variant, tier, {counted} AS games FROM {source} WHERE {where(filters, "mode")}
        GROUP BY mode, variant, tier ORDER BY mode, variant
    """


def _games_by_rank(filters: tuple[str, ...]) -> str:
    """Return the games by the index that has the columns of filters: SQLite would choose the wrong one of two."""
    return f"games INDEXED BY {'games_by_rank' if 'preset' in filters else 'games_by_best'}"


_IN_TIERS: Final = "tier BETWEEN :least_tier AND :most_tier"


def group(filters: tuple[str, ...], *, beyond: bool, backwards: bool) -> str:
    """Return the question for the rows of games of one mode and variant, the best first, or backwards the worst.

    They are `:count` games after `:skipped` others, `beyond` those beyond the game of these values: all are of the same
    tiers while no more are asked for than there are.
    """
    direction = " DESC" if backwards else ""
    start = f"({_listed(RANK)}) {'<' if backwards else '>'} ({_listed(tuple(f':{name}' for name in RANK))})"
    return f"""
        SELECT {_listed(RANK)} FROM {_games_by_rank(filters)}
        WHERE mode = :mode AND variant = :variant AND {start if beyond else _IN_TIERS}
            AND {where(filters, "mode")}
        ORDER BY {", ".join(f"{name}{direction}" for name in RANK)} LIMIT :count OFFSET :skipped
    """


GAMES: Final = """
    SELECT *, EXISTS (SELECT 1 FROM recordings WHERE game = games.id) AS recorded FROM games WHERE id IN ({})
"""
"""The games of these ids, in no order."""

ADD_GAME: Final = f"""
    INSERT INTO games ({_listed(GAME_COLUMNS)}) VALUES ({_listed(tuple(f":{name}" for name in GAME_COLUMNS))})
    ON CONFLICT (token) DO NOTHING
"""
ADD_RECORDING: Final = "INSERT OR REPLACE INTO recordings (game, text) VALUES (?, ?)"
RECORDING: Final = "SELECT text FROM recordings WHERE game = ?"
DELETE_GAME: Final = "DELETE FROM games WHERE id = ?"
DELETE_RECORDING: Final = "DELETE FROM recordings WHERE game = ?"
_IDLE: Final = "NOT progress AND NOT imported AND tier IN (1, 3)"
DELETE_IDLE_GAME: Final = f"DELETE FROM games WHERE {_IDLE} AND token = ?"

GAME_CALLED: Final = "SELECT id FROM games WHERE token = ?"
BEST: Final = f"""
    SELECT id FROM games WHERE mode = ? AND variant = ? AND tier < 2 AND id != ? ORDER BY {_listed(RANK)} LIMIT 1
"""
BETTER: Final = """
    SELECT count(*) FROM games WHERE mode = :mode AND variant = :variant AND tier < 2
    AND (tier, rank1, rank2, rank3, ended_ms, id) < (:tier, :rank1, :rank2, :rank3, :ended_ms, :id)
"""
_KINDS: Final = """
    WITH RECURSIVE kinds (mode, variant) AS (
        SELECT name, (SELECT min(variant) FROM games WHERE mode = name) FROM modes
        UNION ALL
        SELECT mode, (SELECT min(variant) FROM games WHERE mode = kinds.mode AND variant > kinds.variant)
        FROM kinds WHERE variant IS NOT NULL
    )
"""
"""Each mode and variant; an index leads from each of them to the next."""

BESTS: Final = f"""{_KINDS}
    , bests (id) AS (
        SELECT (
            SELECT id FROM games WHERE mode = kinds.mode AND variant = kinds.variant AND tier < 2
            ORDER BY {_listed(RANK[:-1])}, games.id LIMIT 1
        ) FROM kinds WHERE variant IS NOT NULL
    )
    SELECT id FROM bests WHERE id IS NOT NULL
"""
"""The best game of each mode and variant."""
HAS_WON: Final = "SELECT EXISTS (SELECT 1 FROM games WHERE mode = ? AND tier = 0)"
MODES_PLAYED: Final = """
    SELECT name FROM modes WHERE EXISTS (SELECT 1 FROM games WHERE mode = name) ORDER BY name
"""
PRESETS_PLAYED: Final = """
    WITH RECURSIVE presets (name) AS (
        SELECT min(preset) FROM games
        UNION ALL
        SELECT (SELECT min(preset) FROM games WHERE preset > name) FROM presets WHERE name IS NOT NULL
    )
    SELECT name FROM presets WHERE name IS NOT NULL
"""

RANKINGS: Final = "SELECT name, ranking FROM modes"
SET_RANKING: Final = """
    INSERT INTO modes (name, ranking) VALUES (:mode, :ranking) ON CONFLICT (name) DO UPDATE SET ranking = :ranking
"""
RESULTS_OF_MODE: Final = "SELECT id, time, score, lines, level, pieces, goals FROM games WHERE mode = ?"
RANK_GAME: Final = "UPDATE games SET rank1 = ?, rank2 = ?, rank3 = ? WHERE id = ?"

_SUMS: Final = (
    *("time", "pieces", "lines", "score", "presses", "holds"),
    *("singles", "doubles", "triples", "quads", "larger", "spins", "perfect_clears"),
)


def totals(filters: tuple[str, ...]) -> str:
    """Return the question for the sums of each mode's games that pass filters.

    The plus sign has the table be read from end to end: by the index of modes it would be looked up row by row.
    """
    return f"""
        SELECT mode, count(*) AS games, sum(tier IN (0, 2)) AS won,
            {_listed(tuple(f"total({name}) AS {name}" for name in _SUMS))},
            total(faults) AS faults, total(faulty) AS faulty,
            total(CASE WHEN faulty IS NULL THEN 0 ELSE pieces END) AS judged_pieces,
            max(max_combo) AS max_combo, max(max_back_to_back) AS max_back_to_back,
            max(CASE WHEN pieces >= 20 THEN CAST(pieces AS REAL) / max(time, 1) ELSE 0 END) AS best_pace
        FROM games WHERE {where(filters)} GROUP BY +mode ORDER BY games DESC, mode
    """


def days(filters: tuple[str, ...]) -> str:
    return f"""
        SELECT date(ended_ms / 1000, 'unixepoch', 'localtime') AS day, count(*) AS games FROM games
        WHERE {where(filters)} GROUP BY day ORDER BY day
    """


def outcomes(filters: tuple[str, ...]) -> str:
    """Return the question for whether each of the games that pass filters was won, one after another."""
    return f"SELECT tier IN (0, 2) AS won FROM games WHERE {where(filters)} ORDER BY ended_ms, id"


def paces(filters: tuple[str, ...]) -> str:
    """Return the question for the pieces and the time of the last `:last` games that pass filters, the newest first."""
    return (
        f"SELECT pieces, time FROM games WHERE {where(filters, 'ended_ms')} ORDER BY ended_ms DESC, id DESC LIMIT :last"
    )


COUNTS: Final = """
    SELECT (SELECT count(*) FROM games) AS games, (SELECT count(*) FROM recordings) AS recordings,
        (SELECT count(*) FROM savepoints) AS savepoints
"""

COURSE: Final = """
    SELECT tier, rank1, rank2, rank3, time, score, lines, level, pieces FROM games
    WHERE mode = ? AND variant = ? AND tier < 2 ORDER BY ended_ms, id
"""
"""The games of a mode that compete, one after another."""

SET_CHECKPOINT: Final = """
    INSERT INTO checkpoints (token, session, saved_ms, time, head) VALUES (:token, :session, :saved_ms, :time, :head)
    ON CONFLICT (token) DO UPDATE SET session = :session, saved_ms = :saved_ms, time = :time, head = :head
"""
ADD_CHECKPOINT_INPUTS: Final = "INSERT OR REPLACE INTO checkpoint_inputs (token, first, inputs) VALUES (?, ?, ?)"
CUT_CHECKPOINT_INPUTS: Final = "DELETE FROM checkpoint_inputs WHERE token = ? AND first >= ?"
CHECKPOINTS: Final = "SELECT token, session, saved_ms, time, head FROM checkpoints ORDER BY saved_ms DESC"
CHECKPOINT: Final = "SELECT token, session, saved_ms, time, head FROM checkpoints WHERE token = ?"
CHECKPOINT_INPUTS: Final = "SELECT inputs FROM checkpoint_inputs WHERE token = ? ORDER BY first"
CLAIM_CHECKPOINT: Final = "UPDATE checkpoints SET session = :mine WHERE token = :token AND session = :theirs"
LET_GO_CHECKPOINT: Final = "UPDATE checkpoints SET session = '' WHERE token = ?"
DELETE_CHECKPOINT: Final = "DELETE FROM checkpoints WHERE token = ?"

SET_SAVEPOINT: Final = "INSERT OR REPLACE INTO savepoints (name, saved_ms, text) VALUES (?, ?, ?)"
ADD_MATCH: Final = "INSERT INTO matches (opponent, ended_ms, games_won, games_lost) VALUES (?, ?, ?, ?)"
MATCH_RECORD: Final = """
    SELECT coalesce(sum(games_won > games_lost), 0) AS won, coalesce(sum(games_won <= games_lost), 0) AS lost
    FROM matches WHERE opponent = ?
"""

SAVEPOINTS: Final = "SELECT name, saved_ms, text FROM savepoints ORDER BY name"
SAVEPOINT: Final = "SELECT text FROM savepoints WHERE name = ?"
DELETE_SAVEPOINT: Final = "DELETE FROM savepoints WHERE name = ?"

ACHIEVEMENTS: Final = "SELECT name, earned_ms FROM achievements ORDER BY earned_ms, name"
ADD_ACHIEVEMENT: Final = "INSERT OR IGNORE INTO achievements (name, earned_ms) VALUES (?, ?)"

ADD_TRAINER_ATTEMPT: Final = """
    INSERT INTO trainer_attempts (trainer, exercise, at_ms, solved, faults, time_ms, pieces, extra)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
BEST_TRAINER_ATTEMPT: Final = """
    SELECT faults, time_ms, pieces, extra FROM trainer_attempts
    WHERE trainer = ? AND exercise = ? AND solved = 1 ORDER BY faults, time_ms, id LIMIT 1
"""
TRAINER_TOTALS: Final = """
    WITH tries AS (
        SELECT *, sum(NOT solved) OVER (ORDER BY id) AS stretch FROM trainer_attempts
        WHERE trainer = :trainer AND exercise = coalesce(:exercise, exercise)
    )
    SELECT count(*), coalesce(sum(solved), 0), coalesce(sum(faults), 0), coalesce(sum(time_ms), 0),
        coalesce(sum(pieces), 0),
        (SELECT coalesce(max(length), 0) FROM (SELECT sum(solved) AS length FROM tries GROUP BY stretch))
    FROM tries
"""
"""The sums of tries, and how many were solved in a row at best: each that was not begins another stretch."""
WORST_EXERCISES: Final = """
    SELECT exercise, count(*), sum(solved), sum(faults) FROM trainer_attempts WHERE trainer = ?
    GROUP BY exercise HAVING sum(faults) > 0 ORDER BY CAST(sum(faults) AS REAL) / count(*) DESC, exercise LIMIT ?
"""
ADD_REVIEW: Final = """
    INSERT INTO game_reviews (game, edition, text) SELECT id, :edition, :text FROM games WHERE id = :game
    ON CONFLICT (game) DO UPDATE SET edition = :edition, text = :text
"""
UNREVIEWED: Final = """
    SELECT id FROM games JOIN recordings ON recordings.game = id
    LEFT JOIN game_reviews ON game_reviews.game = id AND edition = ?
    WHERE NOT bot AND game_reviews.game IS NULL ORDER BY ended_ms DESC, id DESC
"""
REVIEWS: Final = """
    SELECT game_reviews.game, mode, text FROM game_reviews JOIN games ON id = game_reviews.game
    WHERE edition = ? ORDER BY ended_ms DESC, id DESC
"""
TRAINER_COURSE: Final = "SELECT solved FROM trainer_attempts WHERE trainer = ? ORDER BY id DESC LIMIT ?"


def achievements_held(conditions: list[str], *, of_one: bool) -> str:
    """Return the question whether conditions hold of the game of an id, or of all others together."""
    return f"SELECT {_listed(tuple(conditions))} FROM games WHERE id {'=' if of_one else '!='} ?"


def delete_all(table: str) -> str:
    return f"DELETE FROM {table}"


def columns(table: str) -> str:
    return f"PRAGMA table_info({table})"


def copy_row(table: str, columns: tuple[str, ...]) -> str:
    """Return the change that takes a row of these columns over, unless it is there."""
    return f"INSERT OR IGNORE INTO {table} ({_listed(columns)}) VALUES ({_listed(('?',) * len(columns))})"


READ_WHAT_IS_LEFT: Final = "PRAGMA writable_schema = ON"
"""Has a file be read that is shorter than it says."""


def rows_between(table: str) -> str:
    return f"SELECT *, 0 AS recorded FROM {table} WHERE rowid BETWEEN ? AND ?"


MEND: Final = (
    "INSERT OR IGNORE INTO modes (name, ranking) SELECT DISTINCT mode, '' FROM games",
    "DELETE FROM recordings WHERE game NOT IN (SELECT id FROM games)",
    "DELETE FROM checkpoint_inputs WHERE token NOT IN (SELECT token FROM checkpoints)",
)
"""What makes rows fit together again after some were lost."""


SET_DAILY_TRY: Final = """
    INSERT INTO daily_results (mode, day, token, begun) VALUES (?, ?, ?, 0)
    ON CONFLICT (mode, day) DO UPDATE SET token = excluded.token, begun = 0
"""
BEGIN_DAILY_TRY: Final = "UPDATE daily_results SET begun = 1 WHERE token = ?"
DAILY_TRIES: Final = """
    SELECT day, daily_results.token, begun, games.id FROM daily_results
    LEFT JOIN games ON games.token = daily_results.token
    WHERE daily_results.mode = ? AND day BETWEEN ? AND ? ORDER BY day
"""
"""The first tries at a mode on some days, with the ids of the games that came to an end."""


class NamedStatements(NamedTuple):
    """The statements of a table of texts by name."""

    keep: str
    all: str
    one: str
    delete: str


def _named(table: str, column: str) -> NamedStatements:
    return NamedStatements(
        keep=f"INSERT INTO {table} (name, {column}, at_ms) VALUES (?, ?, ?)"
        f" ON CONFLICT (name) DO UPDATE SET {column} = excluded.{column}, at_ms = excluded.at_ms",
        all=f"SELECT name, {column} FROM {table} WHERE name != '' ORDER BY name COLLATE NOCASE, name",
        one=f"SELECT {column} FROM {table} WHERE name = ?",
        delete=f"DELETE FROM {table} WHERE name = ?",
    )


BOARDS: Final = _named("boards", "fumen")
RULE_SETS: Final = _named("rule_sets", "line")
