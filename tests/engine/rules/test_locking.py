"""The lock-down policies, each by the worked examples of the game that it comes from."""

from typing import Any

import pytest

from piecement_engine import Button, Game, Rules
from piecement_engine.events import PieceLocked
from piecement_engine.rules.locking import LOCKINGS, NOTHING, LockdownOptions
from piecement_engine.rules.locking import MOVE as MOVED
from piecement_engine.rules.locking import TURN as TURNED
from piecement_engine.rules.versions import rules_from_dict
from tests.engine.play import MS
from tests.sampling import together

FRAME = 1_000_000_000 // 60


def lock_time(actions: dict[int, Button], *, unit: int = MS, board: tuple[str, ...] = (), **rules: Any) -> int:
    """Put a T on the ground at time 0 by instant gravity, tap buttons at times, and return when it locks, in units."""
    given: dict[str, Any] = {"fall_delay_ns": 0, "hard_drop_delay_ns": 0, **rules}
    game = Game(Rules.from_dict(given), seed=1, pieces="T" + "O" * 500, board=board)
    events = game.update(0)
    for time, button in actions.items():
        if game.view.pieces == 0:
            events += game.update(time * unit, {button})
            events += game.update(time * unit + 1, ())
    events += game.update(60 * 1000 * MS)
    locked = next(event for event in events if isinstance(event, PieceLocked))
    return round(locked.time_ns / unit)


LEFT, RIGHT = Button.MOVE_LEFT, Button.MOVE_RIGHT
TURN, SOFT, HARD = Button.ROTATE_RIGHT, Button.SOFT_DROP, Button.HARD_DROP


def back_and_forth(count: int, every: int) -> dict[int, Button]:
    """Return moves left and right in turn, so many, at this distance."""
    return {every * (index + 1): (LEFT, RIGHT)[index % 2] for index in range(count)}


@together(
    ("actions", "locks_at"),
    [
        ({}, 500),
        ({100: LEFT, 200: LEFT, 300: LEFT, 450: RIGHT}, 500),
        ({200: TURN}, 700),
        ({300: TURN}, 500),
        ({200: TURN, 440: TURN}, 940),
        ({120: SOFT}, 120),
        ({120: HARD}, 120),
    ],
)
def test_separate_delays_lock_as_in_the_java_seed(actions: dict[int, Button], locks_at: int) -> None:
    """Windows of 500 ms for moves and 250 ms for turns; a turn opens both anew."""
    rules: dict[str, Any] = {"locking": "separate_delays", "lock_delay_ns": 500 * MS, "rotation_system": "srs"}

    assert lock_time(actions, **rules) == locks_at


@pytest.mark.parametrize(
    ("actions", "frames"), [({}, 29), ({20: LEFT}, 49), ({20: LEFT, 40: RIGHT}, 69), (back_and_forth(40, 20), 299)]
)
def test_forced_lock_counts_as_in_jminos(actions: dict[int, Button], frames: int) -> None:
    """Lock 30 frames, forced 300: a slide restarts only the first. Frame f ends with the piece on the ground."""
    rules: dict[str, Any] = {"locking": "forced", "lock_delay_ns": 29 * FRAME, "forced_lock_delay_ns": 299 * FRAME}

    assert lock_time(actions, unit=FRAME, **rules) == frames


def test_hold_restarts_the_lock_delay_but_not_the_forced_one() -> None:
    holds: dict[int, Button] = {400: Button.HOLD, 800: Button.HOLD}
    rules: dict[str, Any] = {"locking": "forced", "hold": "unlimited", "lock_delay_ns": 500 * MS}

    assert lock_time(holds, **rules, forced_lock_delay_ns=5000 * MS) == 1300
    assert lock_time(holds, **rules, forced_lock_delay_ns=1000 * MS) == 1000


def test_extended_placement_takes_fifteen_resets() -> None:
    rules: dict[str, Any] = {"locking": "extended_placement", "lock_delay_ns": 500 * MS}
    fewer = lock_time(back_and_forth(14, 100), **rules)
    all_of_them = lock_time(back_and_forth(15, 100), **rules)
    more = lock_time(back_and_forth(30, 100), **rules)

    assert (fewer, all_of_them, more) == (1400 + 500, 1500 + 500, 1500 + 500)


def test_a_new_lowest_row_refills_the_resets() -> None:
    table = ("..#####...", "..#####...")
    rules: dict[str, Any] = {"locking": "extended_placement", "lock_delay_ns": 500 * MS, "lock_resets": 2}
    along_the_table = {100: LEFT, 200: RIGHT, 300: RIGHT}
    over_its_edge = {100: RIGHT, 200: RIGHT, 300: RIGHT, 400: RIGHT}

    assert lock_time(along_the_table, board=table, **rules) == 200 + 500
    assert lock_time(over_its_edge, board=table, **rules) == 400 + 500


def test_infinite_takes_resets_without_end() -> None:
    assert lock_time(back_and_forth(200, 100), locking="infinite", lock_delay_ns=500 * MS) == 20_000 + 500


