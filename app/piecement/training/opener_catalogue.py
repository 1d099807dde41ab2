"""Catalogue of openers: shapes that players learn by heart for the first pieces of a game.

The shapes follow the named sources. Each is a fumen whose pages are the field after each bag; rows left over by T
clears of an earlier page are grey. `tests/app/training/test_openers.py` builds every page and finds every feat of every
opener.
"""

from typing import Final, NamedTuple

from piecement_base.language import N_
from piecement_base.tables import read_table


class OpenerFeat(NamedTuple):
    """Spin of a T once the shape is complete."""

    title: str
    lines: int


TSS: Final = OpenerFeat(N_("T-spin single"), 1)
TSD: Final = OpenerFeat(N_("T-spin double"), 2)
TST: Final = OpenerFeat(N_("T-spin triple"), 3)
_FEATS: Final = {"TSS": TSS, "TSD": TSD, "TST": TST}


class OpenerData(NamedTuple):
    """Opener as written in the catalogue."""

    name: str
    """Storage key."""
    title: str
    fumen: str
    sentence: str
    """One sentence about the opener; like the title, untranslated."""
    source: str
    """Web page that shows the shape."""
    feats: tuple[tuple[OpenerFeat, ...], ...]
    """Feats of the next Ts once each page is complete, in order."""
    clears: bool = False
    """Whether a perfect clear of four lines may follow."""


def _read(row: dict[str, str]) -> OpenerData:
    feats = tuple(tuple(_FEATS[name] for name in page.split()) for page in row["feats"].split("|"))
    texts = row["title"], row["fumen"], row["sentence"]
    return OpenerData(row["name"], *texts, row["source"], feats, clears=row["clears"] == "yes")


CATALOGUE: Final = tuple(map(_read, read_table(__file__, "openers.csv")))
