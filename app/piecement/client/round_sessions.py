"""Sessions of the games of a round.

The clock of a round never stops, even during a pause, under another screen or in a suspended program.
"""

from collections.abc import Callable, Sequence
from typing import Final

from piecement.session.session import Clock, Session
from piecement.session.statistics import SessionStatistics
from piecement_base.plan import Plan
from piecement_engine import Button, Event, Game, Replayer
from piecement_engine.game.inputs import Input
from piecement_engine.game.setup import Setup
from piecement_engine.match import Contender
from piecement_engine.rules.timing import SECOND
from piecement_net.network_clock import NEVER_NS

_FAR_NS: Final = 2 * SECOND
"""Distance above which the events are skipped and only the result is shown (ns)."""


class RoundSession(Session):
    """The game of the player: nothing from the network changes its past.

    The clock of the round decides its time: a pause only releases the buttons, and `stop` ends it. Events that are not
    returned at once are returned by the next `advance` or `hold`.
    """

    STOPS = False

    def __init__(
        self,
        plan: Plan,
        setup: Setup,
        clock: Clock,
        start_ns: int,
        *,
        seat: int,
        replayer: Replayer[SessionStatistics] | None = None,
    ) -> None:
        """Prepare a game that begins at a reading of the clock, or resume one from an earlier run of the program."""
        super().__init__(plan, replayer.game if replayer else Game.from_setup(setup), clock, replayer)
        self._start_ns: Final = start_ns
        self._unseen: list[Event] = []
        """Events that `advance` has not returned yet."""
        self._ended_ns: int | None = None
        """Reading of the clock at the end of the round, or None before it."""
        self.seat: Final = seat
        self.contender: Final = Contender(self, setup, seat)

    @property
    def time_ns(self) -> int:
        """Current game time (ns), which continues after the end of the round."""
        return super().time_ns + (0 if self._ended_ns is None else self._clock() - self._ended_ns)

    def resume(self) -> None:
        """Start the game once its time has come."""
        if self._zero_ns is None and self._ended_ns is None and self._clock() >= self._start_ns:
            self._zero_ns = self._start_ns

    def pause(self, at_ns: int | None = None) -> list[Event]:
        """Release all buttons; time continues."""
        return self.hold(frozenset[Button](), at_ns)

    def stop(self) -> None:
        """Stop the clock at the end of the round."""
        self._stopped_at_ns = self.view.time_ns
        self._zero_ns = None
        self._ended_ns = self._clock()

    def run(self) -> None:
        """Play up to the present, whether it is visible or not; `advance` returns the events."""
        self.resume()
        self._unseen += super().advance()

    def advance(self) -> list[Event]:
        self.run()
        return self._seen()

    def hold(self, buttons: frozenset[Button], at_ns: int | None = None) -> list[Event]:
        return [*self._seen(), *super().hold(buttons, at_ns)]

    def forfeit(self) -> list[Event]:
        """Give up; `advance` returns the events."""
        self.run()
        if self.is_running and not self.is_over:
            self._unseen += super().forfeit()
        return []

    def _seen(self) -> list[Event]:
        events, self._unseen = self._unseen, []
        return events

    def _play(self, time_ns: int, change: int | None = None) -> list[Event]:
        events = super()._play(time_ns, change)
        self.contender.observe(events)
        return events


class RemoteSession(Session):
    """Game of another player, up to the inputs received."""

    STOPS = False

    def __init__(
        self,
        plan: Plan,
        setup: Setup,
        clock: Clock,
        shown_ns: Callable[[], int] | None = None,
        at_once_ns: int = NEVER_NS,
    ) -> None:
        """Start without inputs.

        `shown_ns` returns the game time to show, by default the latest known time. After a gap too long to show, one
        `advance` plays at most `at_once_ns` of it.
        """
        game = Game.from_setup(setup)
        super().__init__(plan, game, clock, Replayer(game, SessionStatistics(), ()))
        self.known_ns = 0
        """Game time before which everything is known (ns)."""
        self._shown_ns: Final = shown_ns
        self._at_once_ns: Final = at_once_ns
        self._over_since_ns: int | None = None
        self._unseen: list[Event] = []

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
        """Time of the next event: never, unless a shown time has to be followed."""
        return 0 if self._shown_ns else NEVER_NS

    def resume(self) -> None:
        """Do nothing: this game only follows messages."""

    def pause(self, at_ns: int | None = None) -> list[Event]:
        return []

    def advance(self) -> list[Event]:
        """Move to the shown time, and return the events since the last call, or none after a jump."""
        if self._shown_ns is not None:
            self._go_to(self._shown_ns())
        events, self._unseen = self._unseen, []
        return events

    def stop(self) -> None:
        """Count the time since the end of the round, if the game has not ended before."""
        if self._over_since_ns is None:
            self._over_since_ns = self._clock()

    def receive(self, to_ns: int, inputs: Sequence[Input]) -> None:
        """Add inputs, complete up to a time. Raises `RecordingError`."""
        self.known_ns = max(self.known_ns, to_ns)
        self._replayer.learn(inputs, max(0, self.known_ns - 1))
        if self._shown_ns is None:
            self._play_on(self._replayer.end_ns)

    def _go_to(self, time_ns: int) -> None:
        if time_ns < self.view.time_ns:
            self._replayer.seek(time_ns)
            self.view = self._replayer.view
            self._unseen.clear()
            self._over_since_ns = None
            self.jumps += 1
        elif time_ns - self.view.time_ns <= _FAR_NS or self.is_over:
            self._play_on(time_ns)
        else:
            self._play_on(min(time_ns, self.view.time_ns + self._at_once_ns))
            self._unseen.clear()
            self.jumps += 1

    def _play_on(self, time_ns: int) -> None:
        if self.is_over or time_ns < self.view.time_ns:
            return
        self._unseen += self._replayer.advance(time_ns)
        if self.is_over:
            self._over_since_ns = self._clock()
