"""Data of the player besides games: named texts, daily tries, match records, exercises, achievements."""

import json
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Final, NamedTuple, Self

from piecement.session.achievements import ACHIEVEMENTS, BY_NAME, GAMES, MODES, PACE, Achievement, Need
from piecement.session.records import Attempt
from piecement.storage import sql
from piecement.storage.database_session import DatabaseSession, Queries, change, query
from piecement_base import formatting
from piecement_base.database import Database, insertion
from piecement_base.errors import MissingError
from piecement_base.language import _

DRAFT: Final = ""
"""Name of the last state of an editor, which is not stored by a name yet."""

LONGEST_NAME: Final = 24


class NamedText(NamedTuple):
    name: str
    text: str


class NamedTexts(Queries):
    """The texts of one table."""

    def __init__(self, session: DatabaseSession, table: str, column: str) -> None:
        super().__init__(session)
        self._table: Final = table
        self._column: Final = column

    @change
    def put(self, database: Database, name: str, text: str) -> None:
        """Store a text by a name, replacing any other text of that name."""
        row = {"name": name, self._column: text, "at_ms": formatting.to_ms(self._session.now())}
        database.change(insertion(self._table, row, "name", replaces=True), row)

    @query
    def all(self, database: Database) -> tuple[NamedText, ...]:
        """Return all texts but the draft, by name."""
        statement = (
            f"SELECT name, {self._column} FROM {self._table} WHERE name != '' ORDER BY name COLLATE NOCASE, name"
        )
        return tuple(NamedText(str(row[0]), str(row[1])) for row in database.rows(statement))

    def text(self, name: str) -> str:
        """Return the text of a name. Raises `MissingError` if there is none."""
        text = self.find(name)
        if text is None:
            raise MissingError(_("There is nothing stored under the name {name!r}."), name=name)
        return text

    @query
    def find(self, database: Database, name: str) -> str | None:
        """Return the text of a name, or None if there is none."""
        row = database.row(f"SELECT {self._column} FROM {self._table} WHERE name = ?", (name,))
        return None if row is None else str(row[0])

    @change
    def delete(self, database: Database, name: str) -> None:
        database.change(f"DELETE FROM {self._table} WHERE name = ?", (name,))


class DailyTry(NamedTuple):
    """The first try at a mode on a day."""

    day: date
    token: str
    """Token of its game."""
    has_begun: bool
    """Whether the try counts, as enough was played."""
    game: int | None
    """Id of its game, or None until that has ended."""


class DailyTries(Queries):
    @change
    def claim(self, database: Database, mode: str, day: date, token: str) -> None:
        """Store the first try at a mode on a day, replacing one that never began."""
        row = {"mode": mode, "day": day.isoformat(), "token": token, "begun": 0}
        database.change(insertion("daily_results", row, "mode, day", replaces=True), row)

    @change
    def begin(self, database: Database, token: str) -> None:
        """Mark a try as begun."""
        database.change("UPDATE daily_results SET begun = 1 WHERE token = ?", (token,))

    @query
    def between(self, database: Database, mode: str, first: date, last: date) -> dict[date, DailyTry]:
        """Return the first tries at a mode in a range of days."""
        rows = database.rows(
            """
            SELECT day, daily_results.token, begun, games.id FROM daily_results
            LEFT JOIN games ON games.token = daily_results.token
            WHERE daily_results.mode = ? AND day BETWEEN ? AND ? ORDER BY day
            """,
            (mode, first.isoformat(), last.isoformat()),
        )
        tries = (DailyTry(date.fromisoformat(day), str(token), bool(begun), game) for day, token, begun, game in rows)
        return {one.day: one for one in tries}


class WinsAndLosses(NamedTuple):
    """Numbers of matches against an opponent."""

    won: int
    lost: int


class MatchRecords(Queries):
    """Record against each opponent, by the name of a bot or a friend."""

    @change
    def add(self, database: Database, opponent: str, wins: tuple[int, int]) -> None:
        """Store a match by the games that each side won, the player first."""
        won, lost = wins
        ended_ms = formatting.to_ms(self._session.now())
        row = {"opponent": opponent, "ended_ms": ended_ms, "games_won": won, "games_lost": lost}
        database.change(insertion("matches", row), row)

    @query
    def all(self, database: Database) -> dict[str, WinsAndLosses]:
        """Return the records by opponent."""
        rows = database.rows(
            """
            SELECT opponent, sum(games_won > games_lost) AS won, sum(games_won <= games_lost) AS lost
            FROM matches GROUP BY opponent
            """
        )
        return {str(row["opponent"]): WinsAndLosses(int(row["won"]), int(row["lost"])) for row in rows}

    def against(self, opponent: str) -> WinsAndLosses:
        return self.all().get(opponent, WinsAndLosses(0, 0))


class TrainerTotals(NamedTuple):
    """Totals of the attempts at a trainer or an exercise."""

    attempts: int = 0
    solved: int = 0
    faults: int = 0
    time_ms: int = 0
    pieces: int = 0
    in_a_row: int = 0
    """Longest streak of solved attempts."""


class ExerciseFigures(NamedTuple):
    """Totals of an exercise."""

    exercise: str
    attempts: int
    solved: int
    faults: int


