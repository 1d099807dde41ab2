"""Positions to be dug through, or to be cleared line by line, each with what a bot took for it.

A position is made from its seed: the same pieces come for the bot and for the player, and both may hold and see the
next five. What the bot took was found by having it play, and a test has it play again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from piecement.language import N_
from piecement_engine import Board, Game, Limit, Limits, Mode, Piece, Rules
from piecement_engine.bots import Bot, SearchingBot
from piecement_engine.bots.bot import Habits
from piecement_engine.bots.search import Search
from piecement_engine.geometry import geometry
from piecement_engine.modes.cheese import Cheese
from piecement_engine.modes.combo import LAYOUTS, Combo
from piecement_engine.pieces import TETROMINOES, Shape
from piecement_engine.rng import Rng
from piecement_engine.rules import LONGEST_NS
from piecement_engine.timing import MILLISECOND

MOST_COMBO: Final = 20
"""The clears in a row after which a position of the four-wide well is done."""

_RULES: Final = Rules(
    rotation_system="srs",
    randomizer="bag",
    preview_count=5,
    fall_delay_ns=LONGEST_NS,
    lock_delay_ns=LONGEST_NS,
    locking="infinite",
    soft_drop_interval_ns=33 * MILLISECOND,
    no_soft_drop_lock=True,
)
_FLAT_CHEESE: Final = 40
"""How likely, in percent, a hole under a stack is in another column than the one above."""


class DigKind(StrEnum):
    """What is to be done."""

    CHEESE = "cheese"
    """Dig through rows with a hole each."""
    DOWNSTACK = "downstack"
    """The same, under a stack that is in the way."""
    FOUR_WIDE = "four_wide"
    """Clear a line with every piece."""


@dataclass(frozen=True, slots=True)
class DigPosition:
    """A position, and what a bot took for it."""

    kind: DigKind
    seed: int
    size: int
    """The rows to dig through; in the four-wide well, the number of what lies there at the start."""
    bots_number: int
    """The pieces that the bot took to dig through, or how many lines it cleared in a row."""
    depth: int = 6
    """How many pieces the bot looked ahead."""

    @property
    def name(self) -> str:
        """What tries are stored by."""
        return f"{self.kind}_{self.size}_{self.seed}"

    @property
    def mode(self) -> Mode:
        """What the position is played by."""
        return _mode(self.kind, self.size)

    def game(self, rules: Rules) -> Game:
        """Return a game of it, by the rules of its mode or those with a player's handling."""
        board = messy_stack(self.seed, 4 + self.size) if self.kind is DigKind.DOWNSTACK else ()
        return Game(rules, self.seed, board=board)

    def bot(self) -> Bot:
        """Return the bot whose number it is."""
        if self.kind is DigKind.FOUR_WIDE:
            from piecement.training.four_wide_bot import FourWideBot  # noqa: PLC0415 - only tests have it play

            return FourWideBot()
        return SearchingBot(Habits(search=Search("survive", 10, self.depth)), self.seed)

    def faults(self, number: int) -> int:
        """Return by how much a player's number is worse than the bot's; 0 where it is as good or better."""
        worse = self.bots_number - number if self.kind is DigKind.FOUR_WIDE else number - self.bots_number
        return max(0, worse)


@lru_cache(maxsize=16)
def _mode(kind: DigKind, size: int) -> Mode:
    return Mode(name="dig", title=N_("Dig"), sentence="", rules=_rules(kind, size), ranking=(), headline="")


def _rules(kind: DigKind, size: int) -> Rules:
    if kind is DigKind.FOUR_WIDE:
        layout = list(LAYOUTS)[size - 1]
        return replace(_RULES, limits=Limits(pieces=Limit(MOST_COMBO)), modifiers=(Combo(layout=layout),))
    messiness = 100 if kind is DigKind.CHEESE else _FLAT_CHEESE
    cheese = Cheese(rows=size, supply=size, messiness=messiness, repeats=False)
    return replace(_RULES, limits=Limits(lines=Limit(size)), modifiers=(cheese,))


