"""The kick explorer: a drawn board, a piece on it, and the tests of its last turn."""

from typing import Final

from piecement_engine import Board, Piece
from piecement_engine.geometry import geometry
from piecement_engine.pieces import GREY, TETROMINOES, Cell
from piecement_engine.rotation import ROTATION_SYSTEMS, KickOutcome, KickTest, kick_tests

COLUMNS: Final = 10
ROWS: Final = 16
"""The rows that are shown; there is room for kicks above them."""

_HEIGHT: Final = 40
_LETTERS: Final = tuple("TLJSZIO")
_FIRST_BOARD: Final = ("#.########", "#..#######", "#.########", "#.........", "##........")
"""Lowest row first: under SRS a T goes in by the last of five tests."""
_FIRST_PIECE: Final = Piece(TETROMINOES["T"], 0, 1, 3)


class KickExplorer:
    """The state of the explorer. The piece may be moved anywhere, but turns only where it fits."""

    def __init__(self, system: str) -> None:
        """Begin with a rotation system, by its name in `ROTATION_SYSTEMS`."""
        self.system: str = system
        self.board: Final = Board(geometry(COLUMNS, _HEIGHT, 4))
        self.board.set_rows([tuple(GREY * (cell == "#") for cell in row) for row in _FIRST_BOARD])
        self.piece: Piece = _FIRST_PIECE
        """The piece before the turn that is looked at, or as it is."""
        self.turns: int = 0
        """The turn that is looked at, in quarters clockwise; 0 for none."""
        self.tests: tuple[KickTest, ...] = ()
        """The tests of that turn."""
        self.step: int = 0
        """The test that is looked at."""

    @property
    def fits(self) -> bool:
        return self.board.fits(self.piece)

    @property
    def test(self) -> KickTest | None:
        """The test that is looked at."""
        return self.tests[self.step] if self.tests else None

    @property
    def fitting(self) -> KickTest | None:
        """The test that brings the piece to its place."""
        return next((test for test in self.tests if test.outcome is KickOutcome.FITS), None)

    def choose_system(self, name: str) -> None:
        """Turn by another rotation system; the turn that is looked at is tested anew."""
        self.system = name
        self._test()

    def choose_shape(self, letter: str) -> None:
        """Have another piece, as it spawns, near the place of the last one."""
        self.end_turn()
        self.piece = _inside(Piece(TETROMINOES[letter], 0, self.piece.x, self.piece.y))

    def next_shape(self) -> None:
        self.choose_shape(_LETTERS[(_LETTERS.index(self.piece.shape.name) + 1) % len(_LETTERS)])

    def next_system(self) -> None:
        names = list(ROTATION_SYSTEMS)
        self.choose_system(names[(names.index(self.system) + 1) % len(names)])

    def move(self, dx: int, dy: int) -> None:
        """Move the piece, through blocks too, as far as it stays inside."""
        self.end_turn()
        self.piece = _inside(self.piece._replace(x=self.piece.x + dx, y=self.piece.y + dy))

    def turn(self, turns: int) -> None:
        """Look at the tests of a turn from where the piece is, the first one first; nothing where it does not fit."""
        self.end_turn()
        self.turns = turns
        self._test()

    def look_at(self, step: int) -> None:
        """Look at another test, or at the nearest one that there is."""
        self.step = max(0, min(step, len(self.tests) - 1))

    def end_turn(self) -> None:
        """Bring the piece where the turn puts it, and look at no test any more."""
        if fitting := self.fitting:
            self.piece = fitting.piece
        self.turns = 0
        self._test()

    def is_filled(self, cell: Cell) -> bool:
        return self.board.is_filled(*cell)

    def fill(self, cell: Cell, *, filled: bool) -> None:
        """Fill or empty a cell; the turn that is looked at is tested anew."""
        x, y = cell
        if not (0 <= x < COLUMNS and 0 <= y < ROWS):
            return
        rows = [list(row) for row in self.board.tiles]
        rows += [[0] * COLUMNS for _ in range(y + 1 - len(rows))]
        rows[y][x] = GREY if filled else 0
        self.board.set_rows([tuple(row) for row in rows])
        self._test()

    def clear(self) -> None:
        """Empty the board."""
        self.board.set_rows([])
        self._test()

    def _test(self) -> None:
        if not self.fits:
            self.turns = 0
        self.tests = kick_tests(ROTATION_SYSTEMS[self.system], self.board, self.piece, self.turns)
        self.look_at(self.step if self.turns else 0)


def _inside(piece: Piece) -> Piece:
    """Return the piece moved inside what is shown."""
    width, height = piece.shape.widths[piece.orientation], piece.shape.heights[piece.orientation]
    return piece._replace(x=max(0, min(piece.x, COLUMNS - width)), y=max(0, min(piece.y, ROWS - height)))
