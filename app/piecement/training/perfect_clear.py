"""Perfect clears: boards of four rows that the next pieces may empty, their chances and all solutions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations
from math import perm
from random import Random
from typing import Final, NamedTuple

from piecement.training.opener_catalogue import CATALOGUE
from piecement.training.trainers import STILL_RULES, Attempt, trainer_mode
from piecement_base.language import N_
from piecement_engine import TETROMINOES, Button, Piece
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import MIRRORED_LETTERS
from piecement_engine.bots.arena import arena
from piecement_engine.bots.perfect_clear import PerfectClears
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.fumen import decode

TRAINER: Final = "perfect_clear"
ROWS: Final = 4
MOST_SOLUTIONS: Final = 60
"""Maximum number of solutions to search for; nobody pages through more."""

MODE: Final = trainer_mode(
    TRAINER,
    "Perfect clear",
    replace(STILL_RULES, line_clear_delay_ns=0, appearance_delay_ns=0),
    frozenset({"rotation_system", "randomizer", "preview_count", "hold", "line_clear_delay_ns", "appearance_delay_ns"}),
)
"""Guideline pieces and rotations, without gravity or delays between pieces."""

_LETTERS: Final = tuple(TETROMINOES)
_LAYOUT: Final = geometry(MODE.rules.width, MODE.rules.height, 4)
_BARRED: Final = frozenset({Button.ROTATE_180})
"""The published chances assume quarter turns only."""
_CLEARS: Final = PerfectClears()
"""The solver, which stores what it finds for the next positions."""


class ClearPosition(NamedTuple):
    """Board that the pieces of a bag may empty."""

    name: str
    """Storage key."""
    title: str
    rows: tuple[str, ...]
    """Rows, lowest first."""
    hold: str | None
    draws: int
    """Number of pieces of a new bag that take part."""
    published: tuple[int, int] | None = None
    """Published chance (Hard Drop wiki): number of piece orders that lead to a perfect clear, and of all orders."""
    placed: int = 0
    """Number of pieces of a solution already placed in the deal."""


def _opener_rows(name: str) -> tuple[str, ...]:
    fumen = next(data.fumen for data in CATALOGUE if data.name == name)
    return decode(fumen)[0].field


POSITIONS: Final = (
    ClearPosition("pco", N_("Perfect clear opener, I in hold"), _opener_rows("pco"), "I", 4, (711, 840)),
    ClearPosition("pco_i", N_("Perfect clear opener, I placed"), _opener_rows("pco_i"), None, 4, (514, 840)),
    ClearPosition("pco_last", N_("Perfect clear opener, two pieces left"), _opener_rows("pco"), "I", 4, placed=2),
)


def mirrored(position: ClearPosition) -> ClearPosition:
    """Return the mirror image of a position; its chance is the same because mirrored pieces are as likely."""
    hold = position.hold.translate(MIRRORED_LETTERS) if position.hold else None
    return position._replace(rows=tuple(row[::-1].translate(MIRRORED_LETTERS) for row in position.rows), hold=hold)


def start_of(position: ClearPosition, queue: Sequence[str]) -> Position:
    """Return the position a player sees: the board and the first pieces of a queue."""
    rows = "\n".join(reversed(position.rows))
    return Position.from_text(rows, queue, MODE.rules, hold=position.hold, barred=_BARRED)


def is_solvable(position: Position, rows: int) -> bool:
    """Return whether the known pieces can empty the lowest rows, which contain all blocks."""
    return _CLEARS.solve(position, rows) is not None


class Chance:
    """Incremental count of the piece orders that lead to a perfect clear."""

    def __init__(self, position: ClearPosition) -> None:
        self._position: Final = position
        self._orders = permutations(_LETTERS, position.draws)
        self.total: Final = perm(len(_LETTERS), position.draws)
        self.solved = 0
        self.seen = 0

    def go_on(self, orders: int) -> bool:
        """Examine the given number of further orders and return whether any remain."""
        for order in islice(self._orders, orders):
            self.seen += 1
            self.solved += is_solvable(start_of(self._position, order), ROWS)
        return self.seen < self.total


class Deal(NamedTuple):
    """Solvable position with its queue."""

    position: ClearPosition
    queue: tuple[str, ...]
    """One bag, repeated."""


def deal(position: ClearPosition, seed: int) -> Deal:
    """Return a position, original or mirrored, with a solvable queue."""
    random = Random(seed)
    shown = random.choice((position, mirrored(position)))
    while True:
        bag = tuple(random.sample(_LETTERS, len(_LETTERS)))
        if is_solvable(start_of(shown, bag[: position.draws]), ROWS):
            whole = Deal(shown, bag * 4)
            if (dealt := _begun(whole, random) if position.placed else whole) is not None:
                return dealt


def _begun(dealt: Deal, random: Random) -> Deal | None:
    """Return the deal after the first pieces of a random solution, or None if they would clear a row."""
    position = dealt.position
    solvable = start_of(position, dealt.queue[: position.draws])
    solution = random.choice(list(islice(solutions(solvable, ROWS), MOST_SOLUTIONS)))
    if len(until_clear(solvable.bits, solution)) <= position.placed:
        return None
    placed = solution[: position.placed]
    after = start_of(position, dealt.queue[: 2 * len(_LETTERS)])  # with enough pieces for those that follow
    for placement in placed:
        after = after.push(placement)
    if after.piece is None:
        return None
    left = len(solution) - position.placed
    hold = after.hold.name if after.hold else None
    rows = _with_pieces(position.rows, (placement.piece for placement in placed))
    begun = position._replace(rows=rows, hold=hold, draws=left if hold else left + 1)
    return Deal(begun, tuple(shape.name for shape in after.queue))


def _with_pieces(rows: Sequence[str], pieces: Iterable[Piece]) -> tuple[str, ...]:
    """Return rows of letters with pieces drawn into them."""
    cells = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."}
    for piece in pieces:
        cells |= dict.fromkeys(piece.cells, piece.shape.name)
    return tuple("".join(cells.get((x, y), ".") for x in range(_LAYOUT.width)) for y in range(ROWS))


def solver_position(position: Position) -> Position:
    """Return the position of a game for the solver: with its piece at the first spot, and without half turns."""
    rules = arena(MODE.rules, barred=_BARRED)
    return replace(position, arena=rules, piece=rules.entry(position.bits, position.queue[0]) or position.piece)


def solutions(position: Position, rows: int) -> Iterator[tuple[Placement, ...]]:
    """Yield the solutions for the lowest rows, each set of placements once."""
    seen: set[frozenset[Piece]] = set()
    for found in _CLEARS.solutions(position, rows):
        places = frozenset(choice.piece for choice in found)
        if places not in seen:
            seen.add(places)
            yield tuple(found)


def until_clear(bits: int, found: Sequence[Placement]) -> tuple[Piece, ...]:
    """Return the placements of a solution up to its first clear, after which rows have moved."""
    rules, places = arena(MODE.rules, barred=_BARRED), list[Piece]()
    for choice in found:
        places.append(choice.piece)
        bits, lines = rules.locked(bits, choice.piece)
        if lines:
            break
    return tuple(places)


def attempt_of(position: ClearPosition, *, faults: int, hints: int, time_ns: int, pieces: int) -> Attempt:
    """Return the attempt to store; it is solved if there was neither a fault nor a hint."""
    return Attempt(
        TRAINER, position.name, not (faults or hints), faults, time_ns // 1_000_000, pieces, {"hints": hints}
    )
