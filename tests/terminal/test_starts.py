"""A key at any moment of a start, on any line, ends no program: what it leads to is shown, and answers."""

from itertools import groupby
from typing import Final

import pytest

from tests.terminal.walker.starts import STARTS, Start, failures

_EACH: Final = 113
"""Step through the starts by default: every screen, every line and many moments are among them."""

GROUPS: Final = {
    f"{opening}, {line.name}": tuple(starts)
    for (opening, line), starts in groupby(STARTS, lambda start: (start.opening, start.line))
}


@pytest.mark.parametrize("half", [0, 1])
def test_a_few_starts_end_well(half: int) -> None:
    if found := failures(STARTS[::_EACH][half::2]):
        pytest.fail("\n\n".join(found), pytrace=False)  # whole: the start, its key and the screen


@pytest.mark.long
@pytest.mark.parametrize("starts", GROUPS.values(), ids=GROUPS)
def test_every_start_ends_well(starts: tuple[Start, ...]) -> None:
    if found := failures(starts):
        pytest.fail("\n\n".join(found), pytrace=False)
