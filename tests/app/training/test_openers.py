"""Every opener can be built from a bag, and leads to what is said of it."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from piecement.training.opener_build import OpenerBuild
from piecement.training.opener_catalogue import CATALOGUE, TSD, OpenerData
from piecement.training.opener_queues import allows
from piecement.training.openers import Opener, after_spin, all_openers, feat_places, opener, opener_arena
from piecement_engine import TETROMINOES, Board, Piece, Spin
from piecement_engine.fumen import Page, decode, encode
from tests.sampling import together

LETTERS = "IOTSZJL"
BOTH = [*all_openers(), *all_openers(is_mirrored=True)]


def name_of(one: object) -> str:
    return one.name if isinstance(one, (Opener, OpenerData)) else str(one)


def boards_of(one: Opener) -> Iterator[int]:
    """Yield the bits of the board on which each stage is built, and at last of what remains."""
    bits: int = Board(opener_arena().layout).bits
    for stage in one.stages:
        yield bits
        for piece in stage.pieces:
            assert not bits & opener_arena().layout.cells(piece)
            bits |= opener_arena().layout.cells(piece)
        for place in stage.spins:
            bits = after_spin(bits, place)
    yield bits


def test_at_least_twelve_openers_exist_besides_variants() -> None:
    names = {data.name for data in CATALOGUE} - {"pco_i", "dt_cannon_jz"}

    assert len(names) >= 12
    assert names >= {"tki", "pco", "dt_cannon", "lst"}


@together("data", CATALOGUE)
def test_the_pieces_of_an_opener_are_its_fumen(data: OpenerData) -> None:
    one = opener(data)
    for page, stage, before in zip(decode(data.fumen), one.stages, boards_of(one), strict=False):
        board = opener_arena().board(before)
        for piece in stage.pieces:
            assert {page.field[y][x] for x, y in piece.cells} == {piece.shape.name}
            board.lock(piece)

        assert board.bits == Board.from_text(page.field, board.geometry).bits
    assert decode(encode(decode(data.fumen))) == decode(data.fumen)


@together("one", BOTH)
def test_a_bag_has_the_pieces_of_each_stage(one: Opener) -> None:
    first = sorted(piece.shape.name for piece in one.stages[0].pieces)

    assert len(set(first)) == len(first)
    for stage in one.stages[1:]:  # with one more that was in hold
        names = [piece.shape.name for piece in stage.pieces]
        assert len(names) - len(set(names)) <= 1
        assert len(names) <= 7


@together("one", BOTH)
def test_every_stage_is_built_by_legal_moves_from_some_bag(one: Opener) -> None:
    for stage, bits in zip(one.stages, boards_of(one), strict=False):
        names = [piece.shape.name for piece in stage.pieces]
        doubled = next((name for name in names if names.count(name) > 1), None)
        bag = sorted(set(names))

        assert any(allows(stage.pieces, order, doubled, bits) for order in permutations(bag))


@together("one", BOTH)
def test_every_feat_named_for_an_opener_follows(one: Opener) -> None:
    for stage, before in zip(one.stages, boards_of(one), strict=False):
        bits = before | sum(map(opener_arena().layout.cells, stage.pieces))
        for feat, place in zip(stage.feats, stage.spins, strict=True):
            assert place in feat_places(bits, feat), f"{feat.title} does not follow"

            bits = after_spin(bits, place)


def test_lst_does_a_double_in_each_of_three_bags() -> None:
    """The two columns on the left are filled by L, S and T only, as the name says."""
    lst = opener(next(data for data in CATALOGUE if data.name == "lst"))
    left = [piece.shape.name for stage in lst.stages for piece in stage.pieces if min(piece.cells)[0] < 2]

    assert [stage.feats for stage in lst.stages] == [(TSD,)] * 3
    assert set(left) == set("LS")


def test_bags_allow_the_openers_as_players_say() -> None:
    """TKI needs I before the pieces on it; the I of the mirrored one too."""
    tki = opener(CATALOGUE[0])

    assert allows(tki.stages[0].pieces, "ILZSOJT")
    assert not allows(tki.stages[0].pieces, "ZSJLOTI")


def test_a_page_with_a_cell_of_no_piece_is_refused() -> None:
    grey = encode([Page(field=("XIIII.....",))])

    with pytest.raises(ValueError, match="'X' is no piece"):
        opener(CATALOGUE[0]._replace(fumen=grey, feats=((),)))


@together("one", all_openers())
def test_a_mirrored_opener_is_allowed_by_the_mirrored_bag(one: Opener) -> None:
    mirrored = opener(one.data, is_mirrored=True)
    swapped = str.maketrans("LJSZ", "JLZS")
    for bag in ("ILZSOJT", "TSZLJOI", "JOILSZT"):
        assert allows(one.stages[0].pieces, bag) == allows(mirrored.stages[0].pieces, bag.translate(swapped))


def test_misplaced_piece_deviates_while_a_shape_is_built() -> None:
    build = OpenerBuild(opener(CATALOGUE[0]))
    pieces = list(build.progress.left)
    elsewhere = build.place(Piece(TETROMINOES["T"], 0, 3, 0))
    there = [build.place(piece) for piece in pieces]

    assert (elsewhere, all(there), build.deviations, build.feat) == (False, True, 1, TSD)


def test_upside_down_piece_of_equal_look_belongs_there_too() -> None:
    build = OpenerBuild(opener(CATALOGUE[0]))
    flat = next(piece for piece in build.progress.left if piece.shape.name == "Z")

    assert build.place(flat._replace(orientation=flat.orientation + 2))


def test_between_the_bags_of_an_opener_only_its_spin_goes_on() -> None:
    """The T goes to the very place from which the next bag is built; everything else is a deviation."""
    lst = opener(next(data for data in CATALOGUE if data.name == "lst"))
    build = OpenerBuild(lst)
    for stage in lst.stages:
        for piece in stage.pieces:
            build.place(piece)
        (spin,) = stage.spins
        refused = build.spin(spin._replace(x=spin.x + 1), lines=2, spin=Spin.FULL) if not build.is_last else False
        single = build.spin(spin, lines=1, spin=Spin.FULL)

        assert (refused, single, build.feat) == (False, False, TSD)
        assert build.spin(spin, lines=2, spin=Spin.FULL)

    assert (build.is_done, build.done, build.deviations) == (True, (TSD, TSD, TSD), 5)


@pytest.mark.long
@pytest.mark.parametrize(("name", "bags"), [("reliable", 2744), ("std", 2184)])
def test_as_many_bags_allow_an_opener_as_is_published(name: str, bags: int) -> None:
    """By the Comprehensive Opener Database: 2744 and 2184 of 5040 for one side, T and hold included."""
    pieces = opener(next(data for data in CATALOGUE if data.name == name)).stages[0].pieces

    assert sum(allows(pieces, bag) for bag in permutations(LETTERS)) == bags
