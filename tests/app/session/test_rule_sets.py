"""Games are ranked with those by the same rules, whatever the handling."""

import pytest

from piecement.settings.handling_and_rules import Gameplay, rule_of
from piecement.settings.presets import rules_name
from piecement.settings.settings import Settings
from piecement.settings.styles import STYLES, with_style
from piecement.settings.value_sets import HANDLINGS
from piecement_base.modes import variant_key
from piecement_base.plan import options_of
from piecement_base.ranking import NEEDED_VALUES, UNRANKED_RULES, Leaderboard, ruleset_of
from piecement_engine import MODES, Mode, Rules
from piecement_engine.modes import OptionValue
from tests.sampling import together


def board_of(settings: Settings, mode: str = "40_lines") -> Leaderboard:
    """Return the leaderboard of a game by some settings."""
    return Leaderboard.of(MODES[mode], {}, settings.gameplay.overrides(key_releases=True))


@pytest.mark.parametrize("handling", HANDLINGS)
def test_handling_never_splits_a_leaderboard(handling: str) -> None:
    assert board_of(HANDLINGS[handling].use(Settings())) == board_of(Settings())


@pytest.mark.parametrize("key_releases", [False, True])
def test_a_keyboard_never_splits_a_leaderboard(key_releases: bool) -> None:
    overrides = Gameplay().overrides(key_releases=key_releases)

    assert Leaderboard.of(MODES["40_lines"], {}, overrides) == board_of(Settings())


def test_each_style_has_its_own_leaderboard() -> None:
    assert len({board_of(with_style(Settings(), style)) for style in STYLES}) == len(STYLES)


def test_a_mode_with_rules_of_its_own_has_one_leaderboard() -> None:
    assert len({board_of(with_style(Settings(), style), "classic") for style in STYLES}) == 1


def test_a_hash_stays_the_same() -> None:
    assert (ruleset_of(Rules()), board_of(Settings()).ruleset) == ("e738f69886a7e925", "97c73a6130dac480")


@together(
    "rules",
    [
        Rules(preview_count=2),
        Rules(scoring="nes"),
        Rules(appearance_delay_ns=0),
        Rules(line_clear_delay_ns=0),
        Rules(hold="off"),
    ],
)
def test_a_rule_splits_a_leaderboard(rules: Rules) -> None:
    assert ruleset_of(rules) != ruleset_of(Rules())


def test_a_rule_without_effect_splits_no_leaderboard() -> None:
    assert ruleset_of(Rules(lock_resets=3, rerolls=7, cascade_delay_ns=1)) == ruleset_of(Rules())
    assert ruleset_of(Rules(locking="extended_placement", lock_resets=3)) != ruleset_of(
        Rules(locking="extended_placement")
    )


def test_settings_say_the_same_of_what_has_an_effect() -> None:
    needed = {
        rule_of(spec.name): (rule_of(spec.only_with.name), spec.only_with.values)
        for spec in Gameplay.specs()
        if spec.only_with is not None and rule_of(spec.name) not in UNRANKED_RULES
    }

    assert {name: need for name, need in NEEDED_VALUES.items() if name != "cascade_delay_ns"} == needed


def test_rules_are_named_after_a_style_whatever_the_handling() -> None:
    assert rules_name(HANDLINGS["quick"].use(with_style(Settings(), "guideline"))) == "Guideline"


def test_other_rules_have_the_name_that_the_player_gave() -> None:
    own = Settings().with_value("gameplay", "preview_count", 2)

    assert rules_name(own) == "Gameplay I"


@together("mode", MODES.values())
def test_options_are_read_from_a_variant(mode: Mode) -> None:
    options: dict[str, OptionValue] = {}
    for option in mode.options:
        default = option.default
        options[option.name] = not default if isinstance(default, bool) else default
    changed = {option.name: options[option.name] for option in mode.options if isinstance(option.default, bool)}

    assert options_of(mode.name, variant_key(mode.name, options)) == changed


def test_numbers_and_choices_are_read_from_a_variant() -> None:
    assert options_of("sprint", "lines=20") == {"lines": "20"}
    assert options_of("time_trial", "seconds=60 start_level=5") == {"seconds": 60, "start_level": 5}
    assert options_of("unheard", "x=1") == {}
