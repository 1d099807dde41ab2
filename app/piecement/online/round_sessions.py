"""The sessions of a round: the player's own, and those of the others as far as the server has told of them.

The clock of a round is never stopped: not by a pause, a covered screen or a suspended program.
"""

from collections.abc import Callable, Iterable
from typing import Final, Self

from piecement.online.fields import Attack, Entry
from piecement.session.plan import Plan
from piecement.session.session import Clock, Session
from piecement.session.statistics import SessionStatistics
from piecement_engine import Button, Event, Game, Replayer
from piecement_engine.inputs import TakenAttack, pack_attack, unpack_attack

NEVER_NS: Final = 1 << 62


class RoundSession(Session):
    """The player's own game: nothing that comes over the network changes what was played."""

    def __init__(self, plan: Plan, game: Game, clock: Clock, start_ns: int) -> None:
        """Prepare a game that begins at a reading of the clock."""
        super().__init__(plan, game, clock)
        self.start_ns = start_ns
        self._ids: list[int] = []
        """The numbers of the attacks that were taken and are in no batch yet."""
        self._batched = len(game.inputs)
        """How many inputs are in batches."""
        self._batched_ns = game.view.time_ns
        self._unseen: list[Event] = []
        """What happened while nobody looked."""
        self._is_stopped = False

    @classmethod
    def back(cls, plan: Plan, replayer: Replayer[SessionStatistics], clock: Clock, start_ns: int) -> Self:
        """Return a session that goes on with a game that was played until now by another run of the program."""
        current = cls(plan, replayer.game, clock, start_ns)
        current._replayer = replayer
        return current

    @property
    def has_begun(self) -> bool:
        """Whether a countdown is to come before the game goes on: never, as it goes on anyhow."""
        return False

    def resume(self) -> None:
        """Begin, if it is time."""
        if self._zero_ns is None and not self._is_stopped and self._clock() >= self.start_ns:
            self._zero_ns = self.start_ns

    def pause(self, at_ns: int | None = None) -> list[Event]:
        """Release all buttons; time passes all the same."""
        return self.hold(frozenset[Button](), at_ns)

    def advance(self) -> list[Event]:
        self.run()
        events, self._unseen = self._unseen, []
        return events

    def hold(self, buttons: frozenset[Button], at_ns: int | None = None) -> list[Event]:
        events, self._unseen = self._unseen, []
        return events + super().hold(buttons, at_ns)

    def run(self) -> None:
        """Play on to the present, whether somebody looks or not; `advance` returns what happens."""
        self.resume()
        self._unseen += super().advance()

    def take(self, attack: Attack) -> None:
        """Have the rows of an attack wait from now on."""
        self.run()
        if self.is_over or self._is_stopped:
            return
        at_ns = max(self._input_time(), attack.at)
        self._unseen += self._replayer.play(at_ns, pack_attack(TakenAttack(attack.at, attack.holes)))
        if not self.is_over:
            self._ids.append(attack.id)

    @property
    def has_news(self) -> bool:
        """Whether anything was done since the last batch."""
        return len(self.game.inputs_since(self._batched)) > 0

    def stop(self) -> None:
        """End the clock: the round is over."""
        self.pause()
        self._stopped_at_ns = self.view.time_ns
        self._zero_ns = None
        self._is_stopped = True

    def batch(self) -> tuple[int, tuple[Entry, ...]]:
        """Return how far the game has come, and what was done since the last batch."""
        inputs, last_ns = self.game.inputs_since(self._batched), self._batched_ns
        entries: list[Entry] = []
        for time_ns, change in inputs:
            is_press = unpack_attack(change) is None
            entries.append((time_ns - last_ns, change) if is_press else (time_ns - last_ns, "k", self._ids.pop(0)))
            last_ns = time_ns
        self._batched += len(inputs)
        self._batched_ns = self.view.time_ns
        return self._batched_ns, tuple(entries)


class RemoteSession(Session):
    """The game of another player: it goes on when the server tells of it."""

    def __init__(self, plan: Plan, game: Game, clock: Clock) -> None:
        super().__init__(plan, game, clock)
        self._told_ns = 0
        self._over_since_ns: int | None = None
        self._events: list[Event] = []

    @property
    def has_begun(self) -> bool:
        """As in the player's own session."""
        return False

    @property
    def is_running(self) -> bool:
        return not self.is_over

    @property
    def time_ns(self) -> int:
        return self.view.time_ns + self.since_end_ns

    @property
    def since_end_ns(self) -> int:
        return 0 if self._over_since_ns is None else max(0, self._clock() - self._over_since_ns)

    @classmethod
    def back(cls, plan: Plan, replayer: Replayer[SessionStatistics], clock: Clock, told_ns: int) -> Self:
        """Return a session that goes on where a recording ends."""
        current = cls(plan, replayer.game, clock)
        current._replayer = replayer
        current._told_ns = told_ns
        current._play(told_ns, None)
        return current

    @property
    def next_event_at_ns(self) -> int:
        """Nothing happens by itself."""
        return NEVER_NS

    def resume(self) -> None:
        """Do nothing: this game waits for news alone."""

    def pause(self, at_ns: int | None = None) -> list[Event]:
        return []

    def advance(self) -> list[Event]:
        """Return what happened since the last call."""
        events, self._events = self._events, []
        return events

    def feed(self, to_ns: int, entries: Iterable[Entry], attack: Callable[[int], Attack | None]) -> None:
        """Play what the player did up to a time; `attack` returns an attack on the player by its number.

        Raises `EngineError` for what cannot be.
        """
        at_ns = self._told_ns
        for entry in entries:
            at_ns += entry[0]
            taken = attack(entry[2]) if len(entry) == 3 else None
            if taken is not None:
                self._play(at_ns, pack_attack(TakenAttack(taken.at, taken.holes)))
            elif len(entry) == 2:
                self._play(at_ns, entry[1])
        self._told_ns = max(at_ns, to_ns)
        self._play(self._told_ns, None)

    def _play(self, time_ns: int, change: int | None) -> None:
        if self.is_over:
            return
        self._events += self._replayer.play(time_ns, change)
        if self.is_over:
            self._over_since_ns = self._clock()
