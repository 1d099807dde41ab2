"""Matches on one machine: two sessions on the same pieces, with garbage between them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from piecement.session.match_series import RIVAL, YOU, MatchPlayer, MatchResult
from piecement.session.session import Clock, Session
from piecement.session.statistics import AttackPace
from piecement_base.modes import MATCH_MODE
from piecement_base.plan import Plan
from piecement_engine import Recording
from piecement_engine.events import Event, LinesCleared, RowsRaised
from piecement_engine.game.setup import new_seed
from piecement_engine.match import GarbageRules, Match, RowCounts


class GarbageRows:
    """Garbage rows of a board, and the number cleared."""

    def __init__(self) -> None:
        self._rows: Final[list[bool]] = []
        """Whether each row is garbage, from the lowest up; rows above the list are not."""
        self.dug = 0
        """Number of cleared garbage rows."""

    def count(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, RowsRaised):
                self._rows[:0] = [True] * event.count
            elif isinstance(event, LinesCleared):
                for y in event.rows:  # highest first, so that the rows below keep their number
                    if y < len(self._rows):
                        self.dug += self._rows.pop(y)


class MatchSession:
    """Sessions of both sides, with garbage between them."""

    def __init__(self, sessions: Sequence[Session], names: Sequence[str]) -> None:
        """Create a match of sessions that have not begun and whose rules have garbage."""
        self.sessions: Final = sessions
        self.names: Final = names
        self._garbage: Final = tuple(GarbageRows() for _ in sessions)
        self._match: Final = Match(sessions, sessions[YOU].view.seed)

    def apply(self, side: int, events: list[Event]) -> None:
        """Exchange the garbage resulting from the events of a side."""
        self._garbage[side].count(events)
        self._match.apply(side, events)

    def counts(self, side: int) -> RowCounts:
        return self._match.counts(side)

    def pace(self, side: int) -> AttackPace:
        return self._player(side).pace

    @property
    def is_over(self) -> bool:
        """Whether at most one side still plays."""
        return len(self._match.alive) < 2

    @property
    def since_end_ns(self) -> int:
        """Time since the last loss (ns)."""
        return min((session.since_end_ns for session in self.sessions if session.is_over), default=0)

    def result(self) -> MatchResult:
        """Return the result; if both sides end at once, the player has lost."""
        winner = next(iter(self._match.alive), RIVAL)
        players = tuple(map(self._player, range(len(self.sessions))))
        about = {"mode": MATCH_MODE.name, "names": list(self.names)}
        games = [
            Recording.of(session.game, {"mode": MATCH_MODE.name, "name": name}, session.statistics.lock_checks.checks)
            for session, name in zip(self.sessions, self.names, strict=True)
        ]
        recording = self._match.recording(games, about)
        views = (session.view for session in self.sessions)
        boards = tuple(tuple(map(tuple, view.rows[: view.skyline])) for view in views)
        end = self.sessions[1 - winner].view.end
        return MatchResult(winner, players, self.sessions[YOU].unranked, recording, boards, end)

    def _player(self, side: int) -> MatchPlayer:
        session = self.sessions[side]
        view, combo = session.view, session.statistics.counts.max_combo
        dug = self._garbage[side].dug
        return MatchPlayer(self.names[side], view.pieces, view.lines, view.time_ns, self.counts(side), dug, combo)


def new_match(rules: dict[str, object], clock: Clock, names: Sequence[str], attack: str) -> MatchSession:
    """Return a match by the player's rules, with one side per name, all with the same pieces.

    `attack` is a name in `piecement_engine.match.ATTACKS`.
    """
    mode = replace(MATCH_MODE, rules=replace(MATCH_MODE.rules, garbage=GarbageRules(attack=attack)))
    plan = Plan(mode, new_seed())
    return MatchSession([Session(plan, plan.game(rules), clock) for _ in names], names)
