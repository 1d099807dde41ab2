"""The theme and the palette suit what the terminal can, and what the player wants."""

import pytest

from piecement.render.skins.palettes import PALETTES, Depth
from piecement.render.skins.tones import TONES
from piecement.settings.settings import Settings
from piecement.terminal.background import Background
from piecement.ui.game_look import beside_menus, look_of, theme_of
from piecement.ui.themes import THEMES, depth_of, theme_for
from piecement.ui.widgets.menu_list import MenuList
from tests.app.walking import playing
from tests.sampling import together


@together(
    ("colour_system", "palette", "theme"),
    [
        ("truecolor", "modern", "piecement"),
        ("256", "modern", "piecement"),
        ("standard", "ansi", "piecement-16"),
        ("windows", "ansi", "piecement-16"),
        (None, "monochrome", "piecement-mono"),
    ],
)
def test_colours_suit_the_terminal(colour_system: str | None, palette: str, theme: str) -> None:
    depth = depth_of(colour_system)

    assert look_of(Settings(), depth, may_move=True).palette == palette
    assert theme_for(PALETTES[palette].depth, "dark").name == theme


def test_a_palette_that_was_chosen_is_used_on_any_terminal() -> None:
    settings = Settings().with_value("graphics", "palette", "gruvbox")

    assert look_of(settings, "none", may_move=True).palette == "gruvbox"


@pytest.mark.parametrize("tones", sorted(TONES.keys() - {"terminal"}))
def test_a_trainer_has_no_seam_between_text_and_field(tones: str) -> None:
    settings = Settings().with_value("graphics", "tones", tones).with_value("graphics", "palette", "modern")
    look = beside_menus(look_of(settings, Depth.RGB, may_move=True))

    assert look.seen_on == theme_of(settings, Depth.RGB).background


@together("depth", list(Depth))
@together("background", list(Background))
def test_every_colour_depth_and_background_has_a_theme(depth: Depth, background: Background) -> None:
    assert theme_for(depth, background) in THEMES


async def test_the_cursor_is_underlined_where_no_colour_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing() as player:
        await player.settle()
        styles = [segment.style for strip in player.app.screen._compositor.render_strips() for segment in strip]
        colours = {colour for style in styles if style for colour in (style.color, style.bgcolor) if colour}
        menu = player.app.screen.query_one(MenuList)
        lines = [menu.render_line(y) for y in range(4)]
        marked = [strip.text.strip() for strip in lines if any(part.style and part.style.underline for part in strip)]

        assert {colour.name for colour in colours} <= {"default"}
        assert marked == ["> 1  Play"]
