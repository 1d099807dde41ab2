"""A match in one program: live games that send each other garbage, settled by a ledger."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from piecement_engine.events import Event
from piecement_engine.incoming import RowCounts
from piecement_engine.match.contender import MatchGame
from piecement_engine.match.followed_game import shortened
from piecement_engine.match.ledger import LEAST_ATTACKED, Attack
from piecement_engine.match.match_recording import MatchRecording
from piecement_engine.match.setups import new_ledger
from piecement_engine.recording import Recording
from piecement_engine.setup import Setup
from piecement_engine.state import NEVER


class Match:
    """The garbage between games. A side is the index of a game."""

    def __init__(self, games: Sequence[MatchGame], seed: int = 0, targeting: str = LEAST_ATTACKED) -> None:
        """Begin with games whose rules have garbage. The seed decides holes and random targets."""
        setups = [Setup(rules=game.view.rules) for game in games]
        self._games: Final = tuple(games)
        self._ledger: Final = new_ledger(setups, seed, targeting)

    def apply(self, side: int, events: Iterable[Event]) -> list[Attack]:
        """Count events of a game, up to its present time; return the attacks that are certain by now.

        These attacks wait in their targets' games. An attack is certain as soon as all games have reached its time.
        """
        self._ledger.report(side, events)
        attacks = [outcome for outcome in self._ledger.settle(self._known_ns()) if isinstance(outcome, Attack)]
        for attack in attacks:
            game = self._games[attack.target]
            if game.view.end is None:
                game.take_attack(game.view.time_ns, attack.at_ns, attack.holes)
        return attacks

    def counts(self, side: int) -> RowCounts:
        """Return the counts of garbage rows of a side."""
        return self._ledger.counts(side)

    def recording(self, games: Sequence[Recording], about: Mapping[str, Any]) -> MatchRecording:  # as in a recording
        """Return the recordings of all games and the attacks as one, up to the time at which all is settled."""
        until_ns = self._ledger.final_ns
        parts = tuple(shortened(game, until_ns) for game in games)
        return MatchRecording(parts, tuple(self._ledger.attacks), tuple(self._ledger.lost), about)

    @property
    def alive(self) -> tuple[int, ...]:
        """Sides whose games are still running."""
        return tuple(side for side, game in enumerate(self._games) if game.view.end is None)

    @property
    def winner(self) -> int | None:
        alive = self.alive
        return alive[0] if len(alive) == 1 else None

    def _known_ns(self) -> int:
        """Return the time that all running games have reached (ns)."""
        return min((game.view.time_ns for game in self._games if game.view.end is None), default=NEVER)
