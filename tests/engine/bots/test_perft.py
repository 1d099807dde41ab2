"""The move generator counts placement sequences as others have published them."""

import pytest

from piecement_engine.bots.perft_counts import empty_board, perft
from piecement_engine.bots.position import Position
from piecement_engine.errors import RuleError


@pytest.mark.wide
@pytest.mark.parametrize(
    ("queue", "count"),
    [
        *(("I", 17), ("O", 9), ("S", 17), ("Z", 17), ("T", 34), ("L", 34), ("J", 34), ("IO", 153), ("TT", 1182)),
        *(("IOL", 5266), ("OOO", 741), ("III", 5069), ("SSS", 5293), ("ZZZ", 5293), ("JJJ", 42_978)),
        *(("LLL", 42_978), ("TTT", 42_348), ("TIO", 5578), ("IIII", 92_025), ("IOLJ", 188_374), ("TIOL", 201_082)),
        *(("ZTIO", 100_077), ("SZTI", 193_780), ("JSZT", 392_851), ("LJSZ", 391_681), ("OLJS", 194_909)),
    ],
)
def test_srs_has_the_published_number_of_placement_sequences(queue: str, count: int) -> None:
    assert perft(empty_board(queue, "srs")) == count


@pytest.mark.long
@pytest.mark.parametrize(("queue", "count"), [("IOLJS", 3_497_187), ("IIIIII", 33_325_345)])
def test_srs_has_the_published_number_of_long_sequences(queue: str, count: int) -> None:
    assert perft(empty_board(queue, "srs")) == count


def test_letters_may_be_small() -> None:
    assert perft(empty_board("io", "srs")) == 153


def test_no_piece_can_be_placed_in_one_way() -> None:
    assert perft(empty_board("", "srs")) == 1


def test_systems_differ() -> None:
    assert perft(empty_board("T", "classic_right")) == 34
    assert perft(empty_board("TT", "classic_right")) < perft(empty_board("TT", "srs"))


def test_an_unknown_system_is_named() -> None:
    with pytest.raises(RuleError, match="rotation_system is 'nope': it must be one of"):
        empty_board("I", "nope")


def test_an_unknown_piece_is_named() -> None:
    with pytest.raises(RuleError, match="unknown piece 'X'"):
        empty_board("IX", "srs")


def test_any_position_is_counted() -> None:
    slot = Position.from_text("###.......\n##...#####\n###.######", "TO", "guideline")
    for start in (slot, slot.at("S", 2, 0)):
        assert perft(start) == sum(perft(start.push(one)) for one in start.placements if not one.hold)
    assert perft(Position.from_text("\n".join([".#########"] * 22), "O")) == 0


def test_a_queue_by_letters_is_accepted_for_one_release() -> None:
    with pytest.warns(DeprecationWarning, match="perft takes a Position"):
        assert perft("TIO") == 5578
