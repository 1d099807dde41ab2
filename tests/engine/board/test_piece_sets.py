"""Piece sets: a short text says which shapes are played with, and a board fits them."""

import pickle

import pytest

from piecement_engine.board.geometry import geometry
from piecement_engine.board.piece_sets import has_hole, is_convex, longest_side, piece_set
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.board.polyominoes import polyominoes, shape_named
from piecement_engine.errors import RuleError
from tests.sampling import together


@together(
    ("text", "count"),
    [
        *(("tetrominoes", 7), ("4", 7), ("1", 1), ("1-4", 11), ("5", 18), ("2,5", 19), ("1-5", 29), ("5-5", 18)),
        *(("4,4,tetrominoes", 7), ("T,I5,7-042", 3), ("4, I5", 8)),
        *(("6 convex", 50), ("5-7 convex", 17 + 50 + 131), ("7 hole-free", 195), ("7 netris", 196)),
    ],
)
def test_a_set_has_as_many_shapes_as_its_text_says(text: str, count: int) -> None:
    shapes = piece_set(text)

    assert len(shapes) == len(set(shapes)) == count


def test_tetrominoes_are_the_seven_in_their_order() -> None:
    assert piece_set("tetrominoes") == piece_set("4") == tuple(TETROMINOES.values())


def test_shapes_come_in_the_order_of_the_text() -> None:
    assert [shape.name for shape in piece_set("T, I5, 1-2, T")] == ["T", "I5", "I1", "I2"]


@together("text", ["0", "11", "4-11", "5-4", "1-", "5 round", "Q", "7-999", "", "4,,5", "4;5", "-1", "4 5"])
def test_junk_set_is_refused_with_the_allowed_form(text: str) -> None:
    with pytest.raises(RuleError, match=r"ranks from 1 to 10|pieces are called like"):
        piece_set(text)


@pytest.mark.parametrize(("rank", "count"), [*enumerate((1, 1, 2, 7, 17, 50, 131, 363), start=1)])
def test_as_many_shapes_are_convex_as_are_known(rank: int, count: int) -> None:
    assert sum(map(is_convex, polyominoes(rank))) == count


@pytest.mark.parametrize(("rank", "count"), [*enumerate((0, 0, 0, 0, 0, 0, 1, 11, 68), start=1)])
def test_as_many_shapes_have_holes_as_are_known(rank: int, count: int) -> None:
    assert sum(map(has_hole, polyominoes(rank))) == count


@pytest.mark.long
@pytest.mark.parametrize(("kind", "count"), [("convex", 2380), ("hole-free", 8808)])
def test_largest_shapes_have_the_known_count_of_each_kind(kind: str, count: int) -> None:
    assert len(piece_set(f"10 {kind}")) == count


@together(("text", "longest"), [("1", 1), ("tetrominoes", 4), ("O", 2), ("1-6", 6), ("7-195", 5)])
def test_the_extent_is_the_longest_side(text: str, longest: int) -> None:
    assert longest_side(piece_set(text)) == longest
    assert geometry(10, 20, longest_side(piece_set(text))).pad > longest


def test_a_shape_is_still_itself_after_a_pickle() -> None:
    assert all(pickle.loads(pickle.dumps(shape)) is shape for shape in piece_set("1-5"))


def test_names_are_those_of_the_shapes() -> None:
    assert all(shape_named(shape.name) is shape for shape in piece_set("1-6"))
