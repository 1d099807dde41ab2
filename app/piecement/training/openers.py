"""Openers as pieces, stage by stage, read from the fumens of the catalogue; and their mirror images."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from piecement.training.opener_catalogue import CATALOGUE, OpenerData, OpenerFeat
from piecement.training.trainers import STILL_RULES, trainer_mode
from piecement_engine import TETROMINOES, Piece, Spin
from piecement_engine.board.board import Board
from piecement_engine.board.pieces import MIRRORED_LETTERS, Cell, Shape
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.position import Position
from piecement_engine.fumen import decode

TRAINER: Final = "openers"
MODE: Final = trainer_mode(
    TRAINER,
    "Openers",
    replace(STILL_RULES, spin_rule="t_three_corner"),
    frozenset({"rotation_system", "spin_rule", "randomizer", "preview_count", "hold"}),
)
"""Guideline rules, by which the shapes were found, without gravity."""


def opener_arena() -> Arena:
    """Return the rules and the board of openers, as bots know them."""
    return arena(MODE.rules)


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
    layout = opener_arena().layout
    boards = [Board.from_text(field, layout).bits for field in fields]
    before, stages = layout.empty, list[Stage]()
    for field, board, feats, following in zip(fields, boards, data.feats, (*boards[1:], None), strict=True):
        pieces = frozenset(_covering_pieces(_new_cells(field, before)))
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


def _covering_pieces(cells: dict[Cell, str]) -> tuple[Piece, ...]:
    """Return the pieces that cover the coloured cells. Raises `ValueError` if none do."""
    if not cells:
        return ()
    first = min(cells, key=lambda cell: (cell[1], cell[0]))
    letter = cells[first]
    if letter not in TETROMINOES:
        raise ValueError(f"{letter!r} is no piece")
    shape = TETROMINOES[letter]
    for piece in _placements_over(shape, first):
        if all(cells.get(cell) == shape.name for cell in piece.cells):
            try:
                return (piece, *_covering_pieces({cell: cells[cell] for cell in cells.keys() - set(piece.cells)}))
            except ValueError:
                continue
    raise ValueError(f"no piece {shape.name} covers {first}")


def _placements_over(shape: Shape, cell: Cell) -> Iterator[Piece]:
    """Yield all placements of a shape over a cell, without duplicates."""
    for cells in dict.fromkeys(shape.orientations):
        for x, y in cells:
            yield Piece(shape, shape.orientations.index(cells), cell[0] - x, cell[1] - y)


def feat_places(bits: int, feat: OpenerFeat) -> tuple[Piece, ...]:
    """Return the placements of a T for a feat: a full spin that clears its number of lines."""
    start = opener_arena().entry(bits, TETROMINOES["T"])
    placements = Position(opener_arena(), bits, start).placements
    return tuple(one.piece for one in placements if one.spin is Spin.FULL and one.lines == feat.lines)


def after_spin(bits: int, place: Piece) -> int:
    """Return the board bits after a T locks and its lines clear."""
    return opener_arena().locked(bits, place)[0]
