"""A contender: what a player's own program knows of a match over a network.

The player's own game comes first: it is played at once, and never corrected. News of attacks go into it as inputs, at
the time at which it stands. What was done goes to the judge in batches. The games of the others are looked at as
`FollowedGame`s, by the inputs that the judge passes on.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol

from piecement_engine.errors import EngineError
from piecement_engine.events import Event, PieceLocked
from piecement_engine.inputs import FORFEIT, Input, unpack_attack
from piecement_engine.lock_checks import LockCheck, LockChecks
from piecement_engine.match.followed_game import FollowedGame
from piecement_engine.match.judge import Batch, BatchEntry, Taken
from piecement_engine.match.ledger import Attack
from piecement_engine.setup import Setup
from piecement_engine.view import GameView


class MatchGame(Protocol):
    """What a match needs of a game that is played; a `Game` has it."""

    @property
    def view(self) -> GameView: ...

    def take_attack(self, time_ns: int, at_ns: int, holes: Sequence[int]) -> list[Event]:
        """Have an attack wait from a time on, or from the next moment at which the game takes inputs."""
        ...

    def inputs_since(self, count: int) -> tuple[Input, ...]:
        """Return the inputs after the first `count` ones."""
        ...


_LAST_LOCKS: Final = 64


class OutError(EngineError):
    """The judge took an attack at a time that the own game had passed: the player is out of the round."""


class Contender:
    """One side of a match, in the program of its player."""

    def __init__(self, game: MatchGame, setup: Setup, side: int) -> None:
        """Begin with the own game of a side, and what it started from.

        The game may have been played already, as that of a player who comes back: all its inputs count as sent.
        """
        self.side: Final = side
        self._game: Final = game
        inputs = game.inputs_since(0)
        self._sent = len(inputs)
        """How many inputs were sent."""
        self._sent_to_ns = 0
        self._announced = self._sent_attacks = len(self._taken_at_ns())
        self._checks: Final = LockChecks()
        self._locks: Final = deque[tuple[int, LockCheck]]()
        """The time of each lock that was not sent yet, and the check of all up to it."""
        self._sent_check = LockCheck(0, 0)
        self.last_locks: Final = deque[tuple[int, PieceLocked]](maxlen=_LAST_LOCKS)
        """The last locks, each with its number from 1: what a report tells where the judge has another game."""
        if inputs or game.view.time_ns:
            before = FollowedGame(setup)
            self.observe(before.follow(game.view.time_ns + 1, inputs))

    def observe(self, events: Iterable[Event]) -> None:
        """Count what happened in the own game; it is to be told all events."""
        for event in events:
            if isinstance(event, PieceLocked):
                self._checks.count((event,))
                self._locks.append((event.time_ns, self._checks.last))
                self.last_locks.append((self._checks.last.locks, event))

    def announce(self, attack: Attack) -> list[Event]:
        """Have an attack on this side wait from now on; return what happened. Raises `EngineError` out of order."""
        if attack.target != self.side or self._game.view.end is not None:
            return []
        if attack.number != self._announced + 1:
            raise EngineError(f"attack {attack.number} is announced: the next one is {self._announced + 1}")
        self._announced += 1
        events = self._game.take_attack(self._game.view.time_ns, attack.at_ns, attack.holes)
        self.observe(events)
        return events

    def forced(self, number: int, time_ns: int) -> None:
        """Hear that the judge took an attack for this side, which was announced before.

        Raises `OutError` unless the own game took it at the same time.
        """
        taken_at_ns = self._taken_at_ns()
        if taken_at_ns[number - 1 : number] != [time_ns]:
            raise OutError(f"attack {number} waits from {time_ns} ns on for the judge, and not so here")

    def batch(self) -> Batch | None:
        """Return what is to be sent to the judge since the last call; None where no time has passed.

        It ends just before the present game time, since more may happen at that very time; with the end of the game
        it has all.
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
        """Return when each attack was taken, the first one first."""
        return [time_ns for time_ns, change in self._game.inputs_since(0) if unpack_attack(change)]

    def _entries(self, to_ns: int) -> Iterator[BatchEntry]:
        """Yield the inputs since the last batch before a time."""
        for time_ns, change in self._game.inputs_since(self._sent):
            if time_ns >= to_ns:
                return
            if change >= FORFEIT:
                yield time_ns, change
            else:
                self._sent_attacks += 1
                yield time_ns, Taken(self._sent_attacks)
