"""Matches over a network: the judge, all players and a replay agree on boards, attacks and places."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from piecement_engine import End, EngineError, Game, RuleError, Rules, Setup
from piecement_engine.game.inputs import BUTTON_BITS, FORFEIT
from piecement_engine.match import (
    Attack,
    Batch,
    BatchEntry,
    BatchError,
    Contender,
    ForcedAttack,
    Judge,
    Knockout,
    LockCheck,
    LockDifference,
    OutError,
    Taken,
    match_setups,
)
from piecement_engine.rules.garbage_rules import GarbageRules
from tests.engine.match.network import (
    MS,
    SECOND,
    Line,
    NetworkMatch,
    assert_all_agree,
    random_match,
    rejudged,
)
from tests.engine.match.oracle import DELAYS
from tests.sampling import together


def line_of(delays: str) -> Callable[[Random], Line]:
    """Return a maker of lines with delays by their name."""
    return lambda random: Line(DELAYS[delays](random))


def breaking(random: Random) -> Line:
    """Return a line that breaks for up to eight seconds; what was sent comes later."""
    start_ns = random.randrange(500, 4000) * MS
    return Line(lambda: random.randrange(5, 100) * MS, ((start_ns, start_ns + random.randrange(100, 8000) * MS),))


def killed(random: Random) -> Line:
    """Return a line of a player whose program is killed and comes back."""
    line = breaking(random)
    return line._replace(killed_ns=line.breaks[0][0]) if random.random() < 0.5 else line_of("usual")(random)


LINES = {
    **{delays: line_of(delays) for delays in ("usual", "jittery", "stalling")},
    "breaking": breaking,
    "killed": killed,
}
TARGETING = ("least_attacked", "random", "in_turn", "attacker", "highest_stack")


def played(seed: int, make_line: Callable[[Random], Line]) -> NetworkMatch:
    sides = (2, 3, 2, 4, 2, 5, 3, 8)[seed % 8]
    match = random_match(seed, sides, make_line, TARGETING[seed // 2 % 5]).play()
    assert_all_agree(match)
    return match


def outcome(match: NetworkMatch) -> tuple[object, ...]:
    """Return the results that do not depend on the arrival of news."""
    judge = match.judge
    recordings = [judge.recording(side) for side in range(judge.sides)]
    buttons = [[entry for entry in recording.inputs if entry[1] >= 0] for recording in recordings]
    boards = [recording.replay().view.rows for recording in recordings]
    counts = [judge.counts(side) for side in range(judge.sides)]
    return judge.over_ns, judge.standings, match.attacks, counts, buttons, boards


def assert_good(seed: int, lines: str) -> None:
    match = played(seed, LINES[lines])
    if lines == "usual":
        at_once = played(seed, line_of("none"))

        assert outcome(match) == outcome(at_once)
        again = rejudged(match, (10, 70, 333)[seed % 3] * MS)

        assert (again.standings, again.over_ns) == (match.judge.standings, match.judge.over_ns)
        assert [again.announced(side) for side in range(again.sides)] == [
            match.judge.announced(side) for side in range(again.sides)
        ]
        assert [again.recording(side) for side in range(again.sides)] == [
            match.judge.recording(side) for side in range(again.sides)
        ]


@pytest.mark.wide
@pytest.mark.parametrize("lines", LINES)
def test_all_agree_over_any_lines(lines: str) -> None:
    for seed in range(2):
        assert_good(seed, lines)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(100))
def test_all_agree_in_ten_thousand_matches(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        assert_good(seed, list(LINES)[seed // 8 % len(LINES)])


RULES = Rules(garbage=GarbageRules(), hard_drop_delay_ns=0, line_clear_delay_ns=0, appearance_delay_ns=0, das_ns=0)
DROP = BUTTON_BITS["hard_drop"]
ATTACK_AT = 1000 * MS
BOARD = ("####..####",) * 8
"""A square dropped on it clears two lines, which makes a row."""


def new_judge(sides: int = 2, teams: Sequence[int] = ()) -> Judge:
    """Return a match in which everybody has squares, and a board on which each of them clears two lines."""
    setups = match_setups(RULES, 1, sides)
    return Judge([replace(setup, pieces=("O",) * 50, board=BOARD) for setup in setups], garbage_seed=7, teams=teams)


def play_on(judge: Judge, to_ns: int, *entries: BatchEntry, side: int = 0, now_ns: int | None = None) -> None:
    """Advance a side without a word of its locks."""
    assert judge.inputs(side, Batch(to_ns, entries), now_ns) is None


def attacked() -> tuple[Judge, Attack]:
    """Return a match in which side 0 has attacked side 1, and both are known up to two seconds."""
    judge = new_judge()
    play_on(judge, 2 * SECOND, (ATTACK_AT, DROP))
    play_on(judge, 2 * SECOND, side=1)
    (attack,) = judge.settle()
    assert isinstance(attack, Attack)
    return judge, attack


def test_attack_is_announced_once_all_have_reached_its_time() -> None:
    judge = new_judge()
    play_on(judge, 2 * SECOND, (ATTACK_AT, DROP))
    assert judge.settle() == []
    play_on(judge, ATTACK_AT, side=1)
    assert judge.settle() == []
    play_on(judge, ATTACK_AT + 1, side=1)
    (attack,) = judge.settle()

    assert isinstance(attack, Attack)
    assert (attack.number, attack.at_ns, attack.sender, attack.target, attack.rows) == (1, ATTACK_AT, 0, 1, 1)
    assert judge.announced(1) == (attack,)
    assert judge.counts(0).sent == judge.counts(1).pending == 1


def test_announced_attack_is_taken_by_its_number_alone() -> None:
    judge, attack = attacked()
    play_on(judge, 4 * SECOND, (2 * SECOND, Taken(1)), (3 * SECOND, DROP), side=1)
    play_on(judge, 4 * SECOND)
    judge.settle()

    assert judge.view(1).garbage.pending == judge.counts(1).pending == 0
    assert judge.counts(1).cancelled == 1
    assert (judge.stream(1)[0][0], attack.rows) == (2 * SECOND, 1)


@together(
    ("entries", "to_ns", "code"),
    [
        ([(2 * SECOND - 1, 1)], 3 * SECOND, "order"),
        ([(3 * SECOND, 1)], 3 * SECOND, "order"),
        ([(2 * SECOND + 5, 1), (2 * SECOND + 4, 0)], 3 * SECOND, "order"),
        ([(2 * SECOND, 1 << 12)], 3 * SECOND, "order"),
        ([(2 * SECOND, FORFEIT - 1)], 3 * SECOND, "order"),
        ([], 2 * SECOND - 1, "order"),
        ([(2 * SECOND, Taken(2))], 3 * SECOND, "taken"),
        ([(2 * SECOND, Taken(0))], 3 * SECOND, "taken"),
        ([(2 * SECOND, Taken(1)), (2 * SECOND, Taken(1))], 3 * SECOND, "taken"),
        ([(2 * SECOND, Taken(1)), (2 * SECOND, Taken(2))], 3 * SECOND, "taken"),
        ([], 4 * SECOND + 151 * MS, "clock"),
    ],
)
def test_a_batch_that_cannot_be_is_refused_and_changes_nothing(
    entries: list[BatchEntry], to_ns: int, code: str
) -> None:
    judge, _ = attacked()
    with pytest.raises(BatchError) as refused:
        judge.inputs(1, Batch(to_ns, tuple(entries)), 4 * SECOND)

    assert refused.value.code == code
    assert (judge.known_ns(1), judge.stream(1), judge.view(1).time_ns) == (2 * SECOND, (), 2 * SECOND - 1)


def test_a_refused_batch_gains_no_time_for_an_attack() -> None:
    judge, twin = attacked()[0], attacked()[0]
    for now_ns in range(2 * SECOND, 5 * SECOND, 50 * MS):
        with pytest.raises(BatchError):
            judge.inputs(1, Batch(now_ns, ((now_ns, 1),)), now_ns, 0, 2 * SECOND)
    for each in (judge, twin):
        each.inputs(1, Batch(5 * SECOND, ()), 5 * SECOND)

    assert judge.force(1) == twin.force(1)
    for at_ns in range(5 * SECOND, 9 * SECOND, 50 * MS):
        for each in (judge, twin):
            each.inputs(1, Batch(at_ns, ()), at_ns)
        assert judge.force(1) == twin.force(1)


def test_nobody_plays_in_slow_motion() -> None:
    judge, _ = attacked()
    with pytest.raises(BatchError, match="is at 13000000000 ns already") as refused:
        judge.inputs(1, Batch(3 * SECOND - 1, ()), 13 * SECOND)

    assert refused.value.code == "slow"
    assert judge.behind_ns(1, 13 * SECOND) == 11 * SECOND


def test_untaken_attack_is_forced_at_the_end_of_the_known() -> None:
    judge, _ = attacked()
    play_on(judge, 3 * SECOND, side=1)
    assert judge.force(1, 200 * MS) == []
    play_on(judge, 3 * SECOND + 300 * MS, side=1)
    forced = judge.force(1, 200 * MS)
    assert judge.view(1).garbage.pending == 1
    play_on(judge, 4 * SECOND, side=1)

    assert forced == [ForcedAttack(1, 1, 3 * SECOND + 300 * MS)]
    assert judge.announced_again(1, 4 * SECOND) == ()
    assert judge.force(1) == []
    assert [time_ns for time_ns, _ in judge.stream(1)] == [forced[0].time_ns]


def forced_match() -> tuple[Judge, ForcedAttack]:
    judge, _ = attacked()
    play_on(judge, 4 * SECOND, side=1)
    return judge, judge.force(1)[0]


def test_forced_attack_taken_at_another_time_puts_out() -> None:
    judge, forced = forced_match()
    with pytest.raises(BatchError) as refused:
        play_on(judge, 5 * SECOND, (forced.time_ns + 1, Taken(1)), side=1)
    assert refused.value.code == "late"
    play_on(judge, 5 * SECOND, (forced.time_ns, Taken(1)), (forced.time_ns + 1, DROP), side=1)

    assert len(judge.stream(1)) == 2


@pytest.mark.parametrize(
    ("batch_ms", "trip_ms", "latest_ms"),
    [(100, 0, 3100), (100, 200, 3300), (100, 60_000, 5100), (1000, 0, 4000), (250, 0, 3250)],
    ids=["no way", "a way", "answers too slowly", "silent at times", "quiet"],
)
def test_attack_is_taken_up_to_a_time_in_any_batch(batch_ms: int, trip_ms: int, latest_ms: int) -> None:
    """The attack is announced at two seconds. Who could not say anything may not have heard anything either."""
    for take_ms, is_refused in ((latest_ms, False), (latest_ms + 1, True)):
        judge, _ = attacked()
        now_ms = 2000
        while (now_ms := now_ms + batch_ms) <= latest_ms - batch_ms:
            judge.inputs(1, Batch(now_ms * MS, ()), now_ms * MS, trip_ms * MS)
        last = Batch((latest_ms + 2) * MS, ((take_ms * MS, Taken(1)),))
        if is_refused:
            with pytest.raises(BatchError) as refused:
                judge.inputs(1, last, now_ms * MS, trip_ms * MS)
            assert refused.value.code == "overdue"
            assert judge.stream(1) == ()
        else:
            judge.inputs(1, last, now_ms * MS, trip_ms * MS)
            assert len(judge.stream(1)) == 1


def take_late(told_ms: int, heard_ms: int, *, trip_ms: int = 40) -> bool:
    """Tell a side that sends all the time, but acknowledges at `heard_ms` what was told at `told_ms`; it takes it then.

    Return whether that is refused.
    """
    judge, _ = attacked()
    judge.announced_again(1, told_ms * MS)
    for now_ms in range(2050, heard_ms, 50):
        unheard_ns = None if now_ms < told_ms else told_ms * MS
        judge.inputs(1, Batch(now_ms * MS, ()), now_ms * MS, trip_ms * MS, unheard_ns)
        judge.force(1, trip_ms * MS)
    last = Batch((heard_ms + 1) * MS, ((heard_ms * MS, Taken(1)),))
    try:
        judge.inputs(1, last, heard_ms * MS, trip_ms * MS)
    except BatchError:
        return True
    return False


@pytest.mark.parametrize(("stalled_ms", "is_refused"), [(900, False), (2000, False), (6900, False), (7200, True)])
def test_undelivered_attack_may_be_taken_late(stalled_ms: int, is_refused: bool) -> None:
    assert take_late(3000, 3000 + stalled_ms) == is_refused


def test_never_acknowledging_gains_at_most_six_seconds() -> None:
    judge, _ = attacked()
    now_ns, trip_ns = 2 * SECOND, 40 * MS
    for _ in range(4):
        told_ns = now_ns
        judge.announced_again(1, told_ns)
        for _ in range(50):
            now_ns += 50 * MS
            judge.inputs(1, Batch(now_ns, ()), now_ns, trip_ns, told_ns)
    told_ns = now_ns
    judge.announced_again(1, told_ns)
    while not judge.force(1, trip_ns):
        now_ns += 50 * MS
        judge.inputs(1, Batch(now_ns, ()), now_ns, trip_ns, told_ns)

    assert now_ns - told_ns <= SECOND + 100 * MS + trip_ns


def test_returning_player_has_time_to_take_an_attack_anew() -> None:
    judge, attack = attacked()

    assert judge.announced_again(1, 9 * SECOND) == (attack,)
    play_on(judge, 9 * SECOND, side=1)
    assert judge.force(1) == []
    play_on(judge, 9 * SECOND + 1, (9 * SECOND, Taken(1)), side=1)
    assert judge.announced_again(1, 10 * SECOND) == ()


def test_late_player_is_not_awaited_and_clears_count_when_known() -> None:
    judge = new_judge()
    play_on(judge, 2 * SECOND, (ATTACK_AT, DROP), now_ns=2 * SECOND)
    assert judge.settle(ATTACK_AT + 500 * MS) == []
    (first,) = judge.settle(ATTACK_AT + 501 * MS)
    play_on(judge, 2 * SECOND, (900 * MS, DROP), side=1, now_ns=2 * SECOND)
    (second,) = judge.settle(2 * SECOND)

    assert isinstance(first, Attack)
    assert isinstance(second, Attack)
    assert (first.at_ns, second.at_ns) == (ATTACK_AT, ATTACK_AT + 1 * MS)
    assert (judge.counts(0).pending, judge.counts(1).pending) == (1, 1)


def test_last_player_wins_once_known_to_outlast_the_others() -> None:
    judge = new_judge()
    play_on(judge, 3 * SECOND, (2 * SECOND, FORFEIT), side=1)
    play_on(judge, 2 * SECOND)
    assert not judge.is_over
    play_on(judge, 5 * SECOND, (2 * SECOND, DROP), (3 * SECOND, 0))
    outcomes = judge.settle()

    assert (judge.is_over, judge.standings, judge.over_ns) == (True, (1, 2), 2 * SECOND)
    assert Knockout(1, 2 * SECOND, End.FORFEIT) in outcomes
    assert judge.recording(0).time_ns == 2 * SECOND
    assert all(judge.recording(side).verify() is None for side in range(2))


def test_input_after_the_end_of_game_or_round_is_ignored() -> None:
    judge = new_judge(3)
    play_on(judge, 3 * SECOND, (2 * SECOND, FORFEIT), side=1)
    play_on(judge, 5 * SECOND, (2 * SECOND + 1, DROP), side=1)
    assert judge.known_ns(1) == 3 * SECOND
    play_on(judge, 4 * SECOND, (3 * SECOND, FORFEIT), side=2)
    play_on(judge, 4 * SECOND, side=0)
    judge.settle()
    play_on(judge, 6 * SECOND, (5 * SECOND, FORFEIT), side=0)

    assert (judge.standings, judge.over_ns, judge.view(0).end) == ((1, 3, 2), 3 * SECOND, None)


def test_ending_at_the_same_time_shares_a_place() -> None:
    judge = new_judge(3)
    for side in range(3):
        play_on(judge, 4 * SECOND, (2 * SECOND + (side == 1), FORFEIT), side=side)

    assert (judge.is_over, judge.standings, judge.over_ns) == (True, (2, 1, 2), 2 * SECOND)


def test_late_first_ender_has_still_lost() -> None:
    judge = new_judge()
    play_on(judge, 3 * SECOND, (2 * SECOND, FORFEIT), now_ns=3 * SECOND)
    judge.settle(3 * SECOND)
    assert not judge.is_over
    play_on(judge, 3 * SECOND, (1 * SECOND, FORFEIT), side=1, now_ns=3 * SECOND)

    assert (judge.is_over, judge.standings) == (True, (1, 2))


def test_missing_player_gives_up_at_the_last_known_time() -> None:
    judge = new_judge()
    play_on(judge, 2 * SECOND, side=1)
    play_on(judge, 9 * SECOND)
    judge.absent(1)
    judge.absent(1)

    assert judge.settle() == [Knockout(1, 2 * SECOND, End.FORFEIT)]
    assert (judge.is_over, judge.standings) == (True, (1, 2))


def test_judge_counts_and_names_the_first_differing_lock() -> None:
    judge = new_judge()
    first = judge.inputs(0, Batch(2 * SECOND, ((SECOND, DROP),), None))
    check = LockCheck(1, 12345)
    second = judge.inputs(0, Batch(3 * SECOND, (), check))

    assert first is None
    assert isinstance(second, LockDifference)
    assert (second.side, second.agreed, second.judged.locks) == (0, 0, 1)
    assert judge.known_ns(0) == 3 * SECOND


def test_a_match_of_one_is_over_with_its_game() -> None:
    judge = new_judge(1)
    play_on(judge, 2 * SECOND)
    assert not judge.is_over
    play_on(judge, 3 * SECOND, (2 * SECOND, FORFEIT))

    assert (judge.is_over, judge.standings, judge.over_ns) == (True, (1,), 2 * SECOND)


def test_a_match_without_garbage_rules_is_refused() -> None:
    with pytest.raises(RuleError, match="rules have garbage"):
        Judge([Setup()], garbage_seed=1)


class TestSetups:
    def test_each_side_has_its_handicap_and_its_own_rules(self) -> None:
        setups = match_setups(RULES, 5, 2, percents=(50, 100), overrides=({"das_ns": 1}, {}))

        assert [setup.rules.garbage and setup.rules.garbage.percent for setup in setups] == [50, 100]
        assert [setup.rules.das_ns for setup in setups] == [1, 0]
        assert [setup.seed for setup in setups] == [5, 5]

    def test_own_pieces_are_by_other_seeds(self) -> None:
        assert len({setup.seed for setup in match_setups(RULES, (1 << 64) - 2, 4, same_pieces=False)}) == 4

    def test_values_for_another_number_of_sides_are_refused(self) -> None:
        with pytest.raises(RuleError, match="not one for each"):
            match_setups(RULES, 5, 3, percents=(50, 100))


class TestContender:
    ATTACK = Attack(1, 0, 0, 1, (3, 3))

    def contender(self) -> tuple[Contender, Game]:
        setup = match_setups(RULES, 1, 2)[1]
        game = Game.from_setup(setup)
        contender = Contender(game, setup, 1)
        contender.observe(game.update(SECOND))
        return contender, game

    def test_batch_ends_before_the_unfinished_present(self) -> None:
        contender, game = self.contender()
        contender.observe(game.update(2 * SECOND, {"hard_drop"}))
        first = contender.batch()
        nothing = contender.batch()
        contender.observe(game.update(3 * SECOND))
        second = contender.batch()

        assert first == Batch(2 * SECOND, (), LockCheck(0, 0))
        assert nothing is None
        assert second is not None
        assert (second.entries, second.check and second.check.locks) == (((2 * SECOND, DROP),), 1)

    def test_with_the_end_everything_is_sent(self) -> None:
        contender, game = self.contender()
        contender.observe(game.forfeit(2 * SECOND))

        assert contender.batch() == Batch(2 * SECOND + 1, ((2 * SECOND, FORFEIT),), LockCheck(0, 0))
        assert contender.batch() is None
        assert contender.announce(self.ATTACK) == []

    def test_an_attack_is_taken_at_once_and_sent_by_its_number(self) -> None:
        contender, game = self.contender()
        contender.announce(self.ATTACK)
        contender.observe(game.update(2 * SECOND))
        batch = contender.batch()

        assert game.view.waiting_rows == ((500 * MS, 2),)
        assert batch is not None
        assert batch.entries == ((SECOND, Taken(1)),)

    def test_a_charged_press_is_no_attack(self) -> None:
        contender, game = self.contender()
        contender.announce(self.ATTACK)
        contender.observe(game.press_charged(2 * SECOND, ["move_left"], 500))
        contender.observe(game.update(3 * SECOND))
        batch = contender.batch()

        assert batch is not None
        assert batch.entries == ((SECOND, Taken(1)), game.inputs[1])

    def test_attacks_on_others_are_not_taken(self) -> None:
        contender, game = self.contender()
        contender.announce(self.ATTACK._replace(target=0))

        assert game.inputs == ()

    def test_attacks_out_of_order_are_refused(self) -> None:
        contender, _ = self.contender()
        with pytest.raises(EngineError, match="the next one is 1"):
            contender.announce(self.ATTACK._replace(number=2))

    def test_an_attack_that_was_forced_at_another_time_puts_out(self) -> None:
        contender, _ = self.contender()
        contender.announce(self.ATTACK)
        contender.forced(1, SECOND)
        for number, time_ns in ((1, SECOND - 1), (2, SECOND)):
            with pytest.raises(OutError):
                contender.forced(number, time_ns)

    def test_returning_player_goes_on_where_the_judge_knows(self) -> None:
        contender, game = self.contender()
        contender.announce(self.ATTACK)
        contender.observe(game.update(2 * SECOND, {"hard_drop"}))
        contender.observe(game.update(3 * SECOND))
        batch = contender.batch()
        again = Contender(game, game.setup, 1)
        game.update(4 * SECOND)

        assert batch is not None
        assert again.batch() == Batch(4 * SECOND, (), batch.check)
        again.announce(self.ATTACK._replace(number=2))
