"""Words by which players look for screens and settings, besides their titles: those of other games, and synonyms.

So are the terms of the glossary that rows of settings use.
"""

from itertools import groupby
from operator import itemgetter
from typing import Final

from piecement.ui.menu_graph import Node
from piecement_base.language import N_
from piecement_base.tables import read_table

_ROWS: Final = read_table(__file__, "words.csv")
WORDS: Final = {of: {row["name"]: row["words"] for row in rows} for of, rows in groupby(_ROWS, itemgetter("of"))}
"""Words of screens and of rows of settings."""

SCREEN_WORDS: Final = {Node(name): words for name, words in WORDS["screen"].items()}
"""Screens that can be gone to, and words that find them."""

SETTING_WORDS: Final = WORDS["setting"]
"""Words by the row that each leads to in the settings."""

TERMS: Final = WORDS["term"]
"""Terms that `?` explains on a row of the settings."""

REBINDING: Final = N_("rebind bind binding bindings hotkey keyboard controls")
"""Words for every row that holds a key."""
