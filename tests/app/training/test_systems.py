"""Exercises of the trainers can be done in SRS, and in SRS+, which the style Guideline plays by."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations

import pytest

from piecement.training.openers import MODE, Opener, after_spin, all_openers
from piecement.training.perfect_clear import MODE as CLEARS
from piecement.training.perfect_clear import POSITIONS, ROWS, ClearPosition, mirrored, start_of
from piecement.training.spin_setups import SETUPS, SPINS, SpinSetup
from piecement_engine import TETROMINOES, Board, Button, Piece, Spin
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.drops import dropper
from piecement_engine.bots.perfect_clear import PerfectClears
from tests.app.training.test_openers import boards_of
from tests.sampling import together

SYSTEMS = ("srs", "srs_plus")
QUARTERS = (1, 3)


def spins_of(where: Arena, bits: int, letter: str) -> Iterator[tuple[int, Spin | None]]:
    """Yield the lines and the spin of each placement of a piece."""
    start = where.entry(bits, TETROMINOES[letter])
    if start is not None:
        for _, lines, spin, *_ in dropper(where).drops(bits, start):
            yield lines, spin


@together("system", SYSTEMS)
@together("setup", SETUPS)
def test_every_spin_has_a_way(setup: SpinSetup, system: str) -> None:
    rules = replace(SPINS.rules, rotation_system=system)
    where = arena(rules, barred={Button.ROTATE_180})
    bits = Board.from_text(setup.board, where.layout).bits

    assert (setup.lines, setup.spin) in spins_of(where, bits, setup.letter)


def opener_rules(system: str) -> Arena:
    """Return the moves of an opener by a rotation system."""
    return arena(replace(MODE.rules, rotation_system=system))


def can_build(rules: Arena, bits: int, left: frozenset[Piece]) -> bool:
    """Return whether pieces can be placed in some order."""
    ways = ((bits | rules.layout.cells(piece), left - {piece}) for piece in left if is_reachable(rules, bits, piece))
    return not left or any(can_build(rules, *way) for way in ways)


def is_reachable(rules: Arena, bits: int, piece: Piece) -> bool:
    start = rules.entry(bits, piece.shape)
    return start is not None and piece.cells in {place.cells for place in rules.mover.reach(bits, start).placements()}


@together("system", SYSTEMS)
@together("one", [*all_openers(), *all_openers(is_mirrored=True)])
def test_every_opener_is_built_and_spun(one: Opener, system: str) -> None:
    rules = opener_rules(system)
    for before, stage in zip(boards_of(one), one.stages, strict=False):  # the last board is what remains
        assert can_build(rules, before, stage.pieces)
        bits = before
        for piece in stage.pieces:
            bits |= rules.layout.cells(piece)
        for feat, place in zip(stage.feats, stage.spins, strict=True):
            assert (feat.lines, Spin.FULL) in spins_of(rules, bits, "T")
            bits = after_spin(bits, place)


def can_clear(position: ClearPosition, bag: tuple[str, ...], system: str) -> bool:
    """Return whether the first pieces of a bag empty a position."""
    shown = start_of(position, bag[: position.draws])
    rules = arena(replace(CLEARS.rules, rotation_system=system), barred={Button.ROTATE_180})
    return PerfectClears().solve(replace(shown, arena=rules), ROWS) is not None


@pytest.mark.parametrize("is_mirrored", [False, True])
@pytest.mark.parametrize("drawn", POSITIONS, ids=lambda drawn: drawn.name)
def test_perfect_clears_are_as_likely_in_both(drawn: ClearPosition, is_mirrored: bool) -> None:
    position = mirrored(drawn) if is_mirrored else drawn
    bags = islice(permutations("IOTSZJL"), 0, 5040, 420)

    assert all(can_clear(position, bag, "srs") is can_clear(position, bag, "srs_plus") for bag in bags)