def messy_stack(seed: int, pieces: int) -> tuple[str, ...]:
    """Return rows, lowest first, on which so many pieces were dropped at random, none of which filled a row."""
    rng = Rng(seed)
    board = Board(geometry(_RULES.width, _RULES.height, 4))
    for shape in _drawn(rng, pieces):
        placed = _dropped(board, shape, rng)
        after = board.copy()
        after.lock(placed)
        if not after.full_rows():
            board = after
    return tuple(board.to_text())


def _drawn(rng: Rng, count: int) -> Iterator[Shape]:
    shapes = list(TETROMINOES.values())
    for _ in range(count):
        yield shapes[int(rng() * len(shapes))]


def _dropped(board: Board, shape: Shape, rng: Rng) -> Piece:
    orientation = int(rng() * 4)
    x = int(rng() * (board.width - shape.widths[orientation] + 1))
    return board.dropped(Piece(shape, orientation, x, _RULES.skyline))


POSITIONS: Final = (
    DigPosition(DigKind.CHEESE, 0, 3, 4, 4),
    DigPosition(DigKind.CHEESE, 1, 3, 4, 4),
    DigPosition(DigKind.CHEESE, 3, 4, 6, 4),
    DigPosition(DigKind.CHEESE, 4, 4, 6, 4),
    DigPosition(DigKind.CHEESE, 0, 5, 7, 4),
    DigPosition(DigKind.CHEESE, 8, 5, 7),
    DigPosition(DigKind.CHEESE, 0, 6, 8),
    DigPosition(DigKind.CHEESE, 7, 6, 8),
    DigPosition(DigKind.CHEESE, 3, 8, 12, 4),
    DigPosition(DigKind.CHEESE, 0, 8, 13),
    DigPosition(DigKind.CHEESE, 3, 10, 13, 4),
    DigPosition(DigKind.CHEESE, 1, 10, 16, 4),
    DigPosition(DigKind.DOWNSTACK, 5, 1, 5, 4),
    DigPosition(DigKind.DOWNSTACK, 8, 1, 5, 4),
    DigPosition(DigKind.DOWNSTACK, 3, 2, 8, 4),
    DigPosition(DigKind.DOWNSTACK, 5, 2, 11),
    DigPosition(DigKind.DOWNSTACK, 5, 3, 9),
    DigPosition(DigKind.DOWNSTACK, 3, 3, 13, 4),
    DigPosition(DigKind.DOWNSTACK, 3, 4, 13),
    DigPosition(DigKind.DOWNSTACK, 5, 4, 14, 4),
    DigPosition(DigKind.DOWNSTACK, 0, 5, 22),
    DigPosition(DigKind.DOWNSTACK, 9, 5, 24, 4),
    DigPosition(DigKind.DOWNSTACK, 0, 6, 23),
    DigPosition(DigKind.DOWNSTACK, 8, 6, 27, 4),
    DigPosition(DigKind.FOUR_WIDE, 0, 2, 5),
    DigPosition(DigKind.FOUR_WIDE, 1, 1, 6),
    DigPosition(DigKind.FOUR_WIDE, 1, 3, 6),
    DigPosition(DigKind.FOUR_WIDE, 1, 4, 6),
    DigPosition(DigKind.FOUR_WIDE, 12, 5, 6),
    DigPosition(DigKind.FOUR_WIDE, 3, 1, 20),
    DigPosition(DigKind.FOUR_WIDE, 12, 1, 20),
    DigPosition(DigKind.FOUR_WIDE, 3, 2, 20),
    DigPosition(DigKind.FOUR_WIDE, 11, 2, 20),
    DigPosition(DigKind.FOUR_WIDE, 6, 3, 20),
    DigPosition(DigKind.FOUR_WIDE, 13, 3, 20),
    DigPosition(DigKind.FOUR_WIDE, 6, 4, 20),
    DigPosition(DigKind.FOUR_WIDE, 12, 4, 20),
    DigPosition(DigKind.FOUR_WIDE, 4, 5, 20),
    DigPosition(DigKind.FOUR_WIDE, 13, 5, 20),
)
"""Every position, by kind, the easier ones first."""
