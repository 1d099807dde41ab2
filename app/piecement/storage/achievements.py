"""Earned achievements of the player, and the progress towards all, asked of the stored games in SQL."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from piecement.session.achievements import ACHIEVEMENTS, BY_NAME, GAMES, MODES, PACE, Achievement, Need
from piecement.storage import game_sql
from piecement.storage.database_session import Queries, change, query
from piecement_base import timestamps
from piecement_base.database import Database

_EARNED: Final = "SELECT name, earned_ms FROM achievements ORDER BY earned_ms, name"

_FIGURES: Final = {GAMES: "1", PACE: "pieces * 1000000000000 / max(time, 1)"}
"""Figures that are no column, as SQL of a game."""

_RANKED: Final = "tier < 2"
_OWN: Final = "NOT bot AND owner = 'own'"


class Earned(NamedTuple):
    """Achievements found when a game ended."""

    new: tuple[Achievement, ...]
    """Achievements that the game earned."""
    before: tuple[Achievement, ...]
    """Achievements that earlier games had earned before they were counted."""


class AchievementProgress(NamedTuple):
    """The player's way towards an achievement."""

    value: float
    """Best figure of a game, or the sum of all."""
    part: float
    """Part of the way, from 0 to 1."""

    @classmethod
    def of(cls, need: Need, value: float) -> Self:
        part = value / need.least if need.most is None else (1 + need.most) / (1 + value)
        return cls(value, min(1.0, part))


class Achievements(Queries):
    """The achievements of the player."""

    @query
    def earned(self, database: Database) -> Mapping[str, int]:
        """Return the names of earned achievements, with the time of each (ms since 1970)."""
        return {row["name"]: row["earned_ms"] for row in database.rows(_EARNED) if row["name"] in BY_NAME}

    @query
    def progress(self, database: Database) -> Mapping[str, AchievementProgress]:
        """Return the player's progress towards each achievement that has a figure."""
        measured = [one for one in ACHIEVEMENTS if one.needs]
        figures = zip(measured, _aggregates(database, map(_best_figure, measured)), strict=True)
        return {one.name: AchievementProgress.of(one.needs[0], value) for one, value in figures if value is not None}

    @change
    def count(self, database: Database, game: int | None = None) -> Earned:
        """Find and store newly earned achievements, those of the game that just ended apart."""
        stored = set(database.column(_EARNED))
        missing = [one for one in ACHIEVEMENTS if one.name not in stored]
        if game is None or not stored:
            found = _earned_by(database, missing)
        else:  # earlier games were counted as they ended, and matter in sums only
            found = _earned_by(database, [one for one in missing if not one.of_all], "id = ?", game)
            found += _earned_by(database, [one for one in missing if one.of_all])
        before = found if game is None else _earned_by(database, found, "id != ?", game)
        now_ms = timestamps.to_ms(self._session.now())
        with database.transaction():
            for one in found:
                database.insert("achievements", {"name": one.name, "earned_ms": now_ms}, "name")
        return Earned(tuple(one for one in found if one not in before), tuple(before))


def _earned_by(database: Database, candidates: Sequence[Achievement], games: str = "1", *ids: int) -> list[Achievement]:
    """Return the candidates earned by the games that meet a condition, by one of them or by their sum."""
    earned = _aggregates(database, map(_condition, candidates), games, *ids)
    return [one for one, is_earned in zip(candidates, earned, strict=True) if is_earned]


def _aggregates(database: Database, expressions: Iterable[str], games: str = "1", *ids: int) -> tuple[Any, ...]:
    """Return expressions over the games that meet a condition; their values are of any type of SQL."""
    selected = ", ".join(expressions)
    return tuple(database.rows(f"SELECT {selected} FROM games WHERE {games}", ids)[0]) if selected else ()


def _condition(one: Achievement) -> str:
    """Return the condition of an achievement as SQL, made of the table of achievements alone."""
    if one.of_all:
        return " AND ".join(_limits(need, _total(need.figure)) for need in one.needs)
    return f"max({_conditions(one, one.needs)})"


def _best_figure(one: Achievement) -> str:
    """Return the best figure of an achievement so far, as SQL."""
    first, *others = one.needs
    if one.of_all:
        return _total(first.figure)
    best = "max" if first.most is None else "min"
    return f"{best}(CASE WHEN {_conditions(one, others)} THEN {_FIGURES.get(first.figure, first.figure)} END)"


_SPEEDS: Final = frozenset({"time", PACE})


def _conditions(one: Achievement, needs: Iterable[Need]) -> str:
    """Return the conditions of a game for an achievement, with some of its needs; all of them decide if it is timed."""
    mode = [f"mode = '{one.mode}'"] if one.mode else []
    won = ["tier = 0"] if one.won else []
    timed = [game_sql.TIMED] if any(need.figure in _SPEEDS for need in one.needs) else []
    return " AND ".join(
        [_RANKED, *mode, *won, *timed, *(_limits(need, _FIGURES.get(need.figure, need.figure)) for need in needs)]
    )


def _total(figure: str) -> str:
    if figure == MODES:
        return f"count(DISTINCT CASE WHEN {_OWN} THEN mode END)"
    return f"total(CASE WHEN {_OWN} THEN {_FIGURES.get(figure, figure)} ELSE 0 END)"


def _limits(need: Need, expression: str) -> str:
    most = "" if need.most is None else f" AND {expression} <= {need.most}"
    return f"{expression} >= {need.least}{most}"
