"""From key events to held buttons: exact for tracked keys, one byte one step for the others."""

import pytest

from piecement.input.holds import HoldTracker, RepeatTiming
from piecement.input.key_presets import PRESETS
from piecement.input.keyboard_input import ButtonChange, KeyboardInput
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp, Modifiers
from tests.programs import output_of

MS = 1_000_000
LEARNED = RepeatTiming(delay_ns=500 * MS, interval_ns=33 * MS)


def down(key: str, time_ms: float, *, repeat: bool = False) -> KeyDown:
    return KeyDown(key, time_ns=int(time_ms * MS), tracked=True, repeat=repeat)


def up(key: str, time_ms: float) -> KeyUp:
    return KeyUp(key, time_ns=int(time_ms * MS))


def byte(key: str, time_ms: float) -> KeyDown:
    return KeyDown(key, time_ns=int(time_ms * MS))


def told(changes: list[ButtonChange]) -> list[str]:
    """Return changes as lines such as "90 move_left soft_drop"."""
    return [" ".join([str(change.time_ns // MS), *sorted(change.held)]) for change in changes]


def fed(keyboard: KeyboardInput, *events: KeyEvent) -> list[str]:
    return told([change for event in events for change in keyboard.handle(event)])


def legacy(*, hold_to_wall: bool = False) -> KeyboardInput:
    keyboard = KeyboardInput(PRESETS["tetrs, with hold"], tracker=HoldTracker(LEARNED))
    keyboard.hold_to_wall = hold_to_wall
    return keyboard


def test_tracked_keys_are_held_from_press_to_release() -> None:
    keyboard = KeyboardInput(PRESETS["tetrs, with hold"])
    held = fed(keyboard, down("left", 0), down("down", 40), up("left", 90), up("down", 130))

    assert held == ["0 move_left", "40 move_left soft_drop", "90 soft_drop", "130"]


def test_tracked_repeats_change_nothing() -> None:
    keyboard = KeyboardInput(PRESETS["tetrs, with hold"])

    assert fed(keyboard, down("left", 0), down("left", 500, repeat=True)) == ["0 move_left"]


def test_a_second_key_of_a_held_button_presses_it_anew() -> None:
    keyboard = KeyboardInput(PRESETS["Guideline"])
    held = fed(keyboard, down("x", 0), down("up", 50), up("x", 70), up("up", 90))

    assert held == ["0 rotate_right", "50", "50 rotate_right", "90"]


def test_keys_without_a_button_change_nothing() -> None:
    assert fed(KeyboardInput(PRESETS["tetrs, with hold"]), down("f9", 0), up("f9", 10), byte("9", 20)) == []


@pytest.mark.parametrize("key", ["left", "a", "up", "space", "down"])
def test_an_untracked_press_is_a_tap(key: str) -> None:
    changes = legacy().handle(byte(key, 10))

    assert [len(change.held) for change in changes] == [1, 0]
    assert {change.time_ns for change in changes} == {10 * MS}


@pytest.mark.parametrize(("key", "taps"), [("left", 5), ("right", 5), ("a", 1), ("d", 1), ("space", 1), ("up", 1)])
def test_a_held_untracked_key_steps_as_often_as_its_button_may(key: str, taps: int) -> None:
    keyboard = legacy()
    changes = fed(keyboard, *(byte(key, time) for time in (0, 500, 533, 566, 599)))

    assert len(changes) == 2 * taps


def test_untracked_soft_drop_lasts_until_inferred_release() -> None:
    keyboard = legacy()
    steps = fed(keyboard, byte("down", 0), byte("down", 500))
    held = fed(keyboard, byte("down", 533), byte("down", 566))

    assert steps == ["0 soft_drop", "0", "500 soft_drop", "500"]
    assert held == ["533 soft_drop"]
    assert told(keyboard.poll(1_000 * MS)) == [f"{566 + LEARNED.silence_ns // MS}"]


def test_untracked_tap_leaves_a_held_soft_drop_held() -> None:
    keyboard = legacy()
    fed(keyboard, byte("down", 0), byte("down", 500), byte("down", 533))

    assert fed(keyboard, byte("left", 540)) == ["540 move_left soft_drop", "540 soft_drop"]


@pytest.mark.parametrize("late_ms", [1, 33, 34, 40, 49, 50])
def test_no_late_repeat_follows_the_opposite_move(late_ms: int) -> None:
    """A repeat that was late when another key came counts as held, and is made up for, but not against that key."""
    keyboard = legacy()
    held = [byte("right", at) for at in (0, 500, 533, 566)]

    moves = [line.split()[1] for line in fed(keyboard, *held, byte("left", 566 + late_ms)) if " " in line]

    assert moves == [*["move_right"] * 4, "move_left"]


def test_hard_drops_with_other_keys_between_are_all_made() -> None:
    keyboard = legacy()
    changes = fed(keyboard, byte("up", 0), byte("left", 200), byte("up", 500))

    assert changes[-2:] == ["500 hard_drop", "500"]


@pytest.mark.parametrize("timing", [RepeatTiming(), LEARNED], ids=["not-learned", "learned"])
@pytest.mark.parametrize("first_ms", [[0], [0, 90], [0, 200]], ids=str)
def test_a_held_hard_drop_drops_one_piece_from_the_first_hold_on(timing: RepeatTiming, first_ms: list[int]) -> None:
    keyboard = KeyboardInput(PRESETS["tetrs, with hold"], tracker=HoldTracker(timing))
    hold_ms = [first_ms[-1] + repeat for repeat in (500, 533, 566, 599)]
    changes = fed(keyboard, *(byte("up", time) for time in (*first_ms, *hold_ms)))

    assert len(changes) == 2 * len(first_ms)


@pytest.mark.parametrize("gap_ms", [90, 160, 300, 700, 900])
def test_tapped_hard_drops_all_count_before_a_delay_is_known(gap_ms: int) -> None:
    keyboard = KeyboardInput(PRESETS["tetrs, with hold"])
    changes = fed(keyboard, *(byte("up", tap * gap_ms) for tap in range(6)))
    changes += told(keyboard.poll(10_000 * MS))

    assert len(changes) == 2 * 6


@pytest.mark.parametrize("key", ["left", "f9"])
def test_waiting_hard_drop_is_made_before_another_key(key: str) -> None:
    keyboard = KeyboardInput(PRESETS["tetrs, with hold"])
    fed(keyboard, byte("up", 0))
    waiting = fed(keyboard, byte("up", 300))

    assert waiting == []
    assert fed(keyboard, byte(key, 320))[:2] == ["320 hard_drop", "320"]


def test_an_untracked_hold_reaches_the_wall_if_wanted() -> None:
    keyboard = legacy(hold_to_wall=True)

    assert fed(keyboard, byte("left", 0), byte("left", 500), byte("left", 533))[-2:] == ["533 teleport_left", "533"]


def test_releasing_all_acts_at_once_and_survives_repeats() -> None:
    keyboard = KeyboardInput(PRESETS["tetrs, with hold"])
    fed(keyboard, down("left", 0), down("down", 10))

    assert told(keyboard.release_all(20 * MS)) == ["20"]
    assert fed(keyboard, down("left", 30, repeat=True), up("left", 40), up("down", 50)) == []
    assert fed(keyboard, down("left", 60)) == ["60 move_left"]


def test_releasing_all_says_nothing_when_nothing_is_held() -> None:
    assert KeyboardInput(PRESETS["tetrs, with hold"]).release_all(5) == []


@pytest.mark.parametrize(
    ("preset", "key", "modifiers", "changes"),
    [
        ("tetrs, with hold", "d", Modifiers.CTRL, []),
        ("Guideline", "left", Modifiers.CTRL, ["0 move_left"]),
        ("Guideline", "z", Modifiers.CTRL, []),
        ("tetrs, with hold", "a", Modifiers.SHIFT, ["0 rotate_left"]),
    ],
    ids=["unbound_modifier", "bound_modifier", "command_of_the_screen", "shift"],
)
def test_keys_with_modifiers_are_commands_or_play(
    preset: str, key: str, modifiers: Modifiers, changes: list[str]
) -> None:
    keyboard = KeyboardInput(PRESETS[preset])
    keyboard.commands = frozenset({"ctrl+z"})

    assert told(keyboard.handle(KeyDown(key, modifiers=modifiers, time_ns=0, tracked=True))) == changes


def test_rebinding_a_held_key_releases_its_button() -> None:
    keyboard = KeyboardInput(PRESETS["tetrs, with hold"])
    keyboard.handle(down("left", 0))
    keyboard.bindings = PRESETS["Vim"]

    assert told(keyboard.handle(up("left", 50))) == ["50"]


def test_times_never_run_backwards_when_an_event_comes_late() -> None:
    keyboard = legacy()
    fed(keyboard, byte("down", 0), byte("down", 500), byte("down", 533))
    released = keyboard.poll(1_000 * MS)
    late = keyboard.handle(byte("left", 600))

    assert late[0].time_ns >= released[-1].time_ns


def test_the_learned_timing_can_be_kept() -> None:
    keyboard = KeyboardInput(PRESETS["tetrs, with hold"])
    fed(keyboard, *(byte("left", time) for time in (0, 400, 430, 5000, 5400, 5430)))

    assert keyboard.tracker.timing.delay_ns == 400 * MS
    assert HoldTracker(keyboard.tracker.timing).timing == keyboard.tracker.timing


def test_keys_can_be_thought_about_without_textual() -> None:
    program = "import sys, piecement.input.keyboard_input; print('textual' in sys.modules)"

    assert output_of(program) == "False\n"


def test_assumed_releases_make_every_key_tracked() -> None:
    keyboard = legacy()
    keyboard.assumes_releases = True

    assert fed(keyboard, byte("left", 0), up("left", 90)) == ["0 move_left", "90"]


def test_the_row_key_taps_soft_drop_once_a_press() -> None:
    keyboard = KeyboardInput(PRESETS["tetrs, with hold"])
    keyboard.row_key = "j"

    assert fed(keyboard, down("j", 0), down("j", 300, repeat=True), up("j", 400)) == ["0 soft_drop", "0"]
    keyboard.row_key = "down"  # which is a button's
    assert fed(keyboard, down("down", 500), up("down", 600)) == ["500 soft_drop", "600"]


def test_repeating_move_continues_over_the_row_key() -> None:
    keyboard = legacy()
    keyboard.row_key = "j"
    fed(keyboard, *[byte("left", time_ms) for time_ms in (0, 500, 533, 566)])

    assert fed(keyboard, byte("j", 570)) == ["570 soft_drop", "570"]
    assert told(keyboard.poll(640 * MS)) == ["599 move_left", "599", "632 move_left", "632"]
