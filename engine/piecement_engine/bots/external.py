"""External bots: programs that play over lines of JSON by the Tetris Bot Protocol, and our own bots as such a program.

The game sends `rules` and waits for `ready`; for each piece it sends `start` with the whole position and `suggest`,
waits for `suggestion`, and sends `stop` before the next. Both sides ignore unknown messages. The caller sends and
receives the lines.

A move has a `location` (`type`, `orientation`, and `x`, `y` of the centre about which SRS rotates the piece) and a
`spin`, as in the protocol. For other pieces than tetrominoes, and optionally for all, it has `cells` instead, a list of
[x, y]. A position has the rows of the board, lowest first, with null for an empty cell.
"""

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from piecement_engine.board.geometry import geometry
from piecement_engine.board.piece_sets import longest_side, piece_set
from piecement_engine.board.pieces import TETROMINOES, Cells, Piece, Shape
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.bot import Bot
from piecement_engine.bots.position import Placement, Position
from piecement_engine.errors import LONGEST_ERROR, EngineError, RuleError, cut
from piecement_engine.json_values import as_list, as_object, read_json
from piecement_engine.rules.rules import Rules
from piecement_engine.version import __version__

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


STANDARD: Final = Rules(
    rotation_system="srs", randomizer="bag", spin_rule="t_three_corner", scoring="guideline", preview_count=5
)
"""Rules that the protocol implies."""

_MOST_HEARD: Final = 1_000_000
_LINE_COST: Final = 100
"""Cost of a line in addition to its characters; `_MOST_HEARD` limits the sum before a reply."""

_LONGEST_REASON: Final = 200

Exchange = Callable[[Iterable[str]], Iterator[str | None]]
"""Function that sends lines and yields the received ones, or None while there is none.

It sends all lines before it yields the first one, and omits none that arrives, however late it is.
"""


class ExternalBot:
    """Bot whose choices come from another program."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._rules: Rules | None = None
        self._thinks = False
        """Whether the program may still be thinking about the last position."""
        self._owed = 0
        """Number of pending replies; all but the last are about past positions."""

    def think(self, position: Position) -> Iterator[Placement | None]:
        """Yield None until the reply arrives. Raises `ExternalBotError` if none can be played."""
        rules = position.arena.rules
        if rules != self._rules:
            yield from self._answer([rules_message(rules, piece_set(rules.pieces))], "ready")
            self._rules = rules
        stop: list[Message] = [{"type": "stop"}] if self._thinks else []
        self._thinks = True
        self._owed += 1
        answer = yield from self._answer([*stop, start_message(position), {"type": "suggest"}], "suggestion")
        yield from_move(answer.get("moves"), position)

    def _answer(self, messages: Iterable[Message], kind: str) -> Generator[None, None, Message]:
        heard = 0
        for line in self._exchange([write_line(message) for message in messages]):
            if line is not None:
                heard += _LINE_COST + len(line)
                message = read_line(line)
                if self._is_awaited(message, kind):
                    return message
                if message.get("type") == "error":
                    raise ExternalBotError(f"the bot refuses to play: {cut(message.get('reason'), _LONGEST_REASON)}")
            if heard > _MOST_HEARD:
                raise ExternalBotError(f"the bot sends line after line, and no {kind}")
            yield
        raise ExternalBotError(f"the bot has ended without its {kind}")

    def _is_awaited(self, message: Message, kind: str) -> bool:
        """Return whether a message is the reply to the last request; replies to earlier ones come before it."""
        if message.get("type") == "suggestion":
            self._owed = max(0, self._owed - 1)
        return message.get("type") == kind and (kind != "suggestion" or not self._owed)


class Responder:
    """One of our bots as a program for the protocol; send `greeting` first."""

    def __init__(self, bot: Bot, name: str, rules: Rules = STANDARD) -> None:
        self._bot = bot
        self._name = name
        shapes = piece_set(rules.pieces)
        self._shapes: Final = {shape.name: shape for shape in shapes}
        self._arena: Final = arena(rules, geometry(rules.width, rules.height, longest_side(shapes)))
        self._position: Position | None = None

    def greeting(self) -> str:
        """Return the first line of the program."""
        about: Message = {"type": "info", "name": self._name, "version": __version__, "author": "Piecement"}
        return write_line({**about, "features": []})

    def respond(self, line: str) -> list[str]:
        """Return the replies to a line. Raises `ExternalBotError` for an invalid line."""
        message = read_line(line)
        try:
            match message.get("type"):
                case "rules":
                    return [write_line({"type": "ready"})]
                case "start":
                    self._position = to_position(message, self._arena, self._shapes)
                case "suggest":
                    return [write_line({"type": "suggestion", "moves": self._moves()})]
                case "play":
                    move = as_object(message.get("move"), "play has no move")
                    if self._position is not None:
                        self._position = self._position.played(from_move([move], self._position))
                case "new_piece":
                    if (position := self._position) is not None:
                        piece = _shape(str(message.get("piece")), self._shapes)
                        self._position = replace(position, next=(*position.next, piece))
                case _:
                    pass
        except Exception as error:  # a line from outside may contain anything
            raise ExternalBotError(f"the game's line cannot be understood: {cut(error, LONGEST_ERROR)}") from error
        return []

    def _moves(self) -> list[Message]:
        if self._position is None:
            return []
        thoughts = list(self._bot.think(self._position))
        best = thoughts[-1] if thoughts else None
        return [to_move(best)] if best else []


def write_line(message: Message) -> str:
    """Return a message as a line, without a line break."""
    return json.dumps(message, separators=(",", ":"))


def read_line(line: str) -> Message:
    """Return the message of a line. Raises `ExternalBotError` if it is not a JSON object."""
    try:
        return as_object(read_json(line), "it is something else")
    except ValueError as error:
        raise ExternalBotError(f"a line is not a JSON object: {line.strip()[:80]!r}") from error
