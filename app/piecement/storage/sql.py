"""All that is asked of the database of games, in SQL."""

from functools import cache
from typing import Final, NamedTuple

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


COUNT_SINCE: Final = "SELECT count(*) FROM (SELECT 1 FROM games WHERE ended_ms >= :since_ms LIMIT :most)"
"""How many games ended since then, `:most` at most: they need not be counted further."""


def games_since(filters: tuple[str, ...]) -> str:
    """Return the question for the games that pass filters, that by date among them, in no order."""
    return f"SELECT mode, variant, {_listed(RANK)} FROM games INDEXED BY games_by_end WHERE {where(filters)}"


_IN_TIERS: Final = "tier BETWEEN :least_tier AND :most_tier"


@cache
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
TRAINER_PRESSES: Final = "SELECT total(json_extract(extra, '$.presses')) FROM trainer_attempts WHERE trainer = ?"
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


ORPHANED_RECORDINGS: Final = "SELECT game, text FROM recordings WHERE game NOT IN (SELECT id FROM games)"
HAS_GAME: Final = "SELECT 1 FROM games WHERE id = ?"

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
