"""Every opener can be built from a bag, and leads to what is said of it."""

from itertools import permutations

import pytest

from piecement.training.opener_catalogue import CATALOGUE, OpenerData
from piecement.training.openers import (
    Opener,
    OpenerBuild,
    all_openers,
    allows,
    board_of,
    feat_places,
    opener,
    opener_arena,
)
from piecement_engine import TETROMINOES, Piece
from piecement_engine.fumen import Page, decode, encode

LETTERS = "IOTSZJL"
BOTH = [*all_openers(), *all_openers(is_mirrored=True)]


def name_of(one: object) -> str:
    return one.name if isinstance(one, (Opener, OpenerData)) else str(one)


def rows_of(pieces: frozenset[Piece]) -> tuple[str, ...]:
    """Return pieces as the rows of a fumen."""
    cells = {cell: piece.shape.name for piece in pieces for cell in piece.cells}
    return tuple("".join(cells.get((x, y), ".") for x in range(10)) for y in range(23))


@pytest.mark.parametrize("data", CATALOGUE, ids=name_of)
def test_the_pieces_of_an_opener_are_its_fumen(data: OpenerData) -> None:
    stages, built = opener(data).stages, frozenset[Piece]()
    for page, stage in zip(decode(data.fumen), stages, strict=True):
        built |= stage.pieces

        assert Page(rows_of(built)).field == page.field
    assert decode(encode(decode(data.fumen))) == decode(data.fumen)


@pytest.mark.parametrize("one", BOTH, ids=name_of)
def test_a_bag_has_the_pieces_of_each_stage(one: Opener) -> None:
    first = sorted(piece.shape.name for piece in one.stages[0].pieces)

    assert len(set(first)) == len(first)
    for stage in one.stages[1:]:  # with one more that was in hold
        names = [piece.shape.name for piece in stage.pieces]
        assert len(names) - len(set(names)) <= 1
        assert len(names) <= 7


@pytest.mark.parametrize("one", BOTH, ids=name_of)
def test_every_stage_is_built_by_legal_moves_from_some_bag(one: Opener) -> None:
    bits = board_of(())
    for stage in one.stages:
        names = [piece.shape.name for piece in stage.pieces]
        doubled = next((name for name in names if names.count(name) > 1), None)
        bag = sorted(set(names))

        assert any(allows(stage.pieces, order, doubled, bits) for order in permutations(bag))
        for piece in stage.pieces:
            bits |= opener_arena().cells(piece)


@pytest.mark.parametrize("one", BOTH, ids=name_of)
def test_every_feat_that_is_told_of_an_opener_follows(one: Opener) -> None:
    bits = board_of([piece for stage in one.stages for piece in stage.pieces])
    boards = [bits]
    for feat in one.data.feats:
        boards = [
            opener_arena().settled(board | opener_arena().cells(place))[0]
            for board in boards
            for place in feat_places(board, feat)
        ]

        assert boards, f"{feat.title} does not follow"


def test_what_bags_allow_is_as_players_say() -> None:
    """TKI needs I before the pieces on it; the I of the mirrored one too."""
    tki = opener(CATALOGUE[0])

    assert allows(tki.stages[0].pieces, "ILZSOJT")
    assert not allows(tki.stages[0].pieces, "ZSJLOTI")


@pytest.mark.parametrize("one", all_openers(), ids=name_of)
def test_a_mirrored_opener_is_allowed_by_the_mirrored_bag(one: Opener) -> None:
    mirrored = opener(one.data, is_mirrored=True)
    swapped = str.maketrans("LJSZ", "JLZS")
    for bag in ("ILZSOJT", "TSZLJOI", "JOILSZT"):
        assert allows(one.stages[0].pieces, bag) == allows(mirrored.stages[0].pieces, bag.translate(swapped))


def test_a_piece_elsewhere_is_a_deviation_and_the_shape_is_built_piece_by_piece() -> None:
    build = OpenerBuild(opener(CATALOGUE[0]))
    pieces = list(build.left)
    elsewhere = build.place(Piece(TETROMINOES["T"], 0, 3, 0))
    there = [build.place(piece) for piece in pieces]

    assert (elsewhere, all(there), build.deviations, build.is_built) == (False, True, 1, True)


def test_an_upside_down_piece_that_looks_the_same_belongs_there_too() -> None:
    build = OpenerBuild(opener(CATALOGUE[0]))
    flat = next(piece for piece in build.left if piece.shape.name == "Z")

    assert build.place(flat._replace(orientation=flat.orientation + 2))
