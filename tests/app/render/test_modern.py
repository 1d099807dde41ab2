"""The skin and palette Modern: shades by state, at every depth of colour and scale."""

import pytest
from rich.style import Style
from textual.geometry import Size

from piecement.render.pen import Pen
from piecement.render.skins.animation import LIGHT_STEPS, FieldSnapshot
from piecement.render.skins.line_clears import WHITE_OUTWARD
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import PALETTES
from piecement.render.skins.piece_effects import light_column
from piecement.render.skins.skins import ROOMY, SKINS, TileKind
from piecement.render.skins.tones import contrast
from piecement.render.still_board import StillBoard, draw_board
from piecement.terminal.background import Background
from piecement.terminal.environment import has_seams
from piecement.ui.game_look import LIGHT_TONES, TONES
from piecement_engine.board.pieces import GREY
from piecement_engine.events import HardDropped, LinesCleared
from tests.app.drawn import GHOST, PIECE, DrawnGame, picture_of, text_of

MS = 1_000_000
MODERN = Look(skin="modern", palette="modern", tones=TONES)
FIELD = "#0B0B12"
ACTIVE = ("#FFD950", "#49C4EF", "#8FD45F", "#F36A75", "#C173CE", "#FFA450", "#659AF3")
LOCKED = ("#DDB31D", "#149CCC", "#61AE2E", "#D03946", "#9943A8", "#DD781C", "#336DD1")
"""Colours of the design, for O I S Z T L J."""


def colour(style: Style) -> str:
    """Return the colour of what a style draws."""
    assert style.color is not None
    return style.color.get_truecolor().hex.upper()


def ground(style: Style) -> str:
    """Return the colour behind what a style draws."""
    assert style.bgcolor is not None
    return style.bgcolor.get_truecolor().hex.upper()


@pytest.mark.parametrize(("kind", "colours"), [(TileKind.ACTIVE, ACTIVE), (TileKind.LOCKED, LOCKED)])
def test_a_tile_has_the_shade_of_its_state(kind: TileKind, colours: tuple[str, ...]) -> None:
    pen = Pen(MODERN)

    assert tuple(colour(pen.tiles[kind, tile][1]) for tile in range(1, 8)) == colours
    assert min(contrast(shade, FIELD) for shade in colours) > 3


def test_garbage_keeps_its_grey() -> None:
    assert colour(Pen(MODERN).tiles[TileKind.LOCKED, GREY][1]) == "#6A6A7C"


@pytest.mark.parametrize("tones", [TONES, LIGHT_TONES])
def test_the_field_is_dark_on_any_ground(tones: object) -> None:
    look = MODERN._replace(tones=tones, background=Background.LIGHT)  # type: ignore[arg-type]  # of two kinds

    assert look.field_background == FIELD
    assert look._replace(palette="ansi").field_background == "color(0)"
    assert look._replace(palette="ansi").field_palette.colour(1) == PALETTES["ansi"].colour(1)
    assert look._replace(palette="monochrome").field_background is None


def ghost_of(look: Look) -> list[str]:
    """Return the two rows of a ghost."""
    game = DrawnGame(rows=())
    picture = picture_of(game, look, 80, 24)
    inside = picture.layout.field.x + len(look.chosen_skin.frame.left)
    lines = [line for line in text_of(picture) if "▏" in line or "▕" in line]
    return [line[inside : inside + 20].rstrip() for line in lines]


@pytest.mark.parametrize(
    ("look", "rows"),
    [
        (MODERN, ["        ▏▕", "      ▏    ▕"]),
        (MODERN._replace(has_tints=False), ["        ▏▕", "      ▏▕▏▕▏▕"]),
        (MODERN._replace(palette="ansi"), ["        ▏▕", "      ▏    ▕"]),
        (MODERN._replace(palette="monochrome"), ["        ▏▕", "      ▏▕▏▕▏▕"]),
    ],
    ids=["rgb", "256", "16", "none"],
)
def test_a_ghost_has_edges_at_its_outer_sides(look: Look, rows: list[str]) -> None:
    assert ghost_of(look) == rows


def test_a_ghost_is_filled_with_a_fifth_of_its_colour() -> None:
    style = Pen(MODERN).ghosts[1, True, False][1]

    assert (colour(style), ground(style)) == ("#FFD950", "#3C3215")
    assert ground(Pen(MODERN._replace(has_tints=False)).ghosts[1, True, False][1]) == FIELD


@pytest.mark.parametrize(
    ("palette", "locked", "garbage"), [("modern", "██", "██"), ("ansi", "██", "▒▒"), ("monochrome", "▓▓", "▒▒")]
)
def test_fewer_colours_have_other_glyphs(palette: str, locked: str, garbage: str) -> None:
    skin = MODERN._replace(palette=palette).chosen_skin

    assert (skin.glyph(TileKind.LOCKED, 1), skin.glyph(TileKind.LOCKED, GREY)) == (locked, garbage)
    assert (ROOMY in skin.scales) == (palette == "modern")


