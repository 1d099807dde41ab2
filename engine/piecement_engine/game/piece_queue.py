"""The upcoming shapes of a game, and the one in hold."""

from typing import Self

from piecement_engine.board.pieces import Shape
from piecement_engine.frozen import frozen
from piecement_engine.game.setup import Setup
from piecement_engine.rng import Rng
from piecement_engine.rules.own_rules import checked_randomizer
from piecement_engine.rules.randomizers import RANDOMIZERS, Fixed, Randomizer, RandomizerOptions


@frozen
class Hold:
    """A shape in hold."""

    shape: Shape
    may_swap: bool
    """Whether hold may be used before the next lock."""


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

    @property
    def is_empty(self) -> bool:
        """Whether all shapes of a fixed sequence are drawn and played."""
        return not self.known and isinstance(self.randomizer, Fixed) and not self.randomizer.left

    def draw(self) -> Shape:
        return self.known.pop(0) if self.known else self.randomizer.draw(self.rng)

    def peek(self) -> Shape:
        """Return the next shape, which is drawn in advance if none is known."""
        if not self.known:
            self.known.append(self.randomizer.draw(self.rng))
        return self.known[0]

    def push_front(self, shape: Shape) -> None:
        self.known.insert(0, shape)

    def fill(self) -> None:
        """Draw shapes until `preview_count` are known, or all of a fixed sequence."""
        known, randomizer, count = self.known, self.randomizer, self.preview_count
        if isinstance(randomizer, Fixed):
            count = min(count, len(known) + randomizer.left)
        while len(known) < count:
            known.append(randomizer.draw(self.rng))

    def copy(self) -> Self:
        other = type(self)(self.randomizer.copy(), self.rng.copy(), self.preview_count)
        other.known = self.known.copy()
        other.shown = self.shown
        other.hold = self.hold
        return other


def queue_of(setup: Setup) -> PieceQueue:
    """Return the queue of a new game: the pieces of the setup, or those of the randomizer of its rules."""
    given = setup.shapes_to_come()
    randomizer = _randomizer(setup) if given is None else Fixed(given)
    queue = PieceQueue(randomizer, Rng(setup.seed), setup.rules.preview_count)
    if setup.start.hold is not None:
        held, may_swap = setup.start.hold
        queue.hold = Hold(setup.shape_named(held), may_swap)
    return queue


def _randomizer(setup: Setup) -> Randomizer:
    rules, shapes = setup.rules, setup.shapes()
    options = RandomizerOptions(rules.bag_copies, rules.recency_exponent, rules.rerolls)
    return checked_randomizer(rules.randomizer, RANDOMIZERS[rules.randomizer](shapes, options), shapes)
