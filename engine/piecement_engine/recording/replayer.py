"""The replayer: a game and its inputs, at any moment of the game.

Theory of operation. A game follows from its setup and its inputs (see `game`), so a replay reaches every moment of it.
To make that short, it keeps copies of the game along the way, its *anchors* (see `anchors`): `seek` restores the last
one before a moment and replays the inputs from there. It leaves anchors on its way, two seconds of game time apart, and
so does a game that is played. If there are too many, every other one is dropped and the time between two doubles: their
memory is bounded, and a seek replays a small part of the game. The counts of a `Tracker` are copied and restored with
the game.

There are three ways forward. `advance` replays known inputs, those of a recording, and makes no anchors. `seek` does
the same with anchors, and also goes back. `play` adds an input, as in a game that is being played, and forgets the
inputs known after this moment: so a replay can be continued by play from anywhere. From then on, the known inputs are
the log of the game, to which the game itself adds each input that is played; known inputs of a replay are in a log of
their own, since that of the game has only those before this moment. Undo is `go_back`: it cuts the inputs off at a
moment and seeks to it. The moments for that, `last_press` and `last_piece`, are found by replaying from the last
anchors, so they are not recorded.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from copy import copy
from operator import itemgetter
from typing import Generic, Self

from piecement_engine.errors import EngineError, RecordingError
from piecement_engine.events import Event, PieceLocked, PieceSpawned
from piecement_engine.game.budget import Budget
from piecement_engine.game.game import Game
from piecement_engine.game.input_log import InputLog
from piecement_engine.game.inputs import Input, held_by
from piecement_engine.recording.anchors import CLOSEST_NS, Anchor, Anchors, Cut, anchor_of
from piecement_engine.recording.trackers import PressTracker, T


class Replayer(Generic[T]):
    """A game that can be replayed, continued, and taken back."""

    def __init__(self, game: Game, tracker: T, inputs: Sequence[Input] | None = None, end_ns: int = 0) -> None:
        """Begin with a game at its present moment; undo stops there.

        Args:
            game: The game.
            tracker: The counts until this moment.
            inputs: The inputs to replay; without them the game is one that is being played.
            end_ns: The game time at the end of the inputs (ns).
        """
        self.game = game
        """The game at this moment. A seek replaces the object."""
        self.view = game.view
        """The live view of the game. A seek replaces the object."""
        self.tracker = tracker
        """Counts until this moment. A seek replaces the object."""
        self._anchors = Anchors([anchor_of(game, tracker)])
        self._plays_on = inputs is None
        """Whether the game is played, not replayed."""
        self._log = game._log if inputs is None else InputLog(inputs)
        """All known inputs: in the game's own log, to which it writes, if it is played on."""
        self._ahead = list(reversed(inputs or ()))
        """Known inputs after this moment, the next one last."""
        self.end_ns = max(end_ns, game.view.time_ns)
        """Game time up to which the game is known (ns)."""

    @property
    def time_ns(self) -> int:
        """Game time of this moment (ns)."""
        return self.game._time

    @property
    def is_at_end(self) -> bool:
        """Whether no more of the game is known, or it has ended."""
        return self.game._end is not None or self.game._time >= self.end_ns

    @property
    def next_input(self) -> Input | None:
        """The first known input after this moment."""
        return self._ahead[-1] if self._ahead else None

    @property
    def last_press(self) -> Cut | None:
        """The moment just before the last press of a button, or None if there was none; found among the inputs."""
        return next(filter(None, map(self._press_after, self._anchors.back_from(self._cut))), None)

    @property
    def last_piece(self) -> Cut | None:
        """The spawn of the last locked piece, or None if there is none; found by a replay from the last anchors."""
        return next(filter(None, map(self._piece_after, self._anchors.back_from(self._cut))), None)

    def advance(self, time_ns: int, budget: Budget | None = None) -> list[Event]:
        """Replay up to a time, or to the end, and return the events. A past time changes nothing.

        Raises `RecordingError` if the inputs do not fit the game, or exceed the budget.
        """
        return [event for happened in self._replay(time_ns, budget) for event in happened]

    def run(self, time_ns: int, budget: Budget | None = None) -> None:
        """Replay as `advance` does, without the events, which makes a long replay quicker."""
        for _ in self._replay(time_ns, budget):
            pass

    def seek(self, time_ns: int, budget: Budget | None = None) -> None:
        """Go to a time between the start and the end. Raises as `advance` does."""
        stop = max(0, min(time_ns, self.end_ns))
        anchor = self._anchors.before(stop)
        if not anchor.time_ns <= self.time_ns <= stop:
            self._restore(anchor)
        while self.game._end is None and (due_ns := self._anchors.due_after(self.time_ns)) < stop:
            self.run(due_ns, budget)
            self._anchors.add(anchor_of(self.game, self.tracker))
        self.run(stop, budget)

    def next_piece_ns(self, budget: Budget | None = None) -> int | None:
        """Return the time of the next spawn (ns), or None if there is none. Raises as `advance` does."""
        scout = self.branch()
        while not scout.is_at_end:
            for event in scout.advance(scout.time_ns + CLOSEST_NS, budget):
                if isinstance(event, PieceSpawned):
                    return event.time_ns
        return None

    def branch(self) -> Self:
        """Return another replayer of this game, at this moment. If the game is a replay, both share their anchors."""
        other = copy(self)
        other.game, other.tracker = self.game.copy(), self.tracker.copy()
        other.view = other.game.view
        other._ahead = self._ahead.copy()
        if self._plays_on:
            other._forget_ahead()
        return other

    def learn(self, inputs: Sequence[Input], end_ns: int) -> None:
        """Append inputs to the known ones; the game is then known up to `end_ns`."""
        self._log.fresh += inputs
        self._ahead[:0] = reversed(inputs)
        self.end_ns = max(self.end_ns, end_ns)

    def play(self, time_ns: int, change: int | None = None) -> list[Event]:
        """Advance to a time, apply an input if there is one, and return the events.

        All inputs known after this moment are forgotten. Raises as `Game.play` does.
        """
        game = self.game
        if not self._plays_on:
            game._checked(time_ns)  # raises before the known inputs are forgotten
            self._forget_ahead()
        if time_ns > game._time >= self._anchors.due_ns:
            self._anchors.add(anchor_of(game, self.tracker))
        if change is not None:
            events = self._apply(time_ns, change)
        elif events := game.play(time_ns, game._given):
            self.tracker.count(events)
        self.end_ns = game._time
        return events

    def go_back(self, cut: Cut) -> None:
        """Drop all inputs after a moment, and go there."""
        self._log = self.game._log.first(cut.inputs)
        self._anchors = self._anchors.until(cut)
        self.end_ns = cut.time_ns
        self._restore(self._anchors.before(cut.time_ns))
        self.seek(cut.time_ns)

    def _replay(self, time_ns: int, budget: Budget | None) -> Iterator[list[Event]]:
        """Replay up to a time, and yield the events, step by step."""
        game, ahead, tracker = self.game, self._ahead, self.tracker
        counts_presses = isinstance(tracker, PressTracker)
        stop = min(time_ns, self.end_ns)
        try:
            while ahead and ahead[-1][0] <= stop and game._end is None:
                if counts_presses:
                    yield self._apply(*ahead.pop(), budget)
                elif events := game.play(*ahead.pop(), budget):
                    tracker.count(events)
                    yield events
            if game._end is None and game._time <= stop:
                yield self._update(stop, budget)
        except EngineError as error:
            raise refusal(error) from error

    def _update(self, time_ns: int, budget: Budget | None = None) -> list[Event]:
        events = self.game.play(time_ns, self.game._given, budget)
        if events:
            self.tracker.count(events)
        return events

    def _apply(self, time_ns: int, change: int, budget: Budget | None = None) -> list[Event]:
        """Advance to a time, apply an input, and count both."""
        game, tracker = self.game, self.tracker
        events: list[Event] = []
        held = change if change >= 0 else held_by(change)
        if held is not None and isinstance(tracker, PressTracker):
            if not game._time <= time_ns < game._idle_until or game._end is not None:
                events = self._update(time_ns, budget)
                if game._end is not None:
                    return events
            tracker.press(self.view, held & ~game._given)
        caused = game.play(time_ns, change, budget)
        if caused:
            tracker.count(caused)
        return events + caused if events else caused

    def _forget_ahead(self) -> None:
        """Forget all inputs known after this moment, from which the game is then played."""
        self._plays_on, self._log = True, self.game._log
        self._anchors = self._anchors.until(self._cut)
        self._ahead = []
        self.end_ns = self.time_ns

    def _restore(self, anchor: Anchor[T]) -> None:
        self.game, self.tracker = anchor.game.copy(), anchor.tracker.copy()
        self.view = self.game.view
        self._plays_on = False
        self.game._log = self._log.first(anchor.inputs)
        self._ahead = list(reversed(self._log.since(anchor.inputs)))

    @property
    def _cut(self) -> Cut:
        return Cut(len(self.game._log), self.game._time)

    def _press_after(self, anchor: Anchor[T]) -> Cut | None:
        """Return the moment before the last press after an anchor."""
        inputs, held = self.game.inputs_since(anchor.inputs), anchor.game._given
        pressed_ns: int | None = None
        for time_ns, change in inputs:
            after = held_by(change)
            if after is not None:
                pressed_ns = time_ns if after & ~held else pressed_ns
                held = after
        if pressed_ns is None:
            return None
        return Cut(anchor.inputs + bisect_left(inputs, pressed_ns, key=itemgetter(0)), pressed_ns)

    def _piece_after(self, anchor: Anchor[T]) -> Cut | None:
        """Return the spawn of the last locked piece, if it was after an anchor.

        An input that locks a piece belongs to the moment of the next spawn.
        """
        spawn: Cut | None = None
        last: Cut | None = None
        for events, before, after in self._steps_after(anchor):
            inputs = before
            for event in events:
                if isinstance(event, PieceSpawned):
                    spawn = Cut(inputs, event.time_ns)
                elif isinstance(event, PieceLocked):
                    last, inputs = spawn, after
        return last

    def _steps_after(self, anchor: Anchor[T]) -> Iterator[tuple[list[Event], int, int]]:
        """Yield the events from an anchor to this moment, each time with the number of inputs before and after them."""
        game = anchor.game.copy()
        for before, (time_ns, change) in enumerate(self.game.inputs_since(anchor.inputs), anchor.inputs):
            yield game.play(time_ns, game._given), before, before
            yield game.play(time_ns, change), before, before + 1
        if game._end is None:
            inputs = anchor.inputs + len(game._log)
            yield game.play(self.time_ns, game._given), inputs, inputs


def refusal(error: EngineError) -> RecordingError:
    """Return the error to raise if the engine refuses a recorded game."""
    return RecordingError("the recording does not replay: {error}", error=error)
