"""Skins, palettes and looks, as data."""

from itertools import product

import pytest
from rich.cells import cell_len
from rich.color import Color

from piecement.render.ascii_text import in_ascii
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import BLACK, PALETTES, WHITE, readable_on
from piecement.render.skins.piece_effects import HARD_DROPS, LOCKS
from piecement.render.skins.skins import HALF, SKINS, Skin, TileKind, tile_letter
from piecement.render.skins.tones import TONES
from piecement_engine.board.pieces import GREY, TETROMINOES
from tests.sampling import together

SEVEN = range(1, 8)
INKS = [*SEVEN, GREY, WHITE, BLACK, 30_000, 50_017, 100_123]

every_skin = together("skin", SKINS.values())
every_palette = together("name", PALETTES)


def test_no_skin_of_settings_is_gone() -> None:
    assert SKINS.keys() >= {
        *("modern", "unicode", "ascii", "electronika_60", "braille", "half_block", "double", "contrast"),
    }


@every_skin
def test_every_glyph_fills_the_width_of_a_cell(skin: Skin) -> None:
    glyphs = [skin.glyph(kind, tile) for kind, tile in product(TileKind, INKS)]

    assert {cell_len(glyph) for glyph in [*glyphs, skin.empty, skin.grid]} == {2}


@every_skin
@pytest.mark.parametrize("scale", [1, 2, 3])
def test_an_enlarged_glyph_fills_its_cell(skin: Skin, scale: int) -> None:
    for kind, tile in product(TileKind, INKS):
        lines = skin.enlarge(skin.glyph(kind, tile), scale)

        assert [cell_len(line) for line in lines] == [2 * scale] * scale


@every_skin
def test_walls_of_any_joints_are_of_one_width(skin: Skin) -> None:
    frame = skin.frame

    assert len({len(wall) for wall in (frame.left, frame.left_joint, frame.top_left, frame.top_left_joint)}) == 1
    assert len({len(wall) for wall in (frame.right, frame.right_joint, frame.top_right, frame.top_right_joint)}) == 1
    assert len(frame.bottom_left) >= len(frame.left)
    assert len(frame.bottom_right) >= len(frame.right)


@every_skin
def test_a_skin_can_be_drawn_at_the_plain_scale_or_smaller(skin: Skin) -> None:
    assert min(skin.scales) in {HALF, 1}


@pytest.mark.parametrize(
    ("name", "locked", "active", "ghost", "preview"),
    [
        ("unicode", "██", "▓▓", "░░", "██"),
        ("ascii", "##", "[]", "::", "[]"),
        ("electronika_60", "▮▮", "▮▮", " .", "▮▮"),
        ("braille", "⣿⣿", "⣏⣹", "⠰⠆", "⣏⣹"),
    ],
)
def test_the_tiles_are_those_of_the_seeds(name: str, locked: str, active: str, ghost: str, preview: str) -> None:
    kinds = (TileKind.LOCKED, TileKind.ACTIVE, TileKind.GHOST, TileKind.PREVIEW)

    assert [SKINS[name].glyph(kind, 1) for kind in kinds] == [locked, active, ghost, preview]


def test_contrast_skin_has_a_glyph_for_every_tetromino() -> None:
    for kind in (TileKind.LOCKED, TileKind.ACTIVE, TileKind.GHOST, TileKind.PREVIEW):
        assert len({SKINS["contrast"].glyph(kind, tile) for tile in SEVEN}) == 7


def test_a_tile_has_the_letter_of_its_piece() -> None:
    assert "".join(tile_letter(shape.tile) for shape in TETROMINOES.values()) == "".join(TETROMINOES)


def test_the_palette_of_the_seed_has_its_24_bit_colours() -> None:
    colours = [PALETTES["tetrs"].colour(tile) for tile in [*SEVEN, GREY, WHITE]]

    assert colours == [
        "#FECB00", "#009FDA", "#69BE28", "#ED2939", "#952D98", "#FF7900", "#0065BD", "#7F7F7F", "#FFFFFF",
    ]  # fmt: skip


def test_the_palette_of_16_colours_has_the_seeds() -> None:
    indices = [f"color({index})" for index in (11, 6, 10, 1, 5, 9, 12, 8, 15)]

    assert [PALETTES["ansi"].colour(tile) for tile in [*SEVEN, GREY, WHITE]] == indices


def test_monochrome_has_no_colour_for_anything() -> None:
    assert {PALETTES["monochrome"].colour(tile) for tile in INKS} == {None}


@every_palette
def test_palette_has_showable_colours_for_every_tile_and_level(name: str) -> None:
    for tile, level in product(INKS, range(25)):
        colour = PALETTES[name].colour(tile, level)

        assert colour is None or Color.parse(colour)


@together("name", ["tetrs", "tetro_pastel", "guideline"])
@together(("rank", "kinds"), [(5, 18), (6, 60)])
def test_large_sets_of_pieces_have_a_colour_each(name: str, rank: int, kinds: int) -> None:
    colours = {PALETTES[name].colour(rank * 10_000 + index) for index in range(kinds)}

    assert len(colours) == kinds


@together("name", ["tetrs", "okabe_ito", "tol_light", "gruvbox", "guideline"])
def test_the_seven_differ_in_colour(name: str) -> None:
    assert len({PALETTES[name].colour(tile) for tile in SEVEN}) == 7


def test_the_nes_palette_goes_with_the_level_in_tens() -> None:
    palette = PALETTES["nes_levels"]

    assert palette.colour(4, 0) == "#3CBDFC"
    assert palette.colour(4, 1) == "#B8F818"
    assert palette.colour(4, 10) == palette.colour(4, 0)


@together(
    ("colour", "letters"),
    [
        ("#FFFFFF", "#000000"),
        ("#0065BD", "#FFFFFF"),
        ("#FECB00", "#000000"),
        ("color(11)", "color(0)"),
        ("color(4)", "color(15)"),
    ],
)
def test_letters_on_a_colour_can_be_read(colour: str, letters: str) -> None:
    assert readable_on(colour) == letters


CHOSEN = Look(hard_drop="helix", lock="pulse", line_clear="confetti")


@together(
    ("look", "effects"),
    [
        (Look(skin="ascii"), (SKINS["ascii"].hard_drop, SKINS["ascii"].lock, SKINS["ascii"].line_clear)),
        (CHOSEN, (HARD_DROPS["helix"], LOCKS["pulse"], LINE_CLEARS["confetti"])),
        (CHOSEN._replace(reduced_motion=True), (HARD_DROPS["none"], LOCKS["none"], LINE_CLEARS["none"])),
    ],
)
def test_a_look_has_effects_of_its_skin_chosen_ones_or_none(look: Look, effects: tuple[object, ...]) -> None:
    assert (look.hard_drop_effect, look.lock_effect, look.line_clear_effect) == effects


def test_palette_without_24_bit_colours_leaves_tones_out() -> None:
    tones = TONES["tetro_dark"]

    assert Look(tones=tones).chosen_tones is tones
    assert Look(tones=tones, palette="ansi").chosen_tones == TONES["terminal"]
    assert Look(tones=tones, palette="monochrome").chosen_tones == TONES["terminal"]


@together(
    ("text", "plain"),
    [
        ("[←] [→]", "[<-] [->]"),
        ("[↑]", "[^]"),
        ("████", "####"),
        ("[Ü]", "[U]"),
        ("[Ж]", "[?]"),
        ("plain", "plain"),
        ("⣏⣹⠀", "** "),
    ],
)
def test_any_text_can_be_told_in_ascii(text: str, plain: str) -> None:
    assert in_ascii(text) == plain
