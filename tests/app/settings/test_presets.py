"""Slots: built-in ones never change, and whoever changes a setting gets a preset of his own."""

import pytest

from piecement.input.key_presets import PRESETS as KEY_PRESETS
from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.graphics import Graphics
from piecement.settings.presets import (
    preset_name,
    preset_names,
    with_change,
    with_next_preset,
    with_preset,
    with_renamed_preset,
    without_preset,
)
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingError
from piecement.terminal.key_events import Modifiers
from piecement_engine import PRESETS as RULE_PRESETS
from piecement_engine import Button, Preset
from tests.sampling import together

BUILT_IN = [(section, name) for section, presets in BUILT_IN_PRESETS.items() for name in presets]
A_CHANGE = {
    "graphics": ("fps", 33),
    "controls": ("keys", {"hold": ("h",)}),
    "pair": ("left", {"hold": ("z",)}),
    "gameplay": ("das_ms", 99.0),
}
SECTIONS = list(BUILT_IN_PRESETS)


def changed(settings: Settings, section: str) -> Settings:
    """Return the settings with one of a section changed."""
    return with_change(settings, section, *A_CHANGE[section])


@pytest.mark.parametrize("section", SECTIONS)
def test_the_first_preset_is_how_everything_begins(section: str) -> None:
    first = next(iter(BUILT_IN_PRESETS[section]))
    assert preset_name(Settings(), section) == first
    assert BUILT_IN_PRESETS[section][first].values == Settings().section(section)


@together(("section", "name"), BUILT_IN)
def test_every_built_in_preset_can_be_chosen_and_is_explained(section: str, name: str) -> None:
    settings = with_preset(Settings(), section, name)

    assert preset_name(settings, section) == name
    assert settings.section(section) == BUILT_IN_PRESETS[section][name].values
    assert BUILT_IN_PRESETS[section][name].sentence.endswith(".")


@together(("section", "name"), BUILT_IN)
def test_changing_a_built_in_preset_makes_an_own_one(section: str, name: str) -> None:
    before = with_preset(Settings(), section, name)
    after = changed(before, section)

    assert preset_name(after, section) == f"{section.capitalize()} I"
    assert with_preset(after, section, name).section(section) == before.section(section)


@pytest.mark.parametrize("section", SECTIONS)
def test_an_own_preset_is_there_again_as_it_was_left(section: str) -> None:
    own = changed(Settings(), section)
    away = with_preset(own, section, next(iter(BUILT_IN_PRESETS[section])))
    back = with_preset(away, section, preset_name(own, section))

    assert away.section(section) == Settings().section(section)
    assert back.section(section) == own.section(section)


def test_a_change_of_an_own_preset_stays_in_it() -> None:
    own = changed(Settings(), "gameplay")
    again = with_change(own, "gameplay", "arr_ms", 5.0)

    assert preset_names(again, "gameplay") == preset_names(own, "gameplay")


def test_own_presets_are_numbered_as_clocks_are() -> None:
    settings = Settings()
    for _ in range(9):
        settings = changed(with_preset(settings, "graphics", "Modern"), "graphics")

    own = preset_names(settings, "graphics")[len(BUILT_IN_PRESETS["graphics"]) :]
    numerals = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    assert own == tuple(f"Graphics {numeral}" for numeral in numerals)


def test_setting_an_equal_value_makes_no_preset() -> None:
    assert with_change(Settings(), "graphics", "ghost", True) == Settings()


def test_group_without_presets_is_simply_changed() -> None:
    settings = with_change(Settings(), "interface", "blindfold", True)

    assert settings.interface.blindfold
    assert settings.presets == Settings().presets


def test_presets_go_round() -> None:
    names = preset_names(Settings(), "graphics")
    settings = Settings()
    seen: list[str] = []
    for _ in names:
        seen.append(preset_name(settings, "graphics"))
        settings = with_next_preset(settings, "graphics", 1)

    assert tuple(seen) == names
    assert preset_name(settings, "graphics") == names[0]
    assert preset_name(with_next_preset(settings, "graphics", -1), "graphics") == names[-1]


def test_keys_of_pytetris_bring_its_commands() -> None:
    own = Settings().with_value("commands", "hint_key", "f10")
    settings = with_preset(own, "controls", "PyTetris")
    commands = settings.commands
    after = with_preset(settings, "controls", "Vim")

    assert (commands.pause_key, settings.sound.mute_key, commands.retry_key, commands.watch_key) == tuple("psra")
    assert (after.commands, after.sound) == (own.commands, own.sound)


def test_keys_of_the_fans_rotate_as_theirs() -> None:
    assert KEY_PRESETS["Java"].button("left", modifiers=Modifiers.SHIFT) is Button.ROTATE_LEFT
    assert KEY_PRESETS["Java"].button("left") is Button.MOVE_LEFT
    assert KEY_PRESETS["PyTetris"].button("up") is Button.ROTATE_RIGHT
    assert KEY_PRESETS["Polyomino"].keys("rotate_0") == ("s",)


def test_an_own_preset_can_be_removed_and_a_built_in_one_cannot() -> None:
    settings = without_preset(changed(Settings(), "controls"), "controls")

    assert preset_names(settings, "controls") == tuple(KEY_PRESETS)
    assert without_preset(settings, "controls") == settings


def test_an_own_preset_can_be_renamed() -> None:
    settings = with_renamed_preset(changed(Settings(), "gameplay"), "gameplay", "Mine")

    assert preset_name(settings, "gameplay") == "Mine"
    assert preset_names(settings, "gameplay")[-1] == "Mine"
    assert "Gameplay I" not in preset_names(settings, "gameplay")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("NES", "A preset named NES already exists"),
        ("", "is not a valid name"),
        (" x", "is not a valid name"),
        ("x" * 25, "is not a valid name"),
    ],
)
def test_a_name_that_will_not_do_is_refused(name: str, complaint: str) -> None:
    with pytest.raises(SettingError, match=complaint):
        with_renamed_preset(changed(Settings(), "gameplay"), "gameplay", name)


def test_a_built_in_preset_keeps_its_name() -> None:
    with pytest.raises(SettingError, match="Piecement is built in"):
        with_renamed_preset(Settings(), "gameplay", "Mine")


def test_a_preset_that_there_is_not_is_refused() -> None:
    with pytest.raises(SettingError, match="there is no preset 'Gold'"):
        with_preset(Settings(), "graphics", "Gold")


def test_settings_written_by_hand_count_as_the_players_own() -> None:
    by_hand = Settings(graphics=Graphics(skin="ascii"))
    chosen = with_preset(by_hand, "graphics", "NES")

    assert preset_name(by_hand, "graphics") == "Graphics I"
    assert with_preset(chosen, "graphics", "Graphics I").graphics == Graphics(skin="ascii")


def test_settings_equal_to_a_built_in_preset_count_as_it() -> None:
    by_hand = Settings(graphics=Graphics(skin="unicode", hud="full", palette="distinct"))

    assert preset_name(by_hand, "graphics") == "Colour-blind safe"


NAMES = {"default": "tetrs, 4 previews", "seed": "tetrs", "guideline": "SRS, 3 previews"}
"""Presets of rules that have another name in the game than in the engine."""


@pytest.mark.parametrize("preset", RULE_PRESETS.values(), ids=lambda preset: preset.name)
def test_the_rules_of_the_engines_presets_are_wished_for(preset: Preset) -> None:
    rules, title = preset.rules, NAMES.get(preset.name, preset.title)
    overrides = with_preset(Settings(), "gameplay", title).gameplay.overrides(key_releases=True)

    assert {name: overrides[name] for name in rules} == dict(rules)
