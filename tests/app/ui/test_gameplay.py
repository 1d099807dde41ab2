"""Gameplay: every rule that a mode leaves open can be set, is explained, and is played by in the next game."""

import pytest

from piecement.session.plan import Plan, UnrankedReasons
from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.gameplay import Gameplay
from piecement.settings.presets import preset_name, with_change, with_preset
from piecement.settings.settings import Settings
from piecement.settings.specs import Choices, Range, SettingSpec
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.texts.terminal import SETTING_WARNINGS, setting_warnings
from piecement.ui.widgets.handling_field import HandlingField
from piecement_engine import MODES, Rules
from piecement_engine.modes.mode import MODES_OWN
from piecement_engine.rules.rules import RULE_NAMES
from tests.app.setting_rows import go_to_row, line_of, list_of, said, titles_of, value_of
from tests.app.stand_ins import ENDLESS
from tests.app.walking import Player, playing, text_of

SETTINGS = Settings().section("gameplay").specs()
NUMBERS = [setting for setting in SETTINGS if isinstance(setting.values, Range)]
CHOICES = [setting for setting in SETTINGS if isinstance(setting.values, Choices)]


def name_of(value: object) -> str:
    """Return the id of a test of a setting."""
    return getattr(value, "name", "")


def another(setting: SettingSpec) -> object:
    """Return a value of a setting that is not its default."""
    return setting.stepped(setting.default, 1) if setting.default is not True else False


def ready_for(setting: SettingSpec) -> Settings:
    """Return settings in which a setting counts."""
    only = setting.only_with
    if only is None or getattr(Gameplay(), only.name) in only.values:
        return Settings()
    return with_change(Settings(), "gameplay", only.name, next(iter(only.values)))


def rules(settings: Settings) -> Rules:
    """Return the rules of a game with nothing of its own."""
    return ENDLESS.rules_with(settings.gameplay.overrides(key_releases=True))


def test_every_rule_that_no_mode_owns_can_be_set() -> None:
    assert Gameplay().overrides(key_releases=True).keys() == set(RULE_NAMES) - MODES_OWN


@pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
def test_a_changed_setting_changes_the_rules(setting: SettingSpec) -> None:
    before = ready_for(setting)
    after = with_change(before, "gameplay", setting.name, another(setting))

    assert rules(after) != rules(before)


@pytest.mark.parametrize("setting", NUMBERS, ids=name_of)
def test_the_engine_plays_by_the_ends_of_every_range(setting: SettingSpec) -> None:
    assert isinstance(setting.values, Range)
    for bound in (setting.values.low, setting.values.high):
        assert rules(with_change(ready_for(setting), "gameplay", setting.name, bound))


@pytest.mark.parametrize("setting", CHOICES, ids=name_of)
def test_the_engine_plays_by_every_name_and_each_is_explained(setting: SettingSpec) -> None:
    for name in titles_of(setting):
        assert rules(with_change(Settings(), "gameplay", setting.name, name))
        assert setting.values.sentence(name) or name == "once"


@pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
def test_every_setting_stands_under_a_heading(setting: SettingSpec) -> None:
    assert setting.group


def test_dependent_setting_names_an_existing_one() -> None:
    by_name = {setting.name: setting for setting in SETTINGS}
    for setting in SETTINGS:
        if setting.only_with is not None:
            other = by_name[setting.only_with.name]

            assert set(setting.only_with.values) < titles_of(other).keys()


CHANGED_BY_KEYS = (
    ("das_ms", ["left"], 166.0),
    ("das_ms", ["shift+left"], 157.0),
    ("das_ms", ["1", "1", "0", "enter"], 110.0),
    ("das_ms", ["enter", "backspace", "5", "enter"], 165.0),
    ("das_ms", ["1", "escape"], 167.0),
    ("das_ms", ["right", "delete"], 167.0),
    ("hard_drop_delay_ms", ["right"], 0.2),
    ("hard_drop_delay_ms", ["0", ".", "5", "enter"], 0.5),
    ("soft_drop_factor", ["right"], 15.25),
    ("rotation_system", ["right"], "srs"),
    ("rotation_system", ["enter", "end", "enter"], "auto"),
    ("shift_before_lock", ["enter"], True),
    ("preview_count", ["9", "enter"], 9),
)


