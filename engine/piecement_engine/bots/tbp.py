"""The Tetris Bot Protocol: messages between a game and a program that plays, as lines of JSON.

Source: github.com/tetris-bot-protocol/tbp-spec, texts 0000 (the messages), 0001 (randomizer) and 0002 (garbage). Both
sides ignore unknown messages and attributes.

Attributes of our own: `rules` has the size of the board, the rotation system and the cells of all pieces; `start` has
`may_hold`; a move has `cells`, a list of [x, y], beside its `location`, or for other pieces than tetrominoes instead.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import EMPTY, TETROMINOES, Cells, Piece, Shape
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.errors import LONGEST_ERROR, EngineError, RuleError, cut
from piecement_engine.json_values import as_list, as_object, read_json
from piecement_engine.rules.rules import Rules

Message = Mapping[str, Any]  # a JSON object has values of any JSON type
"""One line: a JSON object with a `type`."""

_ORIENTATIONS: Final = ("north", "east", "south", "west")
_CENTRES: Final = {shape: (0, 0) if name == "O" else (1, 0) for name, shape in TETROMINOES.items()}
"""Centre of each tetromino in orientation N, from its lower left corner."""

_LETTERS: Final[dict[int, str | None]] = {EMPTY: None} | {shape.tile: name for name, shape in TETROMINOES.items()}
"""Cell of a message by its tile."""

_LONGEST_MOVES: Final = 200
"""Maximum length of moves that an error repeats (characters)."""


class ExternalBotError(EngineError):
    """A program that plays sent a line that cannot be read or played, or it has ended."""


class NoMoveError(ExternalBotError):
    """None of a program's moves can be played; by the protocol it gives up the game."""


def write_line(message: Message) -> str:
    """Return a message as a line, without a line break."""
    return json.dumps(message, separators=(",", ":"))


def read_line(line: str) -> Message:
    """Return the message of a line, which may begin with a byte order mark.

    Raises `ExternalBotError` if it is not a JSON object.
    """
    try:
        return as_object(read_json(line.removeprefix("\ufeff")), "it is something else")
    except ValueError as error:
        raise ExternalBotError(f"a line is not a JSON object: {line.strip()[:80]!r}") from error


def rules_message(rules: Rules) -> Message:
    """Return the message of the rules of a game."""
    return {
        "type": "rules",
        "randomizer": _randomizer(rules),
        "garbage": "general",
        "width": rules.width,
        "height": rules.height,
        "skyline": rules.skyline,
        "rotation_system": rules.rotation_system,
        "piece_set": rules.pieces,
        "pieces": {shape.name: [list(cell) for cell in shape.cells] for shape in piece_set(rules.pieces)},
    }


def start_message(position: Position, bag: Sequence[str] | None = None) -> Message:
    """Return the message of a position; `bag` has the pieces left in the bag after the queue, if they are known."""
    message = {
        "type": "start",
        "board": board_rows(position),
        "queue": [shape.name for shape in position.queue],
        "hold": position.hold.name if position.hold else None,
        "may_hold": position.may_hold,
        "combo": position.combo,
        "back_to_back": position.back_to_back > 0,
    }
    state = _randomizer_state(position.arena.rules, bag)
    return {**message, "randomizer": state} if state else message


def board_rows(position: Position) -> list[list[str | None]]:
    """Return the rows of a board, lowest first; a cell has the letter of its tetromino, or "G" for any other block."""
    rows: list[list[str | None]] = [[_LETTERS.get(tile, "G") for tile in row] for row in position.rows]
    return rows + [[None] * position.rules.width for _ in range(position.rules.height - len(rows))]


def row_bits(layout: Geometry, rows: object) -> int:
    """Return the filled cells of rows, lowest first, without those outside the board.

    Raises `RuleError` if they are not lists.
    """
    bits = 0
    for y, row in enumerate(as_list(rows, "the board is not a list of rows")[: layout.height]):
        for x, cell in enumerate(as_list(row, "a row of the board is not a list")[: layout.width]):
            if cell is not None:
                bits |= 1 << layout.bit(x, y)
    return bits


def full_bag(rules: Rules) -> tuple[str, ...]:
    """Return the pieces of a full bag, or none if the pieces come otherwise, or are not all tetrominoes."""
    names = tuple(shape.name for shape in piece_set(rules.pieces))
    return names * rules.bag_copies if rules.randomizer == "bag" and set(names) <= {*TETROMINOES} else ()


