"""Matches on one machine: two sessions on the same pieces, and series of several games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Self, cast

from piecement.session.session import Clock, Session
from piecement.session.statistics import AttackPace, pieces_per_second
from piecement_base.modes import MATCH_MODE
from piecement_base.origin import UnrankedReasons
from piecement_base.plan import Plan
from piecement_engine import End, Recording
from piecement_engine.events import Event, LinesCleared, RowsRaised
from piecement_engine.game.setup import new_seed
from piecement_engine.match import GarbageRules, Match, RoundRecording, RowCounts

YOU: Final = 0
"""Side of the player."""

RIVAL: Final = 1
"""Side of the opponent."""


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    name: str
    pieces: int
    lines: int
    seconds: float
    counts: RowCounts
    dug: int = 0
    """Number of garbage rows cleared."""
    combo: int = 0
    """Longest combo."""

    @property
    def pieces_per_second(self) -> float:
        return pieces_per_second(self.pieces, round(self.seconds * 1e9))

    @property
    def pace(self) -> AttackPace:
        return AttackPace.of(self.counts.made, self.dug, round(self.seconds * 1e9))


class MatchResult(NamedTuple):
    winner: int
    """Side that has won."""
    players: tuple[MatchPlayer, ...]
    unranked: UnrankedReasons
    """Reasons that make the match unranked."""
    recording: RoundRecording = RoundRecording((), ())
    """Games of both sides and the attacks between them."""
    boards: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """Visible rows of each side's board at the end, the lowest first."""
    end: End | None = None
    """End of the loser's game, which the recording may stop just before."""


class GarbageRows:
    """Garbage rows of a board, and the number cleared."""

    def __init__(self) -> None:
        self._rows: Final[list[bool]] = []
        """Whether each row is garbage, from the lowest up; rows above the list are not."""
        self.dug = 0
        """Number of cleared garbage rows."""

    def count(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case RowsRaised():
                    self._rows[:0] = [True] * event.count
                case LinesCleared():
                    for y in event.rows:  # highest first, so that the rows below keep their number
                        if y < len(self._rows):
                            self.dug += self._rows.pop(y)
                case _:
                    pass


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
        seconds, dug = view.time_ns / 1e9, self._garbage[side].dug
        return MatchPlayer(self.names[side], view.pieces, view.lines, seconds, self.counts(side), dug, combo)


def new_match(rules: dict[str, object], clock: Clock, names: Sequence[str], attack: str) -> MatchSession:
    """Return a match by the player's rules, with one side per name, all with the same pieces.

    `attack` is a name in `piecement_engine.match.ATTACKS`.
    """
    mode = replace(MATCH_MODE, rules=replace(MATCH_MODE.rules, garbage=GarbageRules(attack=attack)))
    plan = Plan(mode, new_seed())
    return MatchSession([Session(plan, plan.game(rules), clock) for _ in names], names)


@dataclass(frozen=True, slots=True)
class MatchSeries:
    """Games of a match so far."""

    best_of: int = 1
    results: tuple[MatchResult, ...] = ()

    def with_result(self, result: MatchResult) -> Self:
        return replace(self, results=(*self.results, result))

    @property
    def last(self) -> MatchResult:
        return self.results[-1]

    @property
    def games_won(self) -> tuple[bool, ...]:
        """Whether the player won each game."""
        return tuple(result.winner == YOU for result in self.results)

    @property
    def wins(self) -> tuple[int, int]:
        """Number of games won by each side."""
        return self.games_won.count(True), self.games_won.count(False)

    @property
    def winner(self) -> int | None:
        """Side that has won the match, or None if undecided."""
        return next((side for side, wins in enumerate(self.wins) if wins > self.best_of // 2), None)

    @property
    def players(self) -> tuple[MatchPlayer, ...]:
        """Totals of each side over all games."""
        return tuple(map(_total, zip(*(result.players for result in self.results), strict=True)))

    @property
    def unranked(self) -> UnrankedReasons:
        reasons = UnrankedReasons()
        for result in self.results:
            reasons |= result.unranked
        return reasons


def _total(games: tuple[MatchPlayer, ...]) -> MatchPlayer:
    return MatchPlayer(
        name=games[0].name,
        pieces=sum(game.pieces for game in games),
        lines=sum(game.lines for game in games),
        seconds=sum(game.seconds for game in games),
        counts=RowCounts(*map(sum, zip(*(game.counts for game in games), strict=True))),
        dug=sum(game.dug for game in games),
        combo=max(game.combo for game in games),
    )


def player_names(about: Mapping[str, object]) -> tuple[str, ...]:
    """Return the names in the facts of a match, unvalidated."""
    names = about.get("names")
    return tuple(map(str, cast("Sequence[object]", names))) if isinstance(names, list | tuple) else ()
