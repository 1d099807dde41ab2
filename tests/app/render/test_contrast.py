"""Text can be read in every skin, palette and depth of colour, on a dark and on a light terminal."""

from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from piecement.render.overlay import too_small
from piecement.render.plates import plate
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import PALETTES, Depth, readable_on
from piecement.render.skins.skins import SKINS
from piecement.render.skins.tones import TONES, contrast, legible
from piecement.settings.presets import with_preset
from piecement.settings.settings import Settings
from piecement.terminal.background import Background
from piecement.ui.game_look import TONES as OWN_TONES
from piecement.ui.game_look import look_of
from piecement.ui.menu_graph import Node
from piecement.ui.themes import theme_for
from piecement_engine import Button
from piecement_engine.board.pieces import GREY
from tests.app.drawn import DrawnGame, picture_of
from tests.app.walking import playing
from tests.sampling import sampled, together

LARGE_TEXT: Final = 3.0
"""The contrast that WCAG asks of bold text; there are no colours beside black with more on black and on white."""

XTERM: Final = (
    "#000000", "#CD0000", "#00CD00", "#CDCD00", "#0000EE", "#CD00CD", "#00CDCD", "#E5E5E5",
    "#7F7F7F", "#FF0000", "#00FF00", "#FFFF00", "#5C5CFF", "#FF00FF", "#00FFFF", "#FFFFFF",
)  # fmt: skip
"""The sixteen colours of xterm."""

BACKGROUNDS: Final = {
    Background.DARK: ("#000000",),
    Background.LIGHT: ("#FFFFFF",),
    Background.UNKNOWN: ("#000000", "#FFFFFF"),
}
"""What each kind of background may be."""


def shown(colour: Color | None, default: str, *, is_bold: bool = False) -> str:
    """Return the colour that xterm shows: it shows the first eight as the next eight where they are bold."""
    if colour is None or colour.is_default:
        return default
    if colour.number is not None and colour.number < 16:
        return XTERM[colour.number + 8 * (is_bold and colour.number < 8)]
    return colour.get_truecolor().hex


def seen(style: Style, background: str) -> tuple[str, str]:
    """Return the colours of text and of what lies behind it on a terminal of this background."""
    text = "#FFFFFF" if background == "#000000" else "#000000"
    colours = shown(style.color, text, is_bold=bool(style.bold)), shown(style.bgcolor, background)
    return (colours[1], colours[0]) if style.reverse else colours


def is_text(segment: Segment) -> bool:
    """Tell whether a segment says something."""
    return any(character.isalnum() for character in segment.text)


def faults(segments: Iterator[Segment], background: Background, least: float = LARGE_TEXT) -> set[tuple[str, str, str]]:
    """Return the texts that cannot be read, with their colours."""
    found: set[tuple[str, str, str]] = set()
    for segment, behind in product(segments, BACKGROUNDS[background]):
        if is_text(segment):
            text, its_background = seen(segment.style or Style.null(), behind)
            if contrast(text, its_background) < least:
                found.add((segment.text.strip(), text, its_background))
    return found


def drawn(look: Look, level: int = 1) -> Iterator[Segment]:
    """Yield all that is seen of a game with a look, and of what may lie over it."""
    game = DrawnGame(held=frozenset(Button), lock_due_ns=63_600_000_000, level=level)
    drawing = picture_of(game, look, 120, 40)
    for row in drawing.frame.rows:
        yield from row.build()
    for spans in plate("3", drawing.layout, look).values():
        yield from (Segment("3", Style(color=span.style.color, bgcolor=span.style.bgcolor)) for span in spans)
    for spans in too_small(20, 5, (40, 20), look).values():
        yield from (Segment(span.text, span.style) for span in spans)


@pytest.mark.wide
@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("background", list(Background))
def test_game_text_is_readable_on_the_terminals_background(skin: str, background: Background) -> None:
    """Every skin goes with every palette."""
    for name, palette in PALETTES.items():
        look = Look(skin=skin, palette=name, background=background, lock_meter=True, pressed_keys=True)
        if palette.depth is Depth.RGB and background is Background.UNKNOWN:
            look = Look(skin=skin, palette=name, background=background, tones=OWN_TONES)

        assert faults(drawn(look), background) == set(), name


