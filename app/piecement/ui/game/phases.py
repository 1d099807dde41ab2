"""The phases of a game screen, and the transitions between them."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

COUNT_NS: Final = 600_000_000
"""The time of one count of the countdown."""


class Phase(Enum):
    WAITING = auto()
    """The terminal has not answered yet which key events it reports."""
    HALTED = auto()
    """The game is paused, or not seen."""
    STARTING = auto()
    """The game is painted for the first time, and what it needs is loaded."""
    COUNTING = auto()
    PLAYING = auto()
    ENDING = auto()
    """The game is over, and its end is shown."""


class Cause(Enum):
    KEYBOARD_KNOWN = auto()
    SHOWN_FIRST = auto()
    SHOWN_AGAIN = auto()
    """Seen again, with a countdown."""
    READY = auto()
    """Loaded, or counted down."""
    OVER = auto()
    STOPPED = auto()
    """Paused, or no longer seen."""


TRANSITIONS: Final[Mapping[tuple[Phase, Cause], Phase]] = {
    (Phase.WAITING, Cause.KEYBOARD_KNOWN): Phase.HALTED,
    (Phase.HALTED, Cause.SHOWN_FIRST): Phase.STARTING,
    (Phase.HALTED, Cause.SHOWN_AGAIN): Phase.COUNTING,
    (Phase.HALTED, Cause.READY): Phase.PLAYING,
    (Phase.HALTED, Cause.OVER): Phase.ENDING,
    (Phase.STARTING, Cause.READY): Phase.PLAYING,
    (Phase.STARTING, Cause.STOPPED): Phase.HALTED,
    (Phase.COUNTING, Cause.READY): Phase.PLAYING,
    (Phase.COUNTING, Cause.OVER): Phase.ENDING,
    (Phase.COUNTING, Cause.STOPPED): Phase.HALTED,
    (Phase.PLAYING, Cause.OVER): Phase.ENDING,
    (Phase.PLAYING, Cause.STOPPED): Phase.HALTED,
    (Phase.ENDING, Cause.STOPPED): Phase.HALTED,
}
"""The next phase; a cause that is not named changes nothing."""


def countdown(counts: int, passed_ns: int) -> int:
    """Return the number that a countdown shows some time after its start; 0 once it is over."""
    return max(0, counts - max(0, passed_ns) // COUNT_NS)
