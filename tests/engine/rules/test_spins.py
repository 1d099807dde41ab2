"""Spin rules judge locks as the guideline, jminos and tetrs do."""

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Cell, Orientation, Piece, Shape
from piecement_engine.board.polyominoes import shape_named
from piecement_engine.events import Spin
from piecement_engine.rotation import RotationSystem, turned_in_box
from piecement_engine.rotation.auto_rotation import AUTO
from piecement_engine.rotation.known_systems import SRS, SRS_PLUS
from piecement_engine.rules.spins import (
    SPIN_RULES,
    LastTurn,
    all_mini_plus,
    all_twists,
    cannot_move_up,
    guideline_all_mini,
    immobile,
    no_spins,
    t_three_corner,
    was_kicked,
)
from tests.sampling import together

T = TETROMINOES["T"]
I = TETROMINOES["I"]  # noqa: E741  # the letter is the piece
O = TETROMINOES["O"]  # noqa: E741  # the letter is the piece
N, E, S, W = Orientation
CW, HALF, CCW = 1, 2, 3
FULL, MINI, NONE = Spin.FULL, Spin.MINI, Spin.NONE

DOUBLE_SLOT = ("##..######", "##...#####", "###.######")
TRIPLE_SLOT = ("#..#######", "#...######", "###.######", "##..######", "###.######")


def board_of(*rows_from_top: str) -> Board:
    return Board.from_text(rows_from_top[::-1], geometry(10, 40, 5))


def turn(board: Board, piece: Piece, turns: int, system: RotationSystem = SRS) -> LastTurn:
    turned = system.rotate(board, piece, turns)
    assert turned is not None
    return piece, turned[0]


def unkicked(piece: Piece) -> LastTurn:
    """Return the turn of a piece clockwise in its box."""
    dx, dy = turned_in_box(piece.shape, piece.orientation, CW)
    return piece, Piece(piece.shape, piece.orientation + CW & 3, piece.x + dx, piece.y + dy)


@together(("slot", "piece"), [(DOUBLE_SLOT, Piece(T, W, 2, 0)), (TRIPLE_SLOT, Piece(T, N, 1, 3))])
@together("rule", ["cannot_move_up", "immobile", "t_three_corner", "guideline_all_mini", "all_mini_plus"])
@together("system", [SRS, SRS_PLUS, AUTO])
def test_the_classic_t_spins_are_spins_by_every_rule(
    slot: Sequence[str], piece: Piece, rule: str, system: RotationSystem
) -> None:
    board = board_of(*slot)
    last = turn(board, piece, CCW, system)

    assert SPIN_RULES[rule](board, last[1], last) is FULL


@together("name", SPIN_RULES)
def test_a_flat_piece_on_the_floor_is_no_spin(name: str) -> None:
    assert SPIN_RULES[name](board_of(), Piece(T, N, 4, 0), None) is NONE


def test_nothing_is_a_spin_by_no_rule() -> None:
    board = board_of(*DOUBLE_SLOT)
    last = turn(board, Piece(T, W, 2, 0), CCW)

    assert no_spins(board, last[1], last) is NONE


def test_tetrs_asks_only_whether_a_piece_could_be_lifted() -> None:
    board = board_of("..#.......", "..........", "..........")

    assert cannot_move_up(board, Piece(O, N, 1, 0), None) is FULL
    assert cannot_move_up(board, Piece(O, N, 3, 0), None) is NONE


def test_boxed_in_square_is_a_jminos_spin_without_a_turn() -> None:
    board = board_of("#..#####..", "#....#....", "##..##....", "##..##....")

    assert immobile(board, Piece(O, N, 2, 0), None) is NONE
    board.fill([(2, 2)], 1)
    assert immobile(board, Piece(O, N, 2, 0), None) is FULL


def test_i_kicked_off_the_floor_is_a_jminos_mini_until_it_falls() -> None:
    board = board_of()
    last = turn(board, Piece(I, N, 3, 0), CW, AUTO)

    assert last[1] == Piece(I, E, 5, 0)
    assert immobile(board, last[1], last) is MINI
    assert immobile(board, last[1], None) is NONE


def test_a_turn_in_the_box_is_no_mini_of_jminos() -> None:
    board = board_of()
    last = turn(board, Piece(T, W, 4, 0), CCW, AUTO)

    assert immobile(board, last[1], last) is NONE


def turn_by_0(board: Board, piece: Piece) -> LastTurn:
    turned = AUTO.rotate_0(board, piece)
    assert turned is not None
    return piece, turned[0]


def test_a_turn_by_0_is_a_mini_of_jminos_where_it_kicks() -> None:
    slid = turn_by_0(board_of(), Piece(T, N, 4, 0))
    fallen = turn_by_0(board_of(), Piece(T, N, 4, 1))

    assert immobile(board_of(), slid[1], slid) is MINI
    assert immobile(board_of(), fallen[1], fallen) is NONE


