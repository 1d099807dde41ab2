"""Clocks: the time of the network, and the offset of the server's clock."""

from piecement_net.network_clock import ClockOffset, clock_ns


def test_the_quickest_answer_says_how_far_the_server_is_ahead() -> None:
    offset = ClockOffset()
    offset.add(0, 5_000, 900)
    offset.add(10_000, 15_060, 10_100)
    offset.add(20_000, 26_000, 20_800)

    assert offset.offset_ns == 5_010
    assert offset.server_ns(1) == 5_011


def test_offset_is_known_after_five_answers_until_a_welcome() -> None:
    offset = ClockOffset()
    known: list[bool] = []
    for at in range(5):
        offset.add(at, at, at)
        known.append(offset.ready)
    offset.clear()

    assert known == [False, False, False, False, True]
    assert (offset.ready, offset.offset_ns) == (False, 0)


def test_the_clock_goes_forward() -> None:
    first = clock_ns()

    assert first <= clock_ns()
