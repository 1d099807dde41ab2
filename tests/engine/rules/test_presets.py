"""The presets: values of rules that belong together, and how they lie over a mode."""

import json

import pytest

from piecement_engine import MODES, Game, Rules
from piecement_engine.modes.mode import MODES_OWN
from piecement_engine.rules.presets import PRESET_RULES, PRESETS, Preset
from piecement_engine.rules.rules import RULE_NAMES
from tests.sampling import together

MS = 1_000_000

EACH_PRESET = pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)


def test_presets_menu_begins_with_the_default() -> None:
    assert list(PRESETS) == ["default", "seed", "guideline", "finesse_plus", "nes", "game_boy", "elektronika_60"]


def test_the_seed_is_the_rules_unchanged() -> None:
    assert Rules.from_dict(PRESETS["seed"].rules) == Rules()


def test_the_default_is_the_seed_with_four_pieces_of_preview() -> None:
    assert Rules.from_dict(PRESETS["default"].rules) == Rules(preview_count=4)


@together(
    ("name", "values"),
    [
        ("default", ("ocular", "recency", 4, 167, 33, 200, 50, "held")),
        ("guideline", ("srs", "bag", 3, 167, 33, 200, 50, "held")),
        ("finesse_plus", ("ocular", "recency", 6, 110, 0, 200, 50, "held")),
        ("nes", ("classic_right", "reroll", 1, 266, 100, 333, 250, "off")),
        ("game_boy", ("classic_left", "uniform", 1, 400, 150, 1500, 33, "off")),
        ("elektronika_60", ("classic_left", "uniform", 1, 350, 100, 400, 0, "off")),
    ],
)
def test_the_presets_have_the_published_values(name: str, values: tuple[object, ...]) -> None:
    rules = Rules.from_dict(PRESETS[name].rules)
    milliseconds = (rules.das_ns, rules.arr_ns, rules.line_clear_delay_ns, rules.appearance_delay_ns)

    assert values == (
        *(rules.rotation_system, rules.randomizer, rules.preview_count),
        *(time / MS for time in milliseconds),
        rules.initial_rotation,
    )
    assert rules.initial_hold == rules.initial_rotation


@together(
    ("name", "factor", "interval", "delay"),
    [
        ("default", 15, None, 0),
        ("guideline", 20, None, 0),
        ("finesse_plus", 15, 0, 100),
        ("nes", 15, 33, 50),
        ("game_boy", 15, 50, 0),
        ("elektronika_60", 15, 100, 350),
    ],
)
def test_the_presets_have_the_published_soft_drops(name: str, factor: float, interval: int | None, delay: int) -> None:
    rules = Rules.from_dict(PRESETS[name].rules)

    assert rules.soft_drop_factor == factor
    assert rules.soft_drop_interval_ns == (None if interval is None else interval * MS)
    assert rules.soft_drop_delay_ns == delay * MS


@EACH_PRESET
def test_every_preset_sets_the_same_fields(preset: Preset) -> None:
    assert tuple(preset.rules) == PRESET_RULES
    assert set(PRESET_RULES) <= set(RULE_NAMES) - MODES_OWN
    assert PRESETS[preset.name] is preset
    assert preset.sentence.endswith(".")


@EACH_PRESET
def test_every_preset_goes_through_json(preset: Preset) -> None:
    assert json.loads(json.dumps(dict(preset.rules))) == preset.rules


@EACH_PRESET
def test_every_preset_lies_over_every_mode_but_fixed_fields(preset: Preset) -> None:
    for mode in MODES.values():
        rules = mode.rules_with(preset.rules)
        for name in RULE_NAMES:
            expected = mode.rules if name in mode.fixed() or name not in PRESET_RULES else None
            value = getattr(expected, name) if expected else preset.rules[name]

            assert getattr(rules, name) == value, mode.name
        Game(rules, 0).update(100 * MS)


def test_the_classics_keep_their_own_handling() -> None:
    for name in ("classic", "game_boy", "elektronika_60"):
        assert MODES[name].rules_with(PRESETS["finesse_plus"].rules) == MODES[name].rules
