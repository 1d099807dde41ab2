"""Bots as programs for other games, by the Tetris Bot Protocol."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import Cells, Shape
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.bot import Bot
from piecement_engine.bots.position import Position
from piecement_engine.bots.tbp import (
    ExternalBotError,
    Message,
    cells_of,
    move_of,
    read_line,
    row_bits,
    shape_of,
    write_line,
)
from piecement_engine.errors import LONGEST_ERROR, RuleError, cut
from piecement_engine.events import Spin
from piecement_engine.json_values import as_list, as_object
from piecement_engine.rules.rules import Rules
from piecement_engine.version import __version__

STANDARD: Final = Rules(
    rotation_system="srs", randomizer="bag", spin_rule="t_three_corner", scoring="guideline", preview_count=5
)
"""Rules that the protocol implies."""

_OWN_RULES: Final = {name: name for name in ("width", "height", "skyline", "rotation_system")} | {"pieces": "piece_set"}
"""Rules that a game of Piecement sends, by the attribute of their message."""


class Responder:
    """A bot as a program for the protocol; `serve` handles all of its lines."""

    def __init__(self, bot: Bot, name: str, rules: Rules = STANDARD) -> None:
        self.has_quit = False
        """Whether the game has sent `quit`."""
        self._bot = bot
        self._name = name
        self._rules = rules
        self._state: _State | None = None
        self._asked = 0
        """Number of suggestions that wait for a piece."""

    def serve(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines to print: the greeting, then the replies to each line, until `quit`.

        An invalid line is answered by an `error`, and changes nothing.
        """
        yield self.greeting()
        for line in lines:
            try:
                yield from self.respond(line)
            except ExternalBotError as error:
                yield write_line({"type": "error", "reason": str(error)})
            if self.has_quit:
                return

    def greeting(self) -> str:
        """Return the first line of the program."""
        about: Message = {"type": "info", "name": self._name, "version": __version__, "author": "Piecement"}
        return write_line({**about, "features": ["garbage"]})

    def respond(self, line: str) -> list[str]:
        """Return the replies to a line. Raises `ExternalBotError` for an invalid line."""
        if not line.strip("\ufeff \t\r\n"):
            return []
        message = read_line(line)
        try:
            return [write_line(reply) for reply in self._replies(message)]
        except Exception as error:  # a line from outside may contain anything
            raise ExternalBotError(f"the game's line cannot be understood: {cut(error, LONGEST_ERROR)}") from error

    def _replies(self, message: Message) -> list[Message]:
        state = self._state
        match message.get("type"):
            case "rules":
                return [self._accept(message)]
            case "start":
                self._asked, self._state = 0, _state_of(message, self._rules)
            case "suggest":
                self._asked += 1
            case "play" if state is not None:
                state.play(as_object(message.get("move"), "play has no move"))
            case "garbage" if state is not None:
                state.push_up(message.get("rows"))
            case "new_piece" if state is not None:
                state.queue.append(shape_of(message.get("piece"), state.shapes))
            case "stop":
                self._asked, self._state = 0, None
            case "quit":
                self.has_quit = True
            case _:
                pass
        return self._suggestions()

    def _accept(self, message: Message) -> Message:
        """Play by the rules of a message from now on, and return the reply."""
        given = {name: message[key] for name, key in _OWN_RULES.items() if key in message}
        try:
            self._rules = Rules.from_dict(given, self._rules)
        except RuleError:
            return {"type": "error", "reason": "unsupported_rules"}
        return {"type": "ready"}

    def _suggestions(self) -> list[Message]:
        """Return the suggestions that are due; without a piece they wait for one."""
        state = self._state
        if not self._asked or (state and not state.queue and not state.hold):
            return []
        position = state.position() if state else None
        # Later thoughts are better, and the others serve a game in which the best one cannot be played.
        thoughts = [choice for choice in self._bot.think(position) if choice] if position else []
        best = {choice.piece: choice for choice in reversed(thoughts)}
        suggestion: Message = {"type": "suggestion", "moves": [move_of(choice) for choice in best.values()]}
        asked, self._asked = self._asked, 0
        return [suggestion] * asked


@dataclass(slots=True)
class _State:
    """A game as messages describe it. Unlike a position it may be without a piece."""

    arena: Arena
    shapes: dict[str, Shape]
    bits: int
    queue: list[Shape]
    hold: Shape | None
    may_hold: bool
    combo: int
    back_to_back: int

    def position(self) -> Position | None:
        """Return the position, or None if its piece has no room; with an empty queue the piece is that in hold."""
        hold = [self.hold] if self.hold else []
        first = next(iter([*self.queue, *hold]), None)
        piece = None if first is None else self.arena.entry(self.bits, first)
        return piece and Position(
            arena=self.arena,
            bits=self.bits,
            piece=piece,
            hold=self.hold if self.queue else None,
            may_hold=self.may_hold and bool(self.queue),
            next=tuple(self.queue[1:]),
            combo=self.combo,
            back_to_back=self.back_to_back,
        )

    def play(self, move: Message) -> None:
        """Play a move that was made, even one that the rules have no way to. Raises `RuleError` for any other."""
        cells, spin = cells_of(move), Spin(move.get("spin") or Spin.NONE)
        layout = self.arena.layout
        position = self.position()
        if position is None:
            raise RuleError("a piece is played that is not in play")
        if any(not (0 <= x < layout.width and 0 <= y < layout.height) for x, y in cells):
            raise RuleError("a piece is played outside the board")
        queue = self.queue
        if queue and _lies_as(queue[0], cells):
            del queue[0]
        elif self.hold and _lies_as(self.hold, cells):
            self.hold = queue.pop(0) if queue else None
        elif not self.hold and len(queue) > 1 and _lies_as(queue[1], cells):
            self.hold = queue[0]
            del queue[:2]
        else:
            raise RuleError("the played piece is neither in play nor in hold")
        self.bits, lines = self.arena.settled(self.bits | sum(1 << layout.bit(x, y) for x, y in cells))
        self.combo, self.back_to_back = position.chains_after(lines, spin)
        self.may_hold = self.arena.holds

    def push_up(self, rows: object) -> None:
        """Push rows in from below, the last one lowest. Raises `RuleError` if they are no rows."""
        layout, bits = self.arena.layout, self.bits
        for row in as_list(rows, "rows is not a list"):
            risen = (bits & layout.field & ~layout.tops) >> 1
            bits = layout.empty | risen | row_bits(layout, [row])
        self.bits = bits


def _state_of(message: Message, rules: Rules) -> _State:
    """Return the state of a start message. Raises `RuleError` for an invalid one."""
    shapes = {shape.name: shape for shape in piece_set(rules.pieces)}
    used = arena(rules)
    hold = message.get("hold")
    return _State(
        arena=used,
        shapes=shapes,
        bits=used.layout.empty | row_bits(used.layout, message.get("board")),
        queue=[shape_of(name, shapes) for name in as_list(message.get("queue"), "queue is not a list")],
        hold=None if hold is None else shape_of(hold, shapes),
        may_hold=used.holds and bool(message.get("may_hold", True)),
        combo=int(message.get("combo") or 0),
        back_to_back=int(message.get("back_to_back") or 0),
    )


def _lies_as(shape: Shape, cells: Cells) -> bool:
    """Return whether these cells are those of a shape somewhere, in any orientation."""
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple((x - left, y - low) for x, y in cells) in {tuple(sorted(each)) for each in shape.orientations}
