"""Save slots as text."""

from typing import Final

from piecement.language import _
from piecement.session.clock_text import clock_text
from piecement.session.counted import count_text
from piecement.session.origin import mode_title
from piecement.session.timestamps import to_local_text
from piecement.storage.save_slots import SaveSlot
from piecement.ui.texts.game_signs import MARK_NAMES

_MODE_WIDTH: Final = 16
_NARROW_MODE_WIDTH: Final = 11


def slot_row(slot: str, point: SaveSlot | None, *, narrow: bool) -> str:
    """Return a slot in a line of 57 characters, or of 32: its name, the mode, the time, the score, and when."""
    if point is None:
        return f"{slot}  {_('empty')}"
    width = _NARROW_MODE_WIDTH if narrow else _MODE_WIDTH
    row = f"{slot:.1}  {mode_title(point.origin.mode):{width}.{width}} {clock_text(point.result.time_ns):>9}"
    return f"{row} {point.result.score:>7}" if narrow else f"{row} {point.result.score:>9}  {_when(point)}"


def slot_facts(point: SaveSlot) -> str:
    """Return the details of a saved game."""
    result = point.result
    facts = [*(count_text(name, getattr(result, name)) for name in ("lines", "level", "pieces")), _when(point)]
    return " · ".join([*facts, *(MARK_NAMES[name] for name in point.origin.unranked.names())])


def _when(point: SaveSlot) -> str:
    return to_local_text(point.saved)
