"""Holds: exact where releases are reported, inferred from repeats where they are not."""

import random
from itertools import pairwise

import pytest

from piecement.input.holds import HoldPhase, HoldTracker, RepeatTiming
from tests.sampling import together

MS = 1_000_000
LEARNED = RepeatTiming(delay_ns=500 * MS, interval_ns=33 * MS)
LATE_HOLD = [0, 110, 143, 176, 209], "down up down maybe repeat repeat up"
"""A hold whose first byte came late is held from its second repeat on."""


def phases(tracker: HoldTracker, times_ms: list[int], key: str = "left") -> list[str]:
    """Return the phases that untracked bytes at some times lead to, and those of half a second after."""
    changes = [change for time in times_ms for change in tracker.press(key, time * MS, tracked=False)]
    changes += tracker.poll((times_ms[-1] + 10_000) * MS)
    return [change.phase.value for change in changes]


def test_a_tracked_key_is_held_from_its_press_to_its_release() -> None:
    tracker = HoldTracker()
    down = tracker.press("a", 10, tracked=True)
    repeat = tracker.press("a", 500 * MS, tracked=True, repeat=True)
    up = tracker.release("a", 501 * MS)

    assert [(change.time_ns, change.phase) for change in down + repeat + up] == [
        (10, HoldPhase.DOWN),
        (500 * MS, HoldPhase.REPEAT),
        (501 * MS, HoldPhase.UP),
    ]
    assert not tracker.held


def test_next_press_makes_up_for_a_lost_release() -> None:
    tracker = HoldTracker()
    tracker.press("a", 0, tracked=True)

    assert [change.phase for change in tracker.press("a", 9, tracked=True)] == [HoldPhase.UP, HoldPhase.DOWN]


def test_long_silence_makes_up_for_a_lost_release() -> None:
    tracker = HoldTracker()
    tracker.press("a", 0, tracked=True)

    assert tracker.poll(29_999 * MS) == []
    assert [change.phase for change in tracker.poll(30_001 * MS)] == [HoldPhase.UP]


def test_tracked_key_counts_anew_after_releasing_all() -> None:
    tracker = HoldTracker()
    tracker.press("a", 0, tracked=True)
    assert [change.phase for change in tracker.release_all(5)] == [HoldPhase.UP]

    assert tracker.press("a", 6, tracked=True, repeat=True) == []
    assert tracker.release("a", 7) == []
    assert [change.phase for change in tracker.press("a", 8, tracked=True)] == [HoldPhase.DOWN]


@pytest.mark.parametrize(
    ("times_ms", "expected"),
    [
        ([0], "down up"),
        ([0, 90], "down up down up"),
        ([0, 500], "down maybe up"),
        ([0, 500, 533], "down maybe repeat up"),
        ([0, 500, 533, 566, 599], "down maybe repeat repeat repeat up"),
        ([0, 500, 700], "down maybe up down up"),
        ([0, 500, 533, 900], "down maybe repeat up down up"),
        ([0, 800], "down up down up"),
        ([0, 200, 700, 733], "down up down maybe repeat up"),
        LATE_HOLD,
    ],
)
def test_bytes_of_an_untracked_key_are_told_apart_by_their_times(times_ms: list[int], expected: str) -> None:
    assert phases(HoldTracker(LEARNED), times_ms) == expected.split()


@together(
    ("times_ms", "expected"),
    [
        ([0, 500, 533], "down maybe repeat up"),
        ([0, 90], "down up down up"),
        ([0, 800], "down up down up"),
        ([0, 300], "down maybe tap up"),
        ([0, 300, 600], "down maybe tap maybe tap up"),
        ([0, 60, 120, 180], "down up down up down up down up"),
        ([0, 40], "down maybe tap up"),
        ([0, 40, 100], "down maybe tap up down up"),
        LATE_HOLD,
    ],
)
def test_before_the_delay_was_seen_likely_gaps_may_be_it(times_ms: list[int], expected: str) -> None:
    assert phases(HoldTracker(), times_ms) == expected.split()


