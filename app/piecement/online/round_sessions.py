"""The sessions of a round: the player's own, and those of the others as far as the server has told of them.

The clock of a round is never stopped: not by a pause, a covered screen or a suspended program.
"""

from collections.abc import Callable, Iterable
from typing import Final, Self

from piecement.session.plan import Plan
from piecement.session.session import Clock, Session
from piecement.session.statistics import SessionStatistics
from piecement_engine import Button, Event, Game, Replayer
from piecement_engine.inputs import Input

_NEVER_NS: Final = 1 << 62


class RoundSession(Session):
    """The player's own game: nothing that comes over the network changes what was played."""

    def __init__(self, plan: Plan, game: Game, clock: Clock, start_ns: int) -> None:
        """Prepare a game that begins at a reading of the clock."""
        super().__init__(plan, game, clock)
        self._start_ns: Final = start_ns
        self._unseen: list[Event] = []
        """What happened while nobody looked."""
        self._is_stopped = False
        self.observer: Callable[[list[Event]], object] = lambda _: None
        """Called with all that happens."""

    @classmethod
    def back(cls, plan: Plan, replayer: Replayer[SessionStatistics], clock: Clock, start_ns: int) -> Self:
        """Return a session that goes on with a game that another run of the program began."""
        current = cls(plan, replayer.game, clock, start_ns)
        current._replayer = replayer
        return current

    @property
    def has_begun(self) -> bool:
        """Whether a countdown is to come before the game goes on: never, as it goes on anyhow."""
        return False

    def resume(self) -> None:
        """Begin, if it is time."""
        if self._zero_ns is None and not self._is_stopped and self._clock() >= self._start_ns:
            self._zero_ns = self._start_ns

    def pause(self, at_ns: int | None = None) -> list[Event]:
        """Release all buttons; time passes all the same."""
        return self.hold(frozenset[Button](), at_ns)

    def stop(self) -> None:
        """End the clock: the round is over."""
        self._stopped_at_ns = self.view.time_ns
        self._zero_ns = None
        self._is_stopped = True

    def run(self) -> None:
        """Play on to the present, whether somebody looks or not; `advance` returns what happens."""
        self.resume()
        self._unseen += super().advance()

    def advance(self) -> list[Event]:
        self.run()
        return self._seen()

    def hold(self, buttons: frozenset[Button], at_ns: int | None = None) -> list[Event]:
        return [*self._seen(), *super().hold(buttons, at_ns)]

    def forfeit(self) -> list[Event]:
        """Give up; `advance` returns what happens."""
        self.run()
        if self.is_running and not self.is_over:
            self._unseen += super().forfeit()
        return []

    def _seen(self) -> list[Event]:
        events, self._unseen = self._unseen, []
        return events

    def _play(self, time_ns: int, change: int | None = None) -> list[Event]:
        events = super()._play(time_ns, change)
        self.observer(events)
        return events


class RemoteSession(Session):
    """The game of another player: it goes on when the server tells of it."""

    def __init__(self, plan: Plan, game: Game, clock: Clock) -> None:
        super().__init__(plan, game, clock)
        self.known_ns = 0
        """The game time before which everything is known."""
        self._over_since_ns: int | None = None
        self._unseen: list[Event] = []

    @classmethod
    def back(cls, plan: Plan, replayer: Replayer[SessionStatistics], clock: Clock, known_ns: int) -> Self:
        """Return a session that goes on where a recording ends."""
        current = cls(plan, replayer.game, clock)
        current._replayer = replayer
        current.known_ns = known_ns
        current.feed(known_ns, ())
        return current

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

    @property
    def next_event_at_ns(self) -> int:
        """Never: nothing happens by itself."""
        return _NEVER_NS

    def resume(self) -> None:
        """Do nothing: this game waits for news alone."""

    def pause(self, at_ns: int | None = None) -> list[Event]:
        return []

    def advance(self) -> list[Event]:
        """Return what happened since the last call."""
        events, self._unseen = self._unseen, []
        return events

    def feed(self, to_ns: int, inputs: Iterable[Input]) -> None:
        """Play inputs that were made, up to a time before which all are known. Raises `EngineError`."""
        for time_ns, change in inputs:
            self._go_on(time_ns, change)
        self.known_ns = max(self.known_ns, to_ns)
        if self.known_ns > self.view.time_ns:
            self._go_on(self.known_ns - 1, None)

    def _go_on(self, time_ns: int, change: int | None) -> None:
        if self.is_over:
            return
        self._unseen += self._replayer.play(time_ns, change)
        if self.is_over:
            self._over_since_ns = self._clock()
