"""Contender: one side of a match over a network, in the program of its player.

The game of the player runs at once and is never corrected. Announced attacks become inputs at its present time. Its
inputs go to the judge in batches. The games of the other players are `FollowedGame`s, from the inputs that the judge
passes on.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from piecement_engine.errors import EngineError
from piecement_engine.events import Event, PieceLocked
from piecement_engine.game.inputs import unpack_attack
from piecement_engine.game.setup import Setup
from piecement_engine.match.followed_game import FollowedGame
from piecement_engine.match.judged_side import Batch, BatchEntry, Taken
from piecement_engine.match.ledger import Attack
from piecement_engine.match.match import MatchGame
from piecement_engine.recording.lock_checks import LockCheck, LockChecks

_LAST_LOCKS: Final = 64


class OutError(EngineError):
    """The judge forced an attack at a time that the game of the player had passed: the player is out of the round."""


class Contender:
    """One side of a match, in the program of its player."""

    def __init__(self, game: MatchGame, setup: Setup, side: int) -> None:
        """Begin with the game of a side, and its setup.

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
        """Count events of the game: call it with all of them, except the ones that `announce` returns."""
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

        Raises `OutError` unless the game accepted it at the same time.
        """
        taken_at_ns = self._taken_at_ns()
        if taken_at_ns[number - 1 : number] != [time_ns]:
            raise OutError(f"the judge has attack {number} waiting from {time_ns} ns on, but this game does not")

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
            if unpack_attack(change) is None:
                yield time_ns, change
            else:
                self._sent_attacks += 1
                yield time_ns, Taken(self._sent_attacks)
