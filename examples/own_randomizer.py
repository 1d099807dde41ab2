"""Deal the pieces by a randomizer of one's own: every piece twice in a row, in random order.

pip install piecement-engine
python examples/own_randomizer.py
"""

from collections.abc import Sequence

from piecement_engine import Recording, Rng, Rules, Shape, register_randomizer
from piecement_engine.play import Position, game_of


class Pairs:
    """Randomizer of pairs. All randomness comes from `rng`, so that recordings replay."""

    def __init__(self, shapes: Sequence[Shape], left: Sequence[Shape] = ()) -> None:
        self._shapes = tuple(shapes)
        self._left = list(left)

    def draw(self, rng: Rng) -> Shape:
        bag = list(self._shapes) if not self._left else []
        while bag:
            self._left += [bag.pop(rng.below(len(bag)))] * 2
        return self._left.pop()

    def copy(self) -> "Pairs":
        return Pairs(self._shapes, self._left)


register_randomizer("pairs", lambda shapes, options: Pairs(shapes))
game = game_of(Rules(randomizer="pairs", preview_count=13), seed=4)
print(Position.of(game))
print("replays:", Recording.from_text(Recording.of(game).to_text()).verify() is None)
