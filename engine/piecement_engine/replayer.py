"""The replayer: a game and its inputs, at any moment of the game.

Theory of operation. A game follows from its setup and its inputs (see `game`), so every moment of it can be reached by
a replay. To make that short, the replayer copies the game every two seconds of game time. `seek` restores the last of
these *anchors* before a moment and replays the inputs from there. When there are too many anchors, every other one is
dropped and the time between two doubles: their memory is bounded, and a seek replays a small part of the game.

What is counted beside the game, by a `Tracker`, is copied and restored with it. So are the check values of its locks,
and the moments that undo goes back to.

There are two ways on. `advance` replays inputs that are known, those of a recording. `play` adds an input, as in a game
that is being played, and forgets those that were known after this moment: so a replay can be played on from anywhere.
Undo is `go_back`: it cuts the inputs off at a moment and seeks to it.
"""

from bisect import bisect_right
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from copy import copy
from typing import Final, Generic, NamedTuple, Self, TypeVar

from piecement_engine.budget import Budget
from piecement_engine.errors import EngineError, RecordingError
from piecement_engine.events import Event, PieceLocked, PieceSpawned
from piecement_engine.game import Game
from piecement_engine.inputs import Input, InputLog
from piecement_engine.lock_checks import LockChecks
from piecement_engine.view import GameView

_CLOSEST_NS: Final = 2_000_000_000
_MOST_ANCHORS: Final = 512


class Tracker:
    """What is counted beside a game; this one counts nothing."""

    __slots__ = ()

    def press(self, view: GameView, pressed: int) -> None:
        """Count the buttons (a mask, perhaps of none) that go down, in a game that was played up to this moment."""

    def count(self, events: Iterable[Event]) -> None:
        """Count what happened."""

    def copy(self) -> Self:
        """Return an independent copy; itself, if it is never to go back."""
        return self


T = TypeVar("T", bound=Tracker)


class Cut(NamedTuple):
    """A moment that a game can go back to."""

    inputs: int
    """How many of its inputs are left then."""
    time_ns: int


class _Moment(Generic[T]):
    """A game at a moment, with what was counted until then."""

    __slots__ = ("_inputs_before", "_instant_ns", "_spawn", "checks", "game", "last_piece", "last_press", "tracker")

    def __init__(self, game: Game, tracker: T) -> None:
        self.game = game
        self.tracker = tracker
        self.checks = LockChecks()
        self.last_press: Cut | None = None
        """Before the last press of a button."""
        self.last_piece: Cut | None = None
        """When the piece that locked last came into play."""
        self._spawn: Cut | None = None
        """When the piece in play did."""
        self._instant_ns = -1
        """The time of the last input."""
        self._inputs_before = 0
        """How many inputs are before that time."""

    @property
    def time_ns(self) -> int:
        return self.game._time

    @property
    def cut(self) -> Cut:
        return Cut(len(self.game._log), self.game._time)

    def update(self, time_ns: int, budget: Budget | None = None) -> list[Event]:
        """Play on to a time."""
        game = self.game
        events = game.play(time_ns, game._given, budget)
        if events:
            inputs = len(game._log)
            self._record(events, inputs, inputs)
        return events

    def apply(self, time_ns: int, change: int, budget: Budget | None = None) -> list[Event]:
        """Play on to a time and apply an input."""
        game = self.game
        events: list[Event] = []
        if not game._time <= time_ns < game._idle_until or game._end is not None:
            events = self.update(time_ns, budget)
            if game._end is not None:
                return events
        inputs = len(game._log)
        if time_ns != self._instant_ns:
            self._instant_ns, self._inputs_before = time_ns, inputs
        if change >= 0:
            pressed = change & ~game._given
            self.tracker.press(game.view, pressed)
            if pressed:
                self.last_press = Cut(self._inputs_before, time_ns)
        caused = game.play(time_ns, change, budget)
        if caused:
            self._record(caused, inputs, inputs + 1)
        return events + caused if events else caused

    def copy(self) -> "_Moment[T]":
        other = _Moment(self.game.copy(), self.tracker.copy())
        other.checks = self.checks.copy()
        other.last_press, other.last_piece = self.last_press, self.last_piece
        other._spawn = self._spawn
        other._instant_ns, other._inputs_before = self._instant_ns, self._inputs_before
        return other

    def anchor(self) -> "_Moment[T]":
        """Return a copy without the inputs: those in all anchors would grow with the square of the length."""
        other = self.copy()
        other.game._log = InputLog(counted=len(self.game._log))
        return other

    def _record(self, events: list[Event], inputs: int, inputs_after_lock: int) -> None:
        """Record what happened after so many inputs. An input that locks a piece belongs to the moment of the next."""
        self.tracker.count(events)
        for event in events:
            if isinstance(event, PieceSpawned):
                self._spawn = Cut(inputs, event.time_ns)
            elif isinstance(event, PieceLocked):
                self.checks.add(event)
                self.last_piece, inputs = self._spawn, inputs_after_lock