def test_two_rows_share_three_lines_where_there_is_room() -> None:
    game = DrawnGame(rows=((1,) * 9 + (0,), (0, *(2,) * 9)), piece=None, ghost=None)
    picture = picture_of(game, MODERN._replace(hud_style="calm"), 120, 40)
    field = picture.layout.field
    rows = text_of(picture)[field.bottom - 4 : field.bottom - 1]
    inside = [row[field.x + 1 : field.x + field.width - 1] for row in rows]

    assert (field.scale, field.width, len(field.lines)) == (ROOMY, 32, 32)
    assert inside == [" " * 30, "▄" * 30, " " * 30]


def test_an_odd_number_of_rows_is_drawn_whole() -> None:
    board = StillBoard.of_text(["O.........", "S.........", "Z........."])
    drawn = draw_board(board, Pen(MODERN), Size(32, 6))

    assert drawn is not None
    assert (drawn.width, drawn.height, drawn.rows) == (32, 6, 3)


def test_a_hard_drop_leaves_light_over_nine_rows() -> None:
    dropped = HardDropped(0, PIECE._replace(y=17), GHOST)
    (light,) = light_column(dropped, FieldSnapshot(10, 20, ()))

    at = {age: {cell.y: cell.light for cell in light.cells_at(age * MS) if cell.x == 4} for age in (0, 120, 239)}
    assert at[0][3] == round(0.55 * LIGHT_STEPS)
    assert sorted(at[0]) == list(range(3, 12))
    assert list(at[0].values()) == sorted(at[0].values(), reverse=True)
    assert at[0][3] > at[120][3] > at[239][3]
    assert light.end_ns == 240 * MS


@pytest.mark.parametrize(("age_ms", "white"), [(0, [4, 5]), (60, [2, 3, 4, 5, 6, 7]), (119, list(range(10)))])
def test_full_rows_turn_white_from_the_middle(age_ms: int, white: list[int]) -> None:
    (wipe,) = WHITE_OUTWARD(LinesCleared(0, (0,), 120 * MS), FieldSnapshot(10, 20, ()))

    assert [cell.x for cell in wipe.cells_at(age_ms * MS)] == white


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"XTERM_VERSION": "XTerm(379)", "TERM": "xterm-256color"}, True),
        ({"TERM": "st-256color"}, True),
        ({"TERM": "xterm-kitty"}, False),
        ({}, False),
    ],
)
def test_terminals_with_seams_are_known(environment: dict[str, str], expected: bool) -> None:
    assert has_seams(environment) is expected


def test_walls_are_background_where_there_are_seams() -> None:
    drawings = [picture_of(DrawnGame(), MODERN._replace(has_seams=seams), 80, 24) for seams in (False, True)]
    x = drawings[0].layout.field.x
    walls = [{row[x] for row in text_of(drawing)[2:22]} for drawing in drawings]

    assert walls == [{"▐"}, {" "}]


def test_the_skin_of_the_seed_keeps_its_scales() -> None:
    assert SKINS["unicode"].scales == (3, 2, 1, 0)


EDGED = MODERN._replace(edges=True)


def test_a_block_has_a_lighter_upper_edge() -> None:
    glyph, style = Pen(EDGED).tiles[TileKind.LOCKED, 2]

    assert (glyph, ground(style)) == ("▔▔", LOCKED[1])
    assert contrast(colour(style), FIELD) > contrast(LOCKED[1], FIELD)


def test_a_block_has_a_gap_above_it_in_256_colours() -> None:
    assert colour(Pen(EDGED._replace(has_tints=False)).tiles[TileKind.LOCKED, 2][1]) == FIELD


@pytest.mark.parametrize(
    "look", [MODERN, EDGED._replace(palette="ansi"), EDGED._replace(palette="monochrome"), Look(edges=True)]
)
def test_blocks_have_no_edges_with_few_colours_or_in_other_skins(look: Look) -> None:
    assert "▔" not in "".join(text_of(picture_of(DrawnGame(), look, 80, 24)))


def test_the_edge_of_a_roomy_block_is_half_a_line() -> None:
    game = DrawnGame(rows=((2,) * 10,) * 2, piece=None, ghost=None)
    drawing = picture_of(game, EDGED, 120, 40)
    x, bottom = drawing.layout.field.x + 2, drawing.layout.field.bottom - 1
    rows = [text_of(drawing)[y][x] for y in range(bottom - 3, bottom)]

    assert rows == ["▀", "▄", " "]
