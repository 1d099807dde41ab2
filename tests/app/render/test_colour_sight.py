"""The palette of the look *Colour-blind safe* as protan, deutan and tritan eyes see it."""

from collections.abc import Sequence
from itertools import combinations, product
from math import dist

import pytest

from piecement.render.skins.palettes import PALETTES
from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.graphics import Graphics
from piecement_engine.board.pieces import GREY

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
FIELD = ("#000000", "#121212")
"""Grounds of the field."""


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


def least_distance(palette: str, sight: str) -> float:
    """Return the least distance between two of the seven pieces, garbage and the field."""
    colours = [lab(str(PALETTES[palette].colour(tile)), sight) for tile in (*range(1, 8), GREY)]
    grounds = [lab(colour, sight) for colour in FIELD]
    return min(dist(*pair) for pair in (*combinations(colours, 2), *product(colours, grounds)))


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
    graphics = BUILT_IN_PRESETS["graphics"][look].values

    assert isinstance(graphics, Graphics)
    assert least_distance(graphics.palette, sight) >= LEAST


@pytest.mark.parametrize("palette", ["modern", "okabe_ito", "tol_light"])
def test_other_palettes_do_not_claim_it(palette: str) -> None:
    assert min(least_distance(palette, sight) for sight in SIGHTS) < LEAST
    assert "blind" not in PALETTES[palette].title
