"""Keys with Shift, Ctrl or Alt: bound beside the key alone, and told apart as far as a terminal does."""

import pytest

from piecement.input.bindings import Bindings
from piecement.input.holds import HoldTracker, RepeatTiming
from piecement.input.key_presets import DEFAULT_BINDINGS
from piecement.input.keyboard_input import KeyboardInput
from piecement.settings.controls import Controls
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp, Modifiers
from piecement.terminal.key_parser import KeyParser
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.terminal.legacy_chords import is_distinct
from piecement_engine import Button

MS = 1_000_000
SHIFT, CTRL, ALT, SUPER = Modifiers.SHIFT, Modifiers.CTRL, Modifiers.ALT, Modifiers.SUPER
SEED = DEFAULT_BINDINGS.bind("shift+left", Button.ROTATE_LEFT).bind("shift+down", Button.HARD_DROP)
"""As in the first of the seeds: Shift and an arrow turn and drop, an arrow alone moves."""


def fed(keyboard: KeyboardInput, *found: KeyEvent) -> list[str]:
    """Return the held buttons after each change."""
    return [" ".join(sorted(change.held)) for event in found for change in keyboard.handle(event)]


@pytest.mark.parametrize(
    ("modifiers", "button"),
    [
        (Modifiers.NONE, Button.MOVE_LEFT),
        (SHIFT, Button.ROTATE_LEFT),
        (SHIFT | SUPER, Button.ROTATE_LEFT),
        (CTRL, Button.MOVE_LEFT),
        (SHIFT | CTRL, Button.MOVE_LEFT),
    ],
)
def test_bound_chord_precedes_its_key_and_matches_exactly(modifiers: Modifiers, button: Button) -> None:
    assert SEED.button("left", modifiers=modifiers) is button


def test_chord_binds_by_place_for_a_foreign_key() -> None:
    bindings = Bindings.of({"hold": ["shift+a"]})

    assert bindings.button("ф", "a", SHIFT) is Button.HOLD
    assert bindings.button("ф", "a") is None


def test_the_order_of_modifiers_does_not_count() -> None:
    assert Bindings.of({"hold": ["shift+ctrl+alt+left"]}).keys("hold") == ("alt+ctrl+shift+left",)
    assert Bindings.of({"hold": ["shift+ctrl+a"]}).button("a", modifiers=SHIFT | CTRL) is Button.HOLD


def test_settings_keep_chords_and_read_older_files() -> None:
    before = Controls().changed("keys", {"hold": ["c", "left_shift"]})
    chords = Controls().changed("keys", {"rotate_left": ["shift+left", "shift+ctrl+x"]})

    assert before.bindings.keys("hold") == ("c", "left_shift")
    assert chords.bindings.keys("rotate_left") == ("shift+left", "ctrl+shift+x")
    assert Controls().changed("keys", chords.keys) == chords


@pytest.mark.parametrize("tracked", [True, False])
@pytest.mark.parametrize("modifiers", [SHIFT, CTRL, ALT, CTRL | ALT])
def test_bound_chord_plays_with_its_modifier_unbound(tracked: bool, modifiers: Modifiers) -> None:
    event = KeyDown("x", modifiers=modifiers, time_ns=0, tracked=tracked)
    keyboard = KeyboardInput(Bindings().bind(event.chord, Button.HOLD))

    assert fed(keyboard, event)[0] == "hold"


def test_a_command_of_the_screen_comes_before_a_bound_chord() -> None:
    keyboard = KeyboardInput(Bindings().bind("ctrl+z", Button.HOLD))
    keyboard.commands = frozenset({"ctrl+z"})

    assert keyboard.handle(KeyDown("z", modifiers=CTRL, time_ns=0)) == []


def test_tracked_chord_lasts_until_its_key_goes_up() -> None:
    keyboard = KeyboardInput(SEED)
    down = KeyDown("left", modifiers=SHIFT, time_ns=0, tracked=True)
    repeat = KeyDown("left", time_ns=500 * MS, tracked=True, repeat=True)

    assert fed(keyboard, down, repeat, KeyUp("left", time_ns=600 * MS)) == ["rotate_left", ""]


@pytest.mark.parametrize("gap_ms", [40, 90, 300, 500, 900])
def test_untracked_chord_after_its_key_is_no_repeat(gap_ms: int) -> None:
    keyboard = KeyboardInput(SEED, tracker=HoldTracker(RepeatTiming(500 * MS, 33 * MS)))
    step = KeyDown("left", time_ns=0)
    turn = KeyDown("left", modifiers=SHIFT, time_ns=gap_ms * MS)

    assert fed(keyboard, step, turn) == ["move_left", "", "rotate_left", ""]


@pytest.mark.parametrize(
    ("data", "chord"),
    [
        ("\x1b[1;2D", "shift+left"),
        ("\x1b[1;5C", "ctrl+right"),
        ("\x1b[1;3A", "alt+up"),
        ("\x1b[1;6B", "ctrl+shift+down"),
        ("A", "shift+a"),
        ("\x18", "ctrl+x"),
        ("\x1ba", "alt+a"),
        ("\x1b[15;2~", "shift+f5"),
        ("\x1b[Z", "shift+tab"),
    ],
)
def test_distinct_chords_arrive_without_the_protocol(data: str, chord: str) -> None:
    found: list[object] = list(KeyParser().feed(data))

    assert [event.chord for event in found if isinstance(event, KeyDown)] == [chord]
    assert is_distinct(chord, KeyboardCapabilities(None))


@pytest.mark.parametrize(
    "chord",
    ["shift+space", "ctrl+enter", "ctrl+i", "ctrl+shift+a", "ctrl+1", "alt+b", "shift+f3", "alt+1", "alt+ctrl+a"],
)
def test_other_chords_are_called_indistinct_without_protocol(chord: str) -> None:
    assert not is_distinct(chord, KeyboardCapabilities(None))
    assert is_distinct(chord, KeyboardCapabilities(31))
    assert is_distinct(chord, None)


def test_the_linux_console_tells_no_arrows_with_modifiers() -> None:
    assert not is_distinct("shift+left", KeyboardCapabilities(None), "linux")
    assert is_distinct("left", KeyboardCapabilities(None), "linux")
