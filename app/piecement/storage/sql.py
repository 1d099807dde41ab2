"""Queries of the database of games, in SQL."""

from typing import Final

_ADDED: Final = (
    *("time", "pieces", "lines", "score", "presses", "holds", "singles", "doubles", "triples", "quads", "larger"),
    *("spins", "perfect_clears", "faults", "faulty"),
)
"""Columns that add up over games."""

MARK_COLUMNS: Final = ("practice", "bot", "unranked", "imported")

RANK: Final = ("tier", "rank1", "rank2", "rank3", "ended_ms", "id")
"""Sort order of one mode's games by rank: won before lost, ranked before unranked."""

BOARD: Final = "mode, variant, ruleset"
"""Columns that are equal in games ranked together."""

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
"""Sort orders of games: the expressions of each, by name."""

FILTERS: Final = {
    "mode": "mode = :mode",
    "preset": "preset = :preset",
    "rulesets": "ruleset IN (SELECT value FROM json_each(:rulesets))",
    "since_ms": "ended_ms >= :since_ms",
    "owner": "NOT bot AND owner = :owner",
    "recorded": "EXISTS (SELECT 1 FROM recordings WHERE game = games.id)",
}
"""Conditions by which games are chosen."""


GAMES: Final = """
    SELECT *, EXISTS (SELECT 1 FROM recordings WHERE game = games.id) AS recorded FROM games WHERE id IN ({})
"""
"""Games of these ids, in any order."""

ADD_RECORDING: Final = "INSERT OR REPLACE INTO recordings (game, text) VALUES (?, ?)"
RECORDING: Final = "SELECT text FROM recordings WHERE game = ?"

FIND_GAME: Final = "SELECT id FROM games WHERE token = ?"
BEST: Final = f"""
    SELECT id FROM games WHERE ({BOARD}) = (?, ?, ?) AND tier < 2 AND id != ? ORDER BY {", ".join(RANK)} LIMIT 1
"""
COUNT_BETTER: Final = f"""
    SELECT count(*) FROM games WHERE ({BOARD}) = (:mode, :variant, :ruleset) AND tier < 2
    AND (tier, rank1, rank2, rank3, ended_ms, id) < (:tier, :rank1, :rank2, :rank3, :ended_ms, :id)
"""
COUNT_RANKED: Final = f"""
    SELECT count(*) FROM games WHERE ({BOARD}) = (:mode, :variant, :ruleset) AND tier < 2
"""


_BY_BOARD: Final = ("mode", "variant", "ruleset", *RANK)
BY_BOARD: Final = ", ".join(_BY_BOARD)
"""The order of the index of games: the best of each leaderboard first."""

_FIRST_GAMES: Final = f"""
    WITH RECURSIVE firsts (id, mode, variant, ruleset, tier, preset) AS (
        SELECT * FROM (
            SELECT id, {BOARD}, tier, preset FROM games ORDER BY {BY_BOARD} LIMIT 1
        )
        UNION ALL
        SELECT games.id, games.mode, games.variant, games.ruleset, games.tier, games.preset
        FROM firsts JOIN games ON games.id = coalesce(
            (SELECT id FROM games WHERE mode = firsts.mode AND variant = firsts.variant AND ruleset > firsts.ruleset
                ORDER BY {", ".join(_BY_BOARD[2:])} LIMIT 1),
            (SELECT id FROM games WHERE mode = firsts.mode AND variant > firsts.variant
                ORDER BY {", ".join(_BY_BOARD[1:])} LIMIT 1),
            (SELECT id FROM games WHERE mode > firsts.mode ORDER BY {BY_BOARD} LIMIT 1)
        )
    )
"""
"""The best game of each leaderboard; each is looked up after the one before, without reading all."""

BESTS: Final = f"{_FIRST_GAMES} SELECT id FROM firsts WHERE tier < 2"
"""The best ranked game of each leaderboard."""
BOARDS_PLAYED: Final = f"{_FIRST_GAMES} SELECT {BOARD}, preset FROM firsts"
"""Each leaderboard with games, and the preset of the best one."""

