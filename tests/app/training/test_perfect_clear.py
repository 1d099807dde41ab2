"""The perfect clear trainer knows the published chances, and every way that it shows empties the board."""

from itertools import islice

import pytest

from piecement.training.perfect_clear import (
    POSITIONS,
    ROWS,
    Chance,
    ClearPosition,
    attempt_of,
    deal,
    is_solvable,
    mirrored,
    solutions,
    start_of,
    until_clear,
)

PUBLISHED = [position for position in POSITIONS if position.published]


def name_of(position: ClearPosition) -> str:
    return position.name


def test_the_published_chances_are_told() -> None:
    assert [position.published for position in PUBLISHED] == [(711, 840), (514, 840)]


@pytest.mark.parametrize("position", PUBLISHED, ids=name_of)
def test_the_solver_counts_the_published_solutions(position: ClearPosition) -> None:
    chance = Chance(position)
    while chance.go_on(100):
        pass

    assert (chance.solved, chance.seen) == position.published


@pytest.mark.long
@pytest.mark.parametrize("position", PUBLISHED, ids=name_of)
def test_the_mirrored_position_has_the_same_chance(position: ClearPosition) -> None:
    chance = Chance(mirrored(position))
    while chance.go_on(100):
        pass

    assert (chance.solved, chance.seen) == position.published


@pytest.mark.parametrize("position", POSITIONS, ids=name_of)
@pytest.mark.parametrize("seed", range(4))
def test_every_solution_of_a_deal_empties_the_board(position: ClearPosition, seed: int) -> None:
    dealt = deal(position, seed)
    start = start_of(dealt.position, dealt.queue[: dealt.position.draws])
    found = list(islice(solutions(start, ROWS), 12))

    assert is_solvable(start, ROWS)
    assert found
    for way in found:
        bits = start.bits
        for choice in way:
            assert not bits & start.arena.layout.cells(choice.piece)
            bits, _ = start.arena.settled(bits | start.arena.layout.cells(choice.piece))
        assert bits == start.arena.layout.empty


def test_of_the_last_two_pieces_the_solver_knows_the_chance_too() -> None:
    dealt = deal(next(position for position in POSITIONS if position.placed), 2)
    chance = Chance(dealt.position)
    while chance.go_on(100):
        pass

    assert sum(row.count(".") for row in dealt.position.rows) == 8
    assert 0 < chance.solved <= chance.seen == chance.total


def test_no_two_solutions_share_all_pieces_and_places() -> None:
    dealt = deal(POSITIONS[0], 1)
    start = start_of(dealt.position, dealt.queue[:4])
    found = [frozenset(choice.piece for choice in way) for way in solutions(start, ROWS)]

    assert len(found) == len(set(found))


def test_solution_shows_places_up_to_the_first_clear() -> None:
    dealt = deal(POSITIONS[1], 3)
    start = start_of(dealt.position, dealt.queue[:4])
    for way in solutions(start, ROWS):
        shown = until_clear(start.bits, way)
        bits = start.bits
        for piece in shown:
            bits |= start.arena.layout.cells(piece)

        assert shown == tuple(choice.piece for choice in way[: len(shown)])
        assert start.arena.settled(bits)[1] > 0


def test_only_a_clear_without_fault_or_hint_is_solved() -> None:
    solved = [
        attempt_of(POSITIONS[0], faults=faults, hints=hints, time_ns=5_000_000, pieces=4).solved
        for faults, hints in ((0, 0), (1, 0), (0, 1))
    ]

    assert solved == [True, False, False]
