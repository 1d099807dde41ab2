"""A goal of a trainer, or a bot's hint, is told apart from the ghost by its shape, not by a colour alone."""

import pytest

from piecement.render.field_place import Role
from piecement.render.skins.look import Look
from piecement.render.skins.skins import SKINS
from piecement_engine.board.pieces import TETROMINOES, Piece
from tests.app.drawn import CAPTION, Drawing, DrawnGame, text_of

GOAL = Piece(TETROMINOES["O"], 0, 1, 0)
GHOST = Piece(TETROMINOES["O"], 0, 6, 0)
GAME = DrawnGame(rows=(), piece=GHOST._replace(y=12), ghost=GHOST)
PALETTES = ("modern", "tetrs", "ansi", "monochrome")
SIZES = ((80, 24), (120, 40), (160, 60), (60, 19))
"""Sizes with cells of a line, of one and a half, of two, and of half a line."""


def drawn_at(piece: Piece, skin: str, palette: str, size: tuple[int, int]) -> list[str]:
    """Return the text of the cells of an O that lies on the floor, with another as a goal."""
    drawing = Drawing(GAME, Look(skin=skin, palette=palette, hud_style="calm"), size, CAPTION, goals=(GOAL,))
    if not drawing.layout.fits:
        pytest.skip("the skin has no cells so small")
    field, rows = drawing.layout.field, text_of(drawing)
    wide = (field.width - len(SKINS[skin].frame.left) - len(SKINS[skin].frame.right)) // GAME.width
    start = field.x + len(SKINS[skin].frame.left) + piece.x * wide
    inside = ((y, line) for y, line in enumerate(field.lines, field.y) if line.role is Role.INSIDE)
    return [rows[y][start : start + 2 * wide] for y, line in inside if {0, 1} & {*line.rows(field.scale)}]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("skin", SKINS)
def test_a_goal_has_another_shape_than_a_ghost(skin: str, size: tuple[int, int], palette: str) -> None:
    goal, ghost = (drawn_at(piece, skin, palette, size) for piece in (GOAL, GHOST))

    assert "".join(goal).strip()
    assert goal != ghost


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_goal_shows_through_the_ghost(size: tuple[int, int]) -> None:
    """A piece over its goal must not hide where it is to lie."""
    look = Look(skin="modern", palette="modern", hud_style="calm")
    free, covered = (Drawing(GAME, look, size, CAPTION, goals=(piece,)) for piece in (GOAL, GHOST))

    assert "".join(text_of(free)).count("╱") == "".join(text_of(covered)).count("╱") > 0


def test_hatching_has_the_colour_of_the_ghost_that_covers_it() -> None:
    look = Look(skin="modern", palette="modern", hud_style="calm")
    ghost = Piece(TETROMINOES["T"], 0, 1, 0)
    game = DrawnGame(rows=(), piece=ghost._replace(y=12), ghost=ghost)

    def colours(goal: Piece) -> set[object]:
        drawing = Drawing(game, look, (120, 40), CAPTION, goals=(goal,))
        row = drawing.row(drawing.layout.field.bottom - 2)
        return {segment.style.color for segment in row if segment.style is not None and "╱" in segment.text}

    assert colours(ghost)
    assert colours(ghost) <= colours(GOAL)


def test_hatching_goes_on_between_rows_of_a_goal() -> None:
    """Cells of one and a half lines share a line with those above them."""
    drawn = drawn_at(GOAL, "modern", "modern", (120, 40))

    assert ["╱" in line for line in drawn] == [True] * 3