def bag_after(full: Sequence[str], bag: Sequence[str], drawn: Iterable[str]) -> list[str] | None:
    """Return the bag after some draws, or None if it could not give them."""
    left = [*bag]
    for name in drawn:
        left = left or [*full]
        if name not in left:
            return None
        left.remove(name)
    return left or [*full]


def _randomizer(rules: Rules) -> str:
    if bag := full_bag(rules):
        return "seven_bag" if len(bag) == len(TETROMINOES) == len({*bag}) else "general_bag"
    return "uniform" if rules.randomizer == "uniform" else "unknown"


def _randomizer_state(rules: Rules, bag: Sequence[str] | None) -> Message | None:
    kind = _randomizer(rules)
    if kind == "uniform":
        return {"type": kind}
    if bag is None:
        return None
    if kind == "seven_bag":
        return {"type": kind, "bag_state": [*bag]}
    full = full_bag(rules)
    counts = [{name: pieces.count(name) for name in TETROMINOES} for pieces in (bag, full)]
    return {"type": kind, "current_bag": counts[0], "filled_bag": counts[1]}


def move_of(choice: Placement) -> Message:
    piece = choice.piece
    cells = [list(cell) for cell in piece.cells]
    if piece.shape not in _CENTRES:
        return {"cells": cells, "spin": choice.spin.value}
    dx, dy = _corner(piece.shape, piece.orientation)
    location = {
        "type": piece.shape.name,
        "orientation": _ORIENTATIONS[piece.orientation],
        "x": piece.x - dx,
        "y": piece.y - dy,
    }
    return {"location": location, "spin": choice.spin.value, "cells": cells}


def first_playable(moves: object, position: Position) -> Placement:
    """Return the first of some moves that can be played, with its spin if that is possible.

    Raises `NoMoveError` if none can, and `ExternalBotError` for an invalid move.
    """
    choices: dict[Cells, list[Placement]] = {}
    for choice in position.placements:
        choices.setdefault(choice.piece.cells, []).append(choice)
    try:
        for entry in as_list(moves, "moves is not a list"):
            move = as_object(entry, "a move is not an object")
            if found := choices.get(cells_of(move)):
                return next((choice for choice in found if choice.spin == move.get("spin")), found[0])
    except Exception as error:  # a reply from outside may contain anything
        raise ExternalBotError(f"the bot's answer cannot be read: {cut(error, LONGEST_ERROR)}") from error
    raise NoMoveError(f"the bot has no move that can be played: {cut(moves, _LONGEST_MOVES)}")


def cells_of(move: Message) -> Cells:
    """Return the cells of a move, sorted. Raises `RuleError` for an invalid move."""
    if "cells" in move:
        return tuple(sorted(_cell(entry) for entry in as_list(move["cells"], "cells is not a list")))
    location = as_object(move.get("location"), "a move has neither location nor cells")
    shape = TETROMINOES.get(str(location.get("type")))
    orientation = str(location.get("orientation"))
    if shape is None or orientation not in _ORIENTATIONS:
        raise RuleError(f"no piece lies like {dict(location)!r}")
    x, y = _cell([location.get("x"), location.get("y")])
    dx, dy = _corner(shape, _ORIENTATIONS.index(orientation))
    return Piece(shape, _ORIENTATIONS.index(orientation), x + dx, y + dy).cells


def shape_of(name: object, shapes: Mapping[str, Shape]) -> Shape:
    """Return the shape with a name. Raises `RuleError` if there is none."""
    if not isinstance(name, str) or name not in shapes:
        raise RuleError(f"unknown piece {name!r}: pieces are {', '.join(shapes)}")
    return shapes[name]


def _cell(entry: object) -> tuple[int, int]:
    match entry:
        case [int(x), int(y)]:
            return x, y
        case _:
            raise RuleError(f"{entry!r} is not a place: it is like [4, 0]")


def _corner(shape: Shape, orientation: int) -> tuple[int, int]:
    """Return the lower left corner of a tetromino, relative to its centre."""
    centre_x, centre_y = _CENTRES[shape]
    cells = [(x - centre_x, y - centre_y) for x, y in shape.cells]
    for _ in range(orientation):
        cells = [(y, -x) for x, y in cells]
    return min(x for x, _ in cells), min(y for _, y in cells)
