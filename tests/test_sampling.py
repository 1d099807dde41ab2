"""Rows of one test: none is passed over, and each wrong one is named."""

from typing import Any

import pytest

from tests.sampling import together


def test_each_wrong_row_is_named() -> None:
    @together("factor", range(2))
    @together(("number", "name"), [(1, "one"), (2, "two"), (3, "three")])
    def is_odd(number: int, name: str, factor: int) -> None:
        assert number * factor % 2, name

    with pytest.raises(BaseExceptionGroup, match="2 of 2 rows") as wrong:
        is_odd()

    groups: list[Any] = [*wrong.value.exceptions]  # each of them a group too
    rows = [[error.__notes__ for error in group.exceptions] for group in groups]
    notes = [group.__notes__ for group in groups]
    assert notes == [["row: factor=0"], ["row: factor=1"]]
    assert rows == [
        [["row: number=1, name='one'"], ["row: number=2, name='two'"], ["row: number=3, name='three'"]],
        [["row: number=2, name='two'"]],
    ]


def test_no_row_ends_the_others_by_being_skipped() -> None:
    @together("number", range(3))
    def skips_the_first(number: int) -> None:
        if number == 0:
            pytest.skip("none")
        assert number == 1

    with pytest.raises(BaseExceptionGroup, match="2 of 3 rows"):
        skips_the_first()
