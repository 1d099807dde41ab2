"""Course of a recorded game: how fast, how high and how well it went, part by part."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from piecement_engine import GameView, Recording
from piecement_engine.events import End, GameEnded, LinesCleared

_STEP_NS: Final = 500_000_000
"""Time between two samples (ns)."""
TENTHS: Final = 10
"""Number of parts in which the pace is shown."""
HEIGHTS: Final = 15
"""Number of parts in which the height of the stack is shown."""


class Sample(NamedTuple):
    """Figures of a game at one time."""

    time_ns: int
    score: int
    level: int
    pieces: int
    height: int
    """Number of rows up to the highest block."""

    @classmethod
    def of(cls, view: GameView) -> "Sample":
        height = max((y + 1 for y, row in enumerate(view.rows) if any(row)), default=0)
        return cls(view.time_ns, view.score, view.level, view.pieces, height)


class GameCourse:
    """Replays a game once, a step at a time, and samples it."""

    def __init__(self, recording: Recording) -> None:
        """Start at the beginning. Raises `RecordingError` if the game does not replay."""
        self._replayer: Final = recording.replayer()
        self.lines_at: Final[list[int]] = []
        """Time of each cleared line (ns). A line that wins counts when the game ends, after the delay of the clear."""
        self._last_rows = 0
        self.samples: Final = [Sample.of(self._replayer.view)]

    def go_on(self) -> bool:
        """Replay one more step and return whether any remain. Raises `RecordingError` if the game does not replay."""
        replayer = self._replayer
        for event in replayer.advance(replayer.time_ns + _STEP_NS):
            if isinstance(event, LinesCleared):
                self.lines_at.extend([event.time_ns] * len(event.rows))
                self._last_rows = len(event.rows)
            elif isinstance(event, GameEnded) and event.end is End.COMPLETED and self._last_rows:
                self.lines_at[-self._last_rows :] = [event.time_ns] * self._last_rows
        self.samples.append(Sample.of(replayer.view))
        return not replayer.is_at_end

    def line_splits(self, goal: int, parts: int) -> tuple[int, ...]:
        """Return the times at which equal parts of a number of lines were cleared, as far as the game came.

        Empty if some cleared rows are not lines: all but garbage in Dig and Cheese.
        """
        if len(self.lines_at) != self._replayer.view.lines:
            return ()
        needed = (-(-goal * part // parts) for part in range(1, parts + 1))
        return tuple(self.lines_at[count - 1] for count in needed if 0 < count <= len(self.lines_at))

    def scores_by_level(self) -> tuple[int, ...]:
        """Return the points gained on each level, the first one first."""
        gained: dict[int, int] = {}
        for before, after in pairwise(self.samples):
            gained[after.level] = gained.get(after.level, 0) + after.score - before.score
        return tuple(gained.values())

    def heights(self) -> tuple[int, ...]:
        """Return the height of the stack at equal steps, up to the end."""
        return tuple(sample.height for sample in self._spread(HEIGHTS))

    def paces(self) -> tuple[float, ...]:
        """Return the pieces per second of each tenth of the time."""
        samples = [self.samples[0], *self._spread(TENTHS)]
        spans = ((after.pieces - before.pieces, after.time_ns - before.time_ns) for before, after in pairwise(samples))
        return tuple(pieces * 1e9 / time_ns if time_ns > 0 else 0.0 for pieces, time_ns in spans)

    def _spread(self, count: int) -> Sequence[Sample]:
        """Return samples at equal steps of time, the last one at the end."""
        times = [sample.time_ns for sample in self.samples]
        stops = (times[-1] * part // count for part in range(1, count + 1))
        return [self.samples[min(len(times) - 1, bisect_left(times, stop))] for stop in stops]


class Courses:
    """Course of a game, and after it that of the best one."""

    def __init__(self, recording: Recording, best: Recording | None) -> None:
        """Start with the first. Raises `RecordingError` if one does not replay."""
        self.mine: Final = GameCourse(recording)
        self.best: Final = GameCourse(best) if best else None
        self._waiting: Final = [course for course in (self.best, self.mine) if course]

    def go_on(self) -> bool:
        """Replay one more step and return whether any remain. Raises `RecordingError` if a game does not replay."""
        if self._waiting and not self._waiting[-1].go_on():
            self._waiting.pop()
        return bool(self._waiting)


def paces_of(splits: Sequence[int]) -> tuple[float, ...]:
    """Return the speed of each part, from the different times at their ends: 1 divided by its seconds."""
    return tuple(1e9 / (after - before) for before, after in pairwise((0, *splits)))
