"""A cascade sinks what hangs, as in the worked boards of the seed, and as sinking one row at a time by hand."""

from collections.abc import Sequence
from random import Random

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.cascade import FallenBody, apply_cascade
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import GREY, TETROMINOES, Cell
from tests.sampling import together

Cells = Sequence[Cell]


def board_of(*rows_from_top: str) -> Board:
    return Board.from_text(rows_from_top[::-1], geometry(len(rows_from_top[0]), 40, 4))


def chain(board: Board) -> list[int]:
    """Clear and sink until nothing is full; return how many rows each link cleared."""
    links: list[int] = []
    while rows := board.full_rows():
        links.append(len(rows))
        board.clear(rows)
        apply_cascade(board, rows)
    return links


def pictured(board: Board) -> list[str]:
    return board.to_text()[::-1]


X = ("...#......", "...#######", ".##.######")
C = (
    *("....#.....", "...#######", ".###.#####"),
    *("#.#.#.#.##", "#.#.#.#...", "########.."),
    *("#.#.#.#.##", "#.#.#.#...", "########.."),
    *("#.#.#.#.##", "#.#.#.#..."),
)
D = (
    *("#...#.#...", "#...#.#...", "##.#######"),
    *("..#....##.", "..#.....#.", "..#.......", "..#.......", "..#......."),
    *("..#.#.....", "..###.#...", "#.#.#.#...", "#.#.#.#..."),
)
S = ("####..####", *("#####.####",) * 3)
A = ("####.#####", "..##.#####", "####.#####", "####.#####")
H1 = ("....##....", "##########", "####..####")
H2 = ("####.#####", ".........#", "####.####.", "####.#####")

D_FINAL = [*("..#.......",) * 6, *("..#.#.....", "..#.#.#...", "#.#.#.#...", "#.###.#...", "#.#.#.###.", "#.#.#.#.#.")]


@pytest.mark.parametrize(
    ("rows", "locked", "links", "final"),
    [
        (X, [(0, 2), (0, 1), (1, 1), (2, 1)], [1, 1], []),
        (C, [(0, 10), (0, 9), (1, 9), (2, 9)], [1, 1, 1, 1], [*("#.#.#.#...",) * 5, "#.#.#.#.##"]),
        (D, [(2, 9), (2, 10), (2, 11), (2, 12)], [1], D_FINAL),
        (S, [(4, 4), (4, 3), (5, 3), (5, 2)], [2], ["....#.....", "#####.####", "#####.####"]),
        (A, [(4, 0), (4, 1), (4, 2), (4, 3)], [3], ["..########"]),
        (H1, [], [1, 1], []),
        (H2, [(4, 3), (4, 1), (4, 0)], [2, 1], []),
    ],
    ids=["x", "c", "d", "S", "A", "h1", "h2"],
)
def test_worked_boards_end_as_they_are_worked_out(
    rows: Sequence[str], locked: Cells, links: list[int], final: list[str]
) -> None:
    board = board_of(*rows)
    board.fill(locked, GREY)

    assert chain(board) == links
    assert pictured(board) == final


FINDER_ROWS: dict[int, set[int]] = {
    16: {7, 8, 9},
    15: {8, 9},
    14: {6, 7},
    8: {4, 6},
    7: {0, 4, 6},
    6: {1, 2, 3, 5, 6, 7},
    5: {0, 2, 4, 6, 8, 9},
    4: set(range(8)),
    3: {0, 2, 4, 6, 8, 9},
    2: set(range(8)),
    1: {0, 2, 4, 6, 8, 9},
    0: {0, 2, 4, 6},
}


@pytest.mark.parametrize(
    ("cleared", "bodies"),
    [(7, [{(0, 7)}, {(4, 7), (4, 8)}]), (15, [{(8, 15), (9, 15), (7, 16), (8, 16), (9, 16)}, {(6, 14), (7, 14)}])],
)
def test_only_bodies_beside_the_row_that_went_come_loose(cleared: int, bodies: list[set[Cell]]) -> None:
    board = Board(geometry(10, 40, 4))
    board.fill([(x, y) for y, columns in FINDER_ROWS.items() for x in columns], GREY)

    fallen = apply_cascade(board, [cleared])

    assert {frozenset(group.cells) for group in fallen} == {frozenset(body) for body in bodies}


