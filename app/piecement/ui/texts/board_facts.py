"""What is known of a page of the board editor."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from piecement.language import _

if TYPE_CHECKING:
    from textual.geometry import Offset

    from piecement.session.drawing import Drawing

FACINGS: Final = (_("up"), _("right"), _("down"), _("left"))


def board_facts(drawing: "Drawing", cursor: "Offset", name: str, queue: str) -> Iterator[str]:
    """Yield lines: which page it is and where the cursor is, and what there is besides the field."""
    page = drawing.page
    place = _("column {x}, row {y}") if cursor.y >= 0 else _("column {x}, garbage row")
    yield _("Page {page} of {count}, {place}").format(
        page=drawing.at + 1, count=len(drawing.pages), place=place.format(x=cursor.x + 1, y=cursor.y + 1)
    )
    if page.piece is not None:
        facing = FACINGS[page.piece.orientation]
        text = _("Piece: {letter}, pointing {facing}")
        if not page.lock:
            text = _("Piece: {letter}, pointing {facing}, does not lock")
        yield text.format(letter=page.piece.shape.name, facing=facing)
    if page.rise:
        yield _("The garbage row rises after this page.")
    for title, text in ((_("Name"), name), (_("Comment"), page.comment), (_("First pieces"), queue)):
        if text:
            yield f"{title}: {text}"
