"""The skins by name."""

from typing import Final

from piecement.skins.ascii_skin import ASCII
from piecement.skins.braille_skin import BRAILLE
from piecement.skins.contrast_skin import CONTRAST
from piecement.skins.electronika_60_skin import ELECTRONIKA_60
from piecement.skins.skin import Skin
from piecement.skins.unicode_skin import DOUBLE, HALF_BLOCK, UNICODE

SKINS: Final[dict[str, Skin]] = {
    skin.name: skin for skin in (UNICODE, ASCII, ELECTRONIKA_60, BRAILLE, HALF_BLOCK, DOUBLE, CONTRAST)
}
"""The skins by name, in the order in which a player meets them."""
