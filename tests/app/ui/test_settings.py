"""The hub of the settings: the ways to all others, and what is about the application as a whole."""

import pytest

from piecement.settings.settings import Settings
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.widgets.choices import TextEntry
from piecement.ui.widgets.settings_list import SettingsList
from tests.app.setting_rows import asked_by, go_to_row, line_of, value_of
from tests.app.walking import playing, text_of

SHOWN = Settings().section("interface").specs()


async def test_every_way_and_every_setting_is_there_with_its_title() -> None:
    async with playing() as player:
        await player.go_to(Node.SETTINGS)
        seen = text_of(player.app)

        assert all(edge.label in seen for edge in edges_from(Node.SETTINGS, Trigger.MENU))
        assert all(setting.title in seen for setting in SHOWN)


async def test_the_line_under_the_cursor_is_explained() -> None:
    async with playing() as player:
        for setting in SHOWN:
            await go_to_row(player, Node.SETTINGS, f"{setting.section}.{setting.name}")

            explanation = setting.values.sentence(setting.default) or setting.sentence
            assert explanation.split(":")[0] in " ".join(text_of(player.app).split())


async def test_the_slots_in_force_are_told() -> None:
    async with playing() as player:
        player.app.settings.change("gameplay", "preview_count", 2)
        await player.go_to(Node.SETTINGS)

        assert "Gameplay I" in line_of(player, "gameplay")


CHANGED_BY_KEYS = (
    ("resume_countdown", ["left", "left", "left", "left"], 0),
    ("resume_countdown", ["h"], 2),
    ("resume_countdown", ["shift+right"], 5),
    ("resume_countdown", ["1", "enter"], 1),
    ("resume_countdown", ["enter", "backspace", "4", "enter"], 4),
    ("resume_countdown", ["1", "escape"], 3),
    ("resume_countdown", ["right", "delete"], 3),
    ("pause_on_blur", ["left"], False),
    ("pause_on_blur", ["left", "right"], True),
    ("pause_on_blur", ["enter"], False),
    ("reduced_motion", ["space"], True),
    ("blindfold", ["l"], True),
    ("key_releases", ["right"], "off"),
    ("key_releases", ["right", "right"], "auto"),
    ("key_releases", ["enter", "down", "enter"], "off"),
    ("key_releases", ["enter", "down", "escape"], "auto"),
    ("hold_to_wall", ["enter"], True),
)


async def test_every_kind_of_setting_is_changed_by_keys() -> None:
    async with playing() as player:
        for name, keys, value in CHANGED_BY_KEYS:
            player.app.settings.apply(Settings())
            row = f"interface.{name}"
            await go_to_row(player, Node.SETTINGS, row)
            await player.press(*keys)

            assert (row, keys, value_of(player, row)) == (row, keys, value)
            assert player.node is Node.SETTINGS


async def test_a_setting_is_changed_by_mouse() -> None:
    async with playing() as player:
        await player.go_to(Node.SETTINGS)
        lines = text_of(player.app).splitlines()
        y = next(i for i, line in enumerate(lines) if "Reduced motion" in line)
        await player.pilot.click(offset=(10, y))
        await player.settle()

        assert player.app.settings.now.interface.reduced_motion


async def test_a_number_out_of_its_range_is_explained_and_not_taken() -> None:
    async with playing() as player:
        await go_to_row(player, Node.SETTINGS, "interface.resume_countdown")
        await player.press("9", "enter")

        assert "Countdown can be 0 to 5 counts." in text_of(player.app)
        assert player.app.settings.now.interface.resume_countdown == 3


async def test_the_set_value_is_shown() -> None:
    async with playing() as player:
        await go_to_row(player, Node.SETTINGS, "interface.resume_countdown")
        await player.press("left")

        assert "‹ 2 counts ›" in text_of(player.app)


async def test_settings_are_kept_from_one_visit_to_the_next() -> None:
    async with playing() as player:
        await go_to_row(player, Node.SETTINGS, "interface.resume_countdown")
        await player.press("right", "escape")
        await player.go_to(Node.SETTINGS)

        assert "4 counts" in line_of(player, "interface.resume_countdown")


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
async def test_no_title_is_cut(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        await player.go_to(Node.SETTINGS)

        assert all(setting.title in text_of(player.app) for setting in SHOWN)


async def test_a_text_is_for_the_row_that_asked() -> None:
    """Another row may ask for a text right after Enter."""
    async with playing() as player:
        await go_to_row(player, Node.GAMEPLAY, "gameplay.das_ms")
        rows, entry = player.app.screen.query_one(SettingsList), player.app.screen.query_one(TextEntry)
        rows.ask(asked_by(player, "gameplay.das_ms"))
        entry.value = "90"
        await entry.run_action("submit")
        rows.ask(asked_by(player, "gameplay.arr_ms"))
        await player.settle()

        assert value_of(player, "gameplay.das_ms") == 90
