"""Names that settings and rules can have, with titles and sentences for the player."""

import csv
from collections.abc import Collection
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

from piecement.settings.specs import Choices, choice_title

_TABLE: Final = csv.DictReader(Path(__file__).with_name("choices.csv").read_text("utf-8").splitlines())
CHOICE_TEXTS: Final = {
    of: {row["name"]: (row["title"], row["sentence"]) for row in rows} for of, rows in groupby(_TABLE, itemgetter("of"))
}
"""Titles and sentences of names, by setting or rule.

`rules` has those of the rules themselves, `modifiers` those of modifiers.
"""


def names_of(of: str, known: Collection[str] = ()) -> Choices:
    """Return the names of a setting or rule, in the order of the table.

    Args:
        of: The setting or rule.
        known: Names that can be used, if not all of the table; those that the table lacks follow its own.
    """
    texts = CHOICE_TEXTS.get(of, {})
    ordered = [*(name for name in texts if name in known or not known), *(name for name in known if name not in texts)]
    named = {name: texts.get(name, (choice_title(name), "")) for name in ordered}
    return Choices(lambda: named)
