"""Kick explorer: a drawn board, a piece on it, and the kick tests of its last rotation."""

from typing import Final

from piecement.session.drawing import inside
from piecement_engine import Board, Piece
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import GREY, TETROMINOES, Cell
from piecement_engine.rotation import ROTATION_SYSTEMS, KickOutcome, KickTest, kick_tests

COLUMNS: Final = 10
ROWS: Final = 16
"""Number of visible rows; the board continues above for kicks."""

_HEIGHT: Final = 40
_LETTERS: Final = tuple("TLJSZIO")
_FIRST_BOARD: Final = ("#.########", "#..#######", "#.########", "#.........", "##........")
"""Rows, lowest first; under SRS a T enters by the last of five kick tests."""
_FIRST_PIECE: Final = Piece(TETROMINOES["T"], 0, 1, 3)


class KickExplorer:
    """State of the kick explorer; the piece moves anywhere but rotates only where it fits."""

    def __init__(self, system: str) -> None:
        """Start with the rotation system of a name in `ROTATION_SYSTEMS`."""
        self.system: str = system
        self.board: Final = Board(geometry(COLUMNS, _HEIGHT, 4))
        self.board.set_rows([tuple(GREY * (cell == "#") for cell in row) for row in _FIRST_BOARD])
        self.piece: Piece = _FIRST_PIECE
        """Piece before the explored rotation."""
        self.turns: int = 0
        """Explored rotation (quarter turns clockwise); 0 for none."""
        self.tests: tuple[KickTest, ...] = ()
        """Kick tests of the explored rotation."""
        self.step: int = 0
        """Index of the selected kick test."""

    @property
    def fits(self) -> bool:
        return self.board.fits(self.piece)

    @property
    def test(self) -> KickTest | None:
        """Selected kick test, or None if no rotation is explored."""
        return self.tests[self.step] if self.tests else None

    @property
    def fitting(self) -> KickTest | None:
        """Kick test that succeeds, or None."""
        return next((test for test in self.tests if test.outcome is KickOutcome.FITS), None)

    def next_shape(self) -> None:
        """Replace the piece by one of the next shape, in its spawn orientation, near the spot of the old one."""
        self.end_turn()
        letter = _LETTERS[(_LETTERS.index(self.piece.shape.name) + 1) % len(_LETTERS)]
        self.piece = inside(Piece(TETROMINOES[letter], 0, self.piece.x, self.piece.y), COLUMNS, ROWS)

    def next_system(self) -> None:
        """Change to the next rotation system and repeat the tests of the explored rotation."""
        names = list(ROTATION_SYSTEMS)
        self.system = names[(names.index(self.system) + 1) % len(names)]
        self._test()

    def move(self, dx: int, dy: int) -> None:
        """Move the piece within the board, ignoring blocks."""
        self.end_turn()
        self.piece = inside(self.piece._replace(x=self.piece.x + dx, y=self.piece.y + dy), COLUMNS, ROWS)

    def drop(self) -> None:
        """Move the piece down to the ground, if it fits."""
        self.end_turn()
        if self.fits:
            self.piece = self.board.dropped(self.piece)

    def turn(self, turns: int) -> None:
        """Explore a rotation from the current spot, selecting the first test; do nothing if the piece does not fit."""
        self.end_turn()
        self.turns = turns
        self._test()

    def look_at(self, step: int) -> None:
        """Select a test, or the nearest existing one."""
        self.step = max(0, min(step, len(self.tests) - 1))

    def end_turn(self) -> None:
        """Move the piece to the result of the explored rotation and end the exploration."""
        if fitting := self.fitting:
            self.piece = fitting.piece
        self.turns = 0
        self._test()

    def is_filled(self, cell: Cell) -> bool:
        return self.board.is_filled(*cell)

    def fill(self, cell: Cell, *, filled: bool) -> None:
        """Fill or empty a cell and repeat the tests of the explored rotation."""
        x, y = cell
        if not (0 <= x < COLUMNS and 0 <= y < ROWS):
            return
        rows = [list(row) for row in self.board.tiles]
        rows += [[0] * COLUMNS for _ in range(y + 1 - len(rows))]
        rows[y][x] = GREY if filled else 0
        self.board.set_rows([tuple(row) for row in rows])
        self._test()

    def clear(self) -> None:
        self.board.set_rows([])
        self._test()

    def _test(self) -> None:
        if not self.fits:
            self.turns = 0
        self.tests = kick_tests(ROTATION_SYSTEMS[self.system], self.board, self.piece, self.turns)
        self.look_at(self.step if self.turns else 0)
