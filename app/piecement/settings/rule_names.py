"""Titles of rule names for the player. Names without a title are shown unchanged."""

import csv
from collections.abc import Collection
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

from piecement.settings.specs import Choices, choice_title
from piecement_engine import LOCKINGS, RANDOMIZERS, ROTATION_SYSTEMS, SCORINGS, SPIN_RULES, TIMINGS

_TABLE: Final = csv.DictReader(Path(__file__).with_name("rule_names.csv").read_text("utf-8").splitlines())
RULE_TEXTS: Final = {
    rule: {row["name"]: (row["title"], row["sentence"]) for row in rows}
    for rule, rows in groupby(_TABLE, itemgetter("rule"))
}
"""Titles and sentences of names, by rule; `rules` has those of the rules themselves, `modifiers` those of modifiers."""


def names_of(rule: str, known: Collection[str] = ()) -> Choices:
    """Return the names of a rule as choices, in the order of the table; others that the engine knows follow."""
    texts = RULE_TEXTS.get(rule, {})
    ordered = [*(name for name in texts if name in known or not known), *(name for name in known if name not in texts)]
    return Choices.of({name: texts.get(name, (choice_title(name), "")) for name in ordered})


ROTATIONS: Final = names_of("rotation_system", ROTATION_SYSTEMS)
RANDOMIZERS_NAMED: Final = names_of("randomizer", RANDOMIZERS)
TIMINGS_NAMED: Final = names_of("timing", TIMINGS)
LOCKINGS_NAMED: Final = names_of("locking", LOCKINGS)
SCORINGS_NAMED: Final = names_of("scoring", SCORINGS)
SPINS_NAMED: Final = names_of("spin_rule", SPIN_RULES)
HOLDS: Final = names_of("hold")

INITIAL_ACTIONS: Final = names_of("initial_action")
"""Rules of buttons at the spawn of a piece."""

INITIAL_MOVES: Final = names_of("initial_move")
"""Rules of movement at the spawn of a piece."""
