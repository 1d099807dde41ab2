"""Names that look alike, by the skeletons of Unicode Technical Standard #39, ignoring case, accents and signs.

>>> look_alike("Paul", "pɑuI") and look_alike("vvin", "win") and not look_alike("Ada", "Ida")
True
"""

import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

_LATIN: Final = dict(
    zip("авгеёіїјкмнопрсѕтухһԁԛԝьαβγεηικĸμνορτυχω0", "abreeiijkmhonpcstyxhdqwbabyenikkmvoptuxwo", strict=True)
) | dict.fromkeys("1l|ı", "i")
"""Small letters and digits that look like Latin ones, beyond the standard's table, with those Latin letters."""
_SMALL_CAPITAL: Final = "LATIN LETTER SMALL CAPITAL "
_PAIRS: Final = (("vv", "w"), ("rn", "m"))


def look_alike(one: str, other: str) -> bool:
    """Return whether one name may be mistaken for the other."""
    return not look_alike_keys(one).isdisjoint(look_alike_keys(other))


def look_alike_keys(name: str) -> frozenset[str]:
    """Return the skeletons of a name, in small letters and as written; look-alikes share one.

    Greek `ΖΕΝ` looks like `Zen`, and is the same name as `ζεν`, which does not.
    """
    plain = unicodedata.normalize("NFKD", name)
    return frozenset(
        "".join(filter(str.isalnum, _plain(cased.casefold()))) or name
        for cased in (plain.casefold(), "".join(map(_shape, plain)))
    )


def _plain(text: str) -> str:
    """Return the shapes of small letters: Latin look-alikes if there are any.

    A letter that `_LATIN` lacks has a shape in the table of Unicode, which `_LATIN` may have in turn.
    """
    shapes = unicodedata.normalize("NFKD", "".join(_LATIN.get(letter) or _shape(letter) for letter in text)).casefold()
    for pair, letter in _PAIRS:
        shapes = shapes.replace(pair, letter)
    return "".join(_LATIN.get(letter, letter) for letter in shapes)


def _shape(letter: str) -> str:
    """Return the shape of a letter in its own case."""
    if letter.isascii():
        return letter
    shape = _confusables().get(letter, letter)
    small_capital = unicodedata.name(shape, "").removeprefix(_SMALL_CAPITAL) if len(shape) == 1 else ""
    return small_capital.lower() if len(small_capital) == 1 else shape


@cache
def _confusables() -> dict[str, str]:
    """Return the table of Unicode, stored beside this module."""
    lines = files("piecement_net").joinpath("confusables.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("\t") for line in lines if not line.startswith("#"))
    return {letter: shape for shape, _, letters in pairs for letter in letters}
