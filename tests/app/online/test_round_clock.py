"""Clocks: the server's beside one's own, and how far a game may be from it."""

import pytest

from piecement.online.round_clock import ClockLag, ClockOffset, RoundClock, clock_ns, pace_of

MS = 1_000_000


def test_the_quickest_answer_says_how_far_the_server_is_ahead() -> None:
    offset = ClockOffset()
    offset.add(0, 5_000, 900)
    offset.add(10_000, 15_060, 10_100)
    offset.add(20_000, 26_000, 20_800)

    assert (offset.offset_ns, offset.rtt_ns) == (5_010, 100)
    assert offset.server_ns(1) == 5_011


def test_the_offset_is_known_after_five_answers_and_not_after_a_new_welcome() -> None:
    offset = ClockOffset()
    known: list[bool] = []
    for at in range(5):
        offset.add(at, at, at)
        known.append(offset.ready)
    offset.clear()

    assert known == [False, False, False, False, True]
    assert (offset.ready, offset.offset_ns, offset.rtt_ns) == (False, 0, None)


def test_a_round_has_its_own_time() -> None:
    clock = RoundClock(at_ns=1000, offset_ns=700)

    assert [clock.elapsed(now) for now in (0, 300, 301)] == [-300, 0, 1]


@pytest.mark.parametrize(
    ("behind_ms", "pace"),
    [
        (-151, ClockLag.AHEAD),
        (-150, ClockLag.FINE),
        (0, ClockLag.FINE),
        (1000, ClockLag.FINE),
        (1001, ClockLag.LAGGING),
        (5000, ClockLag.LAGGING),
        (5001, ClockLag.ABSENT),
    ],
)
def test_a_game_may_not_be_ahead_of_time_and_not_far_behind(behind_ms: int, pace: ClockLag) -> None:
    assert pace_of(10_000 * MS, (10_000 + behind_ms) * MS) is pace


def test_the_clock_goes_forward() -> None:
    first = clock_ns()

    assert first <= clock_ns()
