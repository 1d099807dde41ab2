"""A match in one program, settled by a ledger, and the setups of any match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from piecement_engine.errors import RuleError
from piecement_engine.events import Event
from piecement_engine.game.incoming import RowCounts
from piecement_engine.game.inputs import Input
from piecement_engine.game.setup import Setup
from piecement_engine.game.state import NEVER
from piecement_engine.game.view import GameView
from piecement_engine.match.followed_game import shortened
from piecement_engine.match.ledger import Attack, TargetChosen, new_ledger
from piecement_engine.match.recordings import RoundRecording
from piecement_engine.match.targeting import LEAST_ATTACKED
from piecement_engine.recording.recording import Recording
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_engine.rules.rules import Rules

_SEEDS: Final = 1 << 64


def match_setups(
    rules: Rules,
    seed: int,
    sides: int,
    *,
    percents: Sequence[int] = (),
    same_pieces: bool = True,
    overrides: Sequence[Mapping[str, Any]] = (),  # the values of rules are of many types
) -> tuple[Setup, ...]:
    """Return the setup of each side.

    Args:
        rules: The rules of all sides; garbage rules are added if there are none.
        seed: The seed of the first side.
        sides: The number of sides.
        percents: The handicap of each side (see `GarbageRules.percent`).
        same_pieces: Whether all sides have the same seed.
        overrides: Rules of each side alone by name, such as the ones of auto-shift.

    Raises:
        RuleError: If a rule is unknown or cannot have its value, or there is not one value for each side.
    """
    for given in (percents, overrides):
        if given and len(given) != sides:
            raise RuleError(f"a match of {sides} sides: {len(given)} values are given, not one for each")
    garbage = rules.garbage or GarbageRules()
    return tuple(
        Setup(
            rules=Rules.from_dict(
                overrides[side] if overrides else {},
                replace(rules, garbage=replace(garbage, percent=percents[side] if percents else garbage.percent)),
            ),
            seed=seed if same_pieces else (seed + side) % _SEEDS,
        )
        for side in range(sides)
    )


class MatchGame(Protocol):
    """The part of a `Game` that a match needs."""

    @property
    def view(self) -> GameView: ...

    def take_attack(self, time_ns: int, at_ns: int, holes: Sequence[int]) -> list[Event]:
        """Add an attack at a time, or at the next moment at which the game accepts inputs."""
        ...

    def inputs_since(self, count: int) -> tuple[Input, ...]:
        """Return the inputs after the first `count`."""
        ...


class Match:
    """The garbage between games. A side is the index of a game."""

    def __init__(
        self, games: Sequence[MatchGame], seed: int = 0, targeting: str = LEAST_ATTACKED, teams: Sequence[int] = ()
    ) -> None:
        """Begin with games whose rules have garbage. The seed decides holes and random targets.

        `teams` has the number of each side's team; without it, each side plays for itself.
        """
        setups = [Setup(rules=game.view.rules) for game in games]
        self._games: Final = tuple(games)
        self._ledger: Final = new_ledger(setups, seed, targeting, teams)

    def apply(self, side: int, events: Iterable[Event]) -> list[Attack]:
        """Count events of a game, up to its present time; return the attacks that are certain by now.

        These attacks wait in their targets' games. An attack is certain as soon as all games have reached its time.
        """
        self._ledger.report(side, events)
        known_ns = min((game.view.time_ns for game in self._games if game.view.end is None), default=NEVER)
        attacks = [outcome for outcome in self._ledger.settle(known_ns) if isinstance(outcome, Attack)]
        for attack in attacks:
            game = self._games[attack.target]
            if game.view.end is None:
                game.take_attack(game.view.time_ns, attack.at_ns, attack.holes)
        return attacks

    def choose(self, side: int, choice: int | str) -> None:
        """Choose the target of a side from now on: another team's side, or a name in `TARGETINGS`.

        Raises `EngineError` for any other.
        """
        self._ledger.check_choice(side, choice)
        self._ledger.report(side, [TargetChosen(self._games[side].view.time_ns, choice)])

    def counts(self, side: int) -> RowCounts:
        """Return the counts of garbage rows of a side."""
        return self._ledger.counts(side)

    def recording(self, games: Sequence[Recording], about: Mapping[str, Any]) -> RoundRecording:  # as in a recording
        """Return the recordings of all games and the attacks as one, up to the time at which all is settled."""
        until_ns = self._ledger.final_ns
        parts = tuple(shortened(game, until_ns) for game in games)
        return RoundRecording(parts, tuple(self._ledger.attacks), tuple(self._ledger.lost), about)

    @property
    def alive(self) -> tuple[int, ...]:
        """Sides whose games are still running."""
        return tuple(side for side, game in enumerate(self._games) if game.view.end is None)

    @property
    def winner(self) -> int | None:
        """Side that is left, or the first of the team that is; None before the end, or if no game is running."""
        alive = self.alive
        return alive[0] if len({self._ledger.teams[side] for side in alive}) == 1 else None