def test_four_bodies_sink_side_by_side_each_as_far_as_it_can() -> None:
    board = board_of(*D)
    board.fill([(2, 9), (2, 10), (2, 11), (2, 12)], GREY)
    rows = board.full_rows()
    board.clear(rows)

    bodies = apply_cascade(board, rows)

    assert {(fallen.cells[0][0], len(fallen.cells)): fallen.depth for fallen in bodies} == {
        (0, 2): 7,
        (4, 2): 5,
        (6, 2): 6,
        (7, 3): 7,
    }


def test_a_body_rests_on_one_that_sinks_under_it() -> None:
    board = board_of("###.......", "#.........", "#.#.......", "..#.......", "..........", "..#.......")

    bodies = apply_cascade(board, [3])

    assert bodies == (FallenBody(((0, 3), (0, 4), (0, 5), (1, 5), (2, 5)), 2), FallenBody(((2, 2), (2, 3)), 1))
    assert pictured(board) == ["###.......", "#.#.......", "#.#.......", "..#......."]


def test_tiles_keep_their_colours() -> None:
    board = Board.from_text(["..........", "##########", "T.........", "TLJ......."], geometry(10, 40, 4))
    board.clear([1])

    apply_cascade(board, [1])

    assert board.to_text() == ["T.........", "TLJ......."]
    assert board.tiles[1][1] == TETROMINOES["L"].tile


def test_nothing_sinks_when_the_lowest_row_went() -> None:
    board = board_of("...##.....", "#..##...#.", "##########")
    board.clear([0])

    assert apply_cascade(board, [0]) == ()
    assert pictured(board) == ["...##.....", "#..##...#."]


def test_blocks_that_hung_before_stay() -> None:
    board = board_of("..##......", "..........", "#####.####", "##########", "##########")
    board.clear([1, 0])

    assert apply_cascade(board, [1, 0]) == ()
    assert pictured(board) == ["..##......", "..........", "#####.####"]


def naive_bodies(filled: set[Cell], near: set[int]) -> list[set[Cell]]:
    bodies: list[set[Cell]] = []
    left = set(filled)
    while left:
        body, ways = set[Cell](), [left.pop()]
        while ways:
            x, y = ways.pop()
            body.add((x, y))
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell in left:
                    left.discard(cell)
                    ways.append(cell)
        if all(y for _, y in body) and any(y in near for _, y in body):
            bodies.append(body)
    return bodies


def naive_sink(filled: set[Cell], cleared: Sequence[int]) -> set[Cell]:
    """Sink by hand: find who is held, move all others by a row, again until all are held."""
    near = {y - sum(other < y for other in cleared) - down for y in cleared for down in (0, 1)}
    falling = naive_bodies(filled, near)
    ground = filled - {cell for body in falling for cell in body}
    while falling:
        held = [body for body in falling if any(y == 0 or (x, y - 1) in ground for x, y in body)]
        while held:
            for body in held:
                ground |= body
                falling.remove(body)
            held = [body for body in falling if any(y == 0 or (x, y - 1) in ground for x, y in body)]
        falling = [{(x, y - 1) for x, y in body} for body in falling]
    return ground


def random_rows(rng: Random, width: int) -> list[str]:
    density = 0.25 + 0.5 * rng.random()
    rows = ["".join(".#"[rng.random() < density] for _ in range(width)) for _ in range(rng.randrange(4, 16))]
    for y in rng.sample(range(len(rows)), rng.randrange(1, 4)):
        rows[y] = "#" * width
    return rows


@pytest.mark.parametrize("width", [4, 7, 10, 25])
def test_random_boards_sink_as_by_hand(width: int) -> None:
    rng = Random(width)
    layout = geometry(width, 20, 4)
    deepest = 0
    for _ in range(250):
        board = Board.from_text(random_rows(rng, width), layout)
        rows = board.full_rows()
        board.clear(rows)
        before = {(x, y) for y, row in enumerate(board.tiles) for x, tile in enumerate(row) if tile}

        bodies = apply_cascade(board, rows)
        after = {(x, y) for y, row in enumerate(board.tiles) for x, tile in enumerate(row) if tile}
        deepest = max([deepest, *(fallen.depth for fallen in bodies)])

        assert after == naive_sink(before, rows)
        assert {(x, y) for x in range(width) for y in range(20) if board.is_filled(x, y)} == after
    assert deepest >= 2


@together("seed", range(20))
def test_every_chain_ends(seed: int) -> None:
    rng = Random(seed)
    board = Board.from_text(random_rows(rng, 10), geometry(10, 20, 4))
    blocks = sum(map(bool, (tile for row in board.tiles for tile in row)))

    cleared = sum(chain(board))

    assert board.full_rows() == []
    assert sum(map(bool, (tile for row in board.tiles for tile in row))) == blocks - 10 * cleared
