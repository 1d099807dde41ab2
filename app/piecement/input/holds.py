"""Tracking of held keys, from reported or inferred releases.

Theory of operation. A legacy terminal sends one byte for a press and the same byte again while the operating system
repeats the key; a tap and the first byte of a hold look alike. An untracked key therefore goes through these phases:

  first byte                                   DOWN
  second byte, after the learned delay         MAYBE: the first repeat, or a slow double tap
  second byte, while no delay is learned       MAYBE, if any system has such a delay
  third byte, a repeat interval later          REPEAT: the hold is certain from here on
  bytes faster than a finger taps              MAYBE, then REPEAT, so that a press that arrives late is held too
  no byte for longer than a repeat interval    TAP: the byte of MAYBE was a new press, unless the delay was known
  any other byte                               UP and DOWN: a new tap
  a byte after the byte of another key         UP and DOWN: systems repeat the newest key only
  silence                                      UP: soon if the hold was certain, late otherwise
  the byte of another key, during repeats      COVERED, see below

Systems repeat the newest key only, and do not resume the older one when the newest is released. A player who holds
Left and taps a rotation therefore sends no more bytes of Left, held or not. The moment of the other key is certain: if
it was within an interval of the last repeat, Left was down then, as a repeat would be missing otherwise. Such a key is
COVERED, and REPEAT continues at the learned interval, as if its bytes arrived. Its release is not reported, so it ends
by guesses that do little harm: by its own next byte, which is a new press; by a release from the caller, which knows
the meaning of the other key; or after `COVERED_NS`, which is enough to cross a field and to reach its floor. A hold
that ended before the other key misses a repeat and is not covered. The first repeat is always awaited: a key that is
covered before it counts as a tap, as most are.

The delay before the first repeat and the interval between repeats are learned as medians of the observed gaps, and can
be stored between runs of the program. A delay needs two holds that agree: while a game loads, a byte may wait so long
that the gap after it is none that the system has, and the next hold would count as two presses. Over a slow line or
with very slow repeats (macOS by default) some holds count as taps and some taps as holds.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from piecement.terminal.clock import MS

FIRST_GAP_NS: Final = (150 * MS, 750 * MS)
"""Shortest and longest delay before the first repeat on any system (ns)."""

RAPID_NS: Final = (MS // 2, 45 * MS)
"""Range of intervals that only key repeat produces (ns): too fast for a finger, too slow for bytes read together."""

INTERVAL_NS: Final = (8 * MS, 120 * MS)
"""Range of intervals between repeats that are learned from (ns)."""

STUCK_NS: Final = 30_000 * MS
"""Silence after which a tracked key counts as released because its release was lost (ns)."""

COVERED_NS: Final = 750 * MS
"""Maximum time that a covered key stays held after its last byte (ns)."""


def _agree(gap_ns: int, delay_ns: int) -> bool:
    """Return whether two gaps before a first repeat are the same delay."""
    return abs(gap_ns - delay_ns) <= max(30 * MS, delay_ns * 2 // 25)


class RepeatTiming(NamedTuple):
    """Learned key-repeat timing of a system."""

    delay_ns: int | None = None
    """Time from the press to the first repeat (ns); None until observed."""
    interval_ns: int = 60 * MS
    """Time between repeats (ns)."""

    @property
    def silence_ns(self) -> int:
        """Silence after which a repeating key counts as released (ns)."""
        return self.interval_ns * 9 // 5 + 25 * MS


_UNLEARNED: Final = RepeatTiming()


class HoldPhase(Enum):
    """State of a key, as a hold change reports it."""

    DOWN = "down"
    MAYBE = "maybe"
    """Either a repeat or a second tap; never of a tracked key."""
    TAP = "tap"
    """Second tap, since no repeat followed."""
    REPEAT = "repeat"
    UP = "up"


DOWN, MAYBE, TAP, REPEAT, UP = HoldPhase  # Python 3.11 takes long to find a member of an enum in its class


class HoldChange(NamedTuple):
    """Change of the phase of a key."""

    time_ns: int
    phase: HoldPhase
    key: str


@dataclass(slots=True)
class _Held:
    last_ns: int
    tracked: bool
    first_gap_ns: int | None = None
    """Gap before the second byte if it may have been the first repeat (ns)."""
    certain: bool = False
    is_open: bool = False
    """Whether silence would show that the last byte was a tap."""
    rapid: int = 0
    """Number of consecutive bytes faster than a finger taps."""
    covered_until_ns: int | None = None
    """Time until which the key stays held although it cannot repeat, as a newer key does; None if it can (ns)."""


class HoldTracker:
    """Tracker of held keys: turns presses and releases into phases of each key.

    Times are nanoseconds of one clock and never decrease.
    """

    def __init__(self, timing: RepeatTiming = _UNLEARNED) -> None:
        self.timing = timing
        """Learned key-repeat timing; store it and pass it to the next tracker."""
        self.held: Final[dict[str, _Held]] = {}
        """Keys that are held or possibly held."""
        self._newest: str | None = None
        self._delays = deque(() if timing.delay_ns is None else (timing.delay_ns,), maxlen=5)
        """Last gaps before a first repeat (ns)."""
        self._intervals: deque[int] = deque(maxlen=15)

    @property
    def guesses(self) -> bool:
        """Whether silence alone may release a held key, or repeat it."""
        return not all(held.tracked for held in self.held.values())

    @property
    def covered(self) -> frozenset[str]:
        """Held keys that cannot repeat because a newer key repeats."""
        return frozenset([key for key, held in self.held.items() if held.covered_until_ns is not None])

    def press(self, key: str, time_ns: int, *, tracked: bool, repeat: bool = False) -> list[HoldChange]:
        """Process a press or repeat of a key and return the changes.

        A tracked repeat of a key that is not held is ignored: `release_all` has released that key, which counts from
        its next press.
        """
        changes = self.interrupt(time_ns, but=key) if self.held else []
        held = self.held.get(key)
        if not tracked:
            changes += self._press_untracked(key, held, time_ns)
        elif not repeat:
            changes += self._start(key, _Held(time_ns, True))
        elif held is not None:
            held.tracked, held.last_ns = True, time_ns
            changes.append(HoldChange(time_ns, REPEAT, key))
        self._newest = key
        return changes

    def is_tracked(self, key: str) -> bool:
        """Return whether the release of a held key will be reported."""
        held = self.held.get(key)
        return held is not None and held.tracked

    def interrupt(self, time_ns: int, *, but: str = "") -> list[HoldChange]:
        """Process a byte of another key, which stops the repeats of all held keys but one, and return the changes."""
        changes = self.poll(time_ns)
        overdue_ns = self.timing.interval_ns * 5 // 4 + 8 * MS  # after which a repeat is certainly missing
        for key, held in self.held.items():
            if key == but:
                continue
            if held.certain and time_ns - held.last_ns <= overdue_ns and held.covered_until_ns is None:
                held.covered_until_ns = held.last_ns + COVERED_NS
                held.last_ns = max(held.last_ns, time_ns - self.timing.interval_ns)
            if held.is_open:  # no repeat of its last byte followed
                held.is_open = False
                changes.append(HoldChange(time_ns, TAP, key))
        if self._newest != but:
            self._newest = None
        return changes

    def put_off(self, key: str, time_ns: int) -> None:
        """Delay the next repeat of a covered key until the given time."""
        self.held[key].last_ns = time_ns - self.timing.interval_ns

    def release(self, key: str, time_ns: int) -> list[HoldChange]:
        """Process a reported release, or a press that ends a covered hold, and return the changes."""
        # Repeats of a covered key that were due before that press are done; one more would come after it.
        changes = [] if key in self.covered else self.poll(time_ns)
        if self.held.pop(key, None) is not None:
            changes.append(HoldChange(time_ns, UP, key))
        return changes

    def release_all(self, time_ns: int) -> list[HoldChange]:
        """Release all keys, as when the game pauses, the screen closes or the focus is lost."""
        changes = [HoldChange(time_ns, UP, key) for key in self.held]
        self.held.clear()
        self._newest = None
        return changes

    def poll(self, time_ns: int) -> list[HoldChange]:
        """Return the changes caused by silence. Call once per frame."""
        changes: list[HoldChange] = []
        for key, held in list(self.held.items()):
            if held.is_open and time_ns > held.last_ns + self.timing.silence_ns:
                held.is_open = False
                changes.append(HoldChange(held.last_ns + self.timing.silence_ns, TAP, key))
            if (until_ns := held.covered_until_ns) is not None:
                changes += self._missing_repeats(key, held, until_ns, time_ns)
            if held.tracked:
                end_ns = held.last_ns + STUCK_NS
            elif until_ns is not None:
                end_ns = until_ns
            else:
                end_ns = held.last_ns + (self.timing.silence_ns if held.certain else FIRST_GAP_NS[1])
            if time_ns > end_ns:
                changes.append(HoldChange(end_ns, UP, key))
                del self.held[key]
        if changes:
            changes.sort(key=lambda change: change.time_ns)
        return changes

    def _missing_repeats(self, key: str, held: _Held, until_ns: int, time_ns: int) -> Iterator[HoldChange]:
        """Yield the missing repeats of a key that is covered until a time."""
        while (next_ns := held.last_ns + self.timing.interval_ns) <= min(time_ns, until_ns):
            held.last_ns = next_ns
            yield HoldChange(next_ns, REPEAT, key)

    def _press_untracked(self, key: str, held: _Held | None, time_ns: int) -> list[HoldChange]:
        if held is None or held.tracked or key != self._newest:
            return self._start(key, _Held(time_ns, False))
        gap_ns = time_ns - held.last_ns
        held.last_ns = time_ns
        if held.certain:
            self._learn_interval(gap_ns)
            return [HoldChange(time_ns, REPEAT, key)]
        if held.first_gap_ns is not None and gap_ns <= self.timing.silence_ns:
            held.certain = True
            held.is_open = False
            self._learn_delay(held.first_gap_ns)
            return [HoldChange(time_ns, REPEAT, key)]
        is_rapid = gap_ns <= RAPID_NS[1] and (gap_ns >= RAPID_NS[0] or held.rapid)
        held.rapid = held.rapid + 1 if is_rapid else 0
        if held.rapid:
            held.certain = held.rapid > 1
            held.is_open = not held.certain
            return [HoldChange(time_ns, REPEAT if held.certain else MAYBE, key)]
        tap = [HoldChange(time_ns, TAP, key)] if held.is_open else []
        return tap + self._second_byte(key, held, gap_ns)

    def _second_byte(self, key: str, held: _Held, gap_ns: int) -> list[HoldChange]:
        first_gap_ns = gap_ns if FIRST_GAP_NS[0] <= gap_ns <= FIRST_GAP_NS[1] else None
        delay_ns = self.timing.delay_ns
        if first_gap_ns is not None and (delay_ns is None or _agree(gap_ns, delay_ns)):
            held.is_open = delay_ns is None or held.first_gap_ns is not None
            held.first_gap_ns = first_gap_ns
            return [HoldChange(held.last_ns, MAYBE, key)]
        return self._start(key, _Held(held.last_ns, False, first_gap_ns))

    def _start(self, key: str, held: _Held) -> list[HoldChange]:
        """Start the hold of a key, ending the one before, and return the changes."""
        changes = [HoldChange(held.last_ns, UP, key)] if key in self.held else []
        self.held[key] = held
        return [*changes, HoldChange(held.last_ns, DOWN, key)]

    def _learn_delay(self, gap_ns: int) -> None:
        """Learn the delay from gaps that agree: a single one may be wrong, as after a first byte that came late."""
        alike = [other for other in self._delays if _agree(gap_ns, other)]
        self._delays.append(gap_ns)
        if alike:
            self.timing = self.timing._replace(delay_ns=_median([*alike, gap_ns]))

    def _learn_interval(self, gap_ns: int) -> None:
        if INTERVAL_NS[0] <= gap_ns <= INTERVAL_NS[1]:
            self._intervals.append(gap_ns)
            if len(self._intervals) >= 3:
                self.timing = self.timing._replace(interval_ns=_median(self._intervals))


def _median(values: Iterable[int]) -> int:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return (ordered[middle] + ordered[~middle]) // 2
