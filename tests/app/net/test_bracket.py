"""Brackets: who meets whom, byes, walkovers, and what a client accepts of a server."""

from random import Random

import pytest
from pydantic import ValidationError

from piecement_net.bracket import count_wins, decide_match, decide_walkovers, draw_bracket, remove_player
from piecement_net.messages.bracket import Bracket, Entrant
from tests.sampling import together


def drawn(count: int) -> Bracket:
    return draw_bracket([Entrant(p=count - 1 - seed, name=f"Seed {seed + 1}") for seed in range(count)])


def names(bracket: Bracket) -> list[tuple[str, str]]:
    """Return the names of the first round from top to bottom, with `bye` for none."""
    sides = ((pairing.upper, pairing.lower) for pairing in bracket.rounds[0])
    upper_and_lower = (tuple("bye" if s is None else bracket.entrants[s].name[5:] for s in pair) for pair in sides)
    return [(upper, lower) for upper, lower in upper_and_lower]


def play(bracket: Bracket, chance: Random) -> Bracket:
    """Decide the current match at random, or let somebody leave."""
    if chance.random() < 0.2:
        bracket = remove_player(bracket, chance.choice(bracket.entrants).p)
    assert bracket.pair is not None
    winner = chance.choice(bracket.pair)
    return decide_match(count_wins(bracket, {winner.p: 2}), winner.p, walkover=winner.gone)


@pytest.mark.parametrize(
    ("count", "pairs"),
    [
        (2, [("1", "2")]),
        (3, [("1", "bye"), ("2", "3")]),
        (6, [("1", "bye"), ("4", "5"), ("2", "bye"), ("3", "6")]),
        (8, [("1", "8"), ("4", "5"), ("2", "7"), ("3", "6")]),
    ],
)
def test_seeds_and_byes_of_the_first_round(count: int, pairs: list[tuple[str, str]]) -> None:
    assert names(drawn(count)) == pairs


@together("count", range(2, 17))
def test_better_seeds_meet_in_the_final(count: int) -> None:
    bracket, matches = drawn(count), 0
    while bracket.pair is not None:
        better = min(bracket.pair, key=bracket.entrants.index)
        bracket, matches = decide_match(bracket, better.p), matches + 1

    assert matches == count - 1
    final = bracket.pairings[-1]
    assert (final.upper, final.lower, bracket.champion) == (0, 1, bracket.entrants[0])


@together("count", range(2, 17))
@together("seed", range(12))
def test_every_tournament_ends_with_one_champion(count: int, seed: int) -> None:
    bracket, chance, played = drawn(count), Random(seed), 0
    while bracket.pair is not None:
        bracket, played = play(bracket, chance), played + 1

    lost = [pairing for pairing in bracket.pairings if pairing.winner is not None and pairing.lower is not None]
    losers = {p.lower if p.winner == p.upper else p.upper for p in lost}
    assert played <= count - 1 == len(lost) == len(losers)
    assert bracket.champion is not None
    assert bracket.entrants.index(bracket.champion) not in losers
    assert Bracket.model_validate_json(bracket.model_dump_json()) == bracket
    assert decide_match(bracket, 0) == count_wins(bracket, {0: 1}) == bracket


@together("count", range(2, 17))
@together("seed", range(3))
def test_the_same_results_make_the_same_bracket(count: int, seed: int) -> None:
    ends: list[Bracket] = []
    for _ in range(2):
        bracket, chance = drawn(count), Random(seed)
        while bracket.pair is not None:
            bracket = play(bracket, chance)
        ends.append(bracket)

    assert ends[0] == ends[1]


def test_a_player_who_left_loses_each_match() -> None:
    bracket = drawn(4)
    assert bracket.pair is not None
    best, worst = bracket.pair
    bracket = remove_player(bracket, best.p)
    assert bracket.pair == (best.model_copy(update={"gone": True}), worst)  # the match may still run
    bracket = decide_match(bracket, worst.p, walkover=True)
    bracket = decide_walkovers(remove_player(bracket, bracket.entrants[1].p))

    assert [pairing.walkover for pairing in bracket.pairings] == [True, True, False]
    assert bracket.pair == (bracket.entrants[3], bracket.entrants[2])


def test_all_who_leave_end_the_tournament() -> None:
    bracket = drawn(5)
    for entrant in bracket.entrants:
        bracket = remove_player(bracket, entrant.p)

    assert decide_walkovers(bracket).champion is not None


@pytest.mark.parametrize(
    "change",
    [
        {"pairings": drawn(4).pairings[:2]},
        {"pairings": drawn(8).pairings},
        {"pairings": tuple(p.model_copy(update={"upper": 9}) for p in drawn(4).pairings)},
        {"pairings": tuple(p.model_copy(update={"winner": 3}) for p in drawn(4).pairings)},
    ],
    ids=["count", "size", "side", "winner"],
)
def test_a_bracket_that_is_none_is_refused(change: dict[str, object]) -> None:
    damaged = drawn(4).model_copy(update=change).model_dump_json()

    with pytest.raises(ValidationError):
        Bracket.model_validate_json(damaged)
