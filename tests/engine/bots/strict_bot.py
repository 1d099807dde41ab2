"""A bot of the Tetris Bot Protocol that shares no code with ours, and refuses what the specification does not allow.

It starts from the position that it receives, and follows the game by `play`, `garbage` and `new_piece` alone. As a
program it ends with status 1 at the first fault.
"""

import json
import sys
from typing import Any

MINOES = {
    "I": [(-1, 0), (0, 0), (1, 0), (2, 0)],
    "O": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "T": [(-1, 0), (0, 0), (1, 0), (0, 1)],
    "L": [(-1, 0), (0, 0), (1, 0), (1, 1)],
    "J": [(-1, 0), (0, 0), (1, 0), (-1, 1)],
    "S": [(-1, 0), (0, 0), (0, 1), (1, 1)],
    "Z": [(-1, 1), (0, 1), (0, 0), (1, 0)],
}
"""Cells around the centre, facing north, as the specification places it."""
FACINGS = ("north", "east", "south", "west")
Row = list[str | None]


def minoes(location: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the cells of a piece location."""
    cells = MINOES[location["type"]]
    for _ in range(FACINGS.index(location["orientation"])):
        cells = [(y, -x) for x, y in cells]
    return [(x + location["x"], y + location["y"]) for x, y in cells]


class StrictBot:
    """Bot that lays pieces flat, as low as they fall."""

    def __init__(self, features: tuple[str, ...] = ("randomizer", "garbage")) -> None:
        self.info: dict[str, Any] = {
            "type": "info",
            "name": "Strict",
            "version": "1",
            "author": "tests",
            "features": [*features],
        }
        self.features = features
        self.starts = 0
        self.risen = 0
        self.randomizer = ""
        self.has_rules = self.is_calculating = False
        self.board: list[Row] = []
        self.queue: list[str] = []
        self.hold: str | None = None
        self.combo = 0
        self.bag: list[str] = []

    def replies(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the replies to a message. Raises `AssertionError` for one that is not allowed now."""
        kind = message["type"]
        if kind == "rules":
            assert not self.is_calculating
            self.has_rules = True
            self.randomizer = message.get("randomizer", "unknown")
            assert message["garbage"] == "general"
            return [{"type": "ready"}]
        assert self.has_rules
        if kind == "start":
            self._start(message)
        elif kind != "quit":
            assert self.is_calculating, f"{kind} while the bot does not calculate"
        if kind == "suggest":
            return [{"type": "suggestion", "moves": self.moves()}]
        if kind == "play":
            self._play(message["move"])
        elif kind == "new_piece":
            self._append(message["piece"])
        elif kind == "garbage":
            assert "garbage" in self.features
            self._push_up(message["rows"])
        elif kind == "stop":
            self.is_calculating = False
        return []

    def _start(self, message: dict[str, Any]) -> None:
        assert not self.is_calculating
        assert len(message["board"]) == 40
        assert all(len(row) == 10 and {*row} <= {None, "G", *MINOES} for row in message["board"])
        assert {*message["queue"]} <= {*MINOES}
        assert message["hold"] is None or message["hold"] in MINOES
        assert type(message["combo"]) is int
        assert type(message["back_to_back"]) is bool
        state = message.get("randomizer")
        if state is not None:
            assert state["type"] == self.randomizer
        self.bag = [*state["bag_state"]] if state is not None and self.randomizer == "seven_bag" else []
        assert self.bag or state is None or self.randomizer != "seven_bag"
        self.starts += 1
        self.is_calculating = True
        self.board, self.queue = [[*row] for row in message["board"]], [*message["queue"]]
        self.hold, self.combo = message["hold"], message["combo"]

    def _append(self, piece: str) -> None:
        if self.bag:
            self.bag.remove(piece)
            self.bag = self.bag or [*MINOES]
        self.queue.append(piece)

    def _push_up(self, rows: list[Row]) -> None:
        assert all(len(row) == 10 for row in rows)
        assert rows
        self.risen += len(rows)
        self.board = [*([*row] for row in reversed(rows)), *self.board][:40]

    def _play(self, move: dict[str, Any]) -> None:
        piece = move["location"]["type"]
        assert move["spin"] in {"none", "mini", "full"}
        current = self.queue.pop(0)
        if piece != current:
            other, self.hold = self.hold or self.queue.pop(0), current
            assert piece == other
        for x, y in minoes(move["location"]):
            assert self.board[y][x] is None
            self.board[y][x] = piece
        left = [row for row in self.board if None in row]
        self.combo = self.combo + 1 if len(left) < 40 else 0
        self.board = left + [[None] * 10 for _ in range(40 - len(left))]

    def moves(self) -> list[dict[str, Any]]:
        """Return the drops of the piece in play and of the other one, the lowest first."""
        pieces = [self.queue[0], *([self.hold] if self.hold else self.queue[1:2])]
        found = [
            (y, {"location": location, "spin": "none"})
            for piece in pieces
            for facing in FACINGS
            for x in range(10)
            if (y := self._lowest(location := {"type": piece, "orientation": facing, "x": x, "y": 20})) is not None
        ]
        return [move for _, move in sorted(found, key=lambda each: each[0])]

    def _lowest(self, location: dict[str, Any]) -> int | None:
        """Lower a location to the ground, and return the height of its highest cell; None if it does not fit."""
        if not all(0 <= x < 10 and self.board[y][x] is None for x, y in minoes(location)):
            return None
        while all(y > 0 and self.board[y - 1][x] is None for x, y in minoes(location)):
            location["y"] -= 1
        return max(y for _, y in minoes(location))


if __name__ == "__main__":
    bot = StrictBot()
    sys.stdout.write(f"{json.dumps(bot.info)}\n")
    sys.stdout.flush()
    for line in sys.stdin:
        message = json.loads(line)
        for reply in bot.replies(message):
            sys.stdout.write(f"{json.dumps(reply)}\n")
            sys.stdout.flush()
        if message["type"] == "quit":
            break