@together("name", ["O", "I", "T", "F5", "7-042"])
@together(("orientation", "turns"), [*product(range(4), (1, 2, 3))])
def test_turns_in_the_open_are_no_kicks(name: str, orientation: int, turns: int) -> None:
    assert not was_kicked(turn(board_of(), Piece(shape_named(name), orientation, 4, 10), turns, AUTO))


def corners(piece: Piece) -> dict[str, Cell]:
    """Return the corners of the box of a T: front left and right, back left and right, as it looks where it points."""
    x, y = {N: (1, 0), E: (0, 1), S: (1, 1), W: (1, 1)}[Orientation(piece.orientation)]
    x, y = piece.x + x, piece.y + y
    clockwise = [(x - 1, y + 1), (x + 1, y + 1), (x + 1, y - 1), (x - 1, y - 1)]
    turned = clockwise[piece.orientation :] + clockwise[: piece.orientation]
    return dict(zip(("fl", "fr", "br", "bl"), turned, strict=True))


@together("orientation", Orientation)
@together(
    ("filled", "verdict"),
    [
        ("fl fr bl br", FULL),
        ("fl fr bl", FULL),
        ("fl fr br", FULL),
        ("fl bl br", MINI),
        ("fr bl br", MINI),
        ("fl fr", NONE),
        ("bl br", NONE),
        ("fl br", NONE),
        ("", NONE),
    ],
)
def test_the_corners_of_a_turned_t_decide(orientation: int, filled: str, verdict: Spin) -> None:
    last = unkicked(Piece(T, orientation - 1 & 3, 4, 8))
    board = board_of()
    board.fill([corners(last[1])[corner] for corner in filled.split()], 1)

    assert last[1].orientation == orientation
    assert t_three_corner(board, last[1], last) is verdict
    assert guideline_all_mini(board, last[1], last) is verdict
    assert all_mini_plus(board, last[1], last) is verdict


@pytest.mark.parametrize(
    "piece", [Piece(T, N, 4, 0), Piece(T, E, 0, 8), Piece(T, W, 8, 8)], ids=["floor", "left", "right"]
)
def test_floor_and_walls_count_as_filled_corners(piece: Piece) -> None:
    last = unkicked_into(piece)
    board = board_of()

    assert t_three_corner(board, piece, last) is NONE
    board.fill([corners(piece)["fl"]], 1)
    assert t_three_corner(board, piece, last) is MINI
    board.fill([corners(piece)["fr"]], 1)
    assert t_three_corner(board, piece, last) is FULL


def test_a_t_that_was_not_turned_last_is_no_spin() -> None:
    board = board_of(*DOUBLE_SLOT)
    last = turn(board, Piece(T, W, 2, 0), CCW)

    assert t_three_corner(board, last[1], None) is NONE


def test_corner_spins_are_for_t_and_minis_for_all_if_ruled() -> None:
    slot = board_of("####..####", "###..#####")
    last = turn(slot, Piece(TETROMINOES["S"], E, 3, 0), CCW)

    assert t_three_corner(slot, last[1], last) is NONE
    for rule in (guideline_all_mini, all_mini_plus):
        assert rule(slot, last[1], last) is MINI
        assert rule(slot, last[1], None) is NONE
        assert rule(board_of(), last[1], last) is NONE


def test_immobile_t_is_mini_in_all_mini_plus() -> None:
    """Its corners are free, so that it is no spin by the guideline, but it cannot move."""
    piece = Piece(T, W, 4, 5)
    board = board_of()
    board.fill([(3, 6), (6, 6), (5, 8), (5, 4)], 1)

    assert not any(board.is_filled(*corner) for corner in corners(piece).values())
    assert guideline_all_mini(board, piece, unkicked_into(piece)) is NONE
    assert all_mini_plus(board, piece, unkicked_into(piece)) is MINI
    assert all_mini_plus(board, piece, None) is NONE


def endings(start: int, turns: int) -> Iterator[tuple[int, Spin, Spin]]:
    """Yield how a turn of T by SRS can end with three corners filled: the test, and the verdict without and with it.

    Everything is filled that leaves the test its place and the corners as they are to be: filling more only helps.
    """
    layout = geometry(12, 16, 4)
    before = Piece(T, start, 5, 7)
    for number, (dx, dy) in enumerate(SRS.kicks(T)[start][turns - 1], start=1):
        after = Piece(T, start + turns & 3, 5 + dx, 7 + dy)
        around = corners(after).values()
        for free in [(), *((corner,) for corner in around)]:
            open_cells = {*before.cells, *after.cells, *free}
            board = Board(layout)
            board.fill([(x, y) for x in range(12) for y in range(16) if (x, y) not in open_cells], 1)
            turned = SRS.rotate(board, before, turns)
            if turned == (after, number - 1) and sum(board.is_filled(*corner) for corner in around) >= 3:
                by_corners = t_three_corner(board, after, unkicked_into(after))
                yield number, by_corners, t_three_corner(board, after, (before, after))


