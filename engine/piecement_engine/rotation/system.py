"""Interface of rotation systems, and checks of custom ones. `known_systems` has SRS, SRS+, ARS and others."""

from typing import Any, Final, Protocol, runtime_checkable

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import ORIENTATIONS, TETROMINOES, Orientation, Piece
from piecement_engine.json_values import is_whole
from piecement_engine.registry import require

Turned = tuple[Piece, int]
"""A rotated piece, and the number of the kick test that found its spot; 0 is the rotation without a kick."""


class RotationSystem(Protocol):
    """Rotation system. Write a class with these members and pass an instance to `register_rotation_system`."""

    @property
    def name(self) -> str: ...

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        """Return the piece rotated clockwise by `turns` quarters, or None if all tries are blocked.

        A negative number rotates counter-clockwise, and a multiple of 4 returns the piece unchanged. The piece itself
        need not fit at its spot: initial rotation calls this before the piece is in play.
        """
        ...

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        """Return a new piece at its usual spot or another one, or None if it is blocked."""
        ...


@runtime_checkable
class KnowsTurnBy0(Protocol):
    """Rotation system in which the button of the turn by 0 has an effect."""

    def rotate_0(self, board: Board, piece: Piece) -> Turned | None:
        """Return the piece after a turn by 0, or None if it is blocked."""
        ...


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
    board = Board.from_text(())
    for shape in TETROMINOES.values():
        piece = Piece(shape, Orientation.N, 3, 20)
        trial.spawn(board, piece)
        for turns in (1, -1, 2):
            trial.rotate(board, piece, turns)


class _Checked:
    """A custom system. Its methods raise `RuleError` if a result is invalid."""

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
    """A custom system that knows the turn by 0."""

    def rotate_0(self, board: Board, piece: Piece) -> Turned | None:
        system: Any = self.system  # which is also a `KnowsTurnBy0`
        return self._turned(board, system.rotate_0(board, piece), f"rotate_0 of {_spot(piece)}")


def _spot(piece: Piece) -> str:
    return f"{piece.shape.name}-{ORIENTATIONS[piece.orientation]}@{piece.x},{piece.y}"
