"""Openers: their shapes as pieces, their mirror images, and what bags allow them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from piecement.training.attempt import Attempt
from piecement.training.opener_catalogue import CATALOGUE, OpenerData, OpenerFeat
from piecement_engine import TETROMINOES, Mode, Piece, Rules, Spin
from piecement_engine.board import Board
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.drops import dropper
from piecement_engine.fumen import Page, decode
from piecement_engine.geometry import geometry
from piecement_engine.pieces import MIRRORED_LETTERS, Cell, Cells, Shape
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

_LAYOUT: Final = geometry(MODE.rules.width, MODE.rules.height, 4)


class Stage(NamedTuple):
    """What is to be built of one bag, and what the next Ts do then."""

    pieces: frozenset[Piece]
    feats: tuple[OpenerFeat, ...]
    spins: tuple[Piece, ...]
    """Where the Ts do it."""


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
    """Return an opener as it is written down, or as in a mirror.

    Raises `ValueError` where its pages are not made of pieces, or do not follow from one another.
    """
    fields = [_field_of(page, is_mirrored=is_mirrored) for page in decode(data.fumen)]
    boards = [Board.from_text(field, _LAYOUT).bits for field in fields]
    before, stages = _LAYOUT.empty, list[Stage]()
    for field, board, feats, following in zip(fields, boards, data.feats, (*boards[1:], None), strict=True):
        pieces = frozenset(_pieces(_new_cells(field, before)))
        found = _spins(board, feats, following)
        if found is None:
            raise ValueError(f"page {len(stages) + 1} of {data.name} does not lead to the next one")
        stages.append(Stage(pieces, feats, found.places))
        before = found.bits
    return Opener(data, is_mirrored, tuple(stages))


def _field_of(page: Page, *, is_mirrored: bool) -> tuple[str, ...]:
    return tuple(row[::-1].translate(MIRRORED_LETTERS) for row in page.field) if is_mirrored else page.field


def _new_cells(field: Sequence[str], before: int) -> dict[Cell, str]:
    """Return the cells of a field that were empty before."""
    board = opener_arena().board(before)
    return {
        (x, y): letter
        for y, row in enumerate(field)
        for x, letter in enumerate(row)
        if letter != "." and not board.is_filled(x, y)
    }


class _Spins(NamedTuple):
    """Where Ts do feats one after another, and the bits of what they leave."""

    places: tuple[Piece, ...]
    bits: int


def _spins(bits: int, feats: Sequence[OpenerFeat], following: int | None) -> _Spins | None:
    """Return where Ts do feats so that the next page, if there is one, can be built on what they leave."""
    if not feats:
        return _Spins((), bits) if following is None or not bits & ~following else None
    for place in feat_places(bits, feats[0]):
        rest = _spins(after_spin(bits, place), feats[1:], following)
        if rest is not None:
            return _Spins((place, *rest.places), rest.bits)
    return None


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


def feat_places(bits: int, feat: OpenerFeat) -> tuple[Piece, ...]:
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


def after_spin(bits: int, place: Piece) -> int:
    """Return the bits of what a T leaves of a board."""
    return opener_arena().settled(bits | opener_arena().cells(place))[0]


def board_of(pieces: Sequence[Piece]) -> int:
    """Return the bits of a board on which only some pieces lie."""
    bits: int = Board(_LAYOUT).bits
    for piece in pieces:
        bits |= opener_arena().cells(piece)
    return bits


class OpenerProgress(NamedTuple):
    """How far an opener is built."""

    stage: int
    left: frozenset[Piece]
    """The pieces of the stage that do not lie yet."""
    feats: int = 0
    """How many feats of the stage are done."""


class OpenerBuild:
    """A player's try at an opener: what is still to be built, and what went elsewhere."""

    def __init__(self, chosen: Opener) -> None:
        self.opener: Final = chosen
        self.progress = OpenerProgress(0, chosen.stages[0].pieces)
        self.deviations = 0

    @property
    def stage(self) -> Stage:
        return self.opener.stages[self.progress.stage]

    @property
    def is_last(self) -> bool:
        """Whether nothing is to be built after the present stage."""
        return self.progress.stage == self.opener.bags - 1

    @property
    def feat(self) -> OpenerFeat | None:
        """What the next T is to do; None while pieces of the stage are missing."""
        stage, left, done = self.stage, self.progress.left, self.progress.feats
        return stage.feats[done] if not left and done < len(stage.feats) else None

    @property
    def is_done(self) -> bool:
        return self.is_last and not self.progress.left and self.feat is None

    @property
    def done(self) -> tuple[OpenerFeat, ...]:
        """The feats that are done."""
        number, __, feats = self.progress
        before = tuple(feat for stage in self.opener.stages[:number] for feat in stage.feats)
        return before + self.stage.feats[:feats]

    def spin_place(self, bits: int) -> Piece | None:
        """Return where the next T is to go on a board, on whose last stage other pieces may lie besides."""
        if self.feat is None:
            return None
        if self.is_last:
            return next(iter(feat_places(bits, self.feat)), None)
        return self.stage.spins[self.progress.feats]

    def place(self, piece: Piece) -> bool:
        """Take a piece that has locked; return whether it belongs there."""
        built, progress = as_built(piece), self.progress
        if built not in progress.left:
            self.deviations += 1
            return False
        self.progress = progress._replace(left=progress.left - {built})
        self._go_on()
        return True

    def spin(self, piece: Piece, *, lines: int, spin: Spin) -> bool:
        """Take a T that has locked while a feat is due; return whether it has done that."""
        feat, progress = self.feat, self.progress
        is_feat = feat is not None and spin is Spin.FULL and lines == feat.lines
        if not is_feat or not (self.is_last or piece == self.stage.spins[progress.feats]):
            self.deviations += 1
            return False
        self.progress = progress._replace(feats=progress.feats + 1)
        self._go_on()
        return True

    def _go_on(self) -> None:
        """Begin the next stage where the present one is done."""
        if not self.progress.left and self.feat is None and not self.is_last:
            number = self.progress.stage + 1
            self.progress = OpenerProgress(number, self.opener.stages[number].pieces)

    def attempt(self, *, solved: bool, time_ns: int, pieces: int) -> Attempt:
        """Return what is stored of the try."""
        extra = {"feats": [feat.title for feat in self.done], "stage": self.progress.stage}
        return Attempt(TRAINER, self.opener.name, solved, self.deviations, time_ns // 1_000_000, pieces, extra)
