"""What is said about the tests of a turn."""

from typing import Final

from piecement.language import _
from piecement_engine.rotation import KickOutcome, KickTest, Offset

_WORDS: Final = {
    KickOutcome.BLOCKED: _("blocked"),
    KickOutcome.FITS: _("fits"),
    KickOutcome.REFUSED: _("not allowed"),
    KickOutcome.SKIPPED: _("not tried"),
}
_SENTENCES: Final = {
    KickOutcome.BLOCKED: _("Test {number}, {way}: blocked."),
    KickOutcome.FITS: _("Test {number}, {way}: the piece goes there."),
    KickOutcome.REFUSED: _("Test {number}, {way}: free, but this system does not kick here."),
    KickOutcome.SKIPPED: _("Test {number}, {way}: not tried, one before it fits."),
}


def outcome_word(outcome: KickOutcome) -> str:
    return _WORDS[outcome]


def shown_offset(offset: Offset) -> str:
    """Return how far a test is beside the turn in place, as tables print it: to the right, and up."""
    return "{:>+3} {:>+3}".format(*offset).replace("+0", " 0")


def test_sentence(number: int, test: KickTest) -> str:
    """Return what came of the test of a number, from 1."""
    return _SENTENCES[test.outcome].format(number=number, way=_way(test.offset))


def _way(offset: Offset) -> str:
    dx, dy = offset
    ways = [
        *([_("{count} right").format(count=dx)] if dx > 0 else [_("{count} left").format(count=-dx)] if dx else []),
        *([_("{count} up").format(count=dy)] if dy > 0 else [_("{count} down").format(count=-dy)] if dy else []),
    ]
    return _(" and ").join(ways) if ways else _("in place")
