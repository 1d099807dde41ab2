"""The ledger: equal to an oracle in random matches, with whatever delays, and to the match without delays."""

from collections.abc import Sequence
from random import Random

import pytest

from piecement_engine import End, EngineError
from piecement_engine.board.pieces import TETROMINOES, Piece
from piecement_engine.events import AttackMade, Event, GameEnded, LinesCleared, PieceLocked, RowsDue, RowsRaised
from piecement_engine.match import TARGETINGS, Attack, Knockout, Ledger, TargetChosen
from piecement_engine.rules.garbage_rules import GarbageRules
from tests.engine.match.oracle import DELAYS, MS, DelayedMatch, judged_by_oracle, random_locks
from tests.sampling import together

SECOND = 1000 * MS


def assert_equal_to_the_oracle(seed: int, delays: str, *, waits_for_all: bool) -> None:
    random = Random(seed)
    sides = random.choice((2, 2, 2, 3, 4))
    locks = random_locks(random, sides, 8)
    match = DelayedMatch(locks, sides, DELAYS[delays](random), waits_for_all=waits_for_all)
    played = match.play()
    expected = judged_by_oracle(locks, sides, played)

    assert played.attacks == expected.attacks
    assert played.rises == expected.rises
    assert played.counts == expected.counts
    for side, (made, _, cancelled, received, pending) in enumerate(expected.counts):
        own = match.counts_of_player(side)

        assert (own.made, own.cancelled, own.received, own.pending) == (made, cancelled, received, pending)
    if delays in ("none", "usual"):
        at_once = judged_by_oracle(locks, sides)

        assert (played.attacks, played.rises, played.counts) == (at_once.attacks, at_once.rises, at_once.counts)


@pytest.mark.wide
@pytest.mark.parametrize("delays", DELAYS)
def test_random_matches_come_out_as_the_oracle_says(delays: str) -> None:
    for seed in range(45):
        assert_equal_to_the_oracle(seed, delays, waits_for_all=True)


@pytest.mark.parametrize("delays", ["jittery", "stalling"])
def test_so_do_matches_without_waiting_for_late_players(delays: str) -> None:
    for seed in range(60):
        assert_equal_to_the_oracle(seed, delays, waits_for_all=False)


def new_ledger(sides: int = 2, targeting: str = "least_attacked", teams: Sequence[int] = ()) -> Ledger:
    return Ledger([GarbageRules()] * sides, [10] * sides, seed=5, targeting=targeting, teams=teams)


def settled(ledger: Ledger, *reports: tuple[int, Event | TargetChosen]) -> list[Attack | Knockout]:
    """Report events by side, and settle them one by one."""
    outcomes: list[Attack | Knockout] = []
    for side, event in reports:
        ledger.report(side, [event])
        outcomes += ledger.settle(event.time_ns + 1)
    return outcomes


def targets(ledger: Ledger, *reports: tuple[int, Event | TargetChosen]) -> list[int]:
    return [outcome.target for outcome in settled(ledger, *reports) if isinstance(outcome, Attack)]


def made(side: int, rows: int, time_ns: int = SECOND) -> tuple[int, Event]:
    return side, AttackMade(time_ns, rows, 0)


def ended(side: int, time_ns: int = SECOND) -> tuple[int, Event]:
    return side, GameEnded(time_ns, End.BLOCK_OUT)


def test_attack_hits_the_player_with_least_against_him() -> None:
    assert targets(new_ledger(4), made(1, 1), made(1, 1), made(1, 1), made(0, 2)) == [0, 2, 3, 1]


def test_in_turn_each_of_the_others_is_hit() -> None:
    assert targets(new_ledger(4, "in_turn"), *[made(1, 1)] * 5, made(3, 1)) == [0, 2, 3, 0, 2, 0]


def test_last_attacker_is_hit_back_while_playing() -> None:
    ledger = new_ledger(4, "attacker")

    assert targets(ledger, made(3, 1), made(0, 1), made(2, 5), made(1, 9)) == [0, 3, 1, 2]
    assert targets(ledger, ended(3), made(0, 9, 2 * SECOND)) == [1]


