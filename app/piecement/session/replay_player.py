"""Replay playback: position, speed and jumps."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from enum import StrEnum
from operator import itemgetter
from typing import Final, NamedTuple

from piecement.session.hud import HudStats
from piecement.session.statistics import SessionStatistics
from piecement.terminal.clock import SECOND_NS
from piecement_engine import Event, GameView, Recording, Replayer
from piecement_engine.match import RoundRecording

SPEEDS: Final = (0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
"""Playback speeds as multiples of the original speed."""

_USUAL: Final = SPEEDS.index(1.0)

_REST_NS: Final = 1_500_000_000
"""Time that the end is shown before the replay restarts (ns)."""

_LONGEST_NS: Final = 250_000_000
"""Maximum time that a late frame counts (ns)."""

_LOOK_AHEAD_NS: Final = 1_000_000_000
"""Part of the recording that one look-ahead step replays (ns)."""


class ReplayStart(NamedTuple):
    """Starting moment of a replay."""

    game: int | Recording | RoundRecording
    """Id of a stored game, or the recording of another or of a match."""
    at_ns: int = 0


class MarkKind(StrEnum):
    QUAD = "quad"
    SPIN = "spin"
    MISTAKE = "mistake"
    """A costly placement, as far as the coach has reviewed the game."""


class Mark(NamedTuple):
    """Moment of a replay to jump to, shortly before something happens."""

    time_ns: int
    kind: MarkKind


class LastBoard:
    """Replay of a recording to its last board, in small steps."""

    def __init__(self, recording: Recording) -> None:
        self._replayer: Final = recording.replayer(SessionStatistics())
        self._budget: Final = recording.fair_budget()

    def go_on(self) -> bool:
        """Replay a little more and return whether any remains. Raises `RecordingError` if the game does not replay."""
        self._replayer.seek(self._replayer.time_ns + _LOOK_AHEAD_NS, self._budget)
        return not self._replayer.is_at_end

    @property
    def view(self) -> GameView:
        """The game as far as it was replayed."""
        return self._replayer.view

    @property
    def statistics(self) -> SessionStatistics:
        """The counts of the game as far as it was replayed."""
        return self._replayer.tracker


class ReplayPlayer:
    """Plays a recording by a clock."""

    def __init__(self, recording: Recording, mistakes_ns: Iterable[int] = ()) -> None:
        """Start at the beginning, running; with the times of mistakes, if they are known.

        Raises `RecordingError`, as every jump does, if the game does not replay.
        """
        self.recording: Final = recording
        self._replayer: Final = recording.replayer(SessionStatistics())
        self.play_to(0)
        self._ahead: Final = self._replayer.branch()
        """Replayer that runs once through the whole recording to make jumps short."""
        self.marks = tuple(sorted(Mark(max(0, time_ns - SECOND_NS), MarkKind.MISTAKE) for time_ns in mistakes_ns))
        """Marks in order of time: mistakes, and what the look ahead has found."""
        self._speed = _USUAL
        self._position = 0.0
        self._last_ns: int | None = None
        self._rested_ns = 0
        self.is_paused = False
        self.loops = False
        """Whether the replay restarts after its end."""

    @property
    def view(self) -> GameView:
        """View of the current moment; a jump replaces it."""
        return self._replayer.view

    @property
    def is_at_end(self) -> bool:
        return self._replayer.is_at_end

    @property
    def position_ns(self) -> int:
        """Displayed game time (ns), which continues briefly after the end."""
        return self.view.time_ns + self._rested_ns

    @property
    def speed(self) -> float:
        """Playback speed as a multiple of the original."""
        return SPEEDS[self._speed]

    @property
    def part(self) -> float:
        """Position as a fraction from 0 to 1."""
        return self.view.time_ns / self.recording.time_ns if self.recording.time_ns else 1.0

    @property
    def stats(self) -> HudStats:
        return HudStats.of(self.view, self._replayer.tracker)

    def play_to(self, time_ns: int) -> list[Event]:
        """Advance to a game time regardless of the clock and return the events."""
        return self._replayer.advance(time_ns, self.recording.fair_budget())

    def advance(self, now_ns: int) -> list[Event]:
        """Advance to a moment of the clock and return the events."""
        passed = 0 if self._last_ns is None else min(now_ns - self._last_ns, _LONGEST_NS)
        self._last_ns = now_ns
        if self.is_paused:
            return []
        if self.is_at_end:
            self._rested_ns += passed
            if self.loops and self._rested_ns >= _REST_NS:
                self.jump_to(0)
            return []
        self._position += passed * self.speed
        return self.play_to(round(self._position))

    def go_along(self, other: "ReplayPlayer") -> None:
        """Synchronise with another player: position, speed and state."""
        self._speed, self.is_paused, self.loops = other._speed, other.is_paused, other.loops
        time_ns = other.view.time_ns
        if time_ns < self.view.time_ns:
            self.jump_to(time_ns)
        else:
            self.play_to(time_ns)
        self._position, self._last_ns, self._rested_ns = float(time_ns), other._last_ns, 0

    def rest(self) -> None:
        """Skip the time until the next call of `advance`."""
        self._last_ns = None

    def look_ahead(self) -> bool:
        """Replay a little more of the recording to make jumps shorter, and return whether any of it remains."""
        if self._ahead.is_at_end:
            return False
        start_ns, counts = self._ahead.time_ns, self._ahead.tracker.counts
        quads, spins = counts.quads, counts.spins
        self._ahead.seek(start_ns + _LOOK_AHEAD_NS, self.recording.fair_budget())
        now = self._ahead.tracker.counts
        found = ((MarkKind.QUAD, now.quads - quads), (MarkKind.SPIN, now.spins - spins))
        self.marks = tuple(sorted((*self.marks, *(Mark(start_ns, kind) for kind, more in found if more > 0))))
        return not self._ahead.is_at_end

    def toggle(self) -> None:
        """Pause or resume; at the end, restart."""
        if self.is_at_end:
            self.jump_to(0)
            self.is_paused = False
        else:
            self.is_paused = not self.is_paused

    def change_speed(self, steps: int) -> None:
        self._speed = max(0, min(self._speed + steps, len(SPEEDS) - 1))

    def usual_speed(self) -> None:
        """Reset the speed to the original."""
        self._speed = _USUAL

    def jump_by(self, change_ns: int) -> None:
        """Jump forward or back by a time (ns)."""
        self.jump_to(self.view.time_ns + change_ns)

    def jump_to(self, time_ns: int) -> None:
        self._replayer.seek(time_ns, self.recording.fair_budget())
        self._position = float(self.view.time_ns)
        self._rested_ns = 0

    def seek_fraction(self, part: float) -> None:
        """Jump to a fraction of the recording, from 0 to 1."""
        self.jump_to(round(part * self.recording.time_ns))

    def jump_to_input(self, step: int) -> None:
        """Pause at the next or previous change of buttons."""
        self.is_paused = True
        inputs, now_ns, time = self.recording.inputs, self.view.time_ns, itemgetter(0)
        index = bisect_right(inputs, now_ns, key=time) if step > 0 else bisect_left(inputs, now_ns, key=time) - 1
        if 0 <= index < len(inputs):
            self.jump_to(inputs[index][0])

    def jump_to_piece(self) -> None:
        """Pause at the next spawn, or at the end."""
        next_ns = self._replayer.next_piece_ns(self.recording.fair_budget())
        self.is_paused = True
        self.jump_to(self.recording.time_ns if next_ns is None else next_ns)

    def jump_to_piece_before(self) -> None:
        """Pause at the last input of the piece before, or at the start."""
        self.is_paused = True
        pieces, now_ns = self.view.pieces, self.view.time_ns
        earlier = [time_ns for time_ns, _change in self.recording.inputs if time_ns < now_ns]
        while self.view.pieces >= pieces and self.view.time_ns > 0:
            self.jump_to(earlier.pop() if earlier else 0)

    def jump_to_mark(self) -> Mark | None:
        """Jump to the next mark, after the last one to the first, and return it, or None without any."""
        later = [mark for mark in self.marks if mark.time_ns > self.view.time_ns]
        mark = next(iter(later or self.marks), None)
        if mark is not None:
            self.jump_to(mark.time_ns)
        return mark

    def take_over(self) -> Replayer[SessionStatistics] | None:
        """Return a replayer to play on with from here, or None if the game is over."""
        return None if self.view.end is not None else self._replayer.branch()
