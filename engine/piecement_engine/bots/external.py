"""External bots: a program that plays over lines of JSON, and our own bots as such a program.

The messages are those of the Tetris Bot Protocol; `protocol` documents their content. The game sends `rules` and waits
for `ready`; for each piece it sends `start` with the whole position and `suggest`, waits for `suggestion`, and sends
`stop` before the next. Both sides ignore unknown messages. The caller sends and receives the lines.
"""

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from typing import Final

from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.bot import Bot
from piecement_engine.bots.position import Placement, Position
from piecement_engine.bots.protocol import (
    ExternalBotError,
    Message,
    from_move,
    rules_message,
    start_message,
    to_move,
    to_position,
)
from piecement_engine.errors import LONGEST_ERROR, RuleError, cut
from piecement_engine.geometry import geometry
from piecement_engine.json_values import as_object, read_json
from piecement_engine.piece_sets import longest_side, piece_set
from piecement_engine.pieces import Shape
from piecement_engine.rules import Rules
from piecement_engine.version import __version__

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
        self._rules = rules
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
                    self._position = to_position(message, self._arena(), self._shapes())
                case "suggest":
                    return [write_line({"type": "suggestion", "moves": self._moves()})]
                case "play":
                    self._play(as_object(message.get("move"), "play has no move"))
                case "new_piece":
                    self._extend(str(message.get("piece")))
                case _:
                    pass
        except Exception as error:  # a line from outside may contain anything
            raise ExternalBotError(f"the game's line cannot be understood: {cut(error, LONGEST_ERROR)}") from error
        return []

    def _arena(self) -> Arena:
        rules = self._rules
        return arena(rules, geometry(rules.width, rules.height, longest_side(piece_set(rules.pieces))))

    def _shapes(self) -> dict[str, Shape]:
        return {shape.name: shape for shape in piece_set(self._rules.pieces)}

    def _moves(self) -> list[Message]:
        if self._position is None:
            return []
        thoughts = list(self._bot.think(self._position))
        best = thoughts[-1] if thoughts else None
        return [to_move(best)] if best else []

    def _play(self, move: Message) -> None:
        if self._position is not None:
            choice = from_move([move], self._position)
            self._position = self._position.played(choice)

    def _extend(self, name: str) -> None:
        position = self._position
        if position is not None:
            shapes = self._shapes()
            if name not in shapes:
                raise RuleError(f"unknown piece {name!r}: pieces are {', '.join(shapes)}")
            self._position = replace(position, next=(*position.next, shapes[name]))


def write_line(message: Message) -> str:
    """Return a message as a line, without a line break."""
    return json.dumps(message, separators=(",", ":"))


def read_line(line: str) -> Message:
    """Return the message of a line. Raises `ExternalBotError` if it is not a JSON object."""
    try:
        return as_object(read_json(line), "it is something else")
    except ValueError as error:
        raise ExternalBotError(f"a line is not a JSON object: {line.strip()[:80]!r}") from error
