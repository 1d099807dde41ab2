"""Randomizers: the choice of the next piece."""

import copy
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import sqrt
from typing import Final, NamedTuple, Protocol, Self

from piecement_engine.board.pieces import Shape
from piecement_engine.errors import PiecesExhaustedError
from piecement_engine.native import mypyc_attr
from piecement_engine.quick import Made
from piecement_engine.registry import Registry
from piecement_engine.rng import Rng

_E_INVERSE: Final = 0.36787944117144233
"""1 / e. Its powers are made by multiplication, which every platform rounds alike."""


class Randomizer(Protocol):
    """Source of the pieces of one game. All randomness comes from the argument, so that a seed fixes the game."""

    def draw(self, rng: Rng) -> Shape:
        """Return the next shape."""
        ...

    def copy(self) -> Self: ...


class RandomizerOptions(NamedTuple):
    """Numbers in the rules for randomizers."""

    bag_copies: int = 1
    """For `bag` and `rank_bag`: number of copies of each shape in a full bag."""
    recency_exponent: float = 2.5
    """For both kinds of recency: the exponent of a shape's age in its weight, at least 0."""
    rerolls: int = 1
    """For `reroll`: maximum number of rerolls of a repeated shape."""


RandomizerMaker = Callable[[Sequence[Shape], RandomizerOptions], Randomizer]
"""Function that makes the randomizer of a new game for its shapes."""


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class _Copied:
    """A randomizer that replaces values of its state rather than changing them, so that copies may share them."""

    def copy(self) -> Self:
        return copy.copy(self)


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Bag:
    """Deals a bag with a number of copies of every shape to its end, then refills it."""

    def __init__(self, shapes: Sequence[Shape], copies: int = 1) -> None:
        self._full = tuple(shapes) * copies
        self._left: list[Shape] = []

    def draw(self, rng: Rng) -> Shape:
        if not self._left:
            self._left = list(self._full)
        return self._left.pop(rng.below(len(self._left)))

    def copy(self) -> Self:
        other = copy.copy(self)
        other._left = self._left.copy()
        return other


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class RankBag:
    """Draws a rank, each equally likely, then deals from the bag of that rank.

    In one bag over all ranks nearly all pieces would be of the highest: 9189 shapes have rank 10, 7 have rank 4.
    """

    def __init__(self, shapes: Sequence[Shape], copies: int = 1) -> None:
        ranks: dict[int, list[Shape]] = {}
        for shape in shapes:
            ranks.setdefault(len(shape.cells), []).append(shape)
        self._bags = [Bag(ranks[rank], copies) for rank in sorted(ranks)]

    def draw(self, rng: Rng) -> Shape:
        return self._bags[rng.below(len(self._bags))].draw(rng)

    def copy(self) -> Self:
        other = copy.copy(self)
        other._bags = [bag.copy() for bag in self._bags]
        return other


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Recency(_Copied):
    """Prefers shapes that have not appeared for long: a weight is the shape's age to an exponent (tetrs).

    The ages at the start are 0, 1, 2 … in random order. After each draw all grow by one, and the age of the drawn shape
    becomes 0. So no shape appears twice in a row (unless it is the only one, or the exponent is 0), and the shape with
    age 0 at the start is not drawn first.
    """

    def __init__(self, shapes: Sequence[Shape], exponent: float = 2.5) -> None:
        self._shapes = tuple(shapes)
        self._powers = _powers(exponent)
        self._ages: list[int] = []

    def draw(self, rng: Rng) -> Shape:
        powers = self._powers
        ages = self._ages or _shuffled(len(self._shapes), rng)
        index = rng.weighted([powers[age] for age in ages])
        self._ages = [age + 1 for age in ages]
        self._ages[index] = 0
        return self._shapes[index]