class _Anchors(Generic[T]):
    """Moments on the way, the first one first."""

    def __init__(self, anchors: list[_Moment[T]], spacing_ns: int = _CLOSEST_NS) -> None:
        self._all = anchors
        self._spacing_ns = spacing_ns
        self.due_ns = anchors[-1].time_ns + spacing_ns
        """When the next one is due."""

    def add(self, now: _Moment[T]) -> None:
        """Add a moment that is later than all others."""
        self._all.append(now.anchor())
        if len(self._all) > _MOST_ANCHORS:
            del self._all[1:-1:2]
            self._spacing_ns *= 2
        self.due_ns = now.time_ns + self._spacing_ns

    def before(self, time_ns: int) -> _Moment[T]:
        """Return the last one that is not after a time."""
        return self._all[bisect_right(self._all, time_ns, lo=1, key=lambda anchor: anchor.time_ns) - 1]

    def until(self, cut: Cut) -> "_Anchors[T]":
        """Return those that are not after a moment."""
        first, *others = self._all
        left = [at for at in others if at.cut.inputs <= cut.inputs and at.time_ns <= cut.time_ns]
        return _Anchors([first, *left], self._spacing_ns)


class Replayer(Generic[T]):
    """A game that can be replayed, played on, and taken back."""

    def __init__(self, game: Game, tracker: T, inputs: Iterable[Input] | None = None, end_ns: int = 0) -> None:
        """Begin with a game as it is; it goes back no further.

        `inputs` are those of the whole game, to be replayed up to `end_ns`. Without them the game is to be played on.
        """
        self._now = _Moment(game, tracker)
        self._anchors = _Anchors([self._now.anchor()])
        self._log = game._log if inputs is None else InputLog(inputs)
        self._ahead = self._inputs_ahead()
        self.end_ns = max(end_ns, game.view.time_ns)
        """How far the game is known."""

    @property
    def game(self) -> Game:
        """The game at this moment. A seek replaces it by another one."""
        return self._now.game

    @property
    def view(self) -> GameView:
        """The view of that game."""
        return self._now.game.view

    @property
    def tracker(self) -> T:
        """What was counted until this moment. A seek replaces it as well."""
        return self._now.tracker

    @property
    def time_ns(self) -> int:
        """The game time of this moment."""
        return self._now.time_ns

    @property
    def lock_checks(self) -> bytes:
        """A check value for each eighth piece that has locked."""
        return self._now.checks.checks

    @property
    def is_at_end(self) -> bool:
        """Whether nothing more is known of the game, or it has ended."""
        return self.view.end is not None or self.time_ns >= self.end_ns

    @property
    def next_input(self) -> Input | None:
        """The first of the inputs that are known after this moment."""
        return self._ahead[-1] if self._ahead else None

    @property
    def last_press(self) -> Cut | None:
        """The moment just before the last press of a button; None if there was none."""
        return self._now.last_press

    @property
    def last_piece(self) -> Cut | None:
        """The moment when the piece that locked last came into play; None if none has."""
        return self._now.last_piece

    def advance(self, time_ns: int, budget: Budget | None = None) -> list[Event]:
        """Replay up to a time, or to the end, and return what happened. A time that is past does nothing.

        Raises `RecordingError` where the inputs do not fit the game, or take more steps than a budget allows.
        """
        now, ahead = self._now, self._ahead
        stop = min(time_ns, self.end_ns)
        events: list[Event] = []
        with replay_errors():
            while ahead and ahead[-1][0] <= stop and now.game._end is None:
                events += now.apply(*ahead.pop(), budget)
                if now.game._time >= self._anchors.due_ns:
                    self._anchors.add(now)
            if now.game._end is None and now.time_ns <= stop:
                events += now.update(stop, budget)
                self._add_anchor()
        return events

    def seek(self, time_ns: int, budget: Budget | None = None) -> None:
        """Go to a time between the start and the end. Raises as `advance` does."""
        stop = max(0, min(time_ns, self.end_ns))
        anchor = self._anchors.before(stop)
        if not anchor.time_ns <= self.time_ns <= stop:
            self._restore(anchor)
        self.advance(stop, budget)

    def next_piece_ns(self, budget: Budget | None = None) -> int | None:
        """Return when the next piece comes into play, if one does. Raises as `advance` does."""
        scout = self.branch()
        while not scout.is_at_end:
            for event in scout.advance(scout.time_ns + _CLOSEST_NS, budget):
                if isinstance(event, PieceSpawned):
                    return event.time_ns
        return None

    def branch(self) -> Self:
        """Return another replayer of this game, at this moment. A replay shares its anchors with it."""
        other = copy(self)
        other._now = self._now.copy()
        other._ahead = self._ahead.copy()
        if self._is_played:
            other._forget_ahead()
        return other

    def play(self, time_ns: int, change: int | None = None) -> list[Event]:
        """Play on to a time, apply an input if there is one, and return what happened.

        What was known after this moment is forgotten. Raises as `Game.play` does.
        """
        if not self._is_played:
            self._forget_ahead()
        now = self._now
        events = now.update(time_ns) if change is None else now.apply(time_ns, change)
        self.end_ns = now.time_ns
        self._add_anchor()
        return events

    def go_back(self, cut: Cut) -> None:
        """Forget all that came after a moment, and go there."""
        self._log = self._now.game._log.first(cut.inputs)
        self._anchors = self._anchors.until(cut)
        self.end_ns = cut.time_ns
        self._restore(self._anchors.before(cut.time_ns))
        self.advance(cut.time_ns)

    @property
    def _is_played(self) -> bool:
        """Whether the game is played on, so that nothing is known but what has happened."""
        return self._log is self._now.game._log

    def _forget_ahead(self) -> None:
        self._log = self._now.game._log
        self._anchors = self._anchors.until(self._now.cut)
        self._ahead = []
        self.end_ns = self.time_ns

    def _add_anchor(self) -> None:
        if self._now.game._time >= self._anchors.due_ns:
            self._anchors.add(self._now)

    def _restore(self, anchor: _Moment[T]) -> None:
        self._now = anchor.copy()
        self._now.game._log = self._log.first(len(anchor.game._log))
        self._ahead = self._inputs_ahead()

    def _inputs_ahead(self) -> list[Input]:
        """Return the inputs that are known after this moment, the next one last."""
        return list(reversed(self._log.since(len(self._now.game._log))))


@contextmanager
def replay_errors() -> Generator[None]:
    """Raise a `RecordingError` where the engine refuses a recorded game."""
    try:
        yield
    except EngineError as error:
        raise RecordingError(f"the recording does not replay: {error}") from error
