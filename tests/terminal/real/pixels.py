"""Search in a picture of a window for the block of a piece that lies on the floor of the field."""

import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

Pixel = tuple[int, int, int]
Rows = list[list[Pixel]]

FLOOR: Final = (0.55, 0.30, 0.96, 0.58)
"""Where the floor of the field is, and nothing else in colour: top, left, bottom and right, as parts of the picture."""

COLOURFUL: Final = 80
"""How far the channels of a colour are apart at least; greys, black and white are below that."""


@dataclass(frozen=True, slots=True)
class Block:
    """The pixels of one colour, and the smallest rectangle around them."""

    colour: str
    """As `#RRGGBB`."""
    width: int
    height: int
    others: int
    """How many pixels of the rectangle have another colour: seams between tiles, or holes in them."""


def lying_block(picture: Path) -> Block:
    """Return the largest block in colour at the floor of the field."""
    rows = _floor(_read(picture))
    counts = Counter(pixel for row in rows for pixel in row if max(pixel) - min(pixel) >= COLOURFUL)
    assert counts, f"nothing in colour lies at the floor in {picture}"
    colour, count = counts.most_common(1)[0]
    places = [(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == colour]
    width = 1 + max(x for x, _ in places) - min(x for x, _ in places)
    height = 1 + max(y for _, y in places) - min(y for _, y in places)
    return Block("#{:02X}{:02X}{:02X}".format(*colour), width, height, width * height - count)


def _read(picture: Path) -> Rows:
    size = subprocess.run(["identify", "-format", "%w", str(picture)], capture_output=True, text=True, check=True)
    width = int(size.stdout)
    raw = subprocess.run(["convert", str(picture), "-depth", "8", "rgb:-"], capture_output=True, check=True).stdout
    pixels = list(zip(raw[0::3], raw[1::3], raw[2::3], strict=True))
    return [pixels[start : start + width] for start in range(0, len(pixels), width)]


def _floor(rows: Rows) -> Rows:
    top, left, bottom, right = FLOOR
    height, width = len(rows), len(rows[0])
    part = rows[round(top * height) : round(bottom * height)]
    return [row[round(left * width) : round(right * width)] for row in part]