@pytest.mark.parametrize("background", list(Background))
def test_high_contrast_is_that_of_the_strictest_level(background: Background) -> None:
    """WCAG 1.4.6: 7 to 1, of every text, and of the pieces, which are letters."""
    look = look_of(with_preset(Settings(), "graphics", "High contrast"), "rgb", may_move=True, background=background)
    tiles = (*range(1, 8), GREY)

    assert faults(drawn(look), background, least=7) == set()
    assert all(contrast(str(look.chosen_palette.colour(tile)), "#000000") >= 7 for tile in tiles)


@pytest.mark.wide
@pytest.mark.parametrize(("tones", "skin"), sampled(["own", *TONES], ["unicode", "contrast"]))
def test_text_of_a_game_can_be_read_in_all_screen_colours(skin: str, tones: str) -> None:
    palettes = {name: range(len(palette.levels)) for name, palette in PALETTES.items() if palette.depth is Depth.RGB}

    assert not [
        (palette, fault)
        for background in (Background.DARK, Background.LIGHT)
        for palette, levels in palettes.items()
        for level in levels
        for fault in faults(
            drawn(Look(skin=skin, palette=palette, tones=TONES.get(tones, OWN_TONES), background=background), level),
            background,
        )
    ]


@pytest.mark.parametrize("background", [Background.DARK, Background.LIGHT, Background.UNKNOWN])
def test_menus_can_be_read_in_16_colours(background: Background) -> None:
    variables = theme_for("ansi", background).to_color_system().generate()
    text = ("primary", "accent", "error", "success", "warning", "foreground", "muted", "border")
    styles = [Style(color=_rich(variables[name]), bold=bold) for name in text for bold in (False, True)]
    cursor = Style(
        color=_rich(variables["block-cursor-foreground"]),
        bgcolor=_rich(variables["block-cursor-background"]),
        bold="bold" in variables["block-cursor-text-style"],
    )

    assert faults(iter(Segment("text", style) for style in [*styles, cursor]), background) == set()


def _rich(name: str) -> str:
    return name.removeprefix("ansi_")


@pytest.mark.wide
@pytest.mark.parametrize("background", list(Background))
async def test_screens_can_be_read_in_16_colours(background: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piecement.ui.appearance.Appearance.depth", "ansi")
    async with playing() as player:
        player.app.appearance.set_background(background)
        for node in (Node.TITLE, Node.PLAY, Node.SETTINGS, Node.LOOK, Node.CONTROLS):
            await player.go_back()
            await player.go_to(node)
            await player.settle()
            rows = [segment for strip in player.app.screen._compositor.render_strips() for segment in strip]

            assert player.app.appearance.look.background is background
            assert faults(iter(rows), background) == set(), node


@together("background", ["#000000", "#FFFFFF", "#787878", "#FDF6E3"])
@together("colour", ["#FFFFFF", "#000000", "#FECB00", "#787878", "#0058F8"])
def test_a_colour_is_made_legible_by_as_little_as_it_takes(colour: str, background: str) -> None:
    found = legible(colour, background, LARGE_TEXT)

    assert found is not None
    assert contrast(found, background) >= LARGE_TEXT
    assert (found == colour) == (contrast(colour, background) >= LARGE_TEXT)


def test_black_on_white_has_the_contrast_of_the_book() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@together("index", range(16))
def test_letters_on_each_of_16_colours_can_be_read(index: int) -> None:
    letters = int(readable_on(f"color({index})")[6:-1])

    assert contrast(XTERM[letters], XTERM[index]) >= LARGE_TEXT


@together("skin", SKINS)
def test_light_background_gets_no_white_yellow_or_bold_black(skin: str) -> None:
    look = look_of(Settings().with_value("graphics", "skin", skin), "ansi", may_move=True, background=Background.LIGHT)
    styles = [segment.style for segment in drawn(look) if segment.style and is_text(segment)]
    on_the_background = [style for style in styles if style.bgcolor is None and style.color is not None]

    assert not {style.color.number for style in on_the_background if style.color} & {3, 7, 11, 15}
    assert not [style for style in styles if style.bold and style.color and style.color.number == 0]
