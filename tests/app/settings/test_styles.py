"""Styles set keys, rules, handling and look at once, and say what has changed since."""

import pytest

from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.presets import NAMED_RULES, preset_name, with_change
from piecement.settings.settings import Settings
from piecement.settings.styles import (
    FIRST_STYLE,
    RANKED_STYLES,
    STYLES,
    style_of,
    style_text,
    with_style,
)
from piecement.settings.value_sets import HANDLINGS
from piecement_base.modes import LEADERBOARD_MODES
from piecement_base.ranking import Leaderboard
from piecement_engine import MODES, Button, Rules
from piecement_server.leaderboards.entries import ranked_ruleset
from tests.sampling import together

SECTIONS = ("controls", "gameplay", "graphics")


def rules_of(style: str) -> Rules:
    """Return the rules of a style in a mode that leaves everything open."""
    return Rules.from_dict(with_style(Settings(), style).gameplay.overrides(key_releases=True))


def test_a_new_player_has_the_first_style() -> None:
    assert (FIRST_STYLE, style_text(Settings())) == ("piecement", "Piecement")
    again = with_style(with_style(Settings(), "tetrs"), FIRST_STYLE)
    assert again.interface.news == ""
    assert again.with_values(presets=Settings().presets) == Settings()


@pytest.mark.parametrize("style", STYLES)
def test_a_style_sets_its_three_presets(style: str) -> None:
    settings = with_style(Settings(), style)

    assert [preset_name(settings, section) for section in SECTIONS] == [*STYLES[style].presets.values()]
    assert style_text(settings) == STYLES[style].title
    assert settings.interface.ready_go is (style != "tetrs")


@pytest.mark.parametrize("style", STYLES)
def test_a_style_names_built_in_presets(style: str) -> None:
    assert all(name in BUILT_IN_PRESETS[section] for section, name in STYLES[style].presets.items())
    assert len(STYLES[style].few_words) <= 31


def test_changes_since_a_style_was_chosen_are_counted() -> None:
    settings = with_change(Settings(), "gameplay", "das_ms", 120.0)
    settings = with_change(settings, "graphics", "grid", True)
    keys = settings.controls.bindings.bind("v", Button.HOLD)
    settings = with_change(settings, "controls", "keys", keys.table())

    assert style_text(settings) == "Piecement + 3 changes"
    assert style_of(settings) is STYLES["piecement"]


def test_values_without_effect_do_not_count() -> None:
    assert style_text(with_change(Settings(), "gameplay", "rerolls", 3)) == "Piecement"


def test_own_settings_that_equal_a_style_are_it() -> None:
    own = with_style(Settings(), "classic")
    own = own.with_values(interface=own.interface.with_values(style=""))

    assert style_text(own) == "Classic"
    assert style_text(with_change(own, "gameplay", "das_ms", 99.0)) == "Your own"


def test_the_style_tetrs_is_the_seed() -> None:
    assert rules_of("tetrs") == Rules()


def test_the_style_piecement_adds_previews_to_the_seed() -> None:
    assert rules_of("piecement") == Rules(preview_count=5, soft_drop_factor=20.0)


def test_the_style_guideline_has_its_rules() -> None:
    assert rules_of("guideline") == Rules(
        rotation_system="srs_plus",
        randomizer="bag",
        preview_count=5,
        soft_drop_factor=20.0,
        locking="extended_placement",
        timing="guideline",
        scoring="guideline",
        spin_rule="t_three_corner",
        appearance_delay_ns=0,
        line_clear_delay_ns=120_000_000,
    )


def test_the_style_classic_has_the_rules_of_the_nes() -> None:
    assert rules_of("classic") == Rules(
        rotation_system="classic_right",
        randomizer="reroll",
        preview_count=1,
        hold="off",
        initial_hold="off",
        initial_rotation="off",
        das_ns=266_000_000,
        arr_ns=100_000_000,
        soft_drop_factor=20.0,
        soft_drop_interval_ns=33_000_000,
        locking="classic",
        timing="nes",
        scoring="nes",
        spin_rule="none",
        appearance_delay_ns=250_000_000,
        line_clear_delay_ns=333_000_000,
    )


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("relaxed", (167_000_000, 33_000_000, 20.0, None)),
        ("quick", (133_000_000, 10_000_000, 40.0, None)),
        ("instant", (117_000_000, 0, 20.0, 0)),
    ],
)
def test_a_handling_sets_its_values(name: str, values: tuple[object, ...]) -> None:
    settings = HANDLINGS[name].use(Settings())
    rules = Rules.from_dict(settings.gameplay.overrides(key_releases=True))

    assert (rules.das_ns, rules.arr_ns, rules.soft_drop_factor, rules.soft_drop_interval_ns) == values
    assert [other for other, values in HANDLINGS.items() if values.is_used(settings)] == [name]


def test_other_values_are_the_players_own_handling() -> None:
    settings = with_style(Settings(), "tetrs")

    assert not any(values.is_used(settings) for values in HANDLINGS.values())


@together("mode", LEADERBOARD_MODES)
@together("style", RANKED_STYLES)
def test_servers_rank_the_rules_of_a_style_in_every_mode(style: str, mode: str) -> None:
    played = NAMED_RULES[STYLES[style].gameplay].overrides(key_releases=True)

    assert ranked_ruleset(mode, style) == Leaderboard.of(MODES[mode], {}, played).ruleset
