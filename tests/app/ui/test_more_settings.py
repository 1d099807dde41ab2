"""More settings: every rule that a mode leaves open can be set, is explained, and is played by in the next game."""

import pytest

from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.handling_and_rules import Gameplay
from piecement.settings.presets import with_change, with_preset
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingSpec
from piecement.settings.values import Choices, Range
from piecement.ui.game.single_game import SingleGame
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.setting_pages import more_specs
from piecement.ui.texts.rule_explanations import rule_warnings
from piecement.ui.widgets.handling_field import HandlingField
from piecement_base.origin import UnrankedReasons
from piecement_base.plan import Plan
from piecement_engine import MODES, Rules
from piecement_engine.modes.mode import MODES_OWN
from piecement_engine.rules.rules import RULE_NAMES
from tests.app.setting_rows import at_row, cursor_of, go_to_row, line_of, list_of, said, titles_of
from tests.app.stand_ins import ENDLESS
from tests.app.walking import find, playing, text_of
from tests.sampling import together

SETTINGS = Settings().section("gameplay").specs()
NUMBERS = [setting for setting in SETTINGS if isinstance(setting.values, Range)]
CHOICES = [setting for setting in SETTINGS if isinstance(setting.values, Choices)]


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


@together("setting", SETTINGS)
def test_a_changed_setting_changes_the_rules(setting: SettingSpec) -> None:
    before = ready_for(setting)
    after = with_change(before, "gameplay", setting.name, another(setting))

    assert rules(after) != rules(before)


@together("setting", NUMBERS)
def test_the_engine_plays_by_the_ends_of_every_range(setting: SettingSpec) -> None:
    assert isinstance(setting.values, Range)
    for bound in (setting.values.low, setting.values.high):
        assert rules(with_change(ready_for(setting), "gameplay", setting.name, bound))


@together("setting", CHOICES)
def test_the_engine_plays_by_every_name_and_each_is_explained(setting: SettingSpec) -> None:
    for name in titles_of(setting):
        assert rules(with_change(Settings(), "gameplay", setting.name, name))
        assert setting.values.sentence(name) or name == "once"


def test_every_setting_stands_under_a_heading() -> None:
    assert all(setting.group for setting in SETTINGS)


def test_dependent_setting_names_an_existing_one() -> None:
    by_name = {setting.name: setting for setting in SETTINGS}
    for setting in SETTINGS:
        if setting.only_with is not None:
            other = by_name[setting.only_with.name]

            assert set(setting.only_with.values) < titles_of(other).keys()


@pytest.mark.wide
@pytest.mark.parametrize("size", [(40, 24), (80, 24)])
async def test_every_rule_is_explained_where_the_cursor_is(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        for setting in more_specs(Node.SETTINGS):
            await go_to_row(player, Node.SETTINGS, f"{setting.section}.{setting.name}")

            assert setting.sentence in said(player)
            assert setting.title in text_of(player.app)


async def test_settings_apply_to_the_next_game() -> None:
    async with at_row(Node.SETTINGS, "gameplay.das_ms") as player:
        await player.press("9", "0", "enter")
        player.app.settings.apply(with_change(player.app.settings.now, "gameplay", "rotation_system", "ars"))
        await player.press("escape")
        await player.go_to(Node.GAME)
        screen = player.screen_as(GameScreen)
        assert screen.session.view.rules.das_ns == 90_000_000
        assert screen.session.view.rules.rotation_system == "ars"


async def test_presets_are_played_in_the_next_game_and_unrank_none() -> None:
    async with playing(Plan(ENDLESS)) as player:
        player.app.settings.apply(with_preset(player.app.settings.now, "gameplay", "NES"))
        session = SingleGame(player.app.services, Plan(MODES["marathon"])).sides[0].session
        played = session.view.rules

        assert (played.randomizer, played.preview_count, played.appearance_delay_ns) == ("reroll", 1, 250_000_000)
        assert session.unranked == UnrankedReasons()


async def test_rules_behind_more_are_explained_found_and_tried() -> None:
    async with at_row(Node.SETTINGS, "gameplay.shift_before_lock") as player:
        titles = [mode.title for mode in MODES.values() if "shift_before_lock" in mode.fixed() - MODES_OWN]
        assert f"Modes with their own value: {titles[0]}" in said(player)

        await go_to_row(player, Node.SETTINGS, "gameplay.rerolls")
        assert "No effect now: only with Pieces: Reroll." in said(player)
        assert player.app.settings.now.gameplay.rerolls == 1

        field = player.app.screen.query_one(HandlingField)
        await player.press("t")
        is_played = field.is_played
        await player.press("escape")
        assert is_played
        assert not field.is_played

        await find(player, "ground time", key="slash")
        assert player.node is Node.MORE_SETTINGS
        assert cursor_of(player) == "gameplay.ground_time_max_ms"


@together(
    ("gameplay", "name", "part"),
    [
        (Gameplay(das_ms=0, arr_ms=0), "das_ms", "single steps are impossible"),
        (Gameplay(das_ms=50, arr_ms=100), "arr_ms", "tapping is faster"),
        (Gameplay(double_tap_ms=300), "double_tap_ms", "would go to the wall"),
        (Gameplay(soft_drop_factor=0), "soft_drop_factor", "stops the fall"),
        (Gameplay(soft_drop_factor=0.5), "soft_drop_factor", "slower than the fall"),
        (Gameplay(hard_drop_guard_ms=300), "hard_drop_guard_ms", "block hard drops you mean"),
        (Gameplay(appearance_delay_ms=0, initial_hold="tapped"), "initial_hold", "hardly any time to tap"),
        (Gameplay(hold="unlimited", locking="infinite"), "hold", "may never end"),
        (Gameplay(locking="extended_placement", lock_resets=0), "lock_resets", "nothing resets"),
        (Gameplay(preview_count=0), "preview_count", "an unknown piece"),
    ],
)
def test_clashing_settings_are_explained(gameplay: Gameplay, name: str, part: str) -> None:
    assert any(name in names and part in told for names, told in rule_warnings(gameplay))
    assert all(set(names) <= set(Gameplay.names()) for names, _told in rule_warnings(gameplay))


@together("slot", BUILT_IN_PRESETS["gameplay"])
def test_nothing_is_wrong_with_a_built_in_slot(slot: str) -> None:
    gameplay = with_preset(Settings(), "gameplay", slot).gameplay

    assert list(rule_warnings(gameplay)) == []


async def test_a_considered_preset_shows_its_values() -> None:
    async with playing() as player:
        before = player.app.settings.now
        await go_to_row(player, Node.SETTINGS, "gameplay.")
        await player.press("enter", "end")
        considered = [str(option.prompt) for option in list_of(player).options]
        await player.press("escape")
        after = [str(option.prompt) for option in list_of(player).options]

        assert considered != after
        assert player.app.settings.now == before


async def test_a_row_names_the_key_that_always_works() -> None:
    async with playing(size=(120, 40)) as player:
        await go_to_row(player, Node.CONTROLS, "commands.undo_key")
        first = line_of(player, "commands.undo_key"), line_of(player, "commands.retry_key")
        fixed = text_of(player.app).count("Ctrl+Z")
        player.app.settings.change("commands", "undo_key", "f6")
        await player.settle()

        assert first[0].split()[-1:] == ["Ctrl+Z"]
        assert "Ctrl+R, F9" in first[1]
        assert fixed <= 2
        assert "Ctrl+Z, F6" in line_of(player, "commands.undo_key")
        assert "none" not in line_of(player, "commands.undo_press_key")
