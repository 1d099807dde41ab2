"""Earned achievements, found by one query whenever a game ends."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from piecement.session import timestamps
from piecement.session.achievements import ACHIEVEMENTS, BY_NAME, GAMES, MODES, PACE, Achievement, Need
from piecement.storage import sql
from piecement.storage.database import Database
from piecement.storage.database_session import Queries, change, query

_FIGURES: Final = {GAMES: "1", PACE: "pieces * 1000000000000 / max(time, 1)"}
"""Figures that are no column, as SQL of a game."""

_RANKED: Final = "tier < 2"
_OWN: Final = "NOT bot AND NOT imported"


class Earned(NamedTuple):
    """Achievements found when a game ended."""

    new: tuple[Achievement, ...]
    """Achievements that the game earned."""
    before: tuple[Achievement, ...]
    """Achievements that earlier games had earned before they were counted."""


class Achievements(Queries):
    """The achievements of the player."""

    @query
    def earned(self, database: Database) -> Mapping[str, int]:
        """Return the names of earned achievements, with the time of each (ms since 1970)."""
        return {row["name"]: row["earned_ms"] for row in database.rows(sql.ACHIEVEMENTS) if row["name"] in BY_NAME}

    @change
    def count(self, database: Database, game: int | None = None) -> Earned:
        """Find and store newly earned achievements, those of the game that just ended apart."""
        stored = set(database.column(sql.ACHIEVEMENTS))
        missing = [one for one in ACHIEVEMENTS if one.name not in stored]
        # Once the old games were counted, only sums need them.
        found = _held(missing, database) if game is None or not stored else _held_by(game, missing, database)
        before = found if game is None else _held(found, database, without=game)
        now_ms = timestamps.to_ms(self._session.now())
        with database.transaction():
            for one in found:
                database.change(
                    "INSERT OR IGNORE INTO achievements (name, earned_ms) VALUES (?, ?)", (one.name, now_ms)
                )
        return Earned(tuple(one for one in found if one not in before), tuple(before))


def _held_by(game: int, candidates: Iterable[Achievement], database: Database) -> list[Achievement]:
    """Return the candidates that a game earned, by itself or with all others."""
    asked = list(candidates)
    single = [one for one in asked if not one.of_all]
    row = database.row(sql.achievements_held(list(map(_condition, single)), of_one=True), (game,)) if single else None
    earned = [one for one, held in zip(single, row or (), strict=False) if held]
    return earned + _held([one for one in asked if one.of_all], database)


def _held(candidates: Iterable[Achievement], database: Database, without: int = 0) -> list[Achievement]:
    """Return the candidates that all games earned, optionally without one game."""
    asked = list(candidates)
    if not asked:
        return []
    row = database.row(sql.achievements_held(list(map(_condition, asked)), of_one=False), (without,))
    return [one for one, held in zip(asked, row or (), strict=False) if held]


def _condition(one: Achievement) -> str:
    """Return the condition of an achievement as SQL, made of the table of achievements alone."""
    if one.of_all:
        return " AND ".join(_limits(need, _total(need.figure)) for need in one.needs)
    parts = [_limits(need, _FIGURES.get(need.figure, need.figure)) for need in one.needs]
    mode = [f"mode = '{one.mode}'"] if one.mode else []
    won = ["tier = 0"] if one.won else []
    return f"max({' AND '.join([_RANKED, *mode, *won, *parts])})"


def _total(figure: str) -> str:
    if figure == MODES:
        return f"count(DISTINCT CASE WHEN {_OWN} THEN mode END)"
    return f"total(CASE WHEN {_OWN} THEN {_FIGURES.get(figure, figure)} ELSE 0 END)"


def _limits(need: Need, expression: str) -> str:
    most = "" if need.most is None else f" AND {expression} <= {need.most}"
    return f"{expression} >= {need.least}{most}"
