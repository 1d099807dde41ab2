"""Perfect clears: boards of four rows that the next pieces may empty, how often they can, and all ways to do so."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, permutations
from random import Random
from typing import Final, NamedTuple

from piecement.language import _
from piecement.training.attempt import Attempt
from piecement.training.opener_catalogue import CATALOGUE
from piecement_engine import TETROMINOES, Mode, Piece, Rules
from piecement_engine.board import Board
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.perfect_clear import PerfectClears
from piecement_engine.bots.position import Placement, Position, options
from piecement_engine.bots.states import QUARTERS
from piecement_engine.fumen import decode
from piecement_engine.geometry import geometry
from piecement_engine.pieces import Shape
from piecement_engine.rules import LONGEST_NS

TRAINER: Final = "perfect_clear"
ROWS: Final = 4
MOST_SOLUTIONS: Final = 60
"""How many solutions are looked for; nobody pages through more."""

_LETTERS: Final = tuple(TETROMINOES)
_MIRRORED: Final = str.maketrans("LJSZ", "JLZS")

MODE: Final = Mode(
    name=TRAINER,
    title="Perfect clear",
    sentence="",
    rules=Rules(
        rotation_system="srs",
        randomizer="bag",
        preview_count=5,
        fall_delay_ns=LONGEST_NS,
        soft_drop_interval_ns=33_000_000,
        line_clear_delay_ns=0,
        appearance_delay_ns=0,
    ),
    ranking=("time",),
    headline="pieces",
    keeps=frozenset(
        {"rotation_system", "randomizer", "preview_count", "hold", "line_clear_delay_ns", "appearance_delay_ns"}
    ),
)
"""The guideline's pieces and turns; nothing falls by itself, and nothing delays the next piece."""

_LAYOUT: Final = geometry(MODE.rules.width, MODE.rules.height, 4)


class ClearPosition(NamedTuple):
    """A board that a bag may empty."""

    name: str
    """Its name in the storage."""
    title: str
    rows: tuple[str, ...]
    """Lowest first, as a board is written."""
    hold: str | None
    draws: int
    """How many pieces of a new bag take part."""
    published: tuple[int, int]
    """Of how many orders of those pieces how many lead to a perfect clear, as the Hard Drop wiki has it."""


def _opener_rows(name: str) -> tuple[str, ...]:
    fumen = next(data.fumen for data in CATALOGUE if data.name == name)
    return decode(fumen)[0].field


POSITIONS: Final = (
    ClearPosition("pco", _("Perfect clear opener, I in hold"), _opener_rows("pco"), "I", 4, (711, 840)),
    ClearPosition("pco_i", _("Perfect clear opener, I placed"), _opener_rows("pco_i"), None, 4, (514, 840)),
)


def mirrored(position: ClearPosition) -> ClearPosition:
    """Return a position as in a mirror: its chance is the same, as the mirrored pieces come as often."""
    hold = position.hold.translate(_MIRRORED) if position.hold else None
    return position._replace(rows=tuple(row[::-1].translate(_MIRRORED) for row in position.rows), hold=hold)


@lru_cache(maxsize=1)
def _clears() -> PerfectClears:
    """Return the solver, which keeps what it found; it turns by quarters, as the published numbers do."""
    return PerfectClears(arena(MODE.rules, _LAYOUT, turns=QUARTERS))


def start_of(position: ClearPosition, queue: Sequence[str]) -> Position:
    """Return what a player sees: the board, and some pieces of a queue."""
    rules, bits = _clears().arena, Board.from_text(position.rows, _LAYOUT).bits
    shapes = [TETROMINOES[letter] for letter in queue]
    piece = rules.entry(bits, shapes[0])
    if piece is None:
        raise ValueError(f"no piece can enter above {position.name}")
    hold = TETROMINOES[position.hold] if position.hold else None
    return Position(rules, bits, piece, hold, may_hold=True, next=tuple(shapes[1:]))


def is_solvable(position: Position, rows: int) -> bool:
    """Return whether the known pieces can empty the lowest rows, which hold all that lies there."""
    return _clears().solve(position, rows) is not None


class Chance:
    """Counts the orders of pieces that lead to a perfect clear, some at a time."""

    def __init__(self, position: ClearPosition) -> None:
        self._position: Final = position
        self._orders = permutations(_LETTERS, position.draws)
        self.solved = 0
        self.seen = 0

    @property
    def total(self) -> int:
        return self._position.published[1]

    def go_on(self, orders: int) -> bool:
        """Look at so many more orders; return whether there are more after them."""
        for order in islice(self._orders, orders):
            self.seen += 1
            self.solved += is_solvable(start_of(self._position, order), ROWS)
        return self.seen < self.total


class Deal(NamedTuple):
    """A position with the pieces that come, which can empty it."""

    position: ClearPosition
    queue: tuple[str, ...]
    """A bag, and others after it."""


def deal(position: ClearPosition, seed: int) -> Deal:
    """Return a position, as written or mirrored, with a queue that can be solved."""
    random = Random(seed)
    shown = random.choice((position, mirrored(position)))
    while True:
        bag = tuple(random.sample(_LETTERS, len(_LETTERS)))
        if is_solvable(start_of(shown, bag[: position.draws]), ROWS):
            return Deal(shown, bag * 4)


def own_position(position: Position) -> Position:
    """Return a position of a game as the solver sees it."""
    rules = _clears().arena
    piece = rules.entry(position.bits, position.piece.shape) or position.piece
    return Position(rules, position.bits, piece, position.hold, may_hold=position.may_hold, next=position.next)


def solutions(position: Position, rows: int) -> Iterator[tuple[Placement, ...]]:
    """Yield the ways to empty the lowest rows, each set of places once."""
    seen: set[frozenset[Piece]] = set()
    queue = (position.piece.shape, *position.next)
    for found in _ways(position, queue, position.bits, rows, position.hold, 0):
        places = frozenset(choice.piece for choice in found)
        if places not in seen:
            seen.add(places)
            yield found


def _ways(  # noqa: PLR0917 - the state of a search
    position: Position, queue: tuple[Shape, ...], bits: int, rows: int, hold: Shape | None, used: int
) -> Iterator[tuple[Placement, ...]]:
    rules: Arena = position.arena
    may_hold = True if used else position.may_hold
    for shape, hold_after, used_after, held in options(queue, hold, used, may_hold=may_hold):
        start = rules.entry(bits, shape)
        if start is None:
            continue
        for after, left, piece in _clears().placements(bits, start, rows):
            choice = Placement(piece, held)
            if not left:
                yield (choice,)
                continue
            for rest in _ways(position, queue, after, left, hold_after, used_after):
                yield (choice, *rest)


def until_clear(bits: int, found: Sequence[Placement]) -> tuple[Piece, ...]:
    """Return the places of a solution up to its first clear; the rows of the others have moved by then."""
    rules, places = _clears().arena, list[Piece]()
    for choice in found:
        places.append(choice.piece)
        bits, lines = rules.settled(bits | rules.cells(choice.piece))
        if lines:
            break
    return tuple(places)


def attempt_of(position: ClearPosition, *, faults: int, hints: int, time_ns: int, pieces: int) -> Attempt:
    """Return what is stored of a perfect clear; it is solved where there was neither fault nor hint."""
    return Attempt(
        TRAINER, position.name, not (faults or hints), faults, time_ns // 1_000_000, pieces, {"hints": hints}
    )
