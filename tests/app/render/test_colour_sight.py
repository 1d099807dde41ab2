"""Frames of the looks for colour blindness, as protan, deutan and tritan eyes see them."""

from collections.abc import Sequence
from itertools import combinations
from math import dist

import pytest

from piecement.render.skins.palettes import PALETTES, Depth
from piecement.settings.presets import with_preset
from piecement.settings.settings import Settings
from piecement.terminal.background import Background
from piecement.ui.game_look import look_of
from piecement_engine.board.pieces import GREY
from tests.app.drawn import DrawnGame, picture_of
from tests.sampling import together

Triple = tuple[float, float, float]

SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Linear RGB as it is seen, at severity 1 (G. Machado, M. Oliveira, L. Fernandes: A Physiologically-based Model for
Simulation of Color Vision Deficiency, 2009).
"""

TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
"""sRGB to CIE XYZ (IEC 61966-2-1), white D65."""

WHITE_XYZ = (0.95047, 1.0, 1.08883)
LEAST = 20
"""Least distance between two colours (CIE76)."""
TILES = (*range(1, 8), GREY)


def lab(colour: str, sight: str) -> Triple:
    """Return the CIE L*a*b* of a colour as an eye sees it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    seen = [min(1.0, max(0.0, part)) for part in times(SIGHTS[sight], linear)]
    x, y, z = (cube_root(part / white) for part, white in zip(times(TO_XYZ, seen), WHITE_XYZ, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def times(matrix: Sequence[Triple], vector: Sequence[float]) -> list[float]:
    return [sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix]


def cube_root(part: float) -> float:
    """Return the cube root, or its line near 0 (CIE 15)."""
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def least_distance(colours: Sequence[str], sight: str) -> float:
    return min(dist(*pair) for pair in combinations([lab(colour, sight) for colour in colours], 2))


def drawn_colours(look: str, background: Background) -> list[str]:
    """Return the colours behind the lowest row of a frame: seven pieces, garbage, and the field."""
    chosen = look_of(with_preset(Settings(), "graphics", look), "rgb", may_move=True, background=background)
    drawing = picture_of(DrawnGame(rows=((*TILES, 0, 0),), piece=None, ghost=None), chosen, 80, 24)
    field = drawing.layout.field
    rows = (drawing.row(y).crop(field.x + 1, field.x + field.width - 1) for y in range(field.bottom))
    grounds = ([part.style.bgcolor for part in row if part.style and part.style.bgcolor] for row in rows)
    return max((list({ground.get_truecolor().hex for ground in row}) for row in grounds), key=len)


def test_lab_values_are_those_of_the_standard() -> None:
    """Red, green and blue of sRGB, as tables of CIE L*a*b* for D65 give them."""
    for colour, known in {
        "#FF0000": (53.24, 80.09, 67.20),
        "#00FF00": (87.73, -86.18, 83.18),
        "#0000FF": (32.30, 79.19, -107.86),
    }.items():
        assert lab(colour, "usual") == pytest.approx(known, abs=0.05)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("look", ["Colour-blind safe", "High contrast"])
def test_pieces_garbage_and_field_differ(look: str, sight: str) -> None:
    for background in Background:
        colours = drawn_colours(look, background)

        assert len(colours) == len(TILES) + 1
        assert least_distance(colours, sight) >= LEAST


@together("palette", [name for name, one in PALETTES.items() if one.depth is Depth.RGB])
def test_no_other_palette_claims_it(palette: str) -> None:
    colours = [str(PALETTES[palette].colour(tile)) for tile in TILES]
    is_safe = min(least_distance(colours, sight) for sight in SIGHTS) >= LEAST

    assert is_safe or "blind" not in PALETTES[palette].title
