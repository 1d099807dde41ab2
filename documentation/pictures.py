"""Pictures of the documentation, made by the rules: how pieces turn, which kicks are tried, which pieces there are."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from piecement.render.skins.palettes import PALETTES
from piecement_engine import Board
from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import TETROMINOES, Cells, Orientation, Piece, Shape
from piecement_engine.rotation import ROTATION_SYSTEMS, RotationSystem, TableSystem

_CELL: Final = 14
"""The side of a cell, in units of the picture."""
_LABEL: Final = 18
_GAP: Final = 10
_INK: Final = "#808898"
_LINE: Final = "#80889855"
_BEFORE: Final = "#80889866"
_BOX: Final = 5
"""Cells of the box that a piece is drawn in, each way."""
_PLACE: Final = 4, 10
"""Where a piece turns, far from all walls."""
_TURNS: Final = ("spawned", "right", "180°", "left")
"""What a piece was turned by."""
_PALETTE: Final = PALETTES["guideline"]


class Figure(NamedTuple):
    """Some cells in a box of its own, with a caption."""

    caption: str
    cells: Cells
    """From the lower left corner of the box."""
    colour: str
    before: Cells = ()
    """Where the piece came from."""


def _drawn(rows: Sequence[Sequence[Figure]], box: tuple[int, int] = (_BOX, _BOX)) -> bytes:
    """Return figures in rows as a picture."""
    columns, height = max(map(len, rows)), len(rows)
    step_x, step_y = box[0] * _CELL + _GAP, box[1] * _CELL + _GAP + _LABEL
    size = (columns * step_x + _GAP, height * step_y + _GAP)
    svg = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {size[0]} {size[1]}")
    svg.set("width", str(size[0]))
    for row, figures in enumerate(rows):
        for column, figure in enumerate(figures):
            _draw(svg, figure, _GAP + column * step_x, _GAP + row * step_y, box)
    return ET.tostring(svg)


def _draw(svg: ET.Element, figure: Figure, left: int, top: int, box: tuple[int, int]) -> None:
    caption = ET.SubElement(svg, "text", x=str(left), y=str(top + _LABEL - 7), fill=_INK)
    caption.set("font-size", "10")
    caption.set("font-family", "sans-serif")
    caption.text = figure.caption
    floor = top + _LABEL + (box[1] - 1) * _CELL
    every_cell = tuple((x, y) for x in range(box[0]) for y in range(box[1]))
    for cells, colour in ((every_cell, "none"), (figure.before, _BEFORE), (figure.cells, figure.colour)):
        for x, y in cells:
            square = {"x": left + x * _CELL, "y": floor - y * _CELL, "width": _CELL, "height": _CELL}
            texts = {name: str(number) for name, number in square.items()}
            ET.SubElement(svg, "rect", texts, fill=colour, stroke=_LINE)


def _colour(shape: Shape) -> str:
    return _PALETTE.colour(shape.tile) or _INK


def _moved(cells: Iterable[tuple[int, int]], origin: tuple[int, int]) -> Cells:
    return tuple((x - origin[0], y - origin[1]) for x, y in cells)


def _orientations(system: RotationSystem) -> bytes:
    """Return all tetrominoes in all orientations, each where it comes to lie in the box of its spawn."""
    board = Board.from_text(())
    rows = []
    for turns, caption in enumerate(_TURNS):
        rows.append([_turned(system, board, shape, turns, f"{shape.name} {caption}") for shape in TETROMINOES.values()])
    return _drawn(rows)


def _turned(system: RotationSystem, board: Board, shape: Shape, turns: int, caption: str) -> Figure:
    spawned = Piece(shape, Orientation.N, *_PLACE)
    answer = system.rotate(board, spawned, turns)
    origin = _PLACE[0] - (_BOX - shape.widths[0]) // 2, _PLACE[1] - 2
    return Figure(caption, _moved((answer or (spawned,))[0].cells, origin), _colour(shape))


def _kicks(system: TableSystem, name: str) -> bytes:
    """Return the places that are tried when a piece turns clockwise from each orientation, in order."""
    shape = TETROMINOES[name]
    box = 8
    rows = []
    for orientation in Orientation:
        before = Piece(shape, orientation, *_PLACE)
        origin = _PLACE[0] - 3, _PLACE[1] - 3
        tried = system.kicks(shape)[orientation][0]
        turned = (orientation + 1) & 3
        places = [Piece(shape, turned, before.x + dx, before.y + dy) for dx, dy in tried]
        rows.append(
            [
                Figure(
                    f"{orientation.name} to {Orientation(turned).name}, try {number}",
                    _moved(place.cells, origin),
                    _colour(shape),
                    _moved(before.cells, origin),
                )
                for number, place in enumerate(places, 1)
            ]
        )
    return _drawn(rows, (box, box))


def _shapes(rank: str) -> bytes:
    """Return all pieces of a rank."""
    shapes = piece_set(rank)
    box = max(len(shape.cells) for shape in shapes), 3
    figures = [Figure(shape.name, shape.cells, _colour(shape)) for shape in shapes]
    return _drawn([figures[start : start + 6] for start in range(0, len(figures), 6)], box)


PICTURES: Final[dict[str, Callable[[], bytes]]] = {
    **{f"rotation-{name}.svg": partial(_orientations, system) for name, system in ROTATION_SYSTEMS.items()},
    **{
        f"kicks-{name}-{shape}.svg": partial(_kicks, system, shape)
        for name, system in ROTATION_SYSTEMS.items()
        if isinstance(system, TableSystem)
        for shape in "TI"
    },
    "pentominoes.svg": partial(_shapes, "5"),
}
"""What makes each picture, by the name of its file."""
