"""Setups of a match, a match in one program, and a contender in a match over a network.

A ledger settles a match in one program. In a match over a network, the game of the player runs at once and is never
corrected. Announced attacks become inputs at its present time. Its inputs go to the judge in batches. The games of the
other players are `FollowedGame`s, from the inputs that the judge passes on.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from piecement_engine.errors import EngineError, RuleError
from piecement_engine.events import Event, PieceLocked
from piecement_engine.game.incoming import RowCounts
from piecement_engine.game.inputs import FORFEIT, Input, unpack_attack
from piecement_engine.game.setup import Setup
from piecement_engine.game.state import NEVER
from piecement_engine.game.view import GameView
from piecement_engine.match.judge import Batch, BatchEntry, Taken
from piecement_engine.match.ledger import LEAST_ATTACKED, Attack, TargetChosen, new_ledger
from piecement_engine.match.recordings import FollowedGame, MatchRecording, shortened
from piecement_engine.recording.lock_checks import LockCheck, LockChecks
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
        overrides: The own rules of each side by name, such as those of auto-shift.

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


_LAST_LOCKS: Final = 64


class OutError(EngineError):
    """The judge forced an attack at a time that the own game had passed: the player is out of the round."""


class Contender:
    """One side of a match, in the program of its player."""

    def __init__(self, game: MatchGame, setup: Setup, side: int) -> None:
        """Begin with the own game of a side, and its setup.

        A game that was played already, as after a lost connection, counts as sent with all its inputs.
        """
        self.side: Final = side
        self._game: Final = game
        inputs = game.inputs_since(0)
        self._sent = len(inputs)
        """Number of inputs sent."""
        self._sent_to_ns = 0
        self._announced = self._sent_attacks = len(self._taken_at_ns())
        self._checks: Final = LockChecks()
        self._locks: Final = deque[tuple[int, LockCheck]]()
        """Time of each unsent lock (ns), and the check of all locks up to it."""
        self._sent_check = LockCheck(0, 0)
        self.last_locks: Final = deque[tuple[int, PieceLocked]](maxlen=_LAST_LOCKS)
        """Last locks, each with its number from 1, for the report of a difference from the judge's game."""
        if inputs or game.view.time_ns:
            before = FollowedGame(setup)
            self.observe(before.follow(game.view.time_ns + 1, inputs))

    def observe(self, events: Iterable[Event]) -> None:
        """Count events of the own game. Call it with all events."""
        for event in events:
            if isinstance(event, PieceLocked):
                self._checks.count((event,))
                self._locks.append((event.time_ns, self._checks.last))
                self.last_locks.append((self._checks.last.locks, event))

    def announce(self, attack: Attack) -> list[Event]:
        """Add an announced attack on this side; return the events. Raises `EngineError` if it is out of order."""
        if attack.target != self.side or self._game.view.end is not None:
            return []
        if attack.number != self._announced + 1:
            raise EngineError(f"attack {attack.number} is announced: the next one is {self._announced + 1}")
        self._announced += 1
        events = self._game.take_attack(self._game.view.time_ns, attack.at_ns, attack.holes)
        self.observe(events)
        return events

    def forced(self, number: int, time_ns: int) -> None:
        """Check an attack that the judge forced on this side, and announced before.

        Raises `OutError` unless the own game accepted it at the same time.
        """
        taken_at_ns = self._taken_at_ns()
        if taken_at_ns[number - 1 : number] != [time_ns]:
            raise OutError(f"attack {number} waits from {time_ns} ns on for the judge, and not so here")

    def batch(self) -> Batch | None:
        """Return the batch for the judge since the last call, or None if no time has passed.

        It ends just before the present game time, since more inputs may follow at that very time. After the end of the
        game it has all.
        """
        view = self._game.view
        to_ns = view.time_ns + (view.end is not None)
        if to_ns <= self._sent_to_ns:
            return None
        entries = tuple(self._entries(to_ns))
        self._sent += len(entries)
        self._sent_to_ns = to_ns
        while self._locks and self._locks[0][0] < to_ns:
            _, self._sent_check = self._locks.popleft()
        return Batch(to_ns, entries, self._sent_check)

    def _taken_at_ns(self) -> list[int]:
        """Return the time of each accepted attack (ns), in order."""
        return [time_ns for time_ns, change in self._game.inputs_since(0) if unpack_attack(change)]

    def _entries(self, to_ns: int) -> Iterator[BatchEntry]:
        """Yield the inputs after the last batch and before a time."""
        for time_ns, change in self._game.inputs_since(self._sent):
            if time_ns >= to_ns:
                return
            if change >= FORFEIT:
                yield time_ns, change
            else:
                self._sent_attacks += 1
                yield time_ns, Taken(self._sent_attacks)


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
        self._teams: Final = self._ledger.teams

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
        """Choose the target of a side from now on: another team's side, or a name in `TARGETINGS`."""
        self._ledger.report(side, [TargetChosen(self._games[side].view.time_ns, choice)])

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
        """Side that is left, or the first of the team that is; None before the end, or if no game is running."""
        alive = self.alive
        return alive[0] if len({self._teams[side] for side in alive}) == 1 else None
