"""Texts of kick tests, and of pages of the board editor."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from piecement_base.language import N_, _
from piecement_engine.rotation import KickOutcome, KickTest, Offset

if TYPE_CHECKING:
    from textual.geometry import Offset as CellOffset

    from piecement.session.drawing import Drawing

_OUTCOMES: Final = {
    KickOutcome.BLOCKED: (N_("blocked"), N_("Test {number}, {way}: blocked.")),
    KickOutcome.FITS: (N_("fits"), N_("Test {number}, {way}: the piece goes there.")),
    KickOutcome.REFUSED: (N_("not allowed"), N_("Test {number}, {way}: free, but this system does not kick here.")),
    KickOutcome.SKIPPED: (N_("not tried"), N_("Test {number}, {way}: not tried, one before it fits.")),
}
"""A word and a sentence about each outcome."""


def outcome_word(outcome: KickOutcome) -> str:
    return _(_OUTCOMES[outcome][0])


def shown_offset(offset: Offset) -> str:
    """Return the offset of a test from the rotation in place, as tables print it: to the right, and up."""
    return "{:>+3} {:>+3}".format(*offset).replace("+0", " 0")


def test_sentence(number: int, test: KickTest) -> str:
    """Return the outcome of the test of a number, from 1."""
    return _(_OUTCOMES[test.outcome][1]).format(number=number, way=_way(test.offset))


def _way(offset: Offset) -> str:
    dx, dy = offset
    ways = [
        *([_("{count} right").format(count=dx)] if dx > 0 else [_("{count} left").format(count=-dx)] if dx else []),
        *([_("{count} up").format(count=dy)] if dy > 0 else [_("{count} down").format(count=-dy)] if dy else []),
    ]
    return _(" and ").join(ways) if ways else _("in place")


FACINGS: Final = (N_("up"), N_("right"), N_("down"), N_("left"))


def board_facts(drawing: "Drawing", cursor: "CellOffset", queue: str) -> Iterator[str]:
    """Yield lines: where the cursor is, and what there is besides the board."""
    page = drawing.page
    if cursor.y >= 0:
        yield _("Column {x}, row {y}").format(x=cursor.x + 1, y=cursor.y + 1)
    else:
        yield _("Column {x}, garbage row").format(x=cursor.x + 1)
    if cursor.y < 0 or page.rise or page.garbage.strip("."):
        yield _("Garbage row: {row}").format(row=page.garbage)
    if page.rise:
        yield _("It rises after this page.")
    if page.piece is not None:
        facing = _(FACINGS[page.piece.orientation])
        text = _("Piece: {letter}, pointing {facing}")
        if not page.lock:
            text = _("Piece: {letter}, pointing {facing}, does not lock")
        yield text.format(letter=page.piece.shape.name, facing=facing)
    for title, text in ((_("Comment"), page.comment), (_("First pieces"), queue)):
        if text:
            yield f"{title}: {text}"