def test_classic_takes_none() -> None:
    assert lock_time(back_and_forth(20, 100), locking="classic", lock_delay_ns=500 * MS) == 500


def stalled(**rules: Any) -> int | None:
    """Rotate a T on the floor every 120 ms, at a row per 100 ms, and return when it locks, in ms, if it does."""
    given: dict[str, Any] = {"fall_delay_ns": 100 * MS, "lock_delay_ns": 500 * MS, "skyline": 4, **rules}
    game = Game(Rules.from_dict(given), seed=1, pieces="TOOO")
    events = game.update(0)
    for time in range(400, 10_000, 120):
        if game.view.pieces == 0:
            events += game.update(time * MS, {TURN})
            events += game.update((time + 1) * MS, ())
    return next((event.time_ns // MS for event in events if isinstance(event, PieceLocked)), None)


@together("rotation", ["srs", "ocular", "ars", "auto", "classic_left", "classic_right"])
def test_classic_cannot_be_stalled(rotation: str) -> None:
    """Landing at 300 ms it is due at 800, or as soon as it touches the ground after that."""
    locked_ms = stalled(locking="classic", rotation_system=rotation)

    assert locked_ms is not None
    assert 800 <= locked_ms < 1100


def test_classic_before_version_3_can_be_stalled() -> None:
    old = {"locking": "classic", "rotation_system": "srs"}

    assert stalled(**rules_from_dict(2, old).to_dict()) is None
    assert rules_from_dict(2, old).locking == rules_from_dict(1, old).locking == "landing"
    assert rules_from_dict(3, old).locking == "classic"


TABLE = ("..#####...", "..#####...")


@pytest.mark.parametrize(
    ("locking", "sideways", "locks_at"),
    [
        ("classic", RIGHT, 400 + 500),
        ("classic", Button.TELEPORT_RIGHT, 400 + 500),
        ("landing", RIGHT, 400 + 500),
        ("landing", Button.TELEPORT_RIGHT, 500),
    ],
)
def test_classic_restarts_on_a_lower_row(locking: str, sideways: Button, locks_at: int) -> None:
    """At 20G a move over the edge always did, a teleport only since version 3."""
    actions = {100: RIGHT, 200: RIGHT, 300: RIGHT, 400: sideways}

    assert lock_time(actions, board=TABLE, locking=locking, lock_delay_ns=500 * MS) == locks_at


def test_classic_locks_at_next_touch() -> None:
    """The delay runs on in the air; where it ran out, the piece locks as it touches the ground."""
    policy = LOCKINGS["classic"](LockdownOptions(0, 0, 0.0, 0, 0))
    policy.set_delays(500 * MS, 100 * MS)

    assert policy.step(0, 3, True, NOTHING, None) == 500 * MS
    assert policy.step(100 * MS, 4, False, TURNED, 500 * MS) is None
    assert policy.step(200 * MS, 3, True, NOTHING, None) == 500 * MS
    assert policy.step(300 * MS, 4, False, TURNED, 500 * MS) is None
    assert policy.step(600 * MS, 3, True, NOTHING, None) == 600 * MS


def test_classic_gives_first_touch_whole_delay() -> None:
    """A piece that hung in the air longer than the delay, and slides onto a ledge there."""
    policy = LOCKINGS["classic"](LockdownOptions(0, 0, 0.0, 0, 0))
    policy.set_delays(500 * MS, 1000 * MS)

    assert policy.step(0, 3, False, NOTHING, None) is None
    assert policy.step(900 * MS, 3, True, MOVED, None) == 1400 * MS
    policy.spawned(swapped=True)
    assert policy.step(2000 * MS, 3, True, NOTHING, None) == 2500 * MS


def test_reset_cap_locks_eight_delays_after_the_lowest_row() -> None:
    assert lock_time(back_and_forth(200, 100), locking="reset_cap", lock_delay_ns=500 * MS) == 8 * 500


def test_ground_time_ends_at_its_budget() -> None:
    assert lock_time(back_and_forth(200, 100), locking="ground_time", start_level=20) == 2250


@pytest.mark.parametrize(("back_ms", "locks_at_ms"), [(500, 1000), (600, 1000), (601, 1101), (900, 1400)])
def test_ground_time_counts_a_hop_of_up_to_two_fall_delays(back_ms: int, locks_at_ms: int) -> None:
    """400 ms of a second are used up before the hop, which counts if it takes no more than 200 ms."""
    policy = LOCKINGS["ground_time"](LockdownOptions(1000 * MS, 15, 8.0, 0, 0))
    policy.set_delays(500 * MS, 100 * MS)
    assert policy.step(0, 0, True, NOTHING, None) == 500 * MS
    assert policy.step(400 * MS, 1, False, TURNED, 500 * MS) is None

    assert policy.step(back_ms * MS, 0, True, NOTHING, None) == locks_at_ms * MS


@together("locking", ["ground_time", "extended_placement", "infinite", "classic", "landing", "reset_cap", "forced"])
def test_a_piece_left_alone_locks_after_the_lock_delay(locking: str) -> None:
    assert lock_time({}, locking=locking, lock_delay_ns=321 * MS) == 321
