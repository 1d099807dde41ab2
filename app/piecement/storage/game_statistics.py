"""Statistics over all games: totals of each mode, history of the best, and streaks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, timedelta
from itertools import count, groupby
from sqlite3 import Row
from typing import Any, Final, NamedTuple

from piecement.session.statistics import Counts, pieces_per_second, presses_per_piece
from piecement.storage import game_sql
from piecement.storage.database_session import Queries, query
from piecement.storage.game_query import GameQuery
from piecement_base.database import Database
from piecement_base.modes import mode_headline
from piecement_base.ranking import Leaderboard


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Totals of some games."""

    mode: str = ""
    """Empty for all modes together."""
    games: int = 0
    won: int = 0
    time: int = 0
    """Time played (ns)."""
    pieces: int = 0
    timed_pieces: int = 0
    """Pieces of the games not played as text."""
    lines: int = 0
    score: int = 0
    judged_pieces: int = 0
    """Pieces of the games in which faults were counted."""
    counts: Counts = field(default_factory=Counts)
    best_pace: float = 0.0
    """Pieces per ns of the fastest game of at least 20 pieces."""

    @property
    def pieces_per_second(self) -> float:
        return pieces_per_second(self.timed_pieces, self.time)

    @property
    def presses_per_piece(self) -> float:
        return presses_per_piece(self.counts.presses, self.pieces)

    @property
    def finesse(self) -> float | None:
        return self.counts.finesse(self.judged_pieces)


_MOST: Final = frozenset({"max_combo", "max_back_to_back", "best_pace"})
"""Figures that are maxima."""

_ADDED: Final = (
    *("time", "pieces", "lines", "score", "presses", "holds", "singles", "doubles", "triples", "quads", "larger"),
    *("spins", "perfect_clears", "faults", "faulty"),
)
"""Columns that add up over games."""

_TOTALS: Final = f"""
    mode, count(*) AS games, sum(tier IN (0, 2)) AS won,
    {", ".join(f"CAST(total({name}) AS INTEGER) AS {name}" for name in _ADDED)},
    CAST(total(CASE WHEN faulty IS NULL THEN 0 ELSE pieces END) AS INTEGER) AS judged_pieces,
    max(max_combo) AS max_combo, max(max_back_to_back) AS max_back_to_back,
    CAST(total(CASE WHEN {game_sql.TIMED} THEN pieces ELSE 0 END) AS INTEGER) AS timed_pieces,
    max(CASE WHEN pieces >= 20 AND {game_sql.TIMED} THEN CAST(pieces AS REAL) / max(time, 1) ELSE 0 END) AS best_pace
"""
"""Sums over the games of a mode. A plain `sum` fails where it is more than an integer of SQLite."""

_DAYS: Final = "date(ended_ms / 1000, 'unixepoch', 'localtime') AS day, count(*) AS games"
"""Number of games of a local day."""

_HISTORY: Final = """
    SELECT tier, rank1, rank2, rank3, time, score, lines, level, pieces FROM games
    WHERE (mode, variant, ruleset) = (?, ?, ?) AND tier < 2 ORDER BY ended_ms, id
"""
"""The games of a leaderboard that compete, one after another."""


class StoredCounts(NamedTuple):
    """Numbers of stored things."""

    games: int
    recordings: int
    save_slots: int


class HistoryPoint(NamedTuple):
    """One game in the history of a leaderboard."""

    best: int
    """Headline result of the best game until then."""
    won: bool
    """Whether the game itself was won."""