_PLAIN: Final = ("trainer", "exercise", "solved", "faults", "time_ms", "pieces")
"""Facts of an attempt that are columns as they are."""


class TrainerAttempts(Queries):
    """Attempts of the player, by the node of the trainer."""

    @change
    def record(self, database: Database, attempt: Attempt) -> None:
        plain = {name: getattr(attempt, name) for name in _PLAIN}
        row = {**plain, "at_ms": formatting.to_ms(self._session.now()), "extra": json.dumps(attempt.extra)}
        database.change(insertion("trainer_attempts", row), row)

    @query
    def best(self, database: Database, trainer: str, exercise: str) -> Attempt | None:
        """Return the solved attempt with the fewest faults, the fastest of them, or None."""
        row = database.row(
            """
            SELECT faults, time_ms, pieces, extra FROM trainer_attempts
            WHERE trainer = ? AND exercise = ? AND solved = 1 ORDER BY faults, time_ms, id LIMIT 1
            """,
            (trainer, exercise),
        )
        if row is None:
            return None
        extra = json.loads(row["extra"])
        return Attempt(trainer, exercise, True, row["faults"], row["time_ms"], row["pieces"], dict(extra))

    @query
    def totals(
        self, database: Database, trainer: str, exercise: str | None = None, days: int | None = None
    ) -> TrainerTotals:
        """Return the totals of a trainer, or of one exercise, or those of the last days."""
        since_ms = 0 if days is None else formatting.to_ms(self._session.now() - timedelta(days=days))
        row = database.row(
            """
            WITH tries AS (
                SELECT *, sum(NOT solved) OVER (ORDER BY id) AS stretch FROM trainer_attempts
                WHERE trainer = :trainer AND exercise = coalesce(:exercise, exercise) AND at_ms >= :since_ms
            )
            SELECT count(*), coalesce(sum(solved), 0), coalesce(sum(faults), 0), coalesce(sum(time_ms), 0),
                coalesce(sum(pieces), 0),
                (SELECT coalesce(max(length), 0) FROM (SELECT sum(solved) AS length FROM tries GROUP BY stretch))
            FROM tries
            """,
            {"trainer": trainer, "exercise": exercise, "since_ms": since_ms},
        )
        return TrainerTotals() if row is None else TrainerTotals(*map(int, row))

    @query
    def figures(self, database: Database, trainer: str) -> tuple[ExerciseFigures, ...]:
        """Return the totals of each exercise that was tried."""
        rows = database.rows(
            """
            SELECT exercise, count(*), sum(solved), sum(faults) FROM trainer_attempts WHERE trainer = ?
            GROUP BY exercise ORDER BY exercise
            """,
            (trainer,),
        )
        return tuple(ExerciseFigures(str(row[0]), *map(int, row[1:])) for row in rows)

    @query
    def history(self, database: Database, trainer: str, last: int) -> tuple[bool, ...]:
        """Return whether each of the last attempts was solved, the newest last."""
        statement = "SELECT solved FROM trainer_attempts WHERE trainer = ? ORDER BY id DESC LIMIT ?"
        return tuple(map(bool, reversed(database.column(statement, (trainer, last)))))


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
        return {row["name"]: row["earned_ms"] for row in database.rows(sql.ACHIEVEMENTS) if row["name"] in BY_NAME}

    @query
    def progress(self, database: Database) -> Mapping[str, AchievementProgress]:
        """Return the player's progress towards each achievement that has a figure."""
        told = [one for one in ACHIEVEMENTS if one.needs]
        row = database.row(sql.achievements_held(list(map(_best_figure, told)), of_one=False), (0,))
        found = zip(told, row or (), strict=False)
        return {one.name: AchievementProgress.of(one.needs[0], value) for one, value in found if value is not None}

    @change
    def count(self, database: Database, game: int | None = None) -> Earned:
        """Find and store newly earned achievements, those of the game that just ended apart."""
        stored = set(database.column(sql.ACHIEVEMENTS))
        missing = [one for one in ACHIEVEMENTS if one.name not in stored]
        if game is None or not stored:
            found = _held(missing, database)
        else:  # once the old games were counted, only sums need them
            found = _held((one for one in missing if not one.of_all), database, game, of_one=True)
            found += _held((one for one in missing if one.of_all), database)
        before = found if game is None else _held(found, database, game)
        now_ms = formatting.to_ms(self._session.now())
        with database.transaction():
            for one in found:
                row = {"name": one.name, "earned_ms": now_ms}
                database.change(insertion("achievements", row, "name"), row)
        return Earned(tuple(one for one in found if one not in before), tuple(before))


def _held(
    candidates: Iterable[Achievement], database: Database, game: int = 0, *, of_one: bool = False
) -> list[Achievement]:
    """Return the candidates that all games earned, without one game; or those that it earned by itself."""
    wanted = list(candidates)
    if not wanted:
        return []
    row = database.row(sql.achievements_held(list(map(_condition, wanted)), of_one=of_one), (game,))
    return [one for one, held in zip(wanted, row or (), strict=False) if held]


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
    """Return the conditions of a game for an achievement, with some of its needs."""
    mode = [f"mode = '{one.mode}'"] if one.mode else []
    won = ["tier = 0"] if one.won else []
    timed = [sql.TIMED] if any(need.figure in _SPEEDS for need in one.needs) else []
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
