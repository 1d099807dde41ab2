"""pytetris itself, as a yardstick for the one on bits.

Of pytetris 1.0.0 only the module that chooses is used: `pip install --no-deps pytetris`, and numpy.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Shape
from piecement_engine.bots.pytetris import pytetris_choice

WIDTH, HEIGHT = 10, 20


def _shapes() -> dict[str, list[Any]]:  # numpy is optional here, so its types are unknown
    """Return the matrices that pytetris has of each piece, turned counter-clockwise from one to the next."""
    import numpy as np

    rows = {
        "O": ["##", "##"],
        "I": ["....", "####", "....", "...."],
        "S": [".##", "##.", "..."],
        "Z": ["##.", ".##", "..."],
        "T": [".#.", "###", "..."],
        "L": ["..#", "###", "..."],
        "J": ["#..", "###", "..."],
    }
    turns = {name: len(set(TETROMINOES[name].orientations)) for name in rows}
    spawned = {name: np.array([[cell == "#" for cell in row] for row in text], int) for name, text in rows.items()}
    return {name: [np.rot90(spawned[name], turn) for turn in range(turns[name])] for name in rows}


def _field() -> Any:  # an array of numpy, whose types are unknown
    """Return the empty field of pytetris: two rows above it, and walls and floor three thick."""
    import numpy as np

    field = np.ones((HEIGHT + 5, WIDTH + 6), int)
    field[: HEIGHT + 2, 3:-3] = 0
    return field


def _settled(field: Any, shape: Any, x: int, y: int) -> Any:  # an array of numpy, whose types are unknown
    """Return the field with a piece where pytetris wants it, without full rows."""
    import numpy as np

    height, width = shape.shape
    field[y + 2 : y + 2 + height, x + 3 : x + 3 + width] += shape
    for row in range(2, HEIGHT + 2):
        if field[row].all():
            field = np.insert(np.delete(field, row, 0), 0, 1, axis=0)
            field[0, 3:-3] = 0
    return field


def _game(pieces: int, seed: int) -> Iterator[tuple[Any, Shape, Any]]:  # numpy, whose types are unknown
    """Play with pytetris' own judgement; yield the field, the piece and the choice each time."""
    from pytetris.ai import pierre_dellacherie

    random = Random(seed)
    shapes, figures = list(TETROMINOES.values()), _shapes()
    field = _field()
    for _ in range(pieces):
        shape = shapes[int(random.random() * 7)]
        results = pierre_dellacherie(field, figures[shape.name])
        if not results or field[:2, 3:-3].any():
            field = _field()
            continue
        yield field, shape, results[0]
        field = _settled(field, figures[shape.name][results[0].index], results[0].x, results[0].y)


def play_on_numpy(pieces: int, seed: int) -> None:
    """Play so many pieces with pytetris itself, of which the package has to be installed."""
    for _ in _game(pieces, seed):
        pass


def differing_choices(pieces: int, seed: int) -> int:
    """Return for how many pieces of a game of pytetris itself the one on bits would have chosen otherwise."""
    layout = geometry(WIDTH, HEIGHT, 4)
    differing = 0
    for field, shape, result in _game(pieces, seed):
        rows = ["".join(".#"[cell] for cell in row[3:-3]) for row in field[2 : HEIGHT + 2]]
        choice = pytetris_choice(layout, Board.from_text(rows[::-1], layout).bits, shape)
        same = choice is not None and (choice.turn, choice.box_x) == (result.index, result.x)
        differing += not same
    return differing
