"""AutoRS kicks as the worked examples of its rules say, on any board as its rules read literally."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import Geometry, geometry
from piecement_engine.board.pieces import Cell, Piece, Shape
from piecement_engine.board.polyominoes import polyominoes, shape_named
from piecement_engine.rotation import Offset, TableSystem, turned_in_box
from piecement_engine.rotation.auto_rotation import AUTO
from piecement_engine.rotation.known_systems import ARS, OCULAR
from piecement_engine.rotation.table_system import corner_in_box
from tests.sampling import together

CW, HALF, CCW = 1, 2, 3

TSD_SLOT = ["##..######", "##...#####", "###.######"]
TST_SLOT = ["#..#######", "#...######", "###.######", "##..######", "###.######"]
WELL_IN_COLUMN_5 = ["#####.####"] * 8 + ["##########"] * 16


def board_of(rows_from_top: Sequence[str], height: int = 40) -> Board:
    return Board.from_text(rows_from_top[::-1], geometry(10, height, 5))


def shaft(depth: int) -> list[str]:
    return ["####.#####"] * depth + ["##########"]


def in_box(name: str, orientation: int, origin: Offset) -> Piece:
    """Return a piece whose rotation box has its lower left corner at `origin`."""
    shape = shape_named(name)
    x, y = corner_in_box(shape, orientation)
    return Piece(shape, orientation, origin[0] + x, origin[1] + y)


def kick(board: Board, piece: Piece, turns: int) -> Offset | None:
    """Return the kick of the box by a turn, or None if the turn is refused."""
    turned = AUTO.rotate(board, piece, turns)
    if turned is None:
        return None
    x, y = turned_in_box(piece.shape, piece.orientation, turns)
    return turned[0].x - piece.x - x, turned[0].y - piece.y - y


def is_immobile(board: Board, piece: Piece) -> bool:
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
    return not any(board.fits(piece._replace(x=piece.x + dx, y=piece.y + dy)) for dx, dy in steps)


@together("turns", [CW, HALF, CCW])
@together("name", ["O", "I", "S", "Z", "T", "L", "J", "F5", "I5", "7-042"])
def test_nothing_is_kicked_in_open_space(name: str, turns: int) -> None:
    turned = AUTO.rotate(board_of([]), in_box(name, 0, (3, 8)), turns)

    assert turned is not None
    assert turned[1] == 0
    assert kick(board_of([]), in_box(name, 0, (3, 8)), turns) == (0, 0)


@together(
    ("name", "orientation", "origin", "turns", "expected"),
    [
        ("I", 1, (-2, 4), CW, (2, 0)),
        ("I", 1, (7, 4), CW, (-1, 0)),
        ("I", 3, (-1, 4), CCW, (1, 0)),
        ("T", 1, (-1, 4), CCW, (1, 0)),
        ("L", 1, (-1, 4), CCW, (1, 0)),
        ("J", 3, (8, 4), CW, (-1, 0)),
        ("I", 0, (3, -2), CW, (0, 2)),
        ("T", 0, (3, -1), CW, (0, 1)),
        ("S", 0, (3, -1), CW, (0, 1)),
        ("Z", 0, (3, -1), CCW, (0, 1)),
        ("I5", 0, (2, -2), CW, (0, 2)),
        ("I5", 1, (-2, 4), CW, (2, 0)),
        ("Y5", 0, (3, -1), CW, (0, 1)),
        ("P5", 0, (3, -1), CW, (0, 1)),
        ("V5", 0, (3, 0), CW, (0, 0)),
        ("W5", 0, (3, 0), CW, (0, 0)),
    ],
)
def test_walls_and_floor_kick_as_in_the_examples(
    name: str, orientation: int, origin: Offset, turns: int, expected: Offset
) -> None:
    piece = in_box(name, orientation, origin)
    board = board_of([])

    assert board.fits(piece)
    assert kick(board, piece, turns) == expected


def test_i_flat_on_the_floor_tries_23_places_as_published() -> None:
    shape = shape_named("I")
    x, y = turned_in_box(shape, 0, CW)
    tried = [(dx - x, dy - y) for dx, dy in AUTO.kicks(shape)[0][0]]

    assert tried[:23] == [
        *((0, 0), (1, 0), (-1, 0), (2, 0), (-2, 0), (-3, 0)),
        *((0, -1), (1, -1), (-1, -1), (2, -1), (-2, -1), (-3, -1)),
        *((0, -2), (1, -2), (-1, -2), (-2, -2)),
        *((0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (-3, 1)),
        (0, 2),
    ]
    assert AUTO.rotate(board_of([]), in_box("I", 0, (3, -2)), CW) == (in_box("I", 1, (3, 0)), 22)


@pytest.mark.parametrize(("blocks", "expected"), [("....#.....", (1, 0)), ("....##....", (-1, 0))])
def test_t_slides_right_first_off_a_block_under_its_middle(blocks: str, expected: Offset) -> None:
    assert kick(board_of([blocks, "..........", "..........", ".........."]), in_box("T", 0, (3, 3)), CW) == expected


@pytest.mark.parametrize(
    ("slot", "piece", "expected"),
    [(TSD_SLOT, in_box("T", 3, (2, 0)), (0, 0)), (TST_SLOT, in_box("T", 0, (1, 2)), (1, -2))],
    ids=["double", "triple"],
)
def test_t_turns_into_its_slots_and_cannot_move_there(slot: list[str], piece: Piece, expected: Offset) -> None:
    board = board_of(slot)
    turned = AUTO.rotate(board, piece, CCW)

    assert kick(board, piece, CCW) == expected
    assert turned is not None
    assert is_immobile(board, turned[0])


@pytest.mark.parametrize(
    ("rows", "expected"),
    [([*["##########"] * 3, *shaft(4)], None), (shaft(6), None), (shaft(4), (0, 3))],
    ids=["closed", "six deep", "four deep"],
)
def test_i_in_a_shaft_gets_out_only_where_the_sky_is_near(rows: list[str], expected: Offset | None) -> None:
    assert kick(board_of(rows), in_box("I", 1, (2, 1)), CW) == expected


def test_turn_by_0_in_the_air_goes_down_a_row_without_a_kick() -> None:
    assert AUTO.rotate_0(board_of([]), in_box("T", 0, (3, 8))) == (in_box("T", 0, (3, 7)), 0)


@pytest.mark.parametrize(
    ("origin", "row", "expected"),
    [
        ((3, -1), "..........", (1, 0)),
        ((7, -1), "..........", (-1, 0)),
        ((3, -1), "......#...", (-1, 0)),
        ((3, -1), "..#...#...", (0, 1)),
    ],
    ids=["to the right", "at the wall to the left", "block at the right", "blocks at both sides"],
)
def test_a_turn_by_0_on_the_floor_kicks(origin: Offset, row: str, expected: Offset) -> None:
    turned = AUTO.rotate_0(board_of([row]), in_box("T", 0, origin))

    assert turned is not None
    assert turned[0] == in_box("T", 0, (origin[0] + expected[0], origin[1] + expected[1]))
    assert turned[1] > 0


def test_a_turn_by_0_is_refused_where_nothing_is_free() -> None:
    assert AUTO.rotate_0(board_of(["##########"] * 10), in_box("T", 0, (3, 4))) is None


@pytest.mark.parametrize(
    ("rows", "height", "expected"),
    [
        (["....#.....", *[".........."] * 20], 40, (1, 0)),
        (["##########"] * 20, 40, (0, 1)),
        (["##########"] * 20, 20, None),
        ([], 40, (0, 0)),
    ],
    ids=["over one block", "open sky", "ceiling", "free"],
)
def test_a_piece_that_spawns_into_blocks_is_kicked(rows: list[str], height: int, expected: Offset | None) -> None:
    spawned = AUTO.spawn(board_of(rows, height), in_box("T", 0, (3, 18)))

    assert spawned == (expected and in_box("T", 0, (3 + expected[0], 18 + expected[1])))


def test_a_turn_saves_an_i_that_could_not_spawn() -> None:
    board = board_of(WELL_IN_COLUMN_5, height=24)
    piece = in_box("I", 0, (3, 18))

    assert AUTO.spawn(board, piece) is None
    assert AUTO.rotate(board, piece, CW) == (in_box("I", 1, (3, 18)), 0)


def literal_tries(safe: set[Cell], base: list[Cell]) -> Iterator[Offset]:
    """Yield where to try as the rules say it, step by step."""

    def touches(dx: int, dy: int) -> bool:
        return any((x + dx, y + dy) in safe for x, y in base)

    def sides(dy: int) -> Iterator[Offset]:
        right = left = True
        distance = 1
        while right or left:
            right = right and touches(distance, dy)
            if right:
                yield distance, dy
            left = left and touches(-distance, dy)
            if left:
                yield -distance, dy
            distance += 1

    yield 0, 0
    yield from sides(0)
    for direction in (-1, 1):
        dy = direction
        while touches(0, dy):
            yield 0, dy
            yield from sides(dy)
            dy += direction


def literal_kick(board: Board, piece: Piece, turns: int) -> Offset | None:
    """Return the kick of the box of a piece, worked out cell by cell on the board."""
    x, y = turned_in_box(piece.shape, piece.orientation, turns)
    safe = {(a + dx, b + dy) for a, b in piece.cells for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))}
    base = list(Piece(piece.shape, piece.orientation + turns & 3, piece.x + x, piece.y + y).cells)
    for dx, dy in literal_tries(safe, base):
        if not any(board.is_filled(a + dx, b + dy) for a, b in base):
            return dx, dy
    return None


def crowded(rng: Random, layout: Geometry) -> Board:
    filled = 0.5 * rng.random()
    rows = ["".join(".#"[rng.random() < filled] for _ in range(layout.width)) for _ in range(layout.height)]
    return Board.from_text(rows, layout)


@pytest.mark.wide
@pytest.mark.parametrize("rank", range(1, 9))
def test_any_shape_on_any_board_is_kicked_as_the_rules_read(rank: int) -> None:
    rng = Random(rank)
    shapes = polyominoes(rank)
    layout = geometry(12, 14, rank)
    kicked = 0
    for _ in range(300):
        board = crowded(rng, layout)
        shape: Shape = rng.choice(shapes)
        piece = Piece(shape, rng.randrange(4), rng.randrange(10), rng.randrange(10))
        turns = rng.choice((CW, HALF, CCW))
        found = kick(board, piece, turns)
        kicked += found is not None and found != (0, 0)

        assert found == literal_kick(board, piece, turns)
    assert kicked > 10 * (rank > 1)


@pytest.mark.parametrize("rank", range(1, 8))
def test_no_place_is_played_twice_and_the_search_is_short(rank: int) -> None:
    tables = [AUTO.kicks(shape) for shape in polyominoes(rank)]
    lists = [tries for table in tables for kicks in table for tries in kicks]

    assert all(len(set(tries)) == len(tries) <= 92 for tries in lists)


@pytest.mark.parametrize("system", [OCULAR, ARS], ids=lambda system: system.name)
def test_systems_that_know_tetrominoes_only_turn_other_shapes_so(system: TableSystem) -> None:
    for shape in (*polyominoes(3), *polyominoes(5)):
        assert system.kicks(shape) == AUTO.kicks(shape)