def unkicked_into(after: Piece) -> LastTurn:
    orientation = after.orientation - CW & 3
    dx, dy = turned_in_box(T, orientation, CW)
    return Piece(T, orientation, after.x - dx, after.y - dy), after


@together(
    ("start", "turns", "tests"),
    [
        *((N, turns, {1: "any", 2: "mini", 3: "mini", 5: "any"}) for turns in (CW, CCW)),
        *((start, turns, {1: "any", 3: "full", 4: "any", 5: "mini"}) for start, turns in ((E, CW), (W, CCW))),
        *((S, turns, {1: "any", 2: "mini", 4: "any", 5: "mini"}) for turns in (CW, CCW)),
        *((start, turns, {1: "any", 3: "mini", 4: "any", 5: "full"}) for start, turns in ((E, CCW), (W, CW))),
    ],
)
def test_srs_tests_ending_in_a_t_spin_are_as_published(start: int, turns: int, tests: dict[int, str]) -> None:
    found: dict[int, set[Spin]] = {}
    promoted: dict[int, set[Spin]] = {}
    for number, by_corners, verdict in endings(start, turns):
        found.setdefault(number, set()).add(by_corners)
        promoted.setdefault(number, set()).add(verdict)

    assert {number: "any" if len(spins) == 2 else min(spins) for number, spins in found.items()} == tests
    assert promoted == {**found, **({5: {FULL}} if 5 in found else {})}


@together("turns", [CW, CCW])
@together(("start", "verdict"), [(N, FULL), (S, FULL), (E, MINI), (W, MINI)])
def test_all_mini_plus_promotes_into_sides_only(start: int, turns: int, verdict: Spin) -> None:
    """The fifth kick of 0 to 1 or 3, and of 2 to 1 or 3; the guideline promotes after any fifth kick."""
    dx, dy = SRS.kicks(T)[start][turns - 1][4]
    before, after = Piece(T, start, 4, 8), Piece(T, start + turns & 3, 4 + dx, 8 + dy)
    board = board_of()
    board.fill([corners(after)[corner] for corner in ("fl", "bl", "br")], 1)

    assert guideline_all_mini(board, after, (before, after)) is FULL
    assert all_mini_plus(board, after, (before, after)) is verdict


@together("name", ["S", "Z", "J", "L", "I", "T"])
def test_kicked_piece_that_cannot_move_is_a_twist(name: str) -> None:
    """Any shape, turned by a kick into a hole of its own form."""
    shape = TETROMINOES[name]
    for before, after in kicks_of(shape):
        board = board_of()
        own = {*before.cells, *after.cells}
        board.fill([(x, y) for x in range(10) for y in range(12) if (x, y) not in own], 1)
        turned = SRS.rotate(board, before, after.orientation - before.orientation & 3)
        if turned is None or turned[0] != after or not was_kicked((before, after)):
            continue
        board.fill(set(before.cells) - set(after.cells), 1)

        assert all_twists(board, after, (before, after)) is FULL
        assert all_twists(board, after, None) is NONE
        return
    pytest.fail("no kick leads into a hole")


def kicks_of(shape: Shape) -> Iterator[LastTurn]:
    for start, turns in product(range(4), (CW, CCW)):
        for dx, dy in SRS.kicks(shape)[start][turns - 1][1:]:
            yield Piece(shape, start, 4, 5), Piece(shape, start + turns & 3, 4 + dx, 5 + dy)


def test_unkicked_and_movable_pieces_are_no_twists() -> None:
    before, after = unkicked(Piece(TETROMINOES["S"], N, 3, 1))
    board = board_of()
    board.fill([(x, y) for x in range(10) for y in range(8) if (x, y) not in {*before.cells, *after.cells}], 1)
    board.fill(set(before.cells) - set(after.cells), 1)
    kicked = next(kicks_of(TETROMINOES["S"]))

    assert immobile(board, after, (before, after)) is FULL
    assert all_twists(board, after, (before, after)) is NONE
    assert immobile(board_of(), kicked[1], kicked) is MINI
    assert all_twists(board_of(), kicked[1], kicked) is NONE


@pytest.mark.parametrize(("slot", "piece"), [(DOUBLE_SLOT, Piece(T, W, 2, 0)), (TRIPLE_SLOT, Piece(T, N, 1, 3))])
def test_twist_of_t_is_a_spin_by_its_corners(slot: Sequence[str], piece: Piece) -> None:
    board = board_of(*slot)
    last = turn(board, piece, CCW)

    assert all_twists(board, last[1], last) is t_three_corner(board, last[1], last) is FULL


def test_only_quarter_turns_are_promoted_by_a_long_kick() -> None:
    before = Piece(T, E, 4, 8)
    after = Piece(T, W, 4, 10)
    board = board_of()
    board.fill([corners(after)[corner] for corner in ("fl", "bl", "br")], 1)

    assert t_three_corner(board, after, (before, after)) is MINI
