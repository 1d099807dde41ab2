"""The key log: what became of each key, exact where releases are reported and inferred where they are not."""

from piecement.input.holds import HoldTracker, RepeatTiming
from piecement.terminal.key_events import KeyDown, KeyUp
from piecement.ui.widgets.key_tester import KeyLog

MS = 1_000_000


def down(key: str, time_ms: int, *, tracked: bool = True, repeat: bool = False) -> KeyDown:
    return KeyDown(key, time_ns=time_ms * MS, tracked=tracked, repeat=repeat)


def up(key: str, time_ms: int) -> KeyUp:
    return KeyUp(key, time_ns=time_ms * MS)


def test_a_tracked_key_is_down_from_press_to_release() -> None:
    log = KeyLog()
    log.handle(down("a", 100))
    was_busy, age_ns = log.is_busy, log.presses[-1].held_ns(350 * MS)
    log.handle(up("a", 220))

    assert (was_busy, age_ns) == (True, 250 * MS)
    assert not log.presses[-1].is_down
    assert log.presses[-1].held_ns(999 * MS) == 120 * MS


def test_repeats_are_counted_and_make_no_new_press() -> None:
    log = KeyLog()
    log.handle(down("left", 0))
    for time_ms in (500, 533, 566):
        log.handle(down("left", time_ms, repeat=True))

    assert [(life.event.key_id, life.repeats) for life in log.presses] == [("left", 3)]


def test_an_untracked_key_is_let_go_when_it_falls_silent() -> None:
    log = KeyLog(HoldTracker(RepeatTiming(500 * MS, 33 * MS)))
    for time_ms in (0, 500, 533, 566):
        log.handle(down("left", time_ms, tracked=False))
    was_busy = log.is_busy
    log.poll(1000 * MS)

    assert was_busy
    assert not log.is_busy
    assert (log.presses[-1].repeats, log.presses[-1].event.tracked) == (3, False)


def test_slow_taps_are_own_presses_while_no_repeat_was_seen() -> None:
    log = KeyLog()
    for time_ms in (0, 400, 800):
        log.handle(down("left", time_ms, tracked=False))
    log.poll(2000 * MS)

    assert [life.repeats for life in log.presses] == [0, 0, 0]
    assert not log.is_busy


def test_two_keys_are_followed_at_once() -> None:
    log = KeyLog()
    log.handle(down("a", 0))
    log.handle(down("left_shift", 10))
    log.handle(up("a", 30))

    assert [(life.event.key_id, life.is_down) for life in log.presses] == [("a", False), ("left_shift", True)]


def test_only_the_last_presses_are_kept() -> None:
    log = KeyLog()
    for index in range(50):
        log.handle(down("a", 10 * index))
        log.handle(up("a", 10 * index + 5))

    assert len(log.presses) == 12
    assert log.presses[-1].down_ns == 490 * MS


def test_keys_can_be_let_go_of_without_a_release() -> None:
    log = KeyLog()
    log.handle(down("a", 0))
    log.release_all(70 * MS)

    assert not log.is_busy
    assert log.presses[-1].held_ns(500 * MS) == 70 * MS


def test_the_repeat_of_the_keyboard_is_learned() -> None:
    log = KeyLog()
    for start in (0, 2000):
        for time_ms in (0, 400, 430, 460, 490, 520, 550):
            log.handle(down("left", start + time_ms, tracked=False))
        log.poll((start + 1500) * MS)

    assert log.tracker.timing.delay_ns == 400 * MS
    assert log.tracker.timing.interval_ns == 30 * MS
