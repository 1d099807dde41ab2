"""Play on a terminal that tells no releases, by the bytes that systems really send: they repeat the newest key only."""

import random
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pytest

from piecement.input.holds import COVERED_NS, HoldTracker, RepeatTiming
from piecement.input.key_presets import PRESETS
from piecement.input.keyboard_input import CARRY_NS, KeyboardInput
from piecement.terminal.key_events import KeyDown
from piecement_engine import Button
from tests.sampling import together

MS: Final = 1_000_000
FRAME_MS: Final = 16
TIMINGS: Final = [(300, 33), (250, 30), (500, 50), (660, 40)]
"""Delay before the first repeat and interval between repeats, in milliseconds."""

ONCE: Final = [("a", Button.ROTATE_LEFT), ("d", Button.ROTATE_RIGHT), ("space", Button.HOLD)]


@dataclass(frozen=True)
class Finger:
    """A key, and from when to when it is down, in milliseconds."""

    key: str
    down: int
    up: int


def sent(fingers: list[Finger], delay: int, interval: int) -> list[tuple[int, str]]:
    """Return the bytes of a system that repeats the newest key, for as long as that is down."""
    found: list[tuple[int, str]] = []
    for finger in fingers:
        next_press = min((other.down for other in fingers if other.down > finger.down), default=finger.up)
        end = min(finger.up, next_press)
        found += [(time, finger.key) for time in (finger.down, *range(finger.down + delay, end, interval))]
    return sorted(found)