@pytest.mark.parametrize(
    ("gaps_ms", "delay_ms"),
    [([500], None), ([452, 500], None), ([500, 510], 505), ([452, 500, 510], 505), ([500, 510, 250, 255], 252.5)],
)
def test_two_holds_that_agree_teach_the_delay(gaps_ms: list[int], delay_ms: float | None) -> None:
    """The byte of a busy program may be late, and its gap is then none that the system has."""
    tracker = HoldTracker()
    for at, gap in enumerate(gaps_ms):
        phases(tracker, [at * 20_000, at * 20_000 + gap, at * 20_000 + gap + 33])

    assert tracker.timing.delay_ns == (None if delay_ms is None else delay_ms * MS)


def test_one_odd_hold_spoils_no_stored_delay() -> None:
    tracker = HoldTracker(LEARNED)
    phases(tracker, [0, 452, 485])
    phases(tracker, [20_000, 20_250, 20_283])

    assert tracker.timing.delay_ns == LEARNED.delay_ns


def test_late_first_byte_makes_no_second_press_of_the_next_hold() -> None:
    tracker = HoldTracker()
    phases(tracker, [0, 152, 182])

    assert phases(tracker, [10_000, 10_206, 10_230], "up") == ["down", "maybe", "repeat", "up"]


def test_a_tap_is_told_by_the_next_key_too() -> None:
    tracker = HoldTracker()
    for time in (0, 300):
        tracker.press("up", time * MS, tracked=False)

    assert [(change.key, change.phase) for change in tracker.press("left", 320 * MS, tracked=False)] == [
        ("up", HoldPhase.TAP),
        ("left", HoldPhase.DOWN),
    ]


def test_the_delay_and_the_interval_are_learned_as_medians() -> None:
    tracker = HoldTracker()
    for start in (0, 5000, 10000):
        phases(tracker, [start + gap for gap in (0, 250, 270, 290, 310, 330)])
    phases(tracker, [20000 + gap for gap in (0, 400, 420, 440)])

    assert tracker.timing == RepeatTiming(250 * MS, 20 * MS)


def test_silence_after_a_certain_hold_ends_it_soon() -> None:
    tracker = HoldTracker(LEARNED)
    for time in (0, 500, 533):
        tracker.press("down", time * MS, tracked=False)
    released = tracker.poll(1_000 * MS)

    assert [change.time_ns for change in released] == [533 * MS + LEARNED.silence_ns]
    assert LEARNED.silence_ns < 90 * MS


def test_a_byte_after_another_keys_byte_is_a_new_press() -> None:
    tracker = HoldTracker(LEARNED)
    tracker.press("space", 0, tracked=False)
    tracker.press("left", 200 * MS, tracked=False)

    assert [change.phase for change in tracker.press("space", 500 * MS, tracked=False)] == [
        HoldPhase.UP,
        HoldPhase.DOWN,
    ]


@pytest.mark.parametrize(("delay_ms", "interval_ms"), [(660, 40), (500, 33), (250, 33), (200, 20)])
def test_few_taps_are_taken_for_holds_and_few_holds_for_taps(delay_ms: int, interval_ms: int) -> None:
    generator = random.Random(7)
    tracker = HoldTracker()
    now_ms = 0
    wrong = 0
    for _ in range(400):
        holding = generator.random() < 0.4
        times = [now_ms]
        if holding:
            length = delay_ms + generator.randint(100, 600)
            times += range(now_ms + delay_ms, now_ms + length, interval_ms)
        found = [change.phase for time in times for change in tracker.press("left", time * MS, tracked=False)]
        wrong += (HoldPhase.REPEAT in found) != holding
        now_ms = times[-1] + generator.randint(90, 700)

    assert wrong <= 8


def test_times_never_run_backwards() -> None:
    generator = random.Random(3)
    tracker = HoldTracker(LEARNED)
    now = 0
    times: list[int] = []
    for _ in range(2000):
        now += generator.randint(1, 200) * MS
        key = generator.choice("ab")
        changes = tracker.press(key, now, tracked=False)
        times += [change.time_ns for change in changes]

    assert all(before <= after for before, after in pairwise(times))