TIMED: Final = "variant NOT LIKE '%by=text%' AND variant NOT LIKE '%speed=%'"
"""Condition for games at real speed: neither plain text games, where no time passes, nor slowed ones."""


TOTALS: Final = f"""
    mode, count(*) AS games, sum(tier IN (0, 2)) AS won,
    {", ".join(f"CAST(total({name}) AS INTEGER) AS {name}" for name in _ADDED)},
    CAST(total(CASE WHEN faulty IS NULL THEN 0 ELSE pieces END) AS INTEGER) AS judged_pieces,
    max(max_combo) AS max_combo, max(max_back_to_back) AS max_back_to_back,
    CAST(total(CASE WHEN {TIMED} THEN pieces ELSE 0 END) AS INTEGER) AS timed_pieces,
    max(CASE WHEN pieces >= 20 AND {TIMED} THEN CAST(pieces AS REAL) / max(time, 1) ELSE 0 END) AS best_pace
"""
"""Sums over the games of a mode. A plain `sum` fails where it is more than an integer of SQLite."""

DAYS: Final = "date(ended_ms / 1000, 'unixepoch', 'localtime') AS day, count(*) AS games"
"""Number of games of a local day."""

HISTORY: Final = """
    SELECT tier, rank1, rank2, rank3, time, score, lines, level, pieces FROM games
    WHERE (mode, variant, ruleset) = (?, ?, ?) AND tier < 2 ORDER BY ended_ms, id
"""
"""The games of a leaderboard that compete, one after another."""

ADD_CHECKPOINT_INPUTS: Final = "INSERT OR REPLACE INTO checkpoint_inputs (token, first, inputs) VALUES (?, ?, ?)"
CHECKPOINTS: Final = "SELECT token, session, saved_ms, time, head FROM checkpoints ORDER BY saved_ms DESC"
CHECKPOINT: Final = "SELECT token, session, saved_ms, time, head FROM checkpoints WHERE token = ?"
CHECKPOINT_INPUTS: Final = "SELECT inputs FROM checkpoint_inputs WHERE token = ? ORDER BY first"
CLAIM_CHECKPOINT: Final = "UPDATE checkpoints SET session = :mine WHERE token = :token AND session = :theirs"
DELETE_CHECKPOINT: Final = "DELETE FROM checkpoints WHERE token = ?"


ACHIEVEMENTS: Final = "SELECT name, earned_ms FROM achievements ORDER BY earned_ms, name"


def achievements_held(conditions: list[str], *, of_one: bool) -> str:
    """Return the query that tests conditions on one game, or on all games but one."""
    return f"SELECT {', '.join(conditions)} FROM games WHERE id {'=' if of_one else '!='} ?"


def columns(table: str) -> str:
    return f"PRAGMA table_info({table})"


def copy_row(table: str, columns: tuple[str, ...]) -> str:
    """Return the statement that copies a row of these columns, unless it exists."""
    return f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


KINDS_WITHOUT_RULESET: Final = """
    SELECT mode, variant, preset, rules,
        max(CASE WHEN EXISTS (SELECT 1 FROM recordings WHERE game = games.id) THEN id END) AS recorded
    FROM games WHERE ruleset = '' GROUP BY mode, variant, preset, rules
"""
"""Distinct rules among games without a ruleset hash, each with a recorded game if there is one."""
SET_RULESET: Final = """
    UPDATE games SET ruleset = ? WHERE (mode, variant, preset, rules) = (?, ?, ?, ?) AND ruleset = ''
"""


ORPHANED_RECORDINGS: Final = "SELECT game, text FROM recordings WHERE game NOT IN (SELECT id FROM games)"

MEND: Final = (
    "INSERT OR IGNORE INTO modes (name, ranking) SELECT DISTINCT mode, '' FROM games",
    "DELETE FROM recordings WHERE game NOT IN (SELECT id FROM games)",
    "DELETE FROM checkpoint_inputs WHERE token NOT IN (SELECT token FROM checkpoints)",
)
"""Statements that make rows consistent again after some were lost."""
