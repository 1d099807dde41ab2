"""Openers: shapes as pieces, mirror images, and the queues that allow them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from piecement.session.records import Attempt
from piecement.training.opener_catalogue import CATALOGUE, OpenerData, OpenerFeat
from piecement.training.trainer_modes import STILL_RULES, trainer_mode
from piecement_engine import TETROMINOES, Piece, Spin
from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import MIRRORED_LETTERS, Cell, Cells, Shape
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.position import Position, options
from piecement_engine.fumen import decode

TRAINER: Final = "openers"
BAG: Final = 7
_BAGS: Final = 12
"""Number of bags in an attempt, more than anybody needs."""

MODE: Final = trainer_mode(
    TRAINER,
    "Openers",
    replace(STILL_RULES, spin_rule="t_three_corner"),
    frozenset({"rotation_system", "spin_rule", "randomizer", "preview_count", "hold"}),
)
"""Guideline rules, by which the shapes were found, without gravity."""

_LAYOUT: Final = geometry(MODE.rules.width, MODE.rules.height, 4)


class Stage(NamedTuple):
    """Pieces of one bag, and the feats that follow."""

    pieces: frozenset[Piece]
    feats: tuple[OpenerFeat, ...]
    spins: tuple[Piece, ...]
    """Placements of the Ts for the feats."""


class Opener(NamedTuple):
    data: OpenerData
    is_mirrored: bool
    stages: tuple[Stage, ...]

    @property
    def name(self) -> str:
        """Storage key; the mirror image is a separate exercise."""
        return f"{self.data.name}_mirrored" if self.is_mirrored else self.data.name


@lru_cache(maxsize=64)
def opener(data: OpenerData, *, is_mirrored: bool = False) -> Opener:
    """Return an opener as written or mirrored.

    Raises `ValueError` if its pages do not consist of pieces or do not follow from one another.
    """
    fields = [page.field for page in decode(data.fumen)]
    if is_mirrored:
        fields = [tuple(row[::-1].translate(MIRRORED_LETTERS) for row in field) for field in fields]
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


def _new_cells(field: Sequence[str], before: int) -> dict[Cell, str]:
    """Return the newly filled cells of a field."""
    board = opener_arena().board(before)
    return {
        (x, y): letter
        for y, row in enumerate(field)
        for x, letter in enumerate(row)
        if letter != "." and not board.is_filled(x, y)
    }


class _Spins(NamedTuple):
    """Placements of Ts for consecutive feats, and the resulting board bits."""

    places: tuple[Piece, ...]
    bits: int


def _spins(bits: int, feats: Sequence[OpenerFeat], following: int | None) -> _Spins | None:
    """Return placements for the feats that leave a board for the next page, or None if there are none."""
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
    """Return the pieces that cover the coloured cells. Raises `ValueError` if none do."""
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
    """Yield all placements of a shape over a cell, without duplicates."""
    for cells in dict.fromkeys(shape.orientations):
        for x, y in cells:
            yield Piece(shape, shape.orientations.index(cells), cell[0] - x, cell[1] - y)


def new_queue(seed: int) -> tuple[str, ...]:
    """Return the shape names of several random bags."""
    random = Random(seed)
    return tuple(letter for __ in range(_BAGS) for letter in random.sample([*TETROMINOES], BAG))


def opener_arena() -> Arena:
    return arena(MODE.rules)


def is_reachable(bits: int, piece: Piece) -> bool:
    """Return whether moves, rotations and drops bring a new piece to its placement on a board."""
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
    """Return whether a queue allows all placements, with one hold per piece.

    Other pieces have to fit into hold. `bits` is the board before, empty by default; `may_swap` is whether the first
    piece may still go into hold.
    """
    return _Build(tuple(queue), may_swap=may_swap).is_possible(_LAYOUT.empty if bits is None else bits, pieces, 0, hold)


class _Build:
    """Search for an order in which a queue builds a shape."""

    def __init__(self, queue: tuple[str, ...], *, may_swap: bool) -> None:
        self._queue: Final = queue
        self._may_swap: Final = may_swap
        self._failed: set[tuple[frozenset[Piece], int, str | None]] = set()

    def is_possible(self, bits: int, left: frozenset[Piece], used: int, hold: str | None) -> bool:
        key = (left, used, hold)
        if not left or key in self._failed:
            return not left
        may_hold = self._may_swap or used > 0
        for letter, hold_after, used_after, _ in options(self._queue, hold, used, may_hold=may_hold):
            for piece in left:
                if piece.shape.name == letter and is_reachable(bits, piece):
                    after = bits | opener_arena().layout.cells(piece)
                    if self.is_possible(after, left - {piece}, used_after, hold_after):
                        return True
        self._failed.add(key)
        return False


def feat_places(bits: int, feat: OpenerFeat) -> tuple[Piece, ...]:
    """Return the placements of a T for a feat: a full spin that clears its number of lines."""
    rules = opener_arena()
    placements = Position(rules, bits, rules.entry(bits, TETROMINOES["T"])).placements
    return tuple(one.piece for one in placements if one.spin is Spin.FULL and one.lines == feat.lines)


def after_spin(bits: int, place: Piece) -> int:
    """Return the board bits after a T locks and its lines clear."""
    return opener_arena().locked(bits, place)[0]


class OpenerProgress(NamedTuple):
    """Progress of a build."""

    stage: int
    left: frozenset[Piece]
    """Missing pieces of the stage."""
    feats: int = 0
    """Number of completed feats of the stage."""


class OpenerBuild:
    """Attempt at an opener: missing pieces, and the number of deviations."""

    def __init__(self, chosen: Opener) -> None:
        self.opener: Final = chosen
        self.progress = OpenerProgress(0, chosen.stages[0].pieces)
        self.deviations = 0

    @property
    def stage(self) -> Stage:
        return self.opener.stages[self.progress.stage]

    @property
    def is_last(self) -> bool:
        """Whether the current stage is the last one."""
        return self.progress.stage == len(self.opener.stages) - 1

    @property
    def feat(self) -> OpenerFeat | None:
        """Feat of the next T; None while pieces of the stage are missing."""
        stage, left, done = self.stage, self.progress.left, self.progress.feats
        return stage.feats[done] if not left and done < len(stage.feats) else None

    @property
    def is_done(self) -> bool:
        return self.is_last and not self.progress.left and self.feat is None

    @property
    def done(self) -> tuple[OpenerFeat, ...]:
        """Completed feats of all stages."""
        number, __, feats = self.progress
        before = tuple(feat for stage in self.opener.stages[:number] for feat in stage.feats)
        return before + self.stage.feats[:feats]

    def spin_place(self, bits: int) -> Piece | None:
        """Return the placement of the next T on a board; at the last stage, other pieces may lie on the board too."""
        if self.feat is None:
            return None
        if self.is_last:
            return next(iter(feat_places(bits, self.feat)), None)
        return self.stage.spins[self.progress.feats]

    def place(self, piece: Piece) -> bool:
        """Process a locked piece and return whether its placement belongs to the stage."""
        figures, progress = piece.shape.orientations, self.progress
        built = piece._replace(orientation=figures.index(figures[piece.orientation]))  # the first that looks the same
        if built not in progress.left:
            self.deviations += 1
            return False
        self.progress = progress._replace(left=progress.left - {built})
        self._go_on()
        return True

    def spin(self, piece: Piece, *, lines: int, spin: Spin) -> bool:
        """Process a T that locked while a feat is due and return whether it achieved the feat."""
        feat, progress = self.feat, self.progress
        is_feat = feat is not None and spin is Spin.FULL and lines == feat.lines
        if not is_feat or not (self.is_last or piece == self.stage.spins[progress.feats]):
            self.deviations += 1
            return False
        self.progress = progress._replace(feats=progress.feats + 1)
        self._go_on()
        return True

    def _go_on(self) -> None:
        """Start the next stage if the current one is complete."""
        if not self.progress.left and self.feat is None and not self.is_last:
            number = self.progress.stage + 1
            self.progress = OpenerProgress(number, self.opener.stages[number].pieces)

    def attempt(self, *, solved: bool, time_ns: int, pieces: int) -> Attempt:
        """Return the attempt to store."""
        extra = {"feats": [feat.title for feat in self.done], "stage": self.progress.stage}
        return Attempt(TRAINER, self.opener.name, solved, self.deviations, time_ns // 1_000_000, pieces, extra)
