"""The supply of pieces: what comes next, and what is in hold."""

from functools import lru_cache
from typing import Self

from piecement_engine.chance import Chance
from piecement_engine.frozen import frozen
from piecement_engine.pieces import Shape
from piecement_engine.randomizers import Randomizer


@frozen
class Hold:
    """The shape in hold."""

    shape: Shape
    may_swap: bool
    """Whether hold may be used before the next lock."""


@lru_cache(maxsize=1024)
def hold_of(shape: Shape, may_swap: bool) -> Hold:
    """Return a hold; the same one for the same values, since it changes twice with every swap."""
    return Hold(shape, may_swap)


class Supply:
    """Hands out shapes: known ones first, then what the randomizer draws."""

    __slots__ = ("chance", "hold", "known", "preview_count", "randomizer", "shown")

    def __init__(self, randomizer: Randomizer, chance: Chance, preview_count: int) -> None:
        self.randomizer = randomizer
        self.chance = chance
        self.preview_count = preview_count
        """How many shapes are drawn in advance."""
        self.shown = preview_count
        """How many of the known shapes a player sees."""
        self.known: list[Shape] = []
        """The shapes to come, the next one first."""
        self.hold: Hold | None = None

    def take(self) -> Shape:
        """Return the next shape and take it out."""
        return self.known.pop(0) if self.known else self.randomizer.draw(self.chance)

    def give_back(self, shape: Shape) -> None:
        """Make a shape the next one."""
        self.known.insert(0, shape)

    def top_up(self) -> None:
        """Draw until as many shapes are known as are to be shown."""
        known = self.known
        while len(known) < self.preview_count:
            known.append(self.randomizer.draw(self.chance))

    def copy(self) -> Self:
        """Return a supply that goes on alone from the same state."""
        other = type(self)(self.randomizer.copy(), self.chance.copy(), self.preview_count)
        other.known = self.known.copy()
        other.shown = self.shown
        other.hold = self.hold
        return other
