"""Own rotation systems: a trial at registration, and a check of each result in a game."""

from typing import Any, Final

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import ORIENTATIONS, TETROMINOES, Orientation, Piece
from piecement_engine.registry import is_whole, require
from piecement_engine.rotation.system import KnowsTurnBy0, RotationSystem, Turned

_TURNED: Final = "None, or a piece that fits on the board and the number of the kick test"
_SPAWNED: Final = "None, or a piece that fits on the board"


def checked(system: RotationSystem) -> RotationSystem:
    """Return a system whose results are checked, unless it is built in."""
    if type(system).__module__.startswith(f"{__package__}."):
        return system
    return _CheckedTurnBy0(system) if isinstance(system, KnowsTurnBy0) else _Checked(system)


def try_system(system: RotationSystem) -> None:
    """Try a system with a few calls. Raises `RuleError` if a result is invalid."""
    trial = checked(system)
    board = Board(geometry(10, 40, 4))
    for shape in TETROMINOES.values():
        piece = Piece(shape, Orientation.N, 3, 20)
        trial.spawn(board, piece)
        for turns in (1, -1, 2):
            trial.rotate(board, piece, turns)


class _Checked:
    """An own system. Its methods raise `RuleError` if a result is invalid."""

    def __init__(self, system: RotationSystem) -> None:
        self.system: Final = system
        self.name: Final = system.name

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        return self._turned(board, self.system.rotate(board, piece, turns), f"rotate of {_spot(piece)} by {turns}")

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        answer: object = self.system.spawn(board, piece)
        fits = answer is None or (isinstance(answer, Piece) and board.fits(answer))
        require(answer, f"{self._called}: spawn of {_spot(piece)}", _SPAWNED, fits=fits)
        return answer  # type: ignore[return-value]  # checked

    @property
    def _called(self) -> str:
        return f"the rotation system {self.name}"

    def _turned(self, board: Board, answer: object, call: str) -> Turned | None:
        match answer:
            case None:
                return None
            case (Piece() as piece, int() as number) if is_whole(number, 0) and board.fits(piece):
                return piece, number
            case _:
                require(answer, f"{self._called}: {call}", _TURNED, fits=False)
                return None


class _CheckedTurnBy0(_Checked):
    """An own system that knows the turn by 0."""

    def rotate_0(self, board: Board, piece: Piece) -> Turned | None:
        system: Any = self.system  # which is also a `KnowsTurnBy0`
        return self._turned(board, system.rotate_0(board, piece), f"rotate_0 of {_spot(piece)}")


def _spot(piece: Piece) -> str:
    return f"{piece.shape.name}-{ORIENTATIONS[piece.orientation]}@{piece.x},{piece.y}"
