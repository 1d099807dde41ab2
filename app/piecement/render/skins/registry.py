"""The skins by name."""

from typing import Final

from piecement.render.skins.ascii_skin import ASCII
from piecement.render.skins.braille_skin import BRAILLE
from piecement.render.skins.contrast_skin import CONTRAST
from piecement.render.skins.electronika_60_skin import ELECTRONIKA_60
from piecement.render.skins.skin import Skin
from piecement.render.skins.unicode_skin import DOUBLE, HALF_BLOCK, UNICODE

SKINS: Final[dict[str, Skin]] = {
    skin.name: skin for skin in (UNICODE, ASCII, ELECTRONIKA_60, BRAILLE, HALF_BLOCK, DOUBLE, CONTRAST)
}
"""The skins by name, in the order in which a player meets them."""
