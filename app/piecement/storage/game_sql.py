"""Ranks, orders, filters and statements of stored games and their recordings, in SQL."""

from typing import Final

RANK: Final = ("tier", "rank1", "rank2", "rank3", "ended_ms", "id")
"""Sort order of one mode's games by rank: won before lost, ranked before unranked."""

LEADERBOARD: Final = "mode, variant, ruleset"
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

TIMED: Final = "variant NOT LIKE '%by=text%' AND variant NOT LIKE '%speed=%'"
"""Condition for games at real speed: neither plain text games, where no time passes, nor slowed ones."""

GAMES: Final = """
    SELECT *, EXISTS (SELECT 1 FROM recordings WHERE game = games.id) AS recorded FROM games WHERE id IN ({})
"""
"""Games of these ids, in any order."""

ADD_RECORDING: Final = "INSERT OR IGNORE INTO recordings (game, text) VALUES (?, ?)"
RECORDING: Final = "SELECT text FROM recordings WHERE game = ?"

FIND_GAME: Final = "SELECT id FROM games WHERE token = ?"
BEST: Final = f"""
    SELECT id FROM games WHERE ({LEADERBOARD}) = (?, ?, ?) AND tier < 2 AND id != ? ORDER BY {", ".join(RANK)} LIMIT 1
"""
COUNT_BETTER: Final = f"""
    SELECT count(*) FROM games WHERE ({LEADERBOARD}) = (:mode, :variant, :ruleset) AND tier < 2
    AND (tier, rank1, rank2, rank3, ended_ms, id) < (:tier, :rank1, :rank2, :rank3, :ended_ms, :id)
"""
COUNT_RANKED: Final = f"""
    SELECT count(*) FROM games WHERE ({LEADERBOARD}) = (:mode, :variant, :ruleset) AND tier < 2
"""

_BY_LEADERBOARD: Final = ("mode", "variant", "ruleset", *RANK)
BY_LEADERBOARD: Final = ", ".join(_BY_LEADERBOARD)
"""The order of the index of games: the best of each leaderboard first."""

_FIRST_GAMES: Final = f"""
    WITH RECURSIVE firsts (id, mode, variant, ruleset, tier, preset) AS (
        SELECT * FROM (
            SELECT id, {LEADERBOARD}, tier, preset FROM games ORDER BY {BY_LEADERBOARD} LIMIT 1
        )
        UNION ALL
        SELECT games.id, games.mode, games.variant, games.ruleset, games.tier, games.preset
        FROM firsts JOIN games ON games.id = coalesce(
            (SELECT id FROM games WHERE mode = firsts.mode AND variant = firsts.variant AND ruleset > firsts.ruleset
                ORDER BY {", ".join(_BY_LEADERBOARD[2:])} LIMIT 1),
            (SELECT id FROM games WHERE mode = firsts.mode AND variant > firsts.variant
                ORDER BY {", ".join(_BY_LEADERBOARD[1:])} LIMIT 1),
            (SELECT id FROM games WHERE mode > firsts.mode ORDER BY {BY_LEADERBOARD} LIMIT 1)
        )
    )
"""
"""The best game of each leaderboard; each is looked up after the one before, without reading all."""

BESTS: Final = f"{_FIRST_GAMES} SELECT id FROM firsts WHERE tier < 2"
"""The best ranked game of each leaderboard."""
LEADERBOARDS_PLAYED: Final = f"{_FIRST_GAMES} SELECT {LEADERBOARD}, preset FROM firsts"
"""Each leaderboard with games, and the preset of the best one."""
