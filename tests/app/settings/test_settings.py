"""Settings are frozen, validated, described for screens, and turned into rules."""

import pytest
from pydantic import ValidationError

from piecement.input.key_presets import PRESETS
from piecement.settings.graphics import Graphics
from piecement.settings.handling_and_rules import Gameplay
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingError, SettingSpec
from piecement.settings.values import Choices, Range
from piecement_engine import MODES, Rules
from piecement_engine.modes import Number
from tests.app.setting_rows import titles_of
from tests.sampling import together

SECTIONS = Settings.names()
DESCRIBED = [setting for section in SECTIONS for setting in Settings().section(section).specs()]


def fps() -> SettingSpec:
    """Return the setting of the frame rate."""
    return next(setting for setting in Settings().section("graphics").specs() if setting.name == "fps")


@together("setting", DESCRIBED)
def test_every_setting_has_a_title_and_a_sentence(setting: SettingSpec) -> None:
    assert setting.title[0].isupper()
    assert setting.sentence[0].isupper()
    assert setting.sentence.endswith(".")


@together("setting", [setting for setting in DESCRIBED if isinstance(setting.values, Range)])
def test_every_number_has_a_range_and_a_unit(setting: SettingSpec) -> None:
    assert isinstance(setting.values, Range)
    assert setting.values.low <= float(setting.default) <= setting.values.high
    assert setting.values.unit


@together(
    "setting",
    [setting for setting in DESCRIBED if isinstance(setting.values, Choices)],
)
def test_the_default_of_every_choice_is_one_of_its_names(setting: SettingSpec) -> None:
    assert setting.default in titles_of(setting)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_a_sentence_too(section: str) -> None:
    assert (type(Settings().section(section)).__doc__ or "").endswith(".")


def test_a_change_gives_new_settings_and_leaves_the_old() -> None:
    before = Settings()
    after = before.with_value("graphics", "fps", 120)

    assert (before.graphics.fps, after.graphics.fps) == (60, 120)
    assert after.interface == before.interface


@pytest.mark.parametrize(
    ("section", "name", "value", "complaint"),
    [
        ("graphics", "fps", 0, "Fps: input should be greater than or equal to 1"),
        ("graphics", "fps", 241, "Fps: input should be less than or equal to 240"),
        ("graphics", "fps", "fast", "Fps: input should be a valid integer"),
        ("interface", "speed", 1, "Speed: no such setting"),
        ("graphics", "skin", "velvet", "Skin: 'velvet' is not one of modern, unicode"),
        ("graphics", "palette", "beige", "Palette: 'beige' is not one of auto"),
        ("controls", "keys", {"jump": ("j",)}, "Keys: 'jump' is no button"),
        ("smell", "volume", 1, "smell is not one of graphics, controls"),
    ],
)
def test_a_value_that_cannot_be_is_refused_in_one_sentence(
    section: str, name: str, value: object, complaint: str
) -> None:
    settings = Settings()

    with pytest.raises(SettingError, match=complaint) as refused:
        settings.with_value(section, name, value)

    assert "\n" not in str(refused.value)
    assert settings == Settings()


def test_settings_cannot_be_changed_in_place() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        setattr(Graphics(), "fps", 30)  # noqa: B010 - a type checker refuses it as well


def test_the_defaults_play_by_the_seeds_rules_with_more_preview() -> None:
    overrides = Gameplay().overrides(key_releases=True)

    assert Rules.from_dict(overrides) == Rules(preview_count=5, soft_drop_factor=20.0)


@pytest.mark.parametrize(
    ("chosen", "key_releases", "expected"),
    [("auto", True, False), ("auto", False, True), ("on", True, True), ("off", False, False)],
)
def test_soft_drop_locks_nothing_without_key_releases(chosen: str, key_releases: bool, expected: bool) -> None:
    gameplay = Gameplay().changed("no_soft_drop_lock", chosen)

    assert gameplay.overrides(key_releases=key_releases)["no_soft_drop_lock"] is expected


def test_times_are_set_in_milliseconds_and_played_in_nanoseconds() -> None:
    overrides = Gameplay().changed("das_ms", 110.5).overrides(key_releases=True)

    assert overrides["das_ns"] == 110_500_000


@together("mode", MODES.values())
def test_every_mode_can_be_played_by_the_overrides(mode: object) -> None:
    overrides = Gameplay().overrides(key_releases=False)

    assert MODES[getattr(mode, "name", "")].rules_with(overrides)


def test_the_keys_are_the_default_preset() -> None:
    assert Settings().controls.bindings == PRESETS["Guideline"]


@pytest.mark.parametrize(("text", "number"), [("60", 60), ("1", 1), ("240", 240)])
def test_a_typed_number_is_taken_within_its_range(text: str, number: int) -> None:
    assert fps().parsed(text) == number


@pytest.mark.parametrize("text", ["0", "241", "", "6.5"])
def test_a_typed_number_is_refused_out_of_its_range(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        fps().parsed(text)


@pytest.mark.parametrize(("start", "steps", "end"), [(60, 1, 61), (60, -1, 59), (240, 1, 240), (1, -1, 1)])
def test_steps_stop_at_the_ends_of_the_range(start: int, steps: int, end: int) -> None:
    assert fps().stepped(start, steps) == end


@pytest.mark.parametrize(
    ("unit", "told"), [("pieces", "1 piece"), ("rows", "1 row"), ("times", "1 time"), ("ms", "1 ms"), ("", "1")]
)
def test_one_thing_is_told_in_the_singular(unit: str, told: str) -> None:
    values = Range(0, 10, 1, unit)

    assert values.text(1) == told
    assert values.text(2) == f"2 {unit}".rstrip()


def test_every_unit_of_an_option_has_a_singular() -> None:
    units = {option.unit for mode in MODES.values() for option in mode.options if isinstance(option, Number)}
    settings = {setting.values.unit for setting in DESCRIBED if isinstance(setting.values, Range)}
    ones = {Range(0, 1, 1, unit).text(1) for unit in units | settings}

    assert {one for one in ones if one.endswith("s")} == {"1 s", "1 ms", "1 fps", "1 piece/s"}


def test_steps_of_a_fraction_stay_clean() -> None:
    tenth = SettingSpec("s", "n", "T", "S.", 0.1, Range(0, 1, 0.1))

    assert [tenth.stepped(0.1 * n, 1) for n in range(1, 4)] == [0.2, 0.3, 0.4]


def test_a_range_is_told_with_its_unit() -> None:
    values = fps().values
    assert isinstance(values, Range)
    assert values.limits == "1 to 240 fps"


def test_specs_name_the_section_they_are_of() -> None:
    settings = Settings()

    assert {name: {spec.section for spec in settings.section(name).specs()} - {name} for name in settings.names()} == {
        name: set[str]() for name in settings.names()
    }


@pytest.mark.parametrize("locks", [True, False])
def test_settings_of_rules_lead_to_these_rules(locks: bool) -> None:
    rules = {"no_soft_drop_lock": locks, "das_ns": 90_000_000, "soft_drop_interval_ns": 5_000_000}
    overrides = Gameplay.of_rules(rules).overrides(key_releases=True)

    assert {name: overrides[name] for name in rules} == rules
