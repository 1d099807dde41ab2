"""External bots: programs that play by the Tetris Bot Protocol, as bots."""

import shlex
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from subprocess import PIPE, Popen, TimeoutExpired
from typing import Final, Self

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import Shape
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.bots.tbp import (
    ExternalBotError,
    Message,
    bag_after,
    board_rows,
    first_playable,
    full_bag,
    move_of,
    read_line,
    rules_message,
    start_message,
    write_line,
)
from piecement_engine.errors import cut
from piecement_engine.json_values import as_texts
from piecement_engine.rules.rules import Rules

_MOST_HEARD: Final = 1_000_000
_LINE_COST: Final = 100
"""Cost of a line in addition to its characters; `_MOST_HEARD` limits the sum before a reply."""

_LONGEST_REASON: Final = 200
_EXIT_TIMEOUT_S: Final = 1.0

Exchange = Callable[[Iterable[str]], Iterator[str | None]]
"""Function that sends lines and yields the received ones, or None while there is none.

It sends all lines before it yields the first one, and omits none that arrives, however late it is.
"""


class ExternalBot:
    """Bot whose choices come from another program.

    The program follows the game: after `start` it receives each move that was made (`play`), rows that rose (`garbage`,
    if that is among its features) and new pieces (`new_piece`), then `suggest`. If the game takes another course than
    these say, it receives `stop` and a new `start`; so does one that has not sent `info`, for each piece.
    """

    def __init__(self, exchange: Exchange, close: Callable[[], object] | None = None) -> None:
        self._exchange = exchange
        self._close = close
        self._rules: Rules | None = None
        self._features: Sequence[str] | None = None
        """Features of the program, or None if it has not sent `info`."""
        self._thinks = False
        """Whether the program has a position."""
        self._last: tuple[Position, Placement] | None = None
        """Position of the program, and its choice there; None if there is no choice."""
        self._bag: Sequence[str] | None = None
        """Pieces left in the bag after the known ones; None if they are unknown."""
        self._owed = 0
        """Number of pending replies; all but the last are about past positions."""

    @classmethod
    def popen(cls, command: str | Sequence[str]) -> Self:
        """Start a program, and return it as a bot: `with ExternalBot.popen("python my_bot.py") as bot:`.

        A search waits for the reply for as long as it takes. The command is a line or a list of words, and runs without
        a shell. Raises `ExternalBotError` if it cannot be run.
        """
        program = _Program(command)
        return cls(program.exchange, program.close)

    def close(self) -> None:
        """End the program that `popen` started, if it is still running."""
        if self._close is not None:
            self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def think(self, position: Position) -> Iterator[Placement | None]:
        """Yield None until the reply arrives.

        Raises `NoMoveError` if the program gives up, and `ExternalBotError` if it fails or its answer is invalid.
        """
        if position.piece is None:
            yield None  # the program would wait for a piece
            return
        rules = position.arena.rules
        if rules != self._rules:
            yield from self._answer([*self._take_stop(), rules_message(rules)], "ready")
            self._rules = rules
        messages = self._follow(position)
        self._last = None
        self._owed += 1
        answer = yield from self._answer([*messages, {"type": "suggest"}], "suggestion")
        choice = first_playable(answer.get("moves"), position)
        self._last = position, choice
        yield choice

    def _follow(self, position: Position) -> list[Message]:
        """Follow the game to a position, and return the messages that lead the program there."""
        known = position.queue
        full = full_bag(position.arena.rules)
        expected: tuple[Shape, ...] = ()
        if self._last:
            hold, expected = self._last[0].pieces_after(self._last[1])
            follows = position.hold is hold and known[: len(expected)] == expected
        else:
            follows = not position.bits & position.arena.layout.field and position.hold is None
            self._bag = full or None
        new = [shape.name for shape in known[len(expected) :]]
        self._bag = bag_after(full, self._bag, new) if follows and self._bag else None
        played = self._played(*self._last, position) if self._last and follows else None
        if played is not None:
            return [*played, *({"type": "new_piece", "piece": name} for name in new)]
        messages = [*self._take_stop(), start_message(position, self._bag)]
        self._thinks = True
        return messages

    def _played(self, before: Position, choice: Placement, now: Position) -> list[Message] | None:
        """Return the messages of a choice that was played, or None if more has changed than they can say."""
        bits, lines = before.arena.locked(before.bits, choice.piece)
        combo, back_to_back = before.chains_after(lines, choice.spin)
        risen = _risen(now.arena.layout, bits, now.bits)
        if (
            risen is None
            or self._features is None
            or (risen and "garbage" not in self._features)
            or (now.may_hold, now.combo) != (now.arena.holds, combo)
            or bool(now.back_to_back) != bool(back_to_back)
        ):
            return None
        garbage: Message = {"type": "garbage", "rows": board_rows(now)[:risen][::-1]}
        return [{"type": "play", "move": move_of(choice)}, *([garbage] if risen else [])]

    def _take_stop(self) -> list[Message]:
        """Return the message that ends the position of the program, if it has one; it has none then."""
        stops, self._thinks = self._thinks, False
        return [{"type": "stop"}] if stops else []

    def _answer(self, messages: Iterable[Message], kind: str) -> Generator[None, None, Message]:
        """Send messages and return the reply to the last one, yielding while there is none but to earlier ones."""
        heard = 0
        for line in self._exchange([write_line(message) for message in messages]):
            if line is not None:
                heard += _LINE_COST + len(line)
                message = read_line(line)
                found = message.get("type")
                if found == "suggestion":
                    self._owed = max(0, self._owed - 1)
                if found == kind and (kind != "suggestion" or not self._owed):
                    return message
                if found == "error":
                    raise ExternalBotError(f"the bot refuses to play: {cut(message.get('reason'), _LONGEST_REASON)}")
                if found == "info":
                    self._features = as_texts(message.get("features", ()), "the bot's features are not a list of texts")
            if heard > _MOST_HEARD:
                raise ExternalBotError(f"the bot sends line after line, and no {kind}")
            yield
        raise ExternalBotError(f"the bot has ended without its {kind}")


def _risen(layout: Geometry, before: int, now: int) -> int | None:
    """Return the number of rows that pushed up a board, or None if it has changed otherwise."""
    raised, above = before & layout.field, now & layout.field
    for count in range(layout.height):
        if raised == above:
            return count
        if raised & layout.tops:
            break
        raised >>= 1
        above &= layout.above[count]
    return None


class _Program:
    """Running program with pipes, whose lines are read one by one."""

    def __init__(self, command: str | Sequence[str]) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) and sys.platform != "win32" else command
            self._process: Final = Popen(words, stdin=PIPE, stdout=PIPE, encoding="utf-8", errors="replace")  # noqa: S603
        except (OSError, ValueError, IndexError) as error:
            raise ExternalBotError(f"the bot {command!r} cannot be run: {error}") from error

    def exchange(self, lines: Iterable[str]) -> Iterator[str | None]:
        pipe, output = self._process.stdin, self._process.stdout
        assert pipe is not None  # noqa: S101  # for the types: it was started with pipes
        assert output is not None  # noqa: S101  # for the types: it was started with pipes
        with suppress(OSError):  # a program that has ended closes its output too
            pipe.writelines(f"{line}\n" for line in lines)
            pipe.flush()
        while line := output.readline():
            yield line

    def close(self) -> None:
        if self._process.poll() is None:
            try:
                self._process.communicate('{"type":"quit"}\n', timeout=_EXIT_TIMEOUT_S)
            except TimeoutExpired:
                self._process.kill()
        self._process.communicate()
