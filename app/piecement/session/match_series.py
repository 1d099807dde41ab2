"""Series of games of a match on one machine: its results, and their totals."""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Self

from piecement.session.statistics import AttackPace, pieces_per_second
from piecement_base.origin import UnrankedReasons
from piecement_engine import End
from piecement_engine.match import RoundRecording, RowCounts

YOU: Final = 0
"""Side of the player."""

RIVAL: Final = 1
"""Side of the opponent."""


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    name: str
    pieces: int
    lines: int
    time_ns: int
    counts: RowCounts
    dug: int = 0
    """Number of garbage rows cleared."""
    combo: int = 0
    """Longest combo."""

    @property
    def pieces_per_second(self) -> float:
        return pieces_per_second(self.pieces, self.time_ns)

    @property
    def pace(self) -> AttackPace:
        return AttackPace.of(self.counts.made, self.dug, self.time_ns)


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
        time_ns=sum(game.time_ns for game in games),
        counts=RowCounts(*map(sum, zip(*(game.counts for game in games), strict=True))),
        dug=sum(game.dug for game in games),
        combo=max(game.combo for game in games),
    )
