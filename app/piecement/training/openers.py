"""Openers: their shapes as pieces, their mirror images, and what bags allow them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from piecement.training.attempt import Attempt
from piecement.training.opener_catalogue import CATALOGUE, Feat, OpenerData
from piecement_engine import TETROMINOES, Mode, Piece, Rules, Spin
from piecement_engine.board import Board
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.drops import dropper
from piecement_engine.fumen import decode
from piecement_engine.geometry import geometry
from piecement_engine.pieces import Cell, Cells, Shape
from piecement_engine.rules import LONGEST_NS

TRAINER: Final = "openers"
BAG: Final = 7
_BAGS: Final = 12
"""How many bags a try has; more than anybody needs."""

MODE: Final = Mode(
    name=TRAINER,
    title="Openers",
    sentence="",
    rules=Rules(
        rotation_system="srs",
        spin_rule="t_three_corner",
        randomizer="bag",
        preview_count=5,
        fall_delay_ns=LONGEST_NS,
        soft_drop_interval_ns=33_000_000,
    ),
    ranking=("time",),
    headline="pieces",
    keeps=frozenset({"rotation_system", "spin_rule", "randomizer", "preview_count", "hold"}),
)
"""The guideline's rules, by which the shapes were found; pieces do not fall by themselves."""

_MIRRORED: Final = str.maketrans("LJSZ", "JLZS")
_LAYOUT: Final = geometry(MODE.rules.width, MODE.rules.height, 4)


class Stage(NamedTuple):
    """What is to be built of one bag."""

    pieces: frozenset[Piece]


class Opener(NamedTuple):
    data: OpenerData
    is_mirrored: bool
    stages: tuple[Stage, ...]

    @property
    def name(self) -> str:
        """Its name in the storage; a mirrored one is another exercise."""
        return f"{self.data.name}_mirrored" if self.is_mirrored else self.data.name

    @property
    def bags(self) -> int:
        return len(self.stages)


@lru_cache(maxsize=64)
def opener(data: OpenerData, *, is_mirrored: bool = False) -> Opener:
    """Return an opener as it is written down, or as in a mirror."""
    before: dict[Cell, str] = {}
    stages: list[Stage] = []
    for page in decode(data.fumen):
        field = [row[::-1].translate(_MIRRORED) for row in page.field] if is_mirrored else page.field
        cells = {(x, y): letter for y, row in enumerate(field) for x, letter in enumerate(row) if letter != "."}
        stages.append(Stage(frozenset(_pieces({cell: cells[cell] for cell in cells.keys() - before.keys()}))))
        before = cells
    return Opener(data, is_mirrored, tuple(stages))


def all_openers(*, is_mirrored: bool = False) -> tuple[Opener, ...]:
    return tuple(opener(data, is_mirrored=is_mirrored) for data in CATALOGUE)


def _pieces(cells: dict[Cell, str]) -> tuple[Piece, ...]:
    """Return the pieces that cover coloured cells. Raises `ValueError` where none do."""
    if not cells:
        return ()
    first = min(cells, key=lambda cell: (cell[1], cell[0]))
    shape = TETROMINOES[cells[first]]
    for piece in _over(shape, first):
        if all(cells.get(cell) == shape.name for cell in piece.cells):
            try:
                return (piece, *_pieces({cell: cells[cell] for cell in cells.keys() - set(piece.cells)}))
            except ValueError:
                continue
    raise ValueError(f"no piece {shape.name} covers {first}")


def _over(shape: Shape, cell: Cell) -> Iterator[Piece]:
    """Yield the places of a shape over a cell, each figure once."""
    for cells in dict.fromkeys(shape.orientations):
        for x, y in cells:
            yield Piece(shape, shape.orientations.index(cells), cell[0] - x, cell[1] - y)


def new_queue(seed: int) -> tuple[str, ...]:
    """Return the pieces of some bags."""
    random = Random(seed)
    return tuple(letter for __ in range(_BAGS) for letter in random.sample([*TETROMINOES], BAG))


def as_built(piece: Piece) -> Piece:
    """Return a piece as stages have it: figures that look alike are one."""
    figures = piece.shape.orientations
    return piece._replace(orientation=figures.index(figures[piece.orientation]))


def opener_arena() -> Arena:
    return arena(MODE.rules, _LAYOUT)


