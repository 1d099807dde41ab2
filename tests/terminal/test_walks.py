"""Any keys that a player may press, in any terminal, end no program, lose no game and leave no screen deaf."""

import pytest

from piecement_base.language import LANGUAGES
from tests.terminal.walker.course import failures
from tests.terminal.walker.kinds import KINDS


def test_each_language_is_walked() -> None:
    assert {kind.env.get("PIECEMENT_LANGUAGE") or "en" for kind in KINDS} == set(LANGUAGES)
    assert len(KINDS) <= 20  # as many as the walks below


@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.wide) for first in (5, 10, 15))])
def test_a_few_walks_end_well(first: int) -> None:
    if found := failures(range(first, first + 5), at_once=5):
        pytest.fail("\n\n".join(found), pytrace=False)  # whole: the seed, the keys and the screen


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 3000, 50))
def test_thousands_of_walks_end_well(first: int) -> None:
    if found := failures(range(first, first + 50)):
        pytest.fail("\n\n".join(found), pytrace=False)
