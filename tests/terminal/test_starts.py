"""A key at any moment of a start, on any line, ends no program: what it leads to is shown, and answers."""

from itertools import groupby
from typing import Final

import pytest

from tests.terminal.walker.starts import STARTS, Start, failures

_EACH: Final = 226
"""Step through the starts by default: every screen, every line and every kind of terminal are among them."""

GROUPS: Final = {
    f"{opening}, {line.name}": tuple(starts)
    for (opening, line), starts in groupby(STARTS, lambda start: (start.opening, start.line))
}


@pytest.mark.parametrize("first", [0, pytest.param(_EACH // 2, marks=pytest.mark.wide)])
def test_a_few_starts_end_well(first: int) -> None:
    if found := failures(STARTS[first::_EACH]):
        pytest.fail("\n\n".join(found), pytrace=False)  # whole: the start, its key and the screen


@pytest.mark.long
@pytest.mark.parametrize("starts", GROUPS.values(), ids=GROUPS)
def test_every_start_ends_well(starts: tuple[Start, ...]) -> None:
    if found := failures(starts):
        pytest.fail("\n\n".join(found), pytrace=False)
