"""The achievements that were earned, found in the games by one question each time a game ends."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from piecement.session import timestamps
from piecement.session.achievements import ACHIEVEMENTS, BY_NAME, GAMES, MODES, PACE, Achievement, Need
from piecement.storage import sql
from piecement.storage.database import Database
from piecement.storage.database_session import Queries, change, query

_FIGURES: Final = {GAMES: "1", PACE: "pieces * 1000000000000 / max(time, 1)"}
"""The figures that are no column, as SQL of a game."""

_RANKED: Final = "tier < 2"
_OWN: Final = "NOT bot AND NOT imported"


class Earned(NamedTuple):
    """What a game has brought."""

    new: tuple[Achievement, ...]
    """Those that the game itself earned."""
    before: tuple[Achievement, ...]
    """Those that earlier games had earned without anybody counting."""


class Achievements(Queries):
    """The achievements of the player."""

    @query
    def earned(self, database: Database) -> Mapping[str, int]:
        """Return the names of the achievements that were earned, with the time in ms since 1970."""
        return {row["name"]: row["earned_ms"] for row in database.rows(sql.ACHIEVEMENTS) if row["name"] in BY_NAME}

    @change
    def count(self, database: Database, game: int | None = None) -> Earned:
        """Look for achievements that the games have earned, and store them; a game that just ended is told apart."""
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
    """Return those of some achievements that a game has earned, by itself or with all others."""
    asked = list(candidates)
    single = [one for one in asked if not one.of_all]
    row = database.row(sql.achievements_held(list(map(_condition, single)), of_one=True), (game,)) if single else None
    earned = [one for one, held in zip(single, row or (), strict=False) if held]
    return earned + _held([one for one in asked if one.of_all], database)


def _held(candidates: Iterable[Achievement], database: Database, without: int = 0) -> list[Achievement]:
    """Return those of some achievements that the games have earned; one of the games may be left out."""
    asked = list(candidates)
    if not asked:
        return []
    row = database.row(sql.achievements_held(list(map(_condition, asked)), of_one=False), (without,))
    return [one for one, held in zip(asked, row or (), strict=False) if held]


def _condition(one: Achievement) -> str:
    """Return the SQL of what games come to; it is made of the table of achievements alone, and of no other text."""
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
