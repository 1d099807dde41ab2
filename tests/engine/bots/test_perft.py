"""The move generator counts placement sequences as others have published them."""

import pytest

from piecement_engine.bots.movers import perft
from piecement_engine.errors import RuleError


@pytest.mark.wide
@pytest.mark.parametrize(
    ("queue", "count"),
    [
        ("I", 17),
        ("O", 9),
        ("S", 17),
        ("Z", 17),
        ("T", 34),
        ("L", 34),
        ("J", 34),
        ("IO", 153),
        ("TT", 1182),
        ("IOL", 5266),
        ("OOO", 741),
        ("III", 5069),
        ("SSS", 5293),
        ("ZZZ", 5293),
        ("JJJ", 42_978),
        ("LLL", 42_978),
        ("TTT", 42_348),
        ("TIO", 5578),
        ("IIII", 92_025),
        ("IOLJ", 188_374),
        ("TIOL", 201_082),
        ("ZTIO", 100_077),
        ("SZTI", 193_780),
        ("JSZT", 392_851),
        ("LJSZ", 391_681),
        ("OLJS", 194_909),
    ],
)
def test_srs_has_the_published_number_of_placement_sequences(queue: str, count: int) -> None:
    assert perft(queue) == count


@pytest.mark.long
@pytest.mark.parametrize(("queue", "count"), [("IOLJS", 3_497_187), ("IIIIII", 33_325_345)])
def test_srs_has_the_published_number_of_long_sequences(queue: str, count: int) -> None:
    assert perft(queue) == count


def test_letters_may_be_small() -> None:
    assert perft("io") == 153


def test_no_piece_can_be_placed_in_one_way() -> None:
    assert perft("") == 1


def test_systems_differ() -> None:
    assert perft("T", "classic_right") == 34
    assert perft("TT", "classic_right") < perft("TT", "srs")


def test_an_unknown_system_is_named() -> None:
    with pytest.raises(RuleError, match="unknown rotation system 'nope'"):
        perft("I", "nope")


def test_an_unknown_piece_is_named() -> None:
    with pytest.raises(RuleError, match="unknown piece 'X'"):
        perft("IX")