@pytest.mark.wide
async def test_every_kind_of_rule_is_set_by_keys() -> None:
    async with playing() as player:
        for name, keys, value in CHANGED_BY_KEYS:
            player.app.settings.apply(Settings())
            row = f"gameplay.{name}"
            await go_to_row(player, Node.GAMEPLAY, row)
            await player.press(*keys)

            assert (row, keys, value_of(player, row)) == (row, keys, value)


@pytest.mark.wide
@pytest.mark.parametrize("size", [(40, 24), (80, 24)])
async def test_every_rule_is_explained_where_the_cursor_is(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        await player.go_to(Node.GAMEPLAY)
        for setting in SETTINGS:
            await go_to_row(player, Node.GAMEPLAY, f"gameplay.{setting.name}")

            assert setting.sentence in said(player)
            assert setting.title in text_of(player.app)


async def test_a_number_out_of_its_range_is_explained_and_not_taken() -> None:
    async with playing() as player:
        await go_to_row(player, Node.GAMEPLAY, "gameplay.preview_count")
        await player.press("1", "0", "enter")

        assert said(player) == "Preview can be 0 to 9 pieces."
        assert player.app.settings.now.gameplay.preview_count == 4


async def test_settings_apply_to_the_next_game() -> None:
    async with playing() as player:
        await go_to_row(player, Node.GAMEPLAY, "gameplay.das_ms")
        await player.press("9", "0", "enter")
        player.app.settings.apply(with_change(player.app.settings.now, "gameplay", "rotation_system", "ars"))
        await player.press("escape", "escape")
        await player.go_to(Node.GAME)
        screen = player.app.screen

        assert isinstance(screen, GameScreen)
        assert screen.session.view.rules.das_ns == 90_000_000
        assert screen.session.view.rules.rotation_system == "ars"


async def test_a_slot_is_played_in_the_next_game() -> None:
    async with playing(Plan(ENDLESS)) as player:
        player.app.settings.apply(with_preset(player.app.settings.now, "gameplay", "NES"))
        played = player.app.games.session(Plan(ENDLESS)).view.rules

        assert (played.randomizer, played.preview_count, played.appearance_delay_ns) == ("reroll", 1, 250_000_000)


async def test_rules_in_use_are_named() -> None:
    async with playing() as player:
        await go_to_row(player, Node.GAMEPLAY, "gameplay.scoring")
        before = text_of(player.app)
        await player.press("right")

        assert "Ranked with the rules tetrs, 4 previews." in before
        assert "Ranked with the rules Gameplay I." in text_of(player.app)


async def test_no_rules_unrank_a_game() -> None:
    async with playing(Plan(MODES["marathon"])) as player:
        player.app.settings.change("gameplay", "scoring", "nes")

        assert player.app.games.session(Plan(MODES["marathon"])).unranked == UnrankedReasons()


async def test_a_setting_without_effect_names_its_need() -> None:
    async with playing() as player:
        await go_to_row(player, Node.GAMEPLAY, "gameplay.rerolls")

        assert "No effect now: only with Randomizer: Reroll." in said(player)
        assert player.app.settings.now.gameplay.rerolls == 1


async def test_settings_without_effect_are_named_without_releases() -> None:
    async with playing(Plan(ENDLESS)) as player:
        await player.go_to(Node.PAUSE)
        await go_to_row(player, Node.GAMEPLAY, "gameplay.arr_ms")

        assert "No effect here" in said(player)


@pytest.mark.parametrize(
    ("gameplay", "name", "part"),
    [
        (Gameplay(das_ms=0, arr_ms=0), "das_ms", "single steps are impossible"),
        (Gameplay(das_ms=50, arr_ms=100), "arr_ms", "tapping is faster"),
        (Gameplay(double_tap_ms=300), "double_tap_ms", "end at the wall"),
        (Gameplay(soft_drop_factor=0), "soft_drop_factor", "stops the fall"),
        (Gameplay(soft_drop_factor=0.5), "soft_drop_factor", "slower than the fall"),
        (Gameplay(hard_drop_guard_ms=300), "hard_drop_guard_ms", "block hard drops you mean"),
        (Gameplay(appearance_delay_ms=0, initial_hold="tapped"), "initial_hold", "hardly any time to tap"),
        (Gameplay(hold="unlimited", locking="infinite"), "hold", "may never end"),
        (Gameplay(locking="extended_placement", lock_resets=0), "lock_resets", "oldest machines"),
        (Gameplay(preview_count=0), "preview_count", "an unknown piece"),
    ],
)
def test_clashing_settings_are_explained(gameplay: Gameplay, name: str, part: str) -> None:
    assert any(part in told for told in setting_warnings(gameplay, name))


@pytest.mark.parametrize("slot", BUILT_IN_PRESETS["gameplay"])
def test_nothing_is_wrong_with_a_built_in_slot(slot: str) -> None:
    gameplay = with_preset(Settings(), "gameplay", slot).gameplay

    assert [warning.sentence for warning in SETTING_WARNINGS if warning.applies(gameplay)] == []


def test_a_warning_is_about_settings_that_there_are() -> None:
    assert all(warning.names <= set(Gameplay.names()) for warning in SETTING_WARNINGS)


async def test_a_strange_combination_is_explained_and_kept() -> None:
    async with playing() as player:
        await go_to_row(player, Node.GAMEPLAY, "gameplay.soft_drop_factor")
        await player.press("0", "enter")

        assert "stops the fall" in said(player)
        assert player.app.settings.now.gameplay.soft_drop_factor == 0
        assert preset_name(player.app.settings.now, "gameplay") == "Gameplay I"


async def test_modes_with_a_value_of_their_own_are_named() -> None:
    async with playing() as player:
        await go_to_row(player, Node.GAMEPLAY, "gameplay.shift_before_lock")
        titles = [mode.title for mode in MODES.values() if "shift_before_lock" in mode.fixed() - MODES_OWN]

        assert f"Modes with their own value: {titles[0]}" in said(player)


BASIC = ("das_ms", "arr_ms", "soft_drop_factor", "preview_count")


def rows_shown(player: Player) -> set[str]:
    """Return the ids of the rows that are on the screen."""
    return {str(option.id) for option in list_of(player).options}


async def test_the_basic_settings_come_first_and_all_others_with_a_key() -> None:
    async with playing() as player:
        await player.go_to(Node.GAMEPLAY)
        basic = rows_shown(player)
        await player.press("tab")
        everything = rows_shown(player)
        await player.press("tab")

        assert {f"gameplay.{name}" for name in BASIC} <= basic
        assert everything >= {f"gameplay.{setting.name}" for setting in SETTINGS}
        assert len(basic) < len(everything) // 2
        assert rows_shown(player) == basic


@pytest.mark.parametrize("key", ["right", "enter"])
async def test_everything_is_shown_from_its_row(key: str) -> None:
    async with playing() as player:
        await go_to_row(player, Node.GAMEPLAY, "part")
        await player.press(key)

        assert "Everything" in line_of(player, "part")
        assert "gameplay.locking" in rows_shown(player)


async def test_handling_is_tried_in_the_field() -> None:
    async with playing() as player:
        await player.go_to(Node.GAMEPLAY)
        field = player.app.screen.query_one(HandlingField)
        await player.press("t")
        before = field.game.session.view.piece
        await player.press("right")
        after = field.game.session.view.piece
        await player.press("escape")

        assert before is not None
        assert after is not None
        assert after.x == before.x + 1
        assert not field.is_played
        assert player.node is Node.GAMEPLAY


async def test_a_considered_preset_shows_its_values() -> None:
    async with playing() as player:
        before = player.app.settings.now
        await go_to_row(player, Node.GAMEPLAY, "gameplay.")
        await player.press("enter", "end")
        considered = [str(option.prompt) for option in list_of(player).options]
        await player.press("escape")
        after = [str(option.prompt) for option in list_of(player).options]

        assert considered != after
        assert player.app.settings.now == before
