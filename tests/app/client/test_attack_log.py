"""The client's log of the attacks of a round: sender, rows and next target."""

from random import Random

import pytest

from piecement.client.attack_log import AttackLog
from piecement_engine.events import AttackMade, End, GameEnded
from piecement_engine.match import Knockout, Ledger
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_net.messages.rounds import TargetName, WireAttack, WireChoice
from piecement_net.room_rules import TARGETS

SEATS: tuple[int, ...] = (0, 2, 3, 5, 7)
ALL: dict[int, int] = dict.fromkeys(SEATS, 0)
"""Seats of all players, with empty boards."""
_END = 40


def attack(number: int, at: int, sender: int, target: int, rows: int = 1) -> WireAttack:
    return WireAttack(target, number, at, sender, (0,) * rows)


@pytest.mark.parametrize("targets", [name for name in TARGETS if name != "random"])
def test_next_target_matches_the_servers_ledger(targets: TargetName) -> None:
    chance = Random(3)
    ledger = Ledger([GarbageRules()] * len(SEATS), [10] * len(SEATS), 1, TARGETS[targets])
    log, playing = AttackLog(SEATS, targets), dict.fromkeys(SEATS, 0)
    aims: list[tuple[int | None, int]] = []
    for time_ns in range(1, 200):
        sender = chance.choice([side for side, seat in enumerate(SEATS) if seat in playing])
        ends = time_ns % _END == 0 and len(playing) > 2
        event = GameEnded(time_ns, End.TOP_OUT) if ends else AttackMade(time_ns, chance.randint(1, 6), 0)
        ledger.report(sender, [event])
        aimed_at = log.target(SEATS[sender], playing)
        for settled in ledger.settle(time_ns + 1):
            if isinstance(settled, Knockout):
                del playing[SEATS[settled.side]]
            else:
                aims.append((aimed_at, SEATS[settled.target]))
                made = attack(settled.number, settled.at_ns, SEATS[settled.sender], SEATS[settled.target])
                log.add([made._replace(holes=settled.holes)])

    assert len(aims) > 50
    assert [pair for pair in aims if pair[0] != pair[1]] == []


def test_a_drawn_target_is_the_last_while_it_plays() -> None:
    log = AttackLog(SEATS, "random")
    before = log.target(2, ALL)
    log.add([attack(1, 5, sender=2, target=7)])

    assert before is None
    assert log.target(2, ALL) == 7
    assert log.target(2, {0: 0, 2: 0, 3: 0}) is None
    assert log.target(2, {0: 0, 2: 0}) == 0


def test_attacks_are_seen_as_they_were_at_an_earlier_time() -> None:
    log = AttackLog(SEATS, "back")
    log.add([attack(2, 30, 5, 0, rows=4), attack(1, 10, 3, 0, rows=2), attack(1, 10, 3, 0, rows=2)])
    times = (9, 40, 10, None)
    sent = [(log.sent(3, time_ns), log.sent(5, time_ns), log.target(0, ALL, time_ns)) for time_ns in times]

    assert sent == [(0, 0, 2), (2, 4, 5), (2, 0, 3), (2, 4, 5)]


def test_attacks_of_inactive_players_are_passed_over() -> None:
    log = AttackLog(SEATS, "least")
    log.add([attack(1, 1, sender=1, target=0), attack(1, 1, sender=0, target=6)])

    assert log.attacks == ()


def test_choices_of_targets_count_from_their_times() -> None:
    log = AttackLog(SEATS, "least")
    log.add([WireChoice(0, 30, "stack"), WireChoice(0, 10, 5), WireChoice(0, 10, 5), WireChoice(1, 1, 0)])
    heights = {**ALL, 7: 12}
    times = (9, 29, 30, 10)
    aims = [(log.target(0, heights, at_ns), log.fixed(0, at_ns), log.targeting(0, at_ns)) for at_ns in times]

    assert aims == [
        *((2, None, "least_attacked"), (5, 5, "least_attacked")),
        *((7, None, "highest_stack"), (5, 5, "least_attacked")),
    ]
    assert log.target(0, {0: 0, 3: 0, 7: 0}, 10) == 3  # the chosen one is out
    assert len(log.choices) == 2


def test_nobody_of_the_own_team_is_a_target() -> None:
    log = AttackLog(SEATS, "least", (1, 1, 2, 2, 2))

    assert (log.target(0, ALL), log.target(3, ALL), log.target(2, {0: 0, 2: 0})) == (3, 0, None)