class Play:
    """Actions that keyboard input made of some fingers."""

    def __init__(
        self, fingers: list[Finger], timing: tuple[int, int], *, known: bool = True, until: int = 3000
    ) -> None:
        delay, interval = timing
        learned = RepeatTiming(delay * MS, interval * MS) if known else RepeatTiming()
        keyboard = KeyboardInput(PRESETS["tetrs, with hold"], tracker=HoldTracker(learned))
        changes = [(0, frozenset[Button]())]
        queue = sent(fingers, delay, interval)
        for now in range(0, until, FRAME_MS):
            while queue and queue[0][0] <= now:
                time, key = queue.pop(0)
                found = keyboard.handle(KeyDown(key, time_ns=time * MS))
                changes += [(change.time_ns // MS, change.held) for change in found]
            changes += [(change.time_ns // MS, change.held) for change in keyboard.poll(now * MS)]
        self.changes = changes

    def presses(self, button: Button, since: int = 0, until: int = 100_000) -> list[int]:
        """Return when a button went down."""
        pairs = pairwise(self.changes)
        return [
            time
            for (_, before), (time, held) in pairs
            if button in held and button not in before and since <= time < until
        ]

    def is_held(self, button: Button, time: int) -> bool:
        """Tell whether a button is held at a time."""
        return button in [held for at, held in self.changes if at <= time][-1]


@pytest.fixture(params=TIMINGS, ids=str)
def timing(request: pytest.FixtureRequest) -> tuple[int, int]:
    """Key repeat of a system."""
    pair: tuple[int, int] = request.param
    return pair


@pytest.mark.parametrize(("key", "button"), ONCE)
@pytest.mark.parametrize("over", [-50, 1, 20, 60, 400])
def test_a_held_key_other_than_a_move_acts_once(timing: tuple[int, int], key: str, button: Button, over: int) -> None:
    """Held for a little less than the delay of the system, to the first repeat, and longer."""
    play = Play([Finger(key, 100, 100 + timing[0] + over)], timing)

    assert play.presses(button) == [100]


@pytest.mark.parametrize("over", [60, 400])
def test_held_key_other_than_a_move_acts_once_in_first_game(timing: tuple[int, int], over: int) -> None:
    play = Play([Finger("a", 100, 100 + timing[0] + over)], timing, known=False)

    assert play.presses(Button.ROTATE_LEFT) == [100]


@pytest.mark.parametrize("gap", [90, 140, 200, 400, 580, 800])
def test_taps_all_act_at_once_once_the_delay_is_known(timing: tuple[int, int], gap: int) -> None:
    taps = [Finger("a", start, start + 60) for start in range(100, 100 + 4 * gap, gap)]

    assert Play(taps, timing, until=5000).presses(Button.ROTATE_LEFT) == [tap.down for tap in taps]


@pytest.mark.parametrize("after", [5, 20])
def test_a_soft_drop_goes_on_through_taps_of_other_keys(timing: tuple[int, int], after: int) -> None:
    """Three rotations while Down is held, the first of them between two repeats."""
    start = 100 + timing[0] + 3 * timing[1] + after
    taps = [Finger("a", start + step, start + step + 50) for step in (0, 150, 300)]
    play = Play([Finger("down", 100, 5000), *taps], timing)

    assert play.presses(Button.ROTATE_LEFT) == [tap.down for tap in taps]
    assert all(play.is_held(Button.SOFT_DROP, time) for time in range(start, start + 600, 10))


@pytest.mark.parametrize(("key", "button"), ONCE)
def test_held_direction_keeps_its_rate_through_other_taps(timing: tuple[int, int], key: str, button: Button) -> None:
    delay, interval = timing
    tap = 100 + delay + 3 * interval + interval // 2
    play = Play([Finger("left", 100, 5000), Finger(key, tap, tap + 60)], timing)
    steps = play.presses(Button.MOVE_LEFT, since=tap, until=tap + 10 * interval)

    assert play.presses(button) == [tap]
    assert len(steps) == 10
    assert {after - before for before, after in pairwise(steps)} == {interval}


def test_held_direction_carries_over_after_a_pause(timing: tuple[int, int]) -> None:
    delay, interval = timing
    drop = 100 + delay + 3 * interval + interval // 2
    play = Play([Finger("left", 100, 5000), Finger("up", drop, drop + 60)], timing)
    steps = play.presses(Button.MOVE_LEFT, since=drop, until=drop + CARRY_NS // MS + 10 * interval)

    assert play.presses(Button.HARD_DROP) == [drop]
    assert steps[0] == drop + CARRY_NS // MS
    assert len(steps) == 10


@pytest.mark.parametrize("key", ["a", "down", "right", "left", "up", "space"])
def test_direction_released_at_a_drop_does_not_carry_over(timing: tuple[int, int], key: str) -> None:
    delay, interval = timing
    drop = 100 + delay + 4 * interval + 5
    fingers = [Finger("left", 100, drop), Finger("up", drop, drop + 60), Finger(key, drop + 140, drop + 200)]
    steps = Play(fingers, timing).presses(Button.MOVE_LEFT, since=drop)

    assert steps == ([drop + 140] if key == "left" else [])


def test_a_hard_drop_ends_a_soft_drop(timing: tuple[int, int]) -> None:
    delay, interval = timing
    drop = 100 + delay + 4 * interval + 5
    play = Play([Finger("down", 100, drop + 30), Finger("up", drop, drop + 60)], timing)

    assert not play.is_held(Button.SOFT_DROP, drop + 1)


def test_direction_released_before_another_key_stops(timing: tuple[int, int]) -> None:
    delay, interval = timing
    end = 100 + delay + 4 * interval + 1
    tap = end + interval * 5 // 4 + 10
    play = Play([Finger("left", 100, end), Finger("a", tap, tap + 60)], timing)

    assert play.presses(Button.MOVE_LEFT, since=end) == []


def test_a_direction_that_did_not_repeat_yet_does_not_go_on(timing: tuple[int, int]) -> None:
    play = Play([Finger("left", 100, 180), Finger("a", 150, 210)], timing)

    assert play.presses(Button.MOVE_LEFT) == [100]


@pytest.mark.parametrize("other", ["right", "left"])
def test_a_direction_that_goes_on_ends_with_the_next_move(timing: tuple[int, int], other: str) -> None:
    delay, interval = timing
    tap = 100 + delay + 4 * interval + 2
    play = Play(
        [Finger("left", 100, tap + 80), Finger("a", tap, tap + 50), Finger(other, tap + 120, tap + 160)], timing
    )
    sideways = play.presses(Button.MOVE_LEFT, tap + 121) + play.presses(Button.MOVE_RIGHT, tap + 121)

    assert sideways == []


def test_repeating_move_ends_at_the_opposite_press(timing: tuple[int, int]) -> None:
    delay, interval = timing
    turn = 100 + delay + 4 * interval + 2
    play = Play([Finger("left", 100, 5000), Finger("right", turn, turn + 60)], timing)

    assert play.presses(Button.MOVE_LEFT, since=turn) == []
    assert play.presses(Button.MOVE_RIGHT) == [turn]


def test_carried_move_ends_with_the_next_hard_drop(timing: tuple[int, int]) -> None:
    delay, interval = timing
    tap = 100 + delay + 4 * interval + 2
    fingers = [Finger("left", 100, tap + 40), Finger("a", tap, tap + 60), Finger("up", tap + 300, tap + 360)]
    play = Play(fingers, timing)

    assert play.presses(Button.HARD_DROP) == [tap + 300]
    assert play.presses(Button.MOVE_LEFT, since=tap + 300) == []


@pytest.mark.parametrize(("key", "button"), [("left", Button.MOVE_LEFT), ("down", Button.SOFT_DROP)])
def test_carried_move_ends_by_itself(timing: tuple[int, int], key: str, button: Button) -> None:
    delay, interval = timing
    tap = 100 + delay + 4 * interval + 2
    play = Play([Finger(key, 100, 5000), Finger("a", tap, tap + 60)], timing, until=5000)
    end = tap + COVERED_NS // MS + FRAME_MS

    assert play.presses(button, since=end) == []
    assert not play.is_held(button, end)


def test_hold_without_another_key_ends_after_its_last_byte(timing: tuple[int, int]) -> None:
    delay, interval = timing
    up = 100 + delay + 10 * interval
    play = Play([Finger("down", 100, up)], timing)

    assert play.is_held(Button.SOFT_DROP, up - 1)
    assert not play.is_held(Button.SOFT_DROP, up + 2 * interval + 30)


def drops(bytes_ms: list[float]) -> int:
    """Return how many pieces the bytes of Space drop, in a terminal about which nothing is learned."""
    keys, count, before = KeyboardInput(), 0, False
    for at in bytes_ms:
        now = round(at * MS)
        for change in keys.poll(now) + keys.handle(KeyDown("space", time_ns=now)):
            count += (pressed := Button.HARD_DROP in change.held) and not before
            before = pressed
    return count


def held(delay: float, interval: float, jitter: float, seed: int) -> list[float]:
    """Return the times of the bytes of a key held for a second and a half (ms), each up to `jitter` late."""
    late = random.Random(seed)
    times = [1000.0]
    times += [1000 + delay + at * interval + late.uniform(0, jitter) for at in range(int((1500 - delay) / interval))]
    return sorted(times)


@together("jitter", [0, 8, 20])
@together("interval", [1, 3, 7, 8, 16, 33, 45, 60, 80, 100])
@together("delay", [165, 200, 250, 333, 500, 660, 725])
def test_one_press_of_a_usual_keyboard_drops_once(delay: int, interval: int, jitter: int) -> None:
    """Without jitter, delays of 150 and 750 ms are the limits; a late byte may be beyond them."""
    assert {drops(held(delay, interval, jitter, seed)) for seed in range(8)} == {1}


@pytest.mark.parametrize("delay", [150, 750])
def test_delays_at_the_limits_drop_once(delay: int) -> None:
    assert {drops(held(delay, interval, 0, 0)) for interval in (1, 5, 33, 45, 70, 100)} == {1}


@pytest.mark.parametrize("interval", [1, 2, 5, 7, 8, 12, 20, 33])
@pytest.mark.parametrize("delay", [50, 100, 120, 149, 800, 1000])
def test_one_press_of_an_odd_keyboard_drops_at_most_two(delay: int, interval: int) -> None:
    """Two taps and a hold with its first repeat are the same bytes."""
    jitter = interval / 3

    assert max(drops(held(delay, interval, jitter, seed)) for seed in range(8)) <= 2


@together("gap", [0, *range(60, 141, 5)])
def test_two_taps_stay_two(gap: int) -> None:
    assert drops([1000, 1000 + gap]) == 2