def is_reachable(bits: int, piece: Piece) -> bool:
    """Return whether moves, turns and drops bring a new piece to its place on a board."""
    rules = opener_arena()
    start = rules.entry(bits, piece.shape)
    return start is not None and piece.cells in _resting(bits, start)


@lru_cache(maxsize=20_000)
def _resting(bits: int, start: Piece) -> frozenset[Cells]:
    return frozenset(place.cells for place in opener_arena().mover.reach(bits, start).placements())


def allows(
    pieces: frozenset[Piece],
    queue: Sequence[str],
    hold: str | None = None,
    bits: int | None = None,
    *,
    may_swap: bool = True,
) -> bool:
    """Return whether a queue allows to put pieces into their places, with hold once for each piece.

    Whatever else comes must fit into hold. `bits` are what lies there before, by default nothing; `may_swap` says
    whether the first piece may still go into hold.
    """
    return _Build(tuple(queue), may_swap=may_swap).is_possible(_LAYOUT.empty if bits is None else bits, pieces, 0, hold)


class _Build:
    """The search for an order in which a queue builds a shape."""

    def __init__(self, queue: tuple[str, ...], *, may_swap: bool) -> None:
        self._queue: Final = queue
        self._may_swap: Final = may_swap
        self._failed: set[tuple[frozenset[Piece], int, str | None]] = set()

    def is_possible(self, bits: int, left: frozenset[Piece], used: int, hold: str | None) -> bool:
        key = (left, used, hold)
        if not left or key in self._failed:
            return not left
        for letter, used_after, hold_after in self._next(used, hold):
            for piece in left:
                if piece.shape.name == letter and is_reachable(bits, piece):
                    after = bits | opener_arena().cells(piece)
                    if self.is_possible(after, left - {piece}, used_after, hold_after):
                        return True
        self._failed.add(key)
        return False

    def _next(self, used: int, hold: str | None) -> Iterator[tuple[str, int, str | None]]:
        """Yield what can be placed next, and how much of the queue is used and what is in hold after it."""
        if used < len(self._queue):
            now = self._queue[used]
            yield now, used + 1, hold
            if not used and not self._may_swap:
                return
            if hold is not None:
                yield hold, used + 1, now
            elif used + 1 < len(self._queue):
                yield self._queue[used + 1], used + 2, now
        elif hold is not None:
            yield hold, used, None


def feat_places(bits: int, feat: Feat) -> tuple[Piece, ...]:
    """Return where a T does a feat on a board: a full spin that clears so many lines."""
    rules = opener_arena()
    start = rules.entry(bits, TETROMINOES["T"])
    if start is None:
        return ()
    return tuple(
        rules.mover.states(start.shape).piece(state, anchor)
        for _, lines, spin, _, _, state, anchor in dropper(rules).drops(bits, start)
        if spin is Spin.FULL and lines == feat.lines
    )


def board_of(pieces: Sequence[Piece]) -> int:
    """Return the bits of a board on which only some pieces lie."""
    bits = Board(_LAYOUT).bits
    for piece in pieces:
        bits |= opener_arena().cells(piece)
    return bits


class OpenerBuild:
    """A player's try at an opener: what is still to be built, and what went elsewhere."""

    def __init__(self, chosen: Opener) -> None:
        self.opener: Final = chosen
        self.stage = 0
        self.left: frozenset[Piece] = chosen.stages[0].pieces
        """The pieces of the present stage that do not lie yet."""
        self.deviations = 0

    @property
    def is_built(self) -> bool:
        """Whether the last stage stands."""
        return not self.left and self.stage == self.opener.bags - 1

    def place(self, piece: Piece) -> bool:
        """Take a piece that has locked; return whether it belongs there."""
        built = as_built(piece)
        if built not in self.left:
            self.deviations += 1
            return False
        self.left -= {built}
        if not self.left and not self.is_built:
            self.stage += 1
            self.left = self.opener.stages[self.stage].pieces
        return True

    def attempt(self, *, solved: bool, time_ns: int, pieces: int, feats: Sequence[str]) -> Attempt:
        """Return what is stored of the try."""
        extra = {"feats": list(feats), "stage": self.stage}
        return Attempt(TRAINER, self.opener.name, solved, self.deviations, time_ns // 1_000_000, pieces, extra)
