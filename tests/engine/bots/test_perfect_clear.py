"""The perfect clear solver finds what others have counted."""

from itertools import permutations

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Shape
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.perfect_clear import PerfectClears
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.game.inputs import Button
from piecement_engine.rules.rules import Rules

FIELD = geometry(10, 24, 4)
ARENA = arena(Rules(rotation_system="srs", height=24), barred={Button.ROTATE_180})

I_HELD = ("JJJ____ZZT", "JOO___ZZTT", "LOO____SST", "LLL_____SS")
I_PLACED = ("JJJI___ZZT", "JOOI__ZZTT", "LOOI___SST", "LLLI____SS")
"""The two states of the perfect clear opener, lowest row first."""


def position(field: Arena, rows: tuple[str, ...], letters: str, hold: str | None = None) -> Position:
    board = Board.from_text(rows, FIELD) if rows else Board(FIELD)
    queue = [TETROMINOES[letter] for letter in letters]
    piece = field.entry(board.bits, queue[0])
    assert piece
    held: Shape | None = TETROMINOES[hold] if hold else None
    return Position(field, board.bits, piece, held, may_hold=True, next=tuple(queue[1:]))


def placed(field: Arena, bits: int, choices: list[Placement]) -> int:
    """Return the board after some choices."""
    for choice in choices:
        cells = FIELD.cells(choice.piece)
        assert not bits & cells
        bits, _ = field.settled(bits | cells)
    return bits


@pytest.mark.parametrize(("rows", "hold", "solved"), [(I_HELD, "I", 711), (I_PLACED, None, 514)])
def test_the_opener_is_solved_in_the_published_number_of_ways(
    rows: tuple[str, ...], hold: str | None, solved: int
) -> None:
    solver = PerfectClears()
    sequences = ["".join(letters) for letters in permutations("IOTSZJL", 4)]

    assert len(sequences) == 840
    assert sum(solver.solve(position(ARENA, rows, letters, hold), 4) is not None for letters in sequences) == solved


def test_a_solution_empties_the_board() -> None:
    start = position(ARENA, I_HELD, "IOTS", "I")
    choices = PerfectClears().solve(start, 4)

    assert choices is not None
    assert placed(ARENA, start.bits, choices) == FIELD.empty


def test_ten_pieces_fill_four_rows_from_nothing() -> None:
    start = position(ARENA, (), "OOOOO")
    choices = PerfectClears().solve(start, 2)

    assert choices is not None
    assert placed(ARENA, start.bits, choices) == FIELD.empty


def test_a_wrong_number_of_empty_cells_is_not_even_tried() -> None:
    solver = PerfectClears()

    assert solver.solve(position(ARENA, ("#.........",), "IOTSZJL"), 4) is None
    assert solver.boards == 0


def test_it_gives_up_after_as_many_boards_as_allowed() -> None:
    solver = PerfectClears()

    assert solver.solve(position(ARENA, (), "SZSZSZSZSZ"), 4, boards=20) is None
    assert solver.boards <= 20 + 10


def test_learnt_positions_are_forgotten_before_memory_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piecement_engine.bots.perfect_clear._MOST_STORED", 5)
    solver = PerfectClears()
    start = position(ARENA, I_HELD, "IOTS", "I")

    assert solver.solve(start, 4)
    looked_at = solver.boards
    assert solver.solve(start, 4)
    assert solver.boards == 2 * looked_at


def test_hold_makes_a_difference() -> None:
    rows = ("....######",)
    without_hold = arena(Rules(rotation_system="srs", height=24, hold="off"), barred={Button.ROTATE_180})
    blocked = position(without_hold, rows, "TI")

    assert PerfectClears().solve(position(ARENA, rows, "TI"), 1) is not None
    assert PerfectClears().solve(Position(without_hold, blocked.bits, blocked.piece, next=blocked.next), 1) is None
