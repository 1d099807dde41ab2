"""The settings screen: a control for each setting, which takes effect at once."""

import pytest
from textual.widgets import Select

from piecement.menu_graph import Node
from piecement.settings import described
from tests.app.walking import A_QUICK_GAME, Player, playing, text_of

SHOWN = [*described("graphics"), *described("interface")]


async def go_to_setting(player: Player, name: str) -> None:
    """Open the settings and move the cursor to one of them."""
    await player.go_to(Node.SETTINGS)
    for _ in range([setting.name for setting in SHOWN].index(name)):
        await player.press("down")


async def test_every_setting_is_there_with_its_title() -> None:
    async with playing(size=(80, 40)) as player:
        await player.go_to(Node.SETTINGS)
        seen = text_of(player.app)

        assert all(setting.title in seen for setting in SHOWN)


@pytest.mark.parametrize("setting", SHOWN, ids=lambda setting: setting.name)
async def test_the_setting_under_the_cursor_is_explained(setting: object) -> None:
    name, sentence = getattr(setting, "name", ""), getattr(setting, "sentence", "")
    async with playing() as player:
        await go_to_setting(player, name)

        assert sentence in text_of(player.app)


@pytest.mark.parametrize(
    ("section", "name", "keys", "value"),
    [
        ("graphics", "skin", ["right"], "ascii"),
        ("graphics", "skin", ["l", "l"], "electronika_60"),
        ("graphics", "skin", ["right", "left"], "unicode"),
        ("graphics", "palette", ["right"], "tetrs"),
        ("graphics", "ghost", ["left"], False),
        ("graphics", "ghost", ["enter"], False),
        ("interface", "fps", ["right", "right", "right"], 63),
        ("interface", "fps", ["h"], 59),
        ("interface", "fps", ["end", "0", "backspace", "backspace", "backspace", "9"], 9),
        ("interface", "show_fps", ["space"], True),
        ("interface", "resume_countdown", ["left", "left", "left", "left"], 0),
        ("interface", "pause_on_blur", ["left"], False),
        ("interface", "reduced_motion", ["right"], True),
    ],
)
async def test_a_setting_is_changed_by_keys(section: str, name: str, keys: list[str], value: object) -> None:
    async with playing() as player:
        await go_to_setting(player, name)
        await player.press(*keys)

        assert getattr(getattr(player.app.settings, section), name) == value


async def test_a_name_can_be_chosen_from_a_list() -> None:
    async with playing() as player:
        await go_to_setting(player, "skin")
        await player.press("enter", "down", "enter")

        assert player.app.settings.graphics.skin == "ascii"


async def test_a_number_out_of_its_range_is_explained_and_not_taken() -> None:
    async with playing() as player:
        await go_to_setting(player, "fps")
        await player.press("end", "0")

        assert "Frame rate can be 1 to 240 fps." in text_of(player.app)
        assert player.app.settings.interface.fps == 60


async def test_what_was_typed_wrongly_is_forgotten_on_leaving() -> None:
    async with playing() as player:
        await go_to_setting(player, "fps")
        await player.press("end", "0", "down", "up")

        assert " 60 " in text_of(player.app)


async def test_colours_change_the_theme_at_once() -> None:
    async with playing() as player:
        await go_to_setting(player, "palette")
        player.app.screen.query_one("#palette", Select).value = "monochrome"
        await player.settle()

        assert player.app.theme == "piecement-mono"


async def test_a_paused_game_is_seen_in_the_new_skin() -> None:
    async with playing(A_QUICK_GAME) as player:
        await player.wait_ms(50)
        await player.go_to(Node.PAUSE)
        before = text_of(player.app)
        await go_to_setting(player, "skin")
        await player.press("right", "escape")

        assert "▓▓" in before
        assert "[]" in text_of(player.app)
        assert "▓▓" not in text_of(player.app)


async def test_settings_are_kept_from_one_visit_to_the_next() -> None:
    async with playing() as player:
        await go_to_setting(player, "fps")
        await player.press("right", "escape")
        await player.go_to(Node.SETTINGS)

        assert " 61 " in text_of(player.app)
