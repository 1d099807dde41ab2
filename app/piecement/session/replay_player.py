"""A replay being watched, without anything to see: where it is, how fast it goes, and every jump."""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from piecement.session.counts import counted
from piecement.session.live_stats import Stats
from piecement.session.statistics import SessionStatistics, pieces_per_second, presses_per_piece
from piecement_engine import Event, Finesse, Game, GameView, Playback, Recording

SPEEDS: Final = (0.05, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
"""How many times as fast as it was played a replay can go."""

_USUAL: Final = SPEEDS.index(1.0)

_REST_NS: Final = 1_500_000_000
"""How long the end of a replay that begins anew is seen."""

_LONGEST_NS: Final = 250_000_000
"""Of a frame that is late, no more than so much counts."""


_INPUTS_AT_ONCE: Final = 32
"""How many inputs a look ahead judges the finesse of."""


class FaultCourse:
    """How many pieces of a recording had taken presses too many by when, as far as it was looked through."""

    def __init__(self, recording: Recording) -> None:
        self._statistics: Final = SessionStatistics()
        self._replay: Final = counted(recording, self._statistics)
        self._times: Final = [0]
        self._faulty: Final = [0]
        self._seen_ns = 0
        self.is_whole = False

    def look_on(self, inputs: int) -> None:
        """Look through some inputs more. Raises `RecordingError` for a recording that does not replay."""
        for _ in range(inputs):
            view = next(self._replay, None)
            if view is None:
                self.is_whole = True
                return
            self._seen_ns = view.time_ns
            if self._statistics.finesse.faulty > self._faulty[-1]:
                self._times.append(view.time_ns)
                self._faulty.append(self._statistics.finesse.faulty)

    def look_to(self, time_ns: int) -> None:
        """Look through all inputs up to a time. Raises as `look_on` does."""
        while not self.is_whole and self._seen_ns < time_ns:
            self.look_on(1)

    def part(self, time_ns: int, pieces: int) -> float | None:
        """Return the part of so many pieces that took no press too many by a time, if that is known yet."""
        if not self.is_whole and time_ns > self._seen_ns:
            return None
        return Finesse(faulty=self._faulty[bisect_right(self._times, time_ns) - 1]).part(pieces)


class Watching:
    """A recording, watched by a clock."""

    def __init__(self, recording: Recording) -> None:
        """Begin at the start, running. Raises `RecordingError` for a recording that does not replay."""
        self.playback: Final = Playback(recording)
        self._preparing = self.playback.prepare()
        self._presses = _presses(recording)
        self._faults = FaultCourse(recording)
        self._speed = _USUAL
        self._position = 0.0
        self._last_ns: int | None = None
        self._rested_ns = 0
        self.is_paused = False
        self.loops = False
        """Whether it begins anew after its end."""

    @property
    def view(self) -> GameView:
        """What there is to see now. After a jump it is another."""
        return self.playback.view

    @property
    def seen_ns(self) -> int:
        """The game time of what is seen, which goes on a little after the end."""
        return self.view.time_ns + self._rested_ns

    @property
    def speed(self) -> float:
        """How many times as fast as it was played it goes."""
        return SPEEDS[self._speed]

    @property
    def part(self) -> float:
        """How far it has come, from 0 to 1."""
        return self.playback.time_ns / self.playback.length_ns if self.playback.length_ns else 1.0

    @property
    def pieces_per_second(self) -> float:
        """The pace so far."""
        return pieces_per_second(self.view.pieces, self.view.time_ns)

    @property
    def finesse(self) -> float | None:
        """The part of the pieces so far that took no press too many, once it is known."""
        return self._faults.part(self.view.time_ns, self.view.pieces)

    @property
    def presses_per_piece(self) -> float:
        """The presses that a piece took so far."""
        times, counts = self._presses
        pressed = bisect_right(times, self.view.time_ns)
        return presses_per_piece(counts[pressed - 1] if pressed else 0, self.view.pieces)

    @property
    def stats(self) -> Stats:
        """The figures so far that the game does not keep itself."""
        return Stats(
            pieces_per_second=self.pieces_per_second,
            keys_per_piece=self.presses_per_piece,
            finesse=self.finesse,
            combo=self.view.combo,
            back_to_back=self.view.back_to_back,
        )

    def judge_to(self, time_ns: int) -> None:
        """See to it that the finesse up to a time is known."""
        self._faults.look_to(time_ns)

    def play_to(self, time_ns: int) -> list[Event]:
        """Play on to a time, whatever the clock says, and return what happened."""
        return self.playback.advance(time_ns)

    def advance(self, now_ns: int) -> list[Event]:
        """Play on to a moment of the clock and return what happened."""
        passed = 0 if self._last_ns is None else min(now_ns - self._last_ns, _LONGEST_NS)
        self._last_ns = now_ns
        if self.is_paused:
            return []
        if self.playback.is_at_end:
            self._rest(passed)
            return []
        self._position += passed * self.speed
        return self.playback.advance(round(self._position))

    def rest(self) -> None:
        """Take in that no time is to pass until the next moment of the clock."""
        self._last_ns = None

    def look_ahead(self) -> bool:
        """Make jumps shorter by looking a little further through the recording; return whether more is to be done."""
        self._faults.look_on(_INPUTS_AT_ONCE)
        return next(self._preparing, None) is not None or not self._faults.is_whole

    def toggle(self) -> None:
        """Pause, or go on; at the end, begin anew."""
        if self.playback.is_at_end:
            self.jump_to(0)
            self.is_paused = False
        else:
            self.is_paused = not self.is_paused

    def change_speed(self, steps: int) -> None:
        """Go faster or slower by some steps."""
        self._speed = max(0, min(self._speed + steps, len(SPEEDS) - 1))

    def usual_speed(self) -> None:
        """Go as fast as it was played."""
        self._speed = _USUAL

    def jump_by(self, change_ns: int) -> None:
        """Go on or back by a time."""
        self.jump_to(self.playback.time_ns + change_ns)

    def jump_to(self, time_ns: int) -> None:
        """Go to a time."""
        self.playback.seek(time_ns)
        self._position = float(self.playback.time_ns)
        self._rested_ns = 0

    def jump_to_part(self, part: float) -> None:
        """Go to a part of the whole, from 0 to 1."""
        self.jump_to(round(part * self.playback.length_ns))

    def jump_to_input(self, step: int) -> None:
        """Pause at the next change of buttons, or at the one before."""
        inputs = self.playback.recording.inputs
        now_ns = self.playback.time_ns
        times = [time for time, _ in inputs if (time > now_ns if step > 0 else time < now_ns)]
        self.is_paused = True
        if times:
            self.jump_to(times[0] if step > 0 else times[-1])

    def jump_to_piece(self) -> None:
        """Pause where the next piece comes into play, or at the end."""
        next_ns = self.playback.next_piece_ns()
        self.is_paused = True
        self.jump_to(self.playback.length_ns if next_ns is None else next_ns)

    def take_over(self) -> Game | None:
        """Return a game that goes on from here, or None where nothing goes on."""
        return None if self.view.end is not None else self.playback.take_over()

    def _rest(self, passed_ns: int) -> None:
        self._rested_ns += passed_ns
        if self.loops and self._rested_ns >= _REST_NS:
            self.jump_to(0)


def _presses(recording: Recording) -> tuple[list[int], list[int]]:
    """Return when buttons were pressed, and how many presses that made until then."""
    changes = list(_pressed(mask for _, mask in recording.inputs))
    return [time for time, _ in recording.inputs], list(accumulate(changes))


def _pressed(masks: Iterable[int]) -> Iterable[int]:
    held = 0
    for mask in masks:
        yield (mask & ~held).bit_count() if mask >= 0 else 0
        held = mask if mask >= 0 else held
