"""Messages of the Tetris Bot Protocol: positions and moves as JSON objects.

A move has a `location` (`type`, `orientation`, and `x`, `y` of the centre about which SRS rotates the piece) and a
`spin`, as in the protocol. For other pieces than tetrominoes, and optionally for all, it has `cells` instead, a list of
[x, y]. A position has the rows of the board, lowest first, with null for an empty cell.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from piecement_engine.bots.arena import Arena
from piecement_engine.bots.position import Placement, Position
from piecement_engine.errors import LONGEST_ERROR, EngineError, RuleError, cut
from piecement_engine.json_values import as_list, as_object
from piecement_engine.pieces import TETROMINOES, Cells, Piece, Shape
from piecement_engine.rules import Rules

Message = Mapping[str, Any]  # a JSON object has values of any JSON type
"""One line: a JSON object with a `type`."""

_ORIENTATIONS: Final = ("north", "east", "south", "west")
_CENTRES: Final = {shape: (0, 0) if name == "O" else (1, 0) for name, shape in TETROMINOES.items()}
"""Centre of each tetromino in orientation N, from its lower left corner."""

_LONGEST_MOVES: Final = 200
"""Maximum length of moves that an error repeats (characters)."""


class ExternalBotError(EngineError):
    """A program that plays sent a line that cannot be read or played, or it has ended."""


class NoMoveError(ExternalBotError):
    """None of a program's moves can be played; by the protocol it gives up the game."""


def rules_message(rules: Rules, shapes: Sequence[Shape]) -> Message:
    """Return the message of the rules; everything but its type is an extension of the protocol."""
    return {
        "type": "rules",
        "width": rules.width,
        "height": rules.height,
        "skyline": rules.skyline,
        "rotation_system": rules.rotation_system,
        "pieces": {shape.name: [list(cell) for cell in shape.cells] for shape in shapes},
    }


def start_message(position: Position) -> Message:
    return {
        "type": "start",
        "board": board_rows(position),
        "queue": [position.piece.shape.name, *(shape.name for shape in position.next)],
        "hold": position.hold.name if position.hold else None,
        "may_hold": position.may_hold,
        "combo": position.combo,
        "back_to_back": position.back_to_back > 0,
    }


def board_rows(position: Position) -> list[list[str | None]]:
    """Return the rows of a board, lowest first; a filled cell is "G", as bots need no colours."""
    layout = position.arena.layout
    return [
        ["G" if position.bits >> layout.bit(x, y) & 1 else None for x in range(layout.width)]
        for y in range(layout.height)
    ]


def to_move(choice: Placement) -> Message:
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


def from_move(moves: object, position: Position) -> Placement:
    """Return the first of some moves that can be played.

    Raises `NoMoveError` if none can, and `ExternalBotError` for an invalid move.
    """
    choices = {choice.piece.cells: choice for choice in reversed(position.choices())}
    try:
        for move in as_list(moves, "moves is not a list"):
            choice = choices.get(cells_of(as_object(move, "a move is not an object")))
            if choice:
                return choice
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


def to_position(message: Message, arena: Arena, shapes: Mapping[str, Shape]) -> Position | None:
    """Return the position of a start message, or None if its first piece has no room.

    Raises `RuleError` for an invalid message.
    """
    layout = arena.layout
    bits = layout.empty
    for y, row in enumerate(as_list(message.get("board"), "board is not a list")):
        for x, cell in enumerate(as_list(row, "a row of the board is not a list")):
            if cell is not None and x < layout.width and y < layout.height:
                bits |= 1 << layout.bit(x, y)
    queue = [_shape(name, shapes) for name in as_list(message.get("queue"), "queue is not a list")]
    if not queue:
        raise RuleError("the queue is empty: its first piece is the one in play")
    hold = message.get("hold")
    piece = arena.entry(bits, queue[0])
    return piece and Position(
        arena=arena,
        bits=bits,
        piece=piece,
        hold=None if hold is None else _shape(hold, shapes),
        may_hold=arena.holds and bool(message.get("may_hold", True)),
        next=tuple(queue[1:]),
        combo=int(message.get("combo") or 0),
        back_to_back=int(message.get("back_to_back") or 0),
    )


move_of, choice_of, position_of = to_move, from_move, to_position
"""Former names, for one release."""


def _shape(name: object, shapes: Mapping[str, Shape]) -> Shape:
    if name not in shapes:
        raise RuleError(f"unknown piece {name!r}: pieces are {', '.join(shapes)}")
    return shapes[str(name)]


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
