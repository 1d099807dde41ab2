"""Texts of kick tests: outcomes, offsets and orientations."""

from typing import Final

from piecement.settings.choices import CHOICE_TEXTS
from piecement_base.language import N_, _
from piecement_engine.rotation import KickOutcome, KickTest, Offset

_OUTCOMES: Final = CHOICE_TEXTS["kick"]
"""A word and a sentence about each outcome."""


def outcome_word(outcome: KickOutcome) -> str:
    return _(_OUTCOMES[outcome.value][0])


def shown_offset(offset: Offset) -> str:
    """Return the offset of a test from the rotation in place, as tables print it: to the right, and up."""
    return "{:>+3} {:>+3}".format(*offset).replace("+0", " 0")


def test_sentence(number: int, test: KickTest) -> str:
    """Return the outcome of the test of a number, from 1."""
    return _(_OUTCOMES[test.outcome.value][1]).format(number=number, way=_way(test.offset))


def _way(offset: Offset) -> str:
    dx, dy = offset
    ways = [
        *([_("{count} right").format(count=dx)] if dx > 0 else [_("{count} left").format(count=-dx)] if dx else []),
        *([_("{count} up").format(count=dy)] if dy > 0 else [_("{count} down").format(count=-dy)] if dy else []),
    ]
    return _(" and ").join(ways) if ways else _("in place")


FACINGS: Final = (N_("up"), N_("right"), N_("down"), N_("left"))
"""Words for the orientations of a piece, by number."""
