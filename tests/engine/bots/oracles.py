"""Plain searches that a reader can check by eye, to measure the bots' fast ways against."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import Piece
from piecement_engine.bots.states import is_leap
from piecement_engine.rotation import RotationSystem
from piecement_engine.rules.spins import LastTurn, was_kicked

ALL_TURNS = (1, 3, 2)
"""Quarter turns and the half turn."""

Move = tuple[Piece, LastTurn | None]
"""Where an action leads, and the turn if it was one."""


def random_board(layout: Geometry, rng: Random, highest: int) -> Board:
    """Return a board with rows of one random density up to a random height; no row is full."""
    board = Board(layout)
    density = rng.choice((0.3, 0.5, 0.6, 0.75, 0.9))
    rows = [[int(rng.random() < density) for _ in range(layout.width)] for _ in range(rng.randint(0, highest))]
    for row in rows:
        row[rng.randrange(layout.width)] = 0
    board.set_rows([tuple(row) for row in rows])
    return board


def actions(board: Board, piece: Piece, system: RotationSystem, turns: tuple[int, ...]) -> Iterator[Move]:
    """Yield what one step, drop by a row or turn makes of a piece."""
    for dx, dy in ((-1, 0), (1, 0), (0, -1)):
        moved = piece._replace(x=piece.x + dx, y=piece.y + dy)
        if board.fits(moved):
            yield moved, None
    for turn in turns:
        answer = system.rotate(board, piece, turn)
        if answer:
            yield answer[0], (piece, answer[0])


@dataclass
class Walked:
    """The places that a piece reaches, those that turns, kicks and leaps lead to, and all those turns."""

    seen: set[Piece] = field(default_factory=set[Piece])
    turned: set[Piece] = field(default_factory=set[Piece])
    kicked: set[Piece] = field(default_factory=set[Piece])
    leapt: set[Piece] = field(default_factory=set[Piece])
    turns: set[LastTurn] = field(default_factory=set[LastTurn])


def walk(
    board: Board, start: Piece, system: RotationSystem, turns: tuple[int, ...], *, instant_fall: bool = False
) -> Walked:
    """Go everywhere that steps, drops by a row and turns lead to; under 20G, fall after each."""
    walked = Walked()
    if not board.fits(start):
        return walked
    start = board.dropped(start) if instant_fall else start
    walked.seen.add(start)
    waiting = [start]
    while waiting:
        for after, turn in actions(board, waiting.pop(), system, turns):
            rest = board.dropped(after) if instant_fall else after
            if turn and rest == after:
                note(walked, turn)
            if rest not in walked.seen:
                walked.seen.add(rest)
                waiting.append(rest)
    return walked


def note(walked: Walked, turn: LastTurn) -> None:
    """Keep a turn in mind."""
    walked.turns.add(turn)
    walked.turned.add(turn[1])
    if was_kicked(turn):
        walked.kicked.add(turn[1])
        if is_leap(turn):
            walked.leapt.add(turn[1])
