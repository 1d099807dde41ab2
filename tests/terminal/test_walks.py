"""Any keys that a player may press, in any terminal, end no program, lose no game and leave no screen deaf."""

import pytest

from tests.terminal.walker.course import failures


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.wide) for first in (5, 10, 15))])
def test_a_few_walks_end_well(first: int) -> None:
    if found := failures(range(first, first + 5), at_once=5):
        pytest.fail("\n\n".join(found), pytrace=False)  # whole: the seed, the keys and the screen


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 3000, 50))
def test_thousands_of_walks_end_well(first: int) -> None:
    if found := failures(range(first, first + 50)):
        pytest.fail("\n\n".join(found), pytrace=False)
