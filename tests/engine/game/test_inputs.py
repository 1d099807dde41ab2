"""Inputs: packed garbage, and the log of what was pressed."""

from random import Random

import pytest

from piecement_engine.game.input_log import PACKED_INPUTS, InputLog
from piecement_engine.game.inputs import Input, pack_garbage, unpack_garbage

MANY: list[Input] = [(7 * i, (i * i + 1) % 4096 - (i % 5 == 0) * 5000) for i in range(3 * PACKED_INPUTS)]


@pytest.mark.parametrize("holes", [[], [0], [3, 3, -1, 9], list(range(60))])
def test_garbage_comes_out_as_it_went_in(holes: list[int]) -> None:
    assert unpack_garbage(pack_garbage(holes)) == holes
    assert pack_garbage(holes) < -1


@pytest.mark.parametrize("packed_after", [(), (1,), (PACKED_INPUTS, 2 * PACKED_INPUTS), (PACKED_INPUTS + 9,)])
def test_a_log_lists_all_entries_packed_or_not(packed_after: tuple[int, ...]) -> None:
    log = InputLog()
    for count, added in enumerate(MANY, start=1):
        log.fresh.append(added)
        if count in packed_after:
            log.pack()

    assert len(log) == len(MANY)
    for count in Random(1).choices(range(len(MANY) + 1), k=50):
        first = log.first(count)

        assert log.since(count) == tuple(MANY[count:])
        assert (len(first), first.since(0)) == (count, tuple(MANY[:count]))
        assert first.first(count // 2).since(count // 4) == tuple(MANY[count // 4 : count // 2])


def test_a_copied_log_goes_on_alone() -> None:
    log = InputLog(MANY)
    log.fresh.append((10**9, 3))
    copy = log.copy()
    copy.fresh.append((10**9 + 1, 0))
    copy.fresh += MANY
    copy.pack()
    log.fresh.append((10**9 + 2, 1))

    assert log.since(len(MANY)) == ((10**9, 3), (10**9 + 2, 1))
    assert copy.since(len(MANY))[:2] == ((10**9, 3), (10**9 + 1, 0))


def test_a_log_has_no_inputs_that_change_nothing() -> None:
    inputs = ((1, 0), (2, 3), (2, -1), (3, 3), (4, 1), (5, -200), (6, -200), (7, 1))

    assert InputLog(inputs).since(0) == ((2, 3), (2, -1), (4, 1), (5, -200), (6, -200))


def test_inputs_of_any_size_can_be_packed() -> None:
    """Thousands of rows of garbage make a number with more digits than Python writes."""
    inputs = [(5, 3), (6, pack_garbage([3, -1, 9] * 1000)), (1 << 61, -1)] * PACKED_INPUTS
    log = InputLog()
    log.fresh += inputs
    log.pack()

    assert log.since(0) == tuple(inputs)
