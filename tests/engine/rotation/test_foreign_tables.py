"""Kicks, reachable spots and perfect clears of solution-finder, and placements of botris-interface.

Of solution-finder (github.com/knewjade/solution-finder), `solution_finder_kicks.txt` has the cases of its
`MinoRotationTest`: piece, orientation, direction, x, y, dx and dy of the kick (`-` if the rotation is blocked), and the
rows, highest first. `solution_finder_reach.txt` has those of its `LockedReachableTest`: piece, orientation, x, y,
whether the piece reaches that spot, and the rows. A spot is the cell about which the piece rotates. The perfect clears
are counts of its `PercentTetfuCaseTest`, `PercentCountCaseTest` and `ConcurrentCheckerUsingHoldInvokerTest`.

Of botris-interface 0.1.21 (github.com/lunathanael/botris-interface, MIT licence), `botris_placements.txt.xz` has all
placements that its `generate_moves` finds for each tetromino on 60 random boards of our own, of 2 to 17 rows with holes
and overhangs: piece, rows, and the cells of each placement, each cell as the number 10 y + x. Its rules are SRS without
half turns, and a piece starts in the rows 19 and 20.
"""

import lzma
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Orientation, Piece
from piecement_engine.bots.arena import arena
from piecement_engine.bots.perfect_clear import PerfectClears
from piecement_engine.game.inputs import Button
from piecement_engine.play import Position
from piecement_engine.rotation.known_systems import SRS
from piecement_engine.rules.rules import Rules
from tests.sampling import together

DATA = Path(__file__).parents[2] / "data"
FIELD = geometry(10, 24, 4)
RULES = Rules(rotation_system="srs", height=24)
ARENA = arena(RULES, barred={Button.ROTATE_180})
LETTERS = "TIOSZJL"


def cases(name: str, letter: str) -> list[list[str]]:
    """Return the cases of a piece, without its letter; there is at least one."""
    data = (DATA / name).read_bytes()
    text = (lzma.decompress(data) if name.endswith(".xz") else data).decode("ascii")
    found = [line.split()[1:] for line in text.splitlines() if line[0] == letter]
    assert found
    return found


def board_of(rows: Iterable[str]) -> Board:
    return Board.from_text([*reversed([*rows])], FIELD)


def piece_at(letter: str, orientation: int, x: int, y: int) -> Piece:
    """Return the piece whose centre of rotation is the cell (x, y)."""
    shape = TETROMINOES[letter]
    cells = [(cell_x - (letter != "O"), cell_y) for cell_x, cell_y in shape.cells]
    for _ in range(orientation):
        cells = [(cell_y, -cell_x) for cell_x, cell_y in cells]
    return Piece(shape, orientation, x + min(x for x, _ in cells), y + min(y for _, y in cells))


@together("letter", LETTERS)
def test_srs_kicks(letter: str) -> None:
    for case in cases("solution_finder_kicks.txt", letter):
        orientation, direction, x, y, dx, dy, rows = case
        before = Orientation[orientation]
        turns = 1 if direction == "R" else 3

        turned = SRS.rotate(board_of(rows.split("/")), piece_at(letter, before, int(x), int(y)), turns)

        if dx == "-":
            assert turned is None, case
        else:
            assert turned is not None, case
            assert turned[0] == piece_at(letter, before + turns & 3, int(x) + int(dx), int(y) + int(dy)), case


@together("letter", "IOSTL")
def test_reachable_spots(letter: str) -> None:
    for case in cases("solution_finder_reach.txt", letter):
        orientation, x, y, reached, rows = case
        board = board_of(rows.split("/"))
        goal = piece_at(letter, Orientation[orientation], int(x), int(y))
        start = ARENA.entry(board.bits, goal.shape)
        assert start is not None
        assert board.fits(goal)

        found = ARENA.mover.reach(board.bits, start)

        state = found.states.of_orientation[goal.orientation]
        assert found.reached[state] >> found.states.anchor(goal) & 1 == (reached == "yes"), case


@pytest.mark.parametrize("letter", LETTERS)
def test_placements(letter: str) -> None:
    boards = cases("botris_placements.txt.xz", letter)
    assert len(boards) == 60
    for rows, *spots in boards:
        text = rows.replace("/", "\n")
        position = Position.from_text(text, letter, RULES, barred=["rotate_180"])

        found = [",".join(map(str, sorted(10 * y + x for x, y in each.piece.cells))) for each in position.placements]

        assert sorted(found) == sorted(spots), rows


FEW_ORDERS = [
    (("XXXXXX____", "XXXXXX____", "XXXXXX_X__", "XXXXXXXXX_"), "", 4, 312),
    (("XXX____XXX", "XXX_____XX", "XXXX___XXX"), "", 4, 434),
    (("XXXXXX____",) * 4, "T", 4, 744),
]
MANY_ORDERS = [
    (("________XX", "XX_____XXX", "XXX_____XX", "XXX______X"), "JIZ", 4, 771),
    (("XXXXXX____",) * 4, "", 5, 1776),
    (("XXXXX_____", "XXXXXX____", "XXXXXXX___", "XXXXXX____"), "", 5, 1672),
    (("XXXXXX____", "XXXXX_____", "XXXXXX____", "XXXXXXX___"), "", 5, 1928),
    (("XXXXXX____", "XXXXX_____", "XXXXXXX___", "XXXXXX____"), "", 5, 1700),
    (("X_________", "XXXX______", "XXXXX_____", "XXXXXX____"), "", 7, 4636),
    (("X_________", "X___X_____", "XXXXXXX___", "XXXXXX____"), "", 7, 4736),
    (("XX________", "XXX______X", "XXX_____XX", "XXXX_____X"), "", 7, 5008),
    (("__________", "X________X", "X______XXX"), "", 7, 5028),
    (("X____X____", "XX__XX____", "XX__XX____", "XXXXXX____"), "TIO", 4, 742),
]
"""Rows, the pieces that are first, the number of pieces in every order after them, and of the orders with a way."""


def solved(rows: tuple[str, ...], first: str, count: int) -> int:
    solver = PerfectClears()
    total = 0
    for letters in permutations(LETTERS, count):
        start = Position.from_text("\n".join(rows), [*first, *letters], RULES, barred=["rotate_180"])
        total += solver.solve(start, len(rows), 1_000_000) is not None
    return total


@pytest.mark.parametrize(("rows", "first", "count", "orders"), FEW_ORDERS)
def test_perfect_clears(rows: tuple[str, ...], first: str, count: int, orders: int) -> None:
    assert solved(rows, first, count) == orders


@pytest.mark.long
@pytest.mark.parametrize(("rows", "first", "count", "orders"), MANY_ORDERS)
def test_many_perfect_clears(rows: tuple[str, ...], first: str, count: int, orders: int) -> None:
    assert solved(rows, first, count) == orders