def _shuffled(count: int, rng: Rng) -> list[int]:
    """Return the numbers from 0 to count - 1, each order equally likely."""
    numbers = list(range(count))
    for last in range(count - 1, 0, -1):
        other = rng.below(last + 1)
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class RecencyWithRepeats(Recency):
    """Draws as `recency` does, but all ages start at 0 and grow by one before each draw (tetro-tui).

    So the first draw is uniform, and the last shape has weight 1 and may, rarely, repeat.
    """

    def __init__(self, shapes: Sequence[Shape], exponent: float = 2.5) -> None:
        super().__init__(shapes, exponent)
        self._ages = [0] * len(self._shapes)

    def draw(self, rng: Rng) -> Shape:
        powers = self._powers
        ages = self._ages = [age + 1 for age in self._ages]
        index = rng.weighted([powers[age] for age in ages])
        ages[index] = 0
        return self._shapes[index]


@lru_cache(maxsize=16)
def _powers(exponent: float) -> Made[int, float]:
    """Return the powers of whole numbers to an exponent of at least 0, rounded to the nearest 1/1024.

    Each is made by products and square roots only, since every platform rounds those alike. All games share them.
    """
    return Made(partial(_power, round(exponent * 1024)))


def _power(parts: int, base: int) -> float:
    """Return a power whose exponent is given in 1024th parts."""
    whole, part = divmod(parts, 1024)
    power = float(base**whole)
    root = float(base)
    for bit in reversed(range(10)):
        root = sqrt(root)
        if part >> bit & 1:
            power *= root
    return power


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Balance(_Copied):
    """Prefers shapes that have appeared less often: a weight is e to the power of minus the shape's count."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._shapes = tuple(shapes)
        self._counts = [0] * len(self._shapes)

    def draw(self, rng: Rng) -> Shape:
        counts = self._counts = self._counts.copy()
        least = min(counts)
        index = rng.weighted([_decay(count - least) for count in counts])
        counts[index] += 1
        return self._shapes[index]


def _decay(count: int) -> float:
    weight = 1.0
    for _ in range(count):
        weight *= _E_INVERSE
    return weight


WEIGHING: Final = (Recency, Balance)
"""Randomizers that weigh all shapes at each draw, which is slow for thousands of shapes."""


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Reroll(_Copied):
    """Rolls again, up to a number of times, if the roll repeats the last shape; with 0 it is `uniform`."""

    def __init__(self, shapes: Sequence[Shape], rerolls: int = 1) -> None:
        self._shapes = tuple(shapes)
        self._rerolls = rerolls
        self._last: Shape | None = None

    def draw(self, rng: Rng) -> Shape:
        shapes = self._shapes
        rolled = shapes[rng.below(len(shapes))]
        for _ in range(self._rerolls):
            if rolled is not self._last:
                break
            rolled = shapes[rng.below(len(shapes))]
        self._last = rolled
        return rolled


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Nes(_Copied):
    """Rolls a die with one blank side; a blank or a repeat is rolled once more without the blank, and stands.

    Source: tetris.wiki, "Tetris (NES, Nintendo)".
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._shapes = tuple(shapes)
        self._last: Shape | None = None

    def draw(self, rng: Rng) -> Shape:
        shapes = self._shapes
        side = rng.below(len(shapes) + 1)
        if side == len(shapes) or shapes[side] is self._last:
            side = rng.below(len(shapes))
        self._last = shapes[side]
        return self._last


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class TgmHistory(_Copied):
    """Rolls until the shape is not among the last four, in 4 (`tgm1`) or 6 (`tgm2`) tries; the last one stands (TGM).

    The first shape is none of the tetrominoes S, Z and O, unless there are no others. Source: tetris.wiki, "TGM
    randomizer".
    """

    _LENGTH: Final = 4
    _NEVER_FIRST: Final = frozenset("SZO")

    def __init__(self, shapes: Sequence[Shape], tries: int, start: str) -> None:
        """Start with the shapes of these names as the last ones, oldest first."""
        self._shapes = tuple(shapes)
        self._tries = tries
        self._recent: tuple[str, ...] = tuple(start)
        self._begun = False

    def draw(self, rng: Rng) -> Shape:
        drawn = self._rolled(rng) if self._begun else self._first(rng)
        self._begun = True
        self._recent = (*self._recent, drawn.name)[-self._LENGTH :]
        return drawn

    def _first(self, rng: Rng) -> Shape:
        kind = [shape for shape in self._shapes if shape.name not in self._NEVER_FIRST] or self._shapes
        return kind[rng.below(len(kind))]

    def _rolled(self, rng: Rng) -> Shape:
        shapes = self._shapes
        rolled = shapes[rng.below(len(shapes))]
        for _ in range(self._tries - 1):
            if rolled.name not in self._recent:
                break
            rolled = shapes[rng.below(len(shapes))]
        return rolled


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Pool(TgmHistory):
    """Rolls as `tgm2` does, in six tries, for a slot in a pool with five copies of every shape (TGM 3).

    The shape in that slot is replaced by the shape that has not appeared for longest: after a roll that does not stand,
    and after the roll that stands. So the pool stays full and favours a shape the longer it is missing. The first shape
    of a game neither comes from the pool nor counts, and of the shapes that have not appeared yet the first one of the
    set has not appeared for longest.

    The arcade's slip is part of it: if every shape has appeared and a roll after the first one gives the shape that has
    not appeared for longest, its slot stays as it is. Source: tetrisconcept.net, "Randomizer Theory", pages 7, 9 and
    12.
    """

    _COPIES: Final = 5
    _TRIES: Final = 6

    def __init__(self, shapes: Sequence[Shape]) -> None:
        super().__init__(shapes, self._TRIES, start="ZZSS")
        self._pool = list(self._shapes) * self._COPIES
        self._missed = list(self._shapes)
        """All shapes, the one that has not appeared for longest first."""
        self._to_come = len(self._shapes)
        """Number of shapes that have not appeared yet; they are the first ones of `_missed`."""

    def _rolled(self, rng: Rng) -> Shape:
        pool = self._pool = self._pool.copy()
        place = rng.below(len(pool))
        rolls = 1
        while rolls < self._tries and pool[place].name in self._recent:
            pool[place] = self._missed[0]
            place = rng.below(len(pool))
            rolls += 1
        drawn = pool[place]
        longest = drawn is self._missed[0]
        self._come(drawn)
        if not (longest and rolls > 1 and not self._to_come):
            pool[place] = self._missed[0]
        return drawn

    def _come(self, shape: Shape) -> None:
        index = self._missed.index(shape)
        if index < self._to_come:
            self._to_come -= 1
        self._missed = [*self._missed[:index], *self._missed[index + 1 :], shape]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Fixed(_Copied):
    """Deals a given sequence; raises `PiecesExhaustedError` at its end."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self._shapes = tuple(shapes)
        self._index = 0

    @property
    def left(self) -> int:
        """Number of shapes that are not drawn yet."""
        return len(self._shapes) - self._index

    def draw(self, rng: Rng) -> Shape:
        if self._index == len(self._shapes):
            given = len(self._shapes)
            raise PiecesExhaustedError(f"the fixed sequence of {given} pieces is used up: give as many as are played")
        self._index += 1
        return self._shapes[self._index - 1]


RANDOMIZERS: dict[str, RandomizerMaker] = Registry(
    "randomizer",
    {
        "uniform": lambda shapes, _: Reroll(shapes, rerolls=0),
        "bag": lambda shapes, options: Bag(shapes, options.bag_copies),
        "rank_bag": lambda shapes, options: RankBag(shapes, options.bag_copies),
        "recency": lambda shapes, options: Recency(shapes, options.recency_exponent),
        "recency_with_repeats": lambda shapes, options: RecencyWithRepeats(shapes, options.recency_exponent),
        "balance": lambda shapes, _: Balance(shapes),
        "reroll": lambda shapes, options: Reroll(shapes, options.rerolls),
        "nes": lambda shapes, _: Nes(shapes),
        "tgm1": lambda shapes, _: TgmHistory(shapes, tries=4, start="ZZZZ"),
        "tgm2": lambda shapes, _: TgmHistory(shapes, tries=6, start="ZZSS"),
        "tgm3": lambda shapes, _: Pool(shapes),
    },
)
"""Makers of the randomizer of a new game, by name."""