def test_random_targets_are_other_active_players() -> None:
    hit = targets(new_ledger(4, "random"), ended(2), *[made(1, 1, 2 * SECOND)] * 40)

    assert set(hit) == {0, 3}


def test_highest_stack_is_hit() -> None:
    ledger = new_ledger(4, "highest_stack")
    square = Piece(TETROMINOES["O"], 0, 0, 4)
    locked, risen = (2, PieceLocked(SECOND, square)), (3, RowsRaised(SECOND, 5))

    assert targets(ledger, made(0, 1), locked, made(0, 1), risen, made(0, 1)) == [1, 2, 2]
    assert targets(ledger, (2, LinesCleared(SECOND, (5, 4), 0)), made(0, 1), made(3, 1)) == [3, 2]


def chosen(side: int, choice: int | str, time_ns: int = SECOND) -> tuple[int, TargetChosen]:
    return side, TargetChosen(time_ns, choice)


def test_chosen_side_is_hit_until_it_is_out() -> None:
    ledger = new_ledger(4)

    assert targets(ledger, made(0, 9), chosen(0, 1), made(0, 9), made(0, 9)) == [1, 1, 1]
    assert targets(ledger, ended(1), made(0, 1, 2 * SECOND), made(0, 1, 2 * SECOND)) == [2, 3]


def test_chosen_targeting_is_that_of_one_side_alone() -> None:
    ledger = new_ledger(4, "in_turn")

    assert targets(ledger, chosen(1, "attacker"), made(3, 1), made(3, 1), *[made(1, 1)] * 2) == [0, 1, 3, 3]
    assert targets(ledger, chosen(1, 0), made(1, 1), chosen(1, "in_turn"), made(1, 1)) == [0, 2]


def test_choice_counts_by_its_time() -> None:
    ledger = new_ledger(3)
    ledger.report(0, [AttackMade(SECOND, 1, 0), TargetChosen(SECOND + 1, 2), AttackMade(SECOND + 1, 1, 0)])
    attacks = ledger.settle(2 * SECOND)

    assert [attack.target for attack in attacks if isinstance(attack, Attack)] == [1, 2]


@together("targeting", TARGETINGS)
def test_no_team_hits_itself(targeting: str) -> None:
    random, teams = Random(2), (0, 1, 0, 1, 2)
    reports = [made(random.randrange(5), 1) for _ in range(100)]
    hits = [
        (one.sender, one.target)
        for one in settled(new_ledger(5, targeting, teams), *reports)
        if isinstance(one, Attack)
    ]

    assert len(hits) == len(reports)
    assert [hit for hit in hits if teams[hit[0]] == teams[hit[1]]] == []


def test_match_of_teams_ends_with_the_last_of_a_team() -> None:
    ledger = new_ledger(4, teams=(0, 1, 0, 1))
    settled(ledger, ended(1), ended(0, 2 * SECOND))
    before_ns = ledger.final_ns
    settled(ledger, ended(3, 3 * SECOND))
    later = settled(ledger, made(2, 4, 5 * SECOND))

    assert (before_ns, ledger.final_ns, ledger.alive, later) == (2 * SECOND, 3 * SECOND, (2,), [])


@pytest.mark.parametrize(("sides", "teams", "why"), [(3, (0, 1), "2 teams are given"), (2, (1, 1), "in one team")])
def test_impossible_teams_are_refused(sides: int, teams: Sequence[int], why: str) -> None:
    with pytest.raises(EngineError, match=why):
        new_ledger(sides, teams=teams)


def test_an_unknown_targeting_is_refused() -> None:
    with pytest.raises(EngineError, match="it must be one of least_attacked"):
        new_ledger(2, "nobody")


@together("targeting", TARGETINGS)
def test_nobody_hits_himself(targeting: str) -> None:
    random = Random(2)
    reports = [made(random.randrange(5), 1) for _ in range(200)]
    outcomes = settled(new_ledger(5, targeting), *reports)

    assert len(outcomes) == len(reports)
    assert all(isinstance(outcome, Attack) and outcome.sender != outcome.target for outcome in outcomes)


