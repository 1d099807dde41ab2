"""Rotation systems turn pieces as in the recorded cases, and as in the pictures of the main seed."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Cell, Orientation, Piece
from piecement_engine.rotation import ROTATION_SYSTEMS
from tests.sampling import together

PICTURES = Path(__file__).parents[2] / "data" / "turns.txt"
TURNS = {"R": 1, "180": 2, "L": 3}


class Picture(NamedTuple):
    """A turn drawn before and after."""

    system: str
    letter: str
    orientation: str
    turn: str
    number: str
    title: str
    before: list[str]
    after: list[str]


def pictures() -> Iterator[Picture]:
    blocks = PICTURES.read_text(encoding="utf-8").split("\n\n")[1:]
    for head, *rows in map(str.splitlines, blocks):
        facts, title = head.split(": ", 1)
        system, letter, orientation, turn, number = facts.split()
        columns = [row.split() for row in reversed(rows)]
        yield Picture(
            system, letter, orientation, turn, number, title, [c[0] for c in columns], [c[-1] for c in columns]
        )


def marked(rows: list[str]) -> list[Cell]:
    return sorted((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "@")


@together("picture", [*pictures()])
def test_a_piece_turns_as_pictured(picture: Picture) -> None:
    shape, orientation = TETROMINOES[picture.letter], Orientation[picture.orientation]
    before = marked(picture.before)
    piece = Piece(shape, orientation, min(x for x, _ in before), min(y for _, y in before))
    board = Board.from_text([row.replace("@", ".") for row in picture.before], geometry(10, 40, 4))

    turned = ROTATION_SYSTEMS[picture.system].rotate(board, piece, TURNS[picture.turn])

    assert list(piece.cells) == before
    if picture.number == "-":
        assert turned is None
    else:
        assert turned is not None
        assert list(turned[0].cells) == marked(picture.after)
        assert turned[1] == int(picture.number)
