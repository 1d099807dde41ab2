"""Names that settings, rules, results and filters can have, with titles and sentences for the player."""

from collections.abc import Collection
from itertools import groupby
from operator import itemgetter
from typing import Final

from piecement.settings.specs import choice_title
from piecement.settings.values import Choices
from piecement_base.tables import read_table

CHOICE_TEXTS: Final = {
    of: {row["name"]: (row["title"], row["sentence"]) for row in rows}
    for of, rows in groupby(read_table(__file__, "choices.csv"), itemgetter("of"))
}
"""Titles and sentences of names, by setting or rule, or by what else has names.

`rules` has those of the rules themselves, `modifiers` those of modifiers.
"""


def titles_of(of: str) -> dict[str, str]:
    return {name: title for name, (title, _sentence) in CHOICE_TEXTS[of].items()}


def sentences_of(of: str) -> dict[str, str]:
    return {name: sentence for name, (_title, sentence) in CHOICE_TEXTS[of].items()}


def names_of(of: str, known: Collection[str] = ()) -> Choices:
    """Return the names of a setting or rule, in the order of the table.

    Args:
        of: The setting or rule.
        known: Names that can be used, if not all of the table; those that the table lacks follow its own.
    """
    texts = CHOICE_TEXTS.get(of, {})
    ordered = [*(name for name in texts if name in known or not known), *(name for name in known if name not in texts)]
    return Choices.known({name: texts.get(name, (choice_title(name), "")) for name in ordered})
