"""A bot that clears a line with every piece for as long as it can, as far as it sees the pieces to come."""

from collections.abc import Iterator
from typing import Final

from piecement_engine.bots import Placement, Position

_MOST_POSITIONS: Final = 200
"""How many positions it keeps after each piece."""

_Branch = tuple[Position, Placement]
"""A position, and the first placement on the way there."""


class FourWideBot:
    """Looks at all ways to go on without a break, and takes the first step of one that lasts longest."""

    def think(self, position: Position) -> Iterator[Placement | None]:
        """Yield the best choice so far: that which leaves most ways after each further piece."""
        branches = _clearing(position, None)
        choice: Placement | None = None
        while branches:
            firsts = [first for _, first in branches]
            choice = max(dict.fromkeys(firsts), key=firsts.count)
            yield choice
            branches = _distinct(after for here, first in branches for after in _clearing(here, first))
        if choice is None:
            yield next(iter(position.placements), None)


def _clearing(position: Position, first: Placement | None) -> list[_Branch]:
    """Return the placements that lead to a cleared line, as far as the next piece is known."""
    return [
        (after, first or choice)
        for choice in position.placements
        if choice.lines and (after := position.push(choice)).piece is not None
    ]


def _distinct(branches: Iterator[_Branch]) -> list[_Branch]:
    """Return the branches without those that come to the same by the same first placement."""
    kept = {(here.bits, here.queue, here.hold, first): (here, first) for here, first in branches}
    return list(kept.values())[:_MOST_POSITIONS]
