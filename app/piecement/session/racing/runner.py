"""A runner: a recorded game, played again bit by bit."""

from typing import Final

from piecement_engine import Event, Game, GameView, Recording


class Runner:
    """Plays a recorded game, no further and no faster than it is told to."""

    def __init__(self, recording: Recording) -> None:
        """Begin at the start."""
        self._inputs: Final = recording.inputs
        self._length_ns: Final = recording.time_ns
        self._game: Final = Game.from_setup(recording.setup)
        self._next = 0

    @property
    def view(self) -> GameView:
        """What the game looks like now."""
        return self._game.view

    @property
    def is_at_end(self) -> bool:
        """Whether nothing comes any more."""
        return self.view.end is not None or self.view.time_ns >= self._length_ns

    def advance(self, until_ns: int, most_ns: int) -> list[Event]:
        """Play on to a time, but no more of it at once than so much; return what happened.

        Raises `EngineError` for a recording that does not replay.
        """
        stop = min(until_ns, self.view.time_ns + most_ns, self._length_ns)
        events: list[Event] = []
        while self._next < len(self._inputs) and self._inputs[self._next][0] <= stop and self.view.end is None:
            events += self._game.play(*self._inputs[self._next])
            self._next += 1
        if self.view.end is None and self.view.time_ns <= stop:
            events += self._game.update(stop)
        return events
