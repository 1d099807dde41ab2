"""Teams and chosen targets in judged matches: all agree, whatever the network does."""

import pytest

from piecement_engine import EngineError, Game, Rules
from piecement_engine.match import Batch, BatchEntry, GarbageRules, Judge, Match
from tests.engine.match.network import MS, SECOND, Line, assert_all_agree, random_match, rejudged
from tests.engine.match.test_judge import ATTACK_AT, DROP, new_judge
from tests.sampling import together

TEAMS = (0, 1, 0, 1)


@pytest.mark.parametrize("seed", range(3))
def test_all_agree_on_a_match_of_teams(seed: int) -> None:
    match = random_match(seed, 4, lambda random: Line(lambda: random.randrange(5, 80) * MS), "least_attacked", TEAMS)
    match.play()
    assert_all_agree(match)
    judge = match.judge
    winner = judge.standings.index(1) % 2

    assert [attack for attack in match.attacks if TEAMS[attack.sender] == TEAMS[attack.target]] == []
    assert judge.standings == tuple(1 if team == winner else 2 for team in TEAMS)
    assert all(judge.has_ended(side) for side in range(4) if TEAMS[side] != winner)
    assert min(judge.order) == 1
    again = rejudged(match, 70 * MS)
    assert (again.standings, again.order, again.over_ns) == (judge.standings, judge.order, judge.over_ns)


def test_stacks_of_the_ledger_are_those_of_the_boards() -> None:
    match = random_match(5, 3, lambda _: Line(lambda: MS), "highest_stack").play()
    judge = match.judge
    judge.settle()
    for side in range(3):
        if judge.has_ended(side):
            assert judge._ledger._sides[side].height == len(judge.view(side).rows)


def played_in(judge: Judge, slices: tuple[int, ...]) -> list[int]:
    """Play three drops of side 0 in batches, with a choice between the first two; return the targets."""
    drops: list[BatchEntry] = [(ATTACK_AT, DROP), (2 * ATTACK_AT - 1, 0), (2 * ATTACK_AT, DROP)]
    before_ns = 0
    for to_ns in slices:
        if before_ns <= ATTACK_AT + 1 < to_ns:
            assert judge.choose(0, ATTACK_AT + 1, 2)
        judge.inputs(0, Batch(to_ns, tuple(drop for drop in drops if before_ns <= drop[0] < to_ns)))
        judge.inputs(1, Batch(to_ns, ()))
        judge.inputs(2, Batch(to_ns, ()))
        judge.settle()
        before_ns = to_ns
    return [attack.target for attack in judge.attacks]


def test_choice_counts_alike_however_batches_are_cut() -> None:
    assert played_in(new_judge(3), (5 * SECOND,)) == [1, 2]
    assert played_in(new_judge(3), (ATTACK_AT, ATTACK_AT + 1, 2 * SECOND, 5 * SECOND)) == [1, 2]


def test_choices_of_the_past_do_not_count() -> None:
    judge = new_judge(3)
    judge.inputs(0, Batch(SECOND, ()))

    assert not judge.choose(0, SECOND - 1, 2)
    assert judge.choose(0, SECOND + 5, 2)
    assert not judge.choose(0, SECOND + 4, "random")


@together("choice", [0, 2, 3, 9, -1, "nobody"])
def test_impossible_targets_are_refused(choice: int | str) -> None:
    judge = new_judge(4, teams=(0, 1, 0, 0))
    with pytest.raises(EngineError, match="a side of another team, or one of"):
        judge.choose(0, SECOND, choice)
    match = Match([Game(Rules(garbage=GarbageRules()), seed=1) for _ in range(4)], teams=(0, 1, 0, 0))
    with pytest.raises(EngineError, match="a side of another team, or one of"):
        match.choose(0, choice)
