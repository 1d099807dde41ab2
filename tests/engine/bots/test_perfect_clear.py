"""The perfect clear solver finds what others have counted."""

from dataclasses import replace
from itertools import permutations

import pytest

from piecement_engine.bots.perfect_clear import PerfectClears
from piecement_engine.play import Position
from piecement_engine.rules.rules import Rules

RULES = Rules(rotation_system="srs", height=24)

I_HELD = ("JJJ____ZZT", "JOO___ZZTT", "LOO____SST", "LLL_____SS")
I_PLACED = ("JJJI___ZZT", "JOOI__ZZTT", "LOOI___SST", "LLLI____SS")
"""The two states of the perfect clear opener, lowest row first."""


def position(rows: tuple[str, ...], letters: str, hold: str | None = None, rules: Rules = RULES) -> Position:
    return Position.from_text("\n".join(rows[::-1]), letters, rules, hold=hold, barred=["rotate_180"])


@pytest.mark.parametrize(("rows", "hold", "solved"), [(I_HELD, "I", 711), (I_PLACED, None, 514)])
def test_the_opener_is_solved_in_the_published_number_of_ways(
    rows: tuple[str, ...], hold: str | None, solved: int
) -> None:
    solver = PerfectClears()
    sequences = ["".join(letters) for letters in permutations("IOTSZJL", 4)]

    assert len(sequences) == 840
    assert sum(solver.solve(position(rows, letters, hold), 4) is not None for letters in sequences) == solved


@pytest.mark.parametrize(("rows", "letters", "hold", "height"), [(I_HELD, "IOTS", "I", 4), ((), "OOOOO", None, 2)])
def test_a_solution_empties_the_board(rows: tuple[str, ...], letters: str, hold: str | None, height: int) -> None:
    after = position(rows, letters, hold)
    choices = PerfectClears().solve(after, height)
    assert choices is not None
    for choice in choices:
        after = after.push(choice)

    assert after.rows == ()


def test_a_wrong_number_of_empty_cells_is_not_even_tried() -> None:
    solver = PerfectClears()

    assert solver.solve(position(("#.........",), "IOTSZJL"), 4) is None
    assert solver.boards == 0


def test_it_gives_up_after_as_many_boards_as_allowed() -> None:
    solver = PerfectClears()

    assert solver.solve(position((), "SZSZSZSZSZ"), 4, boards=20) is None
    assert solver.boards <= 20 + 10


def test_learnt_positions_are_forgotten_before_memory_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piecement_engine.bots.perfect_clear._MOST_STORED", 5)
    solver = PerfectClears()
    start = position(I_HELD, "IOTS", "I")

    assert solver.solve(start, 4)
    looked_at = solver.boards
    assert solver.solve(start, 4)
    assert solver.boards == 2 * looked_at


@pytest.mark.parametrize(("hold", "is_solved"), [("once", True), ("off", False)])
def test_hold_makes_a_difference(hold: str, is_solved: bool) -> None:
    start = position(("....######",), "TI", rules=replace(RULES, hold=hold))

    assert (PerfectClears().solve(start, 1) is not None) is is_solved
