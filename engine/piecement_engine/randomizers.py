"""Randomizers: which piece comes next."""

import copy
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final, Protocol, Self

from piecement_engine.chance import Chance
from piecement_engine.errors import PiecesExhaustedError
from piecement_engine.pieces import Shape

_E_INVERSE: Final = 0.36787944117144233
"""1 / e. Powers of it are made by multiplication, which every platform rounds alike."""


class Randomizer(Protocol):
    """Draws the pieces of one game. All its chance comes from the argument, so that a seed fixes the game."""

    def draw(self, chance: Chance) -> Shape:
        """Return the next shape."""
        ...

    def copy(self) -> Self:
        """Return a randomizer that goes on alone from the same state."""
        ...


class Uniform:
    """Every shape is as likely, whatever came before."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._shapes = tuple(shapes)

    def draw(self, chance: Chance) -> Shape:
        """Return the next shape."""
        return self._shapes[chance.below(len(self._shapes))]

    def copy(self) -> Self:
        """Return a randomizer that goes on alone from the same state."""
        return self


class Bag:
    """Deals a bag with so many copies of every shape to its end, then refills it."""

    def __init__(self, shapes: Sequence[Shape], copies: int = 1) -> None:
        self._full = tuple(shapes) * copies
        self._left: list[Shape] = []

    def draw(self, chance: Chance) -> Shape:
        """Return the next shape."""
        if not self._left:
            self._left = list(self._full)
        return self._left.pop(chance.below(len(self._left)))

    def copy(self) -> Self:
        """Return a randomizer that goes on alone from the same state."""
        other = copy.copy(self)
        other._left = self._left.copy()
        return other


class Recency:
    """Makes a shape the likelier the longer it has not come: its weight is age to the power of an exponent.

    All ages start at 0 and grow by one before each draw; the drawn shape's age becomes 0. So the first draw is
    uniform, and the last shape keeps weight 1 and may, rarely, come again.
    """

    def __init__(self, shapes: Sequence[Shape], exponent: float = 2.5) -> None:
        self._shapes = tuple(shapes)
        self._exponent = exponent
        self._ages = [0] * len(self._shapes)

    def draw(self, chance: Chance) -> Shape:
        """Return the next shape."""
        ages = self._ages = [age + 1 for age in self._ages]
        index = chance.weighted([_power(age, self._exponent) for age in ages])
        ages[index] = 0
        return self._shapes[index]

    def copy(self) -> Self:
        """Return a randomizer that goes on alone from the same state."""
        other = copy.copy(self)
        other._ages = self._ages.copy()
        return other


def _power(base: int, exponent: float) -> float:
    """Return base ** exponent, exactly rounded alike everywhere when the exponent is a multiple of one half."""
    whole, half = divmod(exponent, 0.5)
    if half or not 0 <= whole <= 20:
        return float(base**exponent)
    power = float(base ** (int(whole) // 2))
    return power * sqrt(base) if int(whole) % 2 else power


class Balance:
    """Makes a shape the likelier the less often it came: its weight is e to the power of minus its count."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._shapes = tuple(shapes)
        self._counts = [0] * len(self._shapes)

    def draw(self, chance: Chance) -> Shape:
        """Return the next shape."""
        counts = self._counts
        least = min(counts)
        index = chance.weighted([_decay(count - least) for count in counts])
        counts[index] += 1
        return self._shapes[index]

    def copy(self) -> Self:
        """Return a randomizer that goes on alone from the same state."""
        other = copy.copy(self)
        other._counts = self._counts.copy()
        return other


def _decay(count: int) -> float:
    weight = 1.0
    for _ in range(count):
        weight *= _E_INVERSE
    return weight


class Fixed:
    """Deals a given sequence, and raises `PiecesExhaustedError` when asked for more."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._shapes = tuple(shapes)
        self._index = 0

    def draw(self, chance: Chance) -> Shape:  # noqa: ARG002  # the sequence leaves nothing to chance
        """Return the next shape."""
        if self._index == len(self._shapes):
            given = len(self._shapes)
            raise PiecesExhaustedError(f"the fixed sequence of {given} pieces is used up: give as many as are played")
        self._index += 1
        return self._shapes[self._index - 1]

    def copy(self) -> Self:
        """Return a randomizer that goes on alone from the same state."""
        return copy.copy(self)


RANDOMIZERS: dict[str, Callable[[Sequence[Shape]], Randomizer]] = {
    "uniform": Uniform,
    "bag": Bag,
    "recency": Recency,
    "balance": Balance,
}
"""What makes the randomizer of a new game for its shapes, by name."""


def register_randomizer(name: str, maker: Callable[[Sequence[Shape]], Randomizer]) -> None:
    """Make a randomizer of one's own known to rules and recordings."""
    RANDOMIZERS[name] = maker
