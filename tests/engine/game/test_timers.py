"""Timers: which kinds a change of the held buttons makes due."""

import pytest

from piecement_engine.game.inputs import BUTTON_BITS, buttons_to_mask
from piecement_engine.game.timers import HARD_DROP, HOLD, MOVE_FAST, MOVE_SLOW, ROTATE, SOFT_DROP, Change
from tests.sampling import together

NOTHING: tuple[()] = ()
LEFT, RIGHT = ("move_left",), ("move_right",)
BOTH = (*LEFT, *RIGHT)


@together(
    ("before", "held", "kinds", "direction"),
    [
        (NOTHING, LEFT, (MOVE_SLOW,), -1),
        (NOTHING, BOTH, (MOVE_SLOW,), -1),
        (LEFT, BOTH, (MOVE_SLOW,), 1),
        (BOTH, LEFT, (MOVE_FAST,), -1),
        (BOTH, NOTHING, (), 0),
        (RIGHT, LEFT, (MOVE_SLOW,), -1),
        (LEFT, LEFT, (), None),
        (LEFT, (*LEFT, "hold"), (HOLD,), None),
        (NOTHING, ("hard_drop", "hold"), (HOLD, HARD_DROP), None),
        (NOTHING, ("rotate_right", "soft_drop", *LEFT), (SOFT_DROP, ROTATE, MOVE_SLOW), -1),
    ],
)
def test_presses_cause_events_and_the_newest_direction_wins(
    before: tuple[str, ...], held: tuple[str, ...], kinds: tuple[int, ...], direction: int | None
) -> None:
    change = Change(buttons_to_mask(before), buttons_to_mask(held))

    last = () if change.kind is None else (change.kind,)

    assert (change.others + last, change.direction) == (kinds, direction)


@pytest.mark.parametrize(
    ("held", "turns"),
    [(("rotate_right",), 1), (("rotate_180",), 2), (("rotate_left",), 3), (("rotate_right", "rotate_left"), 0)],
)
def test_presses_turn_together(held: tuple[str, ...], turns: int) -> None:
    assert Change(0, buttons_to_mask(held)).turns == turns


def test_only_letting_go_of_soft_drop_stops_it() -> None:
    soft_drop = BUTTON_BITS["soft_drop"]
    changes = ((soft_drop, 0), (0, soft_drop), (soft_drop, soft_drop))

    assert [Change(*change).stops_soft_drop for change in changes] == [True, False, False]