class GameStatistics(Queries):
    """Statistics over all stored games."""

    @query
    def totals(self, database: Database, query: GameQuery) -> tuple[Totals, ...]:
        """Return the totals per mode for a query, most played first."""
        # The plus sign keeps SQLite from using the index of modes, through which it would look up each row.
        statement = query.select(_TOTALS, "GROUP BY +mode ORDER BY games DESC, mode")
        return tuple(map(_totals, database.rows(*statement)))

    @query
    def history(self, database: Database, leaderboard: Leaderboard) -> list[HistoryPoint]:
        """Return the ranked games of a leaderboard in order of time, each with the best so far."""
        headline = mode_headline(leaderboard.mode)
        points: list[HistoryPoint] = []
        best: tuple[tuple[int, ...], int] | None = None
        for row in database.rows(_HISTORY, leaderboard):
            key = (row["tier"], row["rank1"], row["rank2"], row["rank3"])
            if best is None or key < best[0]:
                best = key, row[headline]
            points.append(HistoryPoint(best[1], row["tier"] == 0))
        return points

    @query
    def daily(self, database: Database, days: int, query: GameQuery) -> dict[date, int]:
        """Return the number of games of a query on each of the last days, up to today."""
        first = self._today() - timedelta(days=days - 1)
        since = datetime(first.year, first.month, first.day).astimezone()
        counts = {row["day"]: int(row["games"]) for row in _days(database, replace(query, since=since))}
        return {day: counts.get(day.isoformat(), 0) for day in (first + timedelta(days=n) for n in range(days))}

    @query
    def paces(self, database: Database, query: GameQuery, last: int) -> list[float]:
        """Return the pieces per second of the last games of a query, in order of time."""
        return [pieces_per_second(*row) for row in _last(database, "pieces, time", query, game_sql.TIMED, last)]

    @query
    def finesses(self, database: Database, query: GameQuery, last: int) -> list[float]:
        """Return the finesse of the last games of a query in which faults were counted, in order of time."""
        rows = _last(database, "faulty, pieces", query, "faulty IS NOT NULL AND pieces > 0", last)
        return [1 - faulty / pieces for faulty, pieces in rows]

    @query
    def stored(self, database: Database) -> StoredCounts:
        tables = ("games", "recordings", "savepoints")
        return StoredCounts(*(int(database.column(f"SELECT count(*) FROM {table}")[0]) for table in tables))

    @query
    def day_streak(self, database: Database, query: GameQuery, today: date | None = None) -> int:
        """Return the number of consecutive local days with games of a query, up to today.

        If nothing was played today yet, the streak up to yesterday counts.
        """
        played = {date.fromisoformat(row["day"]) for row in _days(database, query)}
        last = today or self._today()
        if last not in played:
            last -= timedelta(days=1)
        return next(days for days in count() if last - timedelta(days=days) not in played)

    @query
    def wins_in_a_row(self, database: Database, query: GameQuery) -> tuple[int, int]:
        """Return the current and the longest streak of won games of a query."""
        outcomes = database.column(*query.select("tier IN (0, 2)", "ORDER BY ended_ms, id"))
        runs = [(won, len(list(run))) for won, run in groupby(outcomes)]
        current = runs[-1][1] if runs and runs[-1][0] else 0
        return current, max((length for won, length in runs if won), default=0)

    def _today(self) -> date:
        return self._session.now().astimezone().date()


def _last(database: Database, columns: str, query: GameQuery, condition: str, count: int) -> Iterable[Row]:
    """Return columns of the last games of a query that meet a condition, in order of time."""
    rest = f"AND {condition} ORDER BY ended_ms DESC, id DESC LIMIT :last"
    return reversed(database.rows(*query.select(columns, rest, last=count)))


def _days(database: Database, query: GameQuery) -> list[Row]:
    """Return the local days with games of a query, and their numbers, in order of time."""
    return database.rows(*query.select(_DAYS, "GROUP BY day ORDER BY day"))


def add_totals(parts: Iterable[Totals]) -> Totals:
    """Return the totals of several together."""
    rows = list(parts)
    return Totals(counts=Counts(**_sums(Counts, [row.counts for row in rows])), **_sums(Totals, rows))


def _sums(kind: type[Totals | Counts], rows: Sequence[Totals | Counts]) -> dict[str, Any]:  # the pace is no integer
    columns = {name: [getattr(row, name) for row in rows] for name in _figures(kind)}
    return {name: max(column, default=0) if name in _MOST else sum(column) for name, column in columns.items()}


def _totals(row: Row) -> Totals:
    counts, others = ({name: row[name] for name in _figures(kind)} for kind in (Counts, Totals))
    return Totals(mode=row["mode"], counts=Counts(**counts), **others)


def _figures(kind: type[Totals | Counts]) -> list[str]:
    """Return the names of the figures of totals, or of the counts in them."""
    return [figure.name for figure in fields(kind) if figure.name not in {"mode", "counts"}]
