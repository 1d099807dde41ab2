"""Playback: a recording at any of its moments. Copies of the game on the way (anchors) make every jump short."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from piecement_engine.budget import Budget
from piecement_engine.errors import EngineError, RecordingError
from piecement_engine.events import Event, PieceSpawned
from piecement_engine.game import Game
from piecement_engine.inputs import InputLog
from piecement_engine.recording import Recording
from piecement_engine.view import GameView

_CLOSEST_NS: Final = 1_000_000_000
_MOST_ANCHORS: Final = 1000


class _Anchors:
    """The game of a recording at moments on the way, each with the number of inputs before it."""

    def __init__(self, recording: Recording) -> None:
        self._inputs = recording.inputs
        self._spacing_ns = max(_CLOSEST_NS, recording.time_ns // _MOST_ANCHORS)
        self._times = [0]
        self._games = [(Game.from_setup(recording.setup), 0)]

    @property
    def last_ns(self) -> int:
        """The latest moment so far."""
        return self._times[-1]

    @property
    def next_ns(self) -> int:
        """When the next one is wanted."""
        return self._times[-1] + self._spacing_ns

    def add(self, game: Game, inputs: int) -> None:
        """Add a copy of a game, later than all others, after so many inputs."""
        anchor = game.copy()
        anchor._log = InputLog()  # those in all of them would grow with the square of the length
        self._times.append(game.view.time_ns)
        self._games.append((anchor, inputs))

    def time_before(self, time_ns: int) -> int:
        """Return the latest moment that is not after a time."""
        return self._times[bisect_right(self._times, time_ns) - 1]

    def game_before(self, time_ns: int) -> tuple[Game, int]:
        """Return a game of its own at that moment, and the number of inputs before it."""
        anchor, inputs = self._games[bisect_right(self._times, time_ns) - 1]
        game = anchor.copy()
        game._log = InputLog(self._inputs[:inputs])
        return game, inputs


class Playback:
    """A recording being played: its game at one moment, and the way to any other."""

    def __init__(self, recording: Recording) -> None:
        """Begin at the start. Raises `RecordingError` as every move does where the recording does not replay."""
        self.recording: Final = recording
        try:
            self._anchors = _Anchors(recording)
        except EngineError as error:
            raise RecordingError(f"the recording does not replay: {error}") from error
        self._game, self._next = self._anchors.game_before(0)
        self.advance(0)

    @property
    def view(self) -> GameView:
        """The view of the present moment. A jump replaces it."""
        return self._game.view

    @property
    def time_ns(self) -> int:
        """The game time of what is shown."""
        return self._game.view.time_ns

    @property
    def length_ns(self) -> int:
        """The game time at which the recording ends."""
        return self.recording.time_ns

    @property
    def is_at_end(self) -> bool:
        """Whether the recording is at its end."""
        return self._game.view.end is not None or self.time_ns >= self.length_ns

    def advance(self, time_ns: int) -> list[Event]:
        """Play on to a time, or to the end, and return what happened. A time that is past does nothing."""
        stop = min(time_ns, self.length_ns)
        events: list[Event] = []
        try:
            budget = self.recording.fair_budget()
            while self.time_ns <= self._anchors.next_ns <= stop and self._game.view.end is None:
                events += self._play_to(self._anchors.next_ns, budget)
                self._anchors.add(self._game, self._next)
            if self.time_ns <= stop:
                events += self._play_to(stop, budget)
        except EngineError as error:
            raise RecordingError(f"the recording does not replay: {error}") from error
        return events

    def seek(self, time_ns: int) -> None:
        """Jump to a time between the start and the end."""
        stop = max(0, min(time_ns, self.length_ns))
        if not self._anchors.time_before(stop) <= self.time_ns <= stop:
            self._game, self._next = self._anchors.game_before(stop)
        self.advance(stop)

    def prepare(self) -> Iterator[int]:
        """Replay the whole recording once, so that all jumps are short; yield the time reached (ns) again and again.

        The caller may stop at any time.
        """
        scout = self._scout(self._anchors.last_ns)
        while not scout.is_at_end:
            scout.advance(self._anchors.next_ns)
            yield scout.time_ns

    def next_piece_ns(self) -> int | None:
        """Return when the next piece comes into play."""
        scout = self._scout(self.time_ns)
        while not scout.is_at_end:
            for event in scout.advance(scout.time_ns + _CLOSEST_NS):
                if isinstance(event, PieceSpawned):
                    return event.time_ns
        return None

    def take_over(self) -> Game:
        """Return an independent copy."""
        return self._game.copy()

    def _play_to(self, stop: int, budget: Budget) -> list[Event]:
        game, inputs = self._game, self.recording.inputs
        events: list[Event] = []
        while game.view.end is None and self._next < len(inputs) and inputs[self._next][0] <= stop:
            events += game.play(*inputs[self._next], budget)
            self._next += 1
        if game.view.end is None:
            events += game.update(stop, budget=budget)
        return events

    def _scout(self, time_ns: int) -> "Playback":
        """Return another playback of the same recording, at a time, which shares the anchors."""
        scout = object.__new__(type(self))
        scout.__dict__.update(self.__dict__)
        scout._game, scout._next = self._anchors.game_before(time_ns)
        scout.advance(time_ns)
        return scout
