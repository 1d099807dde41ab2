"""Match of several games, won by the first side to win more than half of them."""

from dataclasses import dataclass, replace
from typing import Self

from piecement.session.match_session import RIVAL, YOU, MatchPlayer, MatchResult
from piecement.session.unranked_reasons import UnrankedReasons
from piecement_engine.match import RowCounts


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
    def wins(self) -> tuple[int, int]:
        """Number of games won by each side."""
        won = [result.winner for result in self.results]
        return won.count(YOU), won.count(RIVAL)

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
    )
