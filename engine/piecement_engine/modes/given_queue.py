"""The modifier of chosen pieces: they come first, then again, or pieces of the randomizer."""

from dataclasses import dataclass
from typing import Final, Self

from piecement_engine.errors import RuleError, cut
from piecement_engine.hooks import Hooks, Modifier, register_modifier
from piecement_engine.pieces import TETROMINOES
from piecement_engine.table import Table

MOST_PIECES: Final = 56
"""Maximum number of chosen pieces: eight bags."""

_IN_RESERVE: Final = 3
"""Minimum number of known pieces beyond the shown ones, since a hold draws one too."""


@register_modifier
@dataclass(frozen=True, slots=True)
class GivenQueue(Modifier):
    """Pieces that come first, by letter."""

    kind = "queue"

    pieces: str = "IOSZTLJ"
    repeats: bool = False
    """Whether the pieces repeat, instead of pieces of the randomizer after them."""

    def __post_init__(self) -> None:
        if not isinstance(self.pieces, str) or not 1 <= len(self.pieces) <= MOST_PIECES:
            raise RuleError(f"pieces of {self.kind} is {cut(self.pieces)!r}: it is 1 to {MOST_PIECES} letters")
        if not set(self.pieces) <= TETROMINOES.keys():
            raise RuleError(f"pieces of {self.kind} is {self.pieces!r}: its letters are {''.join(TETROMINOES)}")
        self.check_switch("repeats")

    def hooks(self) -> Hooks:
        return _Dealing(self)


class _Dealing(Hooks):
    def __init__(self, queue: GivenQueue) -> None:
        self._queue: Final = queue

    def started(self, table: Table) -> None:
        table.queue_pieces(self._queue.pieces)
        self.spawning(table)

    def spawning(self, table: Table) -> None:
        while self._queue.repeats and len(table.known) < table.rules.preview_count + _IN_RESERVE:
            table.queue_pieces(self._queue.pieces)

    def copy(self) -> Self:
        return self
