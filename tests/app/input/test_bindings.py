"""Bindings: many keys a button, one button a key, never changed in place."""

import pytest

from piecement.input.bindings import DEFAULT_BINDINGS, PRESETS, Bindings
from piecement_engine.game.inputs import Button

PLAYABLE = {Button.MOVE_LEFT, Button.MOVE_RIGHT, Button.ROTATE_LEFT, Button.ROTATE_RIGHT}


def test_the_default_is_the_arrows_a_d_s_and_space() -> None:
    assert {button: keys for button, keys in DEFAULT_BINDINGS.table().items() if keys} == {
        Button.MOVE_LEFT: ("left",),
        Button.MOVE_RIGHT: ("right",),
        Button.ROTATE_LEFT: ("a",),
        Button.ROTATE_RIGHT: ("d",),
        Button.ROTATE_180: ("s",),
        Button.SOFT_DROP: ("down",),
        Button.HARD_DROP: ("up",),
        Button.HOLD: ("space",),
    }


@pytest.mark.parametrize(
    ("preset", "key", "button"),
    [
        ("Guideline", "left_control", Button.ROTATE_LEFT),
        ("Guideline", "space", Button.HARD_DROP),
        ("Guideline", "right_shift", Button.HOLD),
        ("Guideline", "a", Button.ROTATE_180),
        ("Control+", "s", Button.ROTATE_180),
        ("Control+", "w", Button.SONIC_DROP),
        ("Vim", "h", Button.MOVE_LEFT),
        ("Vim", "s", Button.ROTATE_180),
        ("Vim", "k", Button.HARD_DROP),
        ("Terminal finesse", "semicolon", Button.TELEPORT_LEFT),
        ("Terminal finesse", "ñ", Button.TELEPORT_LEFT),
        ("Terminal finesse", "j", Button.HARD_DROP),
    ],
)
def test_presets_bind_as_their_players_expect(preset: str, key: str, button: Button) -> None:
    assert PRESETS[preset].button(key) is button


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_played(preset: str) -> None:
    bound = {button: keys for button, keys in PRESETS[preset].table().items() if keys}

    assert bound.keys() >= PLAYABLE | {Button.ROTATE_180, Button.SOFT_DROP, Button.HARD_DROP, Button.HOLD}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_survives_its_table(preset: str) -> None:
    bindings = PRESETS[preset]

    assert Bindings.of(bindings.table()).table() == bindings.table()


def test_binding_a_key_takes_it_from_its_old_button() -> None:
    bindings = DEFAULT_BINDINGS.bind("up", "rotate_right")

    assert bindings.button("up") is Button.ROTATE_RIGHT
    assert bindings.keys("rotate_right") == ("d", "up")
    assert bindings.keys("hard_drop") == ()


def test_changes_leave_the_old_bindings_as_they_were() -> None:
    DEFAULT_BINDINGS.bind("up", "hold").unbind("left").clear("soft_drop")

    assert PRESETS["Default"] == DEFAULT_BINDINGS
    assert DEFAULT_BINDINGS.button("up") is Button.HARD_DROP


def test_unbinding_an_unbound_key_changes_nothing() -> None:
    assert DEFAULT_BINDINGS.unbind("f12") == DEFAULT_BINDINGS


def test_restoring_a_button_takes_its_keys_back_from_others() -> None:
    bindings = DEFAULT_BINDINGS.clear("hold").bind("space", "hard_drop").restore("hold", DEFAULT_BINDINGS)

    assert bindings.keys("hold") == ("space",)
    assert bindings.keys("hard_drop") == ("up",)


def test_a_key_that_stands_twice_belongs_to_the_last_button() -> None:
    bindings = Bindings.of({"hold": ["x"], "hard_drop": ["x"]})

    assert bindings.pairs == (("x", Button.HARD_DROP),)


def test_an_unknown_button_is_refused() -> None:
    with pytest.raises(ValueError, match="jump"):
        DEFAULT_BINDINGS.bind("j", "jump")


def test_a_key_of_another_alphabet_counts_by_its_place() -> None:
    assert DEFAULT_BINDINGS.button("ф", "a") is Button.ROTATE_LEFT


def test_bound_foreign_key_counts_by_itself() -> None:
    assert DEFAULT_BINDINGS.bind("ф", "hold").button("ф", "a") is Button.HOLD


def test_a_latin_key_never_counts_by_its_place() -> None:
    assert DEFAULT_BINDINGS.button("q", "a") is None