def test_rows_go_nowhere_when_nobody_else_plays() -> None:
    ledger = new_ledger()

    assert settled(ledger, ended(1), made(0, 4, SECOND + 1)) == [Knockout(1, SECOND, End.BLOCK_OUT)]
    assert (ledger.alive, ledger.counts(0).sent) == ((0,), 0)


def test_a_late_end_does_not_make_the_match_end_earlier() -> None:
    ledger = new_ledger(3)
    ended_last = settled(ledger, ended(1, 5 * SECOND), ended(0, 2 * SECOND))
    ledger.report(2, [AttackMade(4 * SECOND, 4, 0)])
    ledger.settle(9 * SECOND)

    assert len(ended_last) == 2
    assert (ledger.final_ns, ledger.counts(2).made) == (5 * SECOND, 4)
    assert [lost.time_ns for lost in ledger.lost] == [4 * SECOND]


def test_clears_at_one_instant_pass_each_other() -> None:
    ledger = new_ledger()
    ledger.report(1, [AttackMade(SECOND, 4, 0)])
    ledger.report(0, [AttackMade(SECOND, 4, 0)])
    attacks = ledger.settle(2 * SECOND)

    assert [(attack.sender, attack.rows) for attack in attacks if isinstance(attack, Attack)] == [(0, 4), (1, 4)]


def test_games_that_end_at_one_instant_can_still_be_hit_then() -> None:
    ledger = new_ledger()
    ledger.report(0, [GameEnded(SECOND, End.BLOCK_OUT)])
    ledger.report(1, [AttackMade(SECOND, 4, 0), GameEnded(SECOND, End.BLOCK_OUT)])

    assert [type(outcome) for outcome in ledger.settle(2 * SECOND)] == [Knockout, Attack, Knockout]
    assert ledger.alive == ()


def test_nothing_is_settled_before_it_is_known() -> None:
    ledger = new_ledger()
    ledger.report(0, [AttackMade(SECOND, 4, 0)])

    assert ledger.settle(SECOND) == []
    assert len(ledger.settle(SECOND + 1)) == 1


def test_late_clear_counts_on_arrival_but_cancels_as_made() -> None:
    ledger = new_ledger()
    settled(ledger, made(0, 2, SECOND), made(0, 3, 3 * SECOND))
    (attack,) = settled(ledger, made(1, 9, 2 * SECOND))

    assert isinstance(attack, Attack)
    assert (attack.at_ns, attack.rows) == (3 * SECOND + 1, 7)
    assert ledger.counts(1).pending == 3


def test_more_rows_cannot_rise_than_wait() -> None:
    ledger = new_ledger()
    with pytest.raises(EngineError, match="4 rows rise, and only 3 wait"):
        settled(ledger, made(0, 3), (1, RowsDue(2 * SECOND, 4)))

    assert ledger.counts(1).pending == 3


def test_holes_of_an_attack_are_as_messy_as_the_rules_say() -> None:
    def holes(messiness: int) -> list[tuple[int, ...]]:
        ledger = Ledger([GarbageRules(messiness=messiness)] * 2, [10] * 2, seed=1)
        return [attack.holes for attack in settled(ledger, *[made(0, 8)] * 30) if isinstance(attack, Attack)]

    assert all(len(set(attack)) == 1 for attack in holes(0))
    assert len(set(holes(0))) > 5
    assert all(len(set(attack)) > 2 for attack in holes(100))


@pytest.mark.long
@pytest.mark.parametrize("thousand", range(100))
def test_a_hundred_thousand_matches_come_out_as_the_oracle_says(thousand: int) -> None:
    for seed in range(1000 * thousand, 1000 * thousand + 1000):
        delays = list(DELAYS)[seed % len(DELAYS)]
        late = delays in ("jittery", "stalling") and seed % 8 > 3
        assert_equal_to_the_oracle(seed, delays, waits_for_all=not late)
