"""The player of pytetris written cell by cell on lists, as a yardstick for the one on bits."""

from itertools import pairwise
from random import Random

from piecement_engine.board.pieces import TETROMINOES, Shape
from piecement_engine.bots.weights import EL_TETRIS

Field = list[list[int]]
"""Rows, the lowest first."""

WIDTH, HEIGHT = 10, 20


def best_placement(field: Field, shape: Shape) -> Field | None:
    """Return the field with the piece where the player puts it, or None where there is no room."""
    best: Field | None = None
    best_value = float("-inf")
    for orientation in range(len(set(shape.orientations))):
        cells = shape.orientations[orientation]
        for x in range(WIDTH - shape.widths[orientation] + 1):
            y = HEIGHT - shape.heights[orientation]
            if not fits(field, cells, x, y):
                continue
            while fits(field, cells, x, y - 1):
                y -= 1
            placed = [row.copy() for row in field]
            for dx, dy in cells:
                placed[y + dy][x + dx] = 1
            value = judge(placed, [(x + dx, y + dy) for dx, dy in cells])
            if value > best_value:
                best, best_value = placed, value
    return best


def fits(field: Field, cells: tuple[tuple[int, int], ...], x: int, y: int) -> bool:
    """Return whether cells are free."""
    return y >= 0 and not any(field[y + dy][x + dx] for dx, dy in cells)


def judge(field: Field, cells: list[tuple[int, int]]) -> float:
    """Return the weighted features, counted one by one."""
    full = [y for y, row in enumerate(field) if all(row)]
    landing = max(y for _, y in cells) + 1
    eroded = len(full) * sum(y in full for _, y in cells)
    rows = sum(a != b for row in field for a, b in zip([1, *row], [*row, 1], strict=True))
    columns = holes = wells = 0
    for x in range(WIDTH):
        column = [1, *(row[x] for row in field), 0]
        columns += sum(a != b for a, b in pairwise(column))
        covered = False
        for y in range(HEIGHT - 1, -1, -1):
            covered = covered or bool(field[y][x])
            holes += covered and not field[y][x]
        run = 0
        for y in range(HEIGHT - 1, -1, -1):
            left = x == 0 or field[y][x - 1]
            right = x == WIDTH - 1 or field[y][x + 1]
            run = run + 1 if not field[y][x] and left and right else 0
            wells += run
    features = (landing, eroded, rows, columns, holes, wells)
    return sum(weight * feature for weight, feature in zip(EL_TETRIS[:6], features, strict=True))


def without_full_rows(field: Field) -> Field:
    """Return the field without its full rows."""
    kept = [row for row in field if not all(row)]
    return [*kept, *([0] * WIDTH for _ in range(HEIGHT - len(kept)))]


def play_on_lists(pieces: int, seed: int) -> int:
    """Play so many pieces, over as many games as it takes, and return how many games were lost."""
    random = Random(seed)
    shapes = list(TETROMINOES.values())
    field: Field = [[0] * WIDTH for _ in range(HEIGHT)]
    lost = 0
    for _ in range(pieces):
        placed = best_placement(field, shapes[int(random.random() * 7)])
        if placed is None:
            lost += 1
            field = [[0] * WIDTH for _ in range(HEIGHT)]
        else:
            field = without_full_rows(placed)
    return lost
