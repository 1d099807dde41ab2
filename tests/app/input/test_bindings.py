"""Bindings: many keys a button, one button a key, never changed in place."""

import pytest

from piecement.input.bindings import Bindings
from piecement.input.key_presets import DEFAULT_BINDINGS, PRESETS
from piecement_engine.game.inputs import Button
from tests.sampling import together

WITH_HOLD = PRESETS["tetrs, with hold"]
PLAYABLE = {Button.MOVE_LEFT, Button.MOVE_RIGHT, Button.ROTATE_LEFT, Button.ROTATE_RIGHT}


@pytest.mark.parametrize(
    ("button", "keys"),
    [
        (Button.MOVE_LEFT, ("left",)),
        (Button.MOVE_RIGHT, ("right",)),
        (Button.ROTATE_LEFT, ("z", "y", "left_control", "right_control")),
        (Button.ROTATE_RIGHT, ("x", "up")),
        (Button.ROTATE_180, ("a",)),
        (Button.SOFT_DROP, ("down",)),
        (Button.HARD_DROP, ("space",)),
        (Button.HOLD, ("c", "left_shift", "right_shift")),
    ],
)
def test_default_keys_are_those_of_most_games(button: Button, keys: tuple[str, ...]) -> None:
    assert DEFAULT_BINDINGS.keys(button) == keys


def test_keys_of_the_seed_leave_hold_unbound() -> None:
    assert {button: keys for button, keys in PRESETS["tetrs"].table().items() if keys} == {
        Button.MOVE_LEFT: ("left",),
        Button.MOVE_RIGHT: ("right",),
        Button.ROTATE_LEFT: ("a",),
        Button.ROTATE_RIGHT: ("d",),
        Button.SOFT_DROP: ("down",),
        Button.HARD_DROP: ("up",),
    }


@together(
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


@together("preset", PRESETS)
def test_every_preset_can_be_played(preset: str) -> None:
    bound = {button: keys for button, keys in PRESETS[preset].table().items() if keys}

    assert bound.keys() >= PLAYABLE | {Button.SOFT_DROP}
    assert (Button.HOLD in bound) is (preset not in {"Classic", "tetrs"})


@together("preset", PRESETS)
def test_every_preset_survives_its_table(preset: str) -> None:
    bindings = PRESETS[preset]

    assert Bindings.of(bindings.table()).table() == bindings.table()


def test_binding_a_key_takes_it_from_its_old_button() -> None:
    bindings = WITH_HOLD.bind("up", "rotate_right")

    assert bindings.button("up") is Button.ROTATE_RIGHT
    assert bindings.keys("rotate_right") == ("d", "up")
    assert bindings.keys("hard_drop") == ()


def test_changes_leave_the_old_bindings_as_they_were() -> None:
    WITH_HOLD.bind("up", "hold").unbind("left").clear("soft_drop")

    assert PRESETS["tetrs, with hold"] == WITH_HOLD
    assert WITH_HOLD.button("up") is Button.HARD_DROP


def test_unbinding_an_unbound_key_changes_nothing() -> None:
    assert WITH_HOLD.unbind("f12") == WITH_HOLD


def test_restoring_a_button_takes_its_keys_back_from_others() -> None:
    bindings = WITH_HOLD.clear("hold").bind("space", "hard_drop").restore("hold", WITH_HOLD)

    assert bindings.keys("hold") == ("space",)
    assert bindings.keys("hard_drop") == ("up",)


def test_a_key_that_stands_twice_belongs_to_the_last_button() -> None:
    bindings = Bindings.of({"hold": ["x"], "hard_drop": ["x"]})

    assert bindings.pairs == (("x", Button.HARD_DROP),)


def test_an_unknown_button_is_refused() -> None:
    with pytest.raises(ValueError, match="jump"):
        WITH_HOLD.bind("j", "jump")


@together(
    ("bindings", "key", "button"),
    [
        (WITH_HOLD, "ф", Button.ROTATE_LEFT),
        (WITH_HOLD.bind("ф", "hold"), "ф", Button.HOLD),
        (WITH_HOLD, "q", None),
    ],
)
def test_only_an_unbound_foreign_key_counts_by_its_place(bindings: Bindings, key: str, button: Button | None) -> None:
    assert bindings.button(key, "a") is button
