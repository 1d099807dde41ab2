"""Phases of a game on a screen, and what counts in before it runs."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final, NamedTuple, Self

from piecement.terminal.clock import MS
from piecement_base.language import N_

COUNT_NS: Final = 600 * MS
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


NEXT_PHASES: Final[Mapping[Phase, frozenset[Phase]]] = {
    Phase.WAITING: frozenset({Phase.HALTED}),
    Phase.HALTED: frozenset({Phase.STARTING, Phase.COUNTING, Phase.PLAYING, Phase.ENDING}),
    Phase.STARTING: frozenset({Phase.COUNTING, Phase.PLAYING, Phase.HALTED}),
    Phase.COUNTING: frozenset({Phase.PLAYING, Phase.ENDING, Phase.HALTED}),
    Phase.PLAYING: frozenset({Phase.ENDING, Phase.HALTED}),
    Phase.ENDING: frozenset({Phase.HALTED}),
}
"""Phases that may follow each one; other changes are ignored."""


class CountIn(NamedTuple):
    """Words shown one after the other before a game runs; without any, it runs at once."""

    words: tuple[tuple[str, int], ...] = ()
    """The words, and the time of each (ns)."""
    charges: bool = False
    """Whether keys that are held at its end act then; a key of the game ends any other countdown."""
    from_ns: int = 0
    """Time at which it began."""

    @classmethod
    def of(cls, counts: int) -> Self:
        """Return a countdown from a number."""
        return cls(tuple((str(count), COUNT_NS) for count in range(counts, 0, -1)))

    def left(self, now_ns: int) -> tuple[str, ...]:
        """Return the word of a time, and those to come; none once it is over."""
        passed_ns, words = now_ns - self.from_ns, iter(self.words)
        for word, length_ns in words:
            if passed_ns < length_ns:
                return (word, *(later for later, _ in words))
            passed_ns -= length_ns
        return ()


READY_GO: Final = CountIn(((N_("READY"), 700 * MS), (N_("GO"), 400 * MS)), charges=True)
"""Countdown before a game."""
