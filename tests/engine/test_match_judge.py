"""Matches over a network: the judge, all players and a replay agree on boards, attacks and places."""

from collections.abc import Callable
from random import Random

import pytest

from piecement_engine.attack import ATTACKS
from tests.engine.match_network import (
    BATCH_NS,
    MS,
    SECOND,
    Line,
    NetworkMatch,
    assert_all_agree,
    random_match,
    rejudged,
)
from tests.engine.match_oracle import FUSE_NS, PLAIN


@pytest.fixture(autouse=True)
def plain_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a line make a row."""
    monkeypatch.setitem(ATTACKS, PLAIN.name, PLAIN)


def without_delay(random: Random) -> Line:
    return Line(lambda: 0)


def usual(random: Random) -> Line:
    """Return a line on which up, batch and down take less than the fuse."""
    longest = (FUSE_NS - BATCH_NS) // 2 - MS
    least = random.randrange(longest)
    return Line(lambda: random.randrange(least, longest))


def jittery(random: Random) -> Line:
    return Line(lambda: random.randrange(5, 800) * MS)


def stalling(random: Random) -> Line:
    """Return a line on which one message in a hundred takes two seconds, and all others wait for it."""
    return Line(lambda: 50 * MS if random.random() > 0.01 else 2 * SECOND)


def breaking(random: Random) -> Line:
    """Return a line that breaks for up to eight seconds; what was sent comes later."""
    start_ns = random.randrange(500, 4000) * MS
    return Line(lambda: random.randrange(5, 100) * MS, ((start_ns, start_ns + random.randrange(100, 8000) * MS),))


def killed(random: Random) -> Line:
    """Return a line of a player whose program is killed and comes back."""
    line = breaking(random)
    return line._replace(killed_ns=line.breaks[0][0]) if random.random() < 0.5 else usual(random)


LINES = {"usual": usual, "jittery": jittery, "stalling": stalling, "breaking": breaking, "killed": killed}
TARGETING = ("least_attacked", "random", "in_turn", "attacker")


def played(seed: int, make_line: Callable[[Random], Line]) -> NetworkMatch:
    sides = (2, 3, 2, 4, 2, 5, 3, 8)[seed % 8]
    match = random_match(seed, sides, make_line, TARGETING[seed // 2 % 4]).play()
    assert_all_agree(match)
    return match


def outcome(match: NetworkMatch) -> tuple[object, ...]:
    """Return what does not depend on when news arrived."""
    judge = match.judge
    recordings = [judge.recording(side) for side in range(judge.sides)]
    buttons = [[entry for entry in recording.inputs if entry[1] >= 0] for recording in recordings]
    boards = [recording.replay().view.rows for recording in recordings]
    counts = [judge.counts(side) for side in range(judge.sides)]
    return judge.over_ns, judge.places, match.attacks, counts, buttons, boards


def assert_good(seed: int, lines: str) -> None:
    match = played(seed, LINES[lines])
    if lines == "usual":
        at_once = played(seed, without_delay)

        assert outcome(match) == outcome(at_once)
        again = rejudged(match, (10, 70, 333)[seed % 3] * MS)

        assert (again.places, again.over_ns) == (match.judge.places, match.judge.over_ns)
        assert [again.announced(side) for side in range(again.sides)] == [
            match.judge.announced(side) for side in range(again.sides)
        ]
        assert [again.recording(side) for side in range(again.sides)] == [
            match.judge.recording(side) for side in range(again.sides)
        ]


@pytest.mark.parametrize("lines", LINES)
def test_all_agree_whatever_the_lines_do(lines: str) -> None:
    for seed in range(3):
        assert_good(seed, lines)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(100))
def test_all_agree_in_ten_thousand_matches(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        assert_good(seed, list(LINES)[seed // 8 % len(LINES)])
