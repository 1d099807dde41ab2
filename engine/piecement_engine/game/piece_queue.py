"""The piece queue: the upcoming pieces, and the piece in hold."""

from functools import lru_cache
from typing import Self

from piecement_engine.board.pieces import Shape
from piecement_engine.frozen import frozen
from piecement_engine.rng import Rng
from piecement_engine.rules.randomizers import Randomizer


@frozen
class Hold:
    shape: Shape
    may_swap: bool
    """Whether hold may be used before the next lock."""


@lru_cache(maxsize=1024)
def make_hold(shape: Shape, may_swap: bool) -> Hold:
    """Return a cached hold, since it changes twice with every swap."""
    return Hold(shape, may_swap)


class PieceQueue:
    """The upcoming shapes: those drawn in advance, then new ones from the randomizer."""

    __slots__ = ("hold", "known", "preview_count", "randomizer", "rng", "shown")

    def __init__(self, randomizer: Randomizer, rng: Rng, preview_count: int) -> None:
        self.randomizer = randomizer
        self.rng = rng
        self.preview_count = preview_count
        """Number of shapes to draw in advance."""
        self.shown = preview_count
        """Number of known shapes that a player sees."""
        self.known: list[Shape] = []
        """Shapes drawn in advance, the next one first."""
        self.hold: Hold | None = None

    def draw(self) -> Shape:
        return self.known.pop(0) if self.known else self.randomizer.draw(self.rng)

    def push_front(self, shape: Shape) -> None:
        self.known.insert(0, shape)

    def fill(self) -> None:
        """Draw shapes until `preview_count` are known."""
        known = self.known
        while len(known) < self.preview_count:
            known.append(self.randomizer.draw(self.rng))

    def copy(self) -> Self:
        other = type(self)(self.randomizer.copy(), self.rng.copy(), self.preview_count)
        other.known = self.known.copy()
        other.shown = self.shown
        other.hold = self.hold
        return other
