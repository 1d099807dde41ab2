"""A second engine: the default rules once more, read from their description only, slow and plain.

It shares no code with the first one, keeps the board as a list of rows and asks anew after each event what follows. It
answers requests of the headless protocol with given pieces, as far as the rules in `RULES` go.
"""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

Piece = tuple[str, int, int, int]
"""The name, the quarters clockwise, and the lower left corner."""

RULES: dict[str, Any] = {
    "width": 10,
    "height": 40,
    "skyline": 20,
    "rotation_system": "ocular",
    "start_level": 1,
    "level_up": False,
    "das_ns": 167_000_000,
    "arr_ns": 33_000_000,
    "soft_drop_factor": 15.0,
    "hard_drop_delay_ns": 100_000,
    "ground_time_max_ns": 2_250_000_000,
    "line_clear_delay_ns": 200_000_000,
    "appearance_delay_ns": 50_000_000,
    "fall_delay_ns": None,
    "lock_delay_ns": None,
    "preview_count": 1,
    "hold": "once",
    "initial_hold": "held",
    "initial_rotation": "held",
    "no_soft_drop_lock": False,
    "limits": {},
}

_KICKS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "kicks.json").read_text(encoding="utf-8"))

_CELLS = {
    name: [[(int(cell[0]), int(cell[1])) for cell in drawn.split()] for drawn in turned]
    for name, turned in {
        "O": ["00 10 01 11"] * 4,
        "I": ["00 10 20 30", "00 01 02 03"] * 2,
        "S": ["00 10 11 21", "10 01 11 02"] * 2,
        "Z": ["10 20 01 11", "00 01 11 12"] * 2,
        "T": ["00 10 20 11", "00 01 11 02", "10 01 11 21", "10 01 11 12"],
        "L": ["00 10 20 21", "00 10 01 02", "00 01 11 21", "10 11 02 12"],
        "J": ["00 10 20 01", "00 01 02 12", "20 01 11 21", "00 10 11 12"],
    }.items()
}

_FALLS = (
    *(1_000_000_000, 793_000_000, 617_796_000, 472_729_139, 355_196_928, 262_003_550, 189_677_245, 134_734_731),
    *(93_882_249, 64_151_585, 42_976_258, 28_217_678, 18_153_329, 11_439_342, 7_058_616, 4_263_557, 2_520_084),
    *(1_457_139, 823_907),
)
_LOCKS_MS = {20: 450, 21: 400, 22: 350, 23: 300, 24: 250, 25: 200, 26: 195, 27: 184, 28: 167, 29: 151}

_ORDER = (
    *("line_clear", "spawn", "lock", "hold", "hard_drop", "sonic_drop", "teleport_left", "teleport_right"),
    *("soft_drop", "fall", "move_slow", "move_fast", "rotate", "lock_timer"),
)
"""What happens first at one instant."""

_PRESSES = ("hold", "hard_drop", "sonic_drop", "teleport_left", "teleport_right", "soft_drop")
_DIRECTIONS = {"move_left": -1, "move_right": 1}


class SecondEngine:
    """One game."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.rules = RULES | request.get("rules", {})
        assert set(self.rules) == set(RULES)
        self.width, self.height, self.skyline = (self.rules[name] for name in ("width", "height", "skyline"))
        start: dict[str, Any] = request.get("start", {})
        self.level: int = start.get("level", self.rules["start_level"])
        self.lines, self.score = start.get("lines", 0), start.get("score", 0)
        self.combo, self.back_to_back = start.get("combo", 0), start.get("back_to_back", 0)
        self.hold: list[Any] | None = start.get("hold")  # a name, and whether it may be swapped
        self.supply = iter(request["pieces"])
        self.next: list[str] = []
        self.locked = 0
        self.board = [list(row) for row in request.get("board", [])]
        self.board += [["."] * self.width for _ in range(self.height - len(self.board))]
        self.time = 0
        self.end: str | None = None
        self.due = {"spawn": 0}
        self.held: frozenset[str] = frozenset()
        self.directions: list[str] = []  # those that are held, the newest one last
        self.turns = 0
        self.piece: Piece | None = None
        self.dropped = self.swapped = self.grounded = False
        self.touchdown: int | None = None
        self.liftoff = self.lowest = self.ground_left = 0
        self.notices: list[list[Any]] = []

    def update(self, time: int, held: list[str] | str | None) -> str:
        """Play on; return the result as the protocol names it."""
        self.notices = []
        if time < self.time:
            return "past"
        if self.end:
            return "ended"
        self._run(time)
        if held == "forfeit":
            self.end = self.end or "forfeit"
        elif held is not None and not self.end:
            self._change(frozenset(held))
            self._run(time)
        return "ok"

    def _run(self, time: int) -> None:
        stop = min(time, self.rules["limits"].get("time", {}).get("value", time))
        while self.due:
            kind = min(self.due, key=lambda name: (self.due[name], _ORDER.index(name)))
            if self.due[kind] > stop:
                break
            self.time = self.due.pop(kind)
            before = self.piece
            getattr(self, f"_{kind}")()
            if self.piece and not self.dropped and not self.end:
                self._follow(kind, before)
            self._check_limits()
            if self.end:
                return
        self.time = stop
        self._check_limits()

    def _check_limits(self) -> None:
        values = {"time": self.time, "pieces": self.locked, "lines": self.lines, "level": self.level - 1}
        for name, value in {**values, "score": self.score}.items():
            limit = self.rules["limits"].get(name)
            if limit and value >= limit["value"] and not self.end:
                self.end = "completed" if limit["win"] else "limit_reached"

    def _change(self, held: frozenset[str]) -> None:
        pressed, released = held - self.held, self.held - held
        self.held = held
        before = self.directions[-1:]
        self.directions = [name for name in self.directions if name in held]
        self.directions += [name for name in ("move_right", "move_left") if name in pressed]  # left wins
        if not self.piece or self.dropped:
            return
        if self.directions[-1:] != before or set(before) & pressed:
            self.due.pop("move_fast", None)
            if self.directions:
                self.due["move_slow" if self.directions[-1] in pressed else "move_fast"] = self.time
        if "soft_drop" in released and "fall" in self.due:
            self.due["fall"] = self.time + self._fall_delay()
        self.turns = self._turns(pressed)
        if self.turns:
            self.due["rotate"] = self.time
        self.due |= dict.fromkeys(pressed & set(_PRESSES), self.time)

    def _follow(self, kind: str, before: Piece | None) -> None:
        """See to what follows from where the piece is after an event."""
        assert self.piece
        grounded = not self._fits(_moved(self.piece, 0, -1))
        changed = self.piece != before or kind == "spawn"
        if grounded:
            self.due.pop("fall", None)
        else:
            self.due.setdefault("fall", self.time + self._fall_delay())
        if changed and self.directions and not {"move_slow", "move_fast"} & set(self.due):
            self.due["move_fast"] = self.time
        if kind == "spawn":
            self.grounded, self.touchdown, self.lowest = False, None, self.height if grounded else self.piece[3]
            self.ground_left = self.rules["ground_time_max_ns"]
        if grounded:
            self._stay(restarts=changed and (kind == "rotate" or kind.startswith(("move", "teleport"))))
        elif self.grounded:
            self.due.pop("lock_timer", None)
            self.grounded, self.liftoff = False, self.time

    def _stay(self, *, restarts: bool) -> None:
        """Count the time on the ground, and say when the piece locks."""
        assert self.piece
        y = self.piece[3]
        if y < self.lowest:
            self.lowest, self.touchdown, self.ground_left = y, self.time, self.rules["ground_time_max_ns"]
        elif self.touchdown is None:
            self.touchdown = self.time
        elif not self.grounded and self.time - self.liftoff > 2 * self._free_fall_delay():
            self.ground_left = max(0, self.ground_left - (self.liftoff - self.touchdown))
            self.touchdown = self.time
        self.grounded = True
        if restarts or "lock_timer" not in self.due:
            assert self.touchdown is not None
            left = max(0, self.ground_left - (self.time - self.touchdown))
            self.due["lock_timer"] = self.time + min(self._lock_delay(), left)

    def _spawn(self) -> None:
        shape = self._take()
        self.piece = None
        initial_hold = self.rules["initial_hold"] == "held" and "hold" in self.held
        if initial_hold and not self.swapped and self._may_hold():
            other = self.hold[0] if self.hold else self._take()
            self.piece = self._entering(other)
            if self.piece:
                self._put_away(shape)
            elif not self.hold:
                self.next.insert(0, other)
        self.piece = self.piece or self._entering(shape)
        self.dropped = self.swapped = False
        while len(self.next) < self.rules["preview_count"]:
            self.next.append(next(self.supply))
        if self.piece:
            self.due["fall"] = self.time
        else:
            self.end = "block_out"

    def _take(self) -> str:
        return self.next.pop(0) if self.next else next(self.supply)

    def _entering(self, shape: str) -> Piece | None:
        wide = max(x for x, _ in _CELLS[shape][0]) + 1
        plain = (shape, 0, (self.width - wide) // 2, self.skyline)
        turns = self._turns(self.held) if self.rules["initial_rotation"] == "held" else 0
        turned = self._turned(plain, turns) if turns else None
        return turned or (plain if self._fits(plain) else None)

    def _lock(self) -> None:
        assert self.piece
        cells = _cells(self.piece)
        if all(y >= self.skyline for _, y in cells):
            self.end = "lock_out"
            return
        self._tell("piece_locked", piece=_told(self.piece))
        self.locked += 1
        spin = not self._fits(_moved(self.piece, 0, 1))
        for x, y in cells:
            self.board[y][x] = self.piece[0]
        rows = [y for y in reversed(range(self.height)) if "." not in self.board[y]]
        self.due = {"line_clear": self.time + self.rules["line_clear_delay_ns"]} if rows else self._next_spawn()
        if rows:
            self._award(self.piece[0], spin, rows)
        else:
            self.combo = 0
        if self.hold:
            self.hold = [self.hold[0], True]
        self.piece = None
        self.dropped = False

    def _next_spawn(self) -> dict[str, int]:
        return {"spawn": self.time + self.rules["appearance_delay_ns"]}

    def _award(self, shape: str, spin: bool, rows: list[int]) -> None:
        perfect_clear = all(len(set(row) & {"."}) == 0 or set(row) == {"."} for row in self.board)
        self.combo += 1
        self.back_to_back = self.back_to_back + 1 if len(rows) >= 4 or spin or perfect_clear else 0
        points = 10 * (len(rows) + self.combo - 1) ** 2 * max(1, self.back_to_back)
        points *= (4 if spin else 1) * (100 if perfect_clear else 1)
        self.score += points
        counts = {"combo": self.combo, "back_to_back": self.back_to_back}
        self._tell(
            "accolade", points=points, shape=shape, spin=spin, lines=len(rows), perfect_clear=perfect_clear, **counts
        )
        self._tell("lines_cleared", rows=rows)

    def _line_clear(self) -> None:
        kept = [row for row in self.board if "." in row]
        gone = self.height - len(kept)
        self.board = kept + [["."] * self.width for _ in range(gone)]
        for _ in range(gone):
            self.lines += 1
            if self.rules["level_up"] and self.lines % 10 == 0:
                self.level += 1
        self.due = self._next_spawn()

    def _hold(self) -> None:
        assert self.piece
        if not self._may_hold():
            return
        if self.hold:
            self.next.insert(0, self.hold[0])
        self._put_away(self.piece[0])
        self.piece = None
        self.swapped = True
        self.due = {"spawn": self.time}

    def _may_hold(self) -> bool:
        return self.rules["hold"] != "off" and (not self.hold or self.hold[1] or self.rules["hold"] == "unlimited")

    def _put_away(self, shape: str) -> None:
        self.hold = [shape, self.rules["hold"] == "unlimited"]

    def _hard_drop(self) -> None:
        assert self.piece
        low = self._low(self.piece)
        self._tell("hard_drop", **{"from": _told(self.piece), "to": _told(low)})
        self.piece = low
        self.dropped = True
        self.due = {"lock_timer": self.time + self.rules["hard_drop_delay_ns"]}

    def _sonic_drop(self) -> None:
        assert self.piece
        self.piece = self._low(self.piece)

    def _teleport_left(self) -> None:
        self._teleport(-1)

    def _teleport_right(self) -> None:
        self._teleport(1)

    def _teleport(self, dx: int) -> None:
        while self.piece and self._fits(moved := _moved(self.piece, dx, 0)):
            self.piece = moved if self._fall_delay() else self._low(moved)

    def _soft_drop(self) -> None:
        assert self.piece
        if self._fits(_moved(self.piece, 0, -1)):
            self._fall()
        elif not self.rules["no_soft_drop_lock"]:
            self.due["lock"] = self.time

    def _fall(self) -> None:
        assert self.piece
        if self._fits(moved := _moved(self.piece, 0, -1)):
            self.piece = moved
            self.due["fall"] = self.time + self._fall_delay()

    def _move_slow(self) -> None:
        self._step(self.rules["das_ns"])

    def _move_fast(self) -> None:
        self._step(self.rules["arr_ns"])

    def _step(self, delay: int) -> None:
        assert self.piece
        if self._fits(moved := _moved(self.piece, _DIRECTIONS[self.directions[-1]], 0)):
            self.piece = moved
            self.due["move_fast"] = self.time + max(0, min(delay, self._lock_delay() - 1_000_000))

    def _rotate(self) -> None:
        assert self.piece
        self.piece = self._turned(self.piece, self.turns) or self.piece

    def _lock_timer(self) -> None:
        self.due["lock"] = self.time

    def _turns(self, buttons: frozenset[str]) -> int:
        return ("rotate_right" in buttons) + 2 * ("rotate_180" in buttons) + 3 * ("rotate_left" in buttons) & 3

    def _turned(self, piece: Piece, turns: int) -> Piece | None:
        shape, orientation, x, y = piece
        table = _KICKS[self.rules["rotation_system"]][shape]["NESW"[orientation]]
        for dx, dy in table[("R", "180", "L")[turns - 1]]:
            turned = (shape, (orientation + turns) % 4, x + dx, y + dy)
            if self._fits(turned):
                return turned
        return None

    def _fits(self, piece: Piece) -> bool:
        return all(0 <= x < self.width and 0 <= y < self.height and self.board[y][x] == "." for x, y in _cells(piece))

    def _low(self, piece: Piece) -> Piece:
        while self._fits(lower := _moved(piece, 0, -1)):
            piece = lower
        return piece

    def _free_fall_delay(self) -> int:
        if self.rules["fall_delay_ns"] is not None:
            return int(self.rules["fall_delay_ns"])
        return 0 if self.level >= 20 else _FALLS[max(self.level, 1) - 1]

    def _fall_delay(self) -> int:
        delay = self._free_fall_delay()
        if "soft_drop" not in self.held:
            return delay
        return round(Fraction(delay / 1e9 / max(self.rules["soft_drop_factor"], 1e-5)) * 10**9)

    def _lock_delay(self) -> int:
        if self.rules["lock_delay_ns"] is not None:
            return int(self.rules["lock_delay_ns"])
        return (500 if self.level < 20 else _LOCKS_MS.get(self.level, 150)) * 1_000_000

    def _tell(self, kind: str, **facts: object) -> None:
        self.notices.append([self.time, kind, facts])

    def state(self) -> dict[str, Any]:
        """Return the state as the protocol has it."""
        rows = ["".join(row) for row in self.board]
        while rows and not rows[-1].strip("."):
            rows.pop()
        names = ("time", "end", "level", "score", "lines", "combo", "back_to_back", "hold")
        return {
            **{name: getattr(self, name) for name in names},
            "board": rows,
            "piece": _told(self.piece) if self.piece else None,
            "cells": sorted([x, y] for x, y in _cells(self.piece)) if self.piece else None,
            "next": "".join(self.next),
        }


def _cells(piece: Piece) -> list[tuple[int, int]]:
    shape, orientation, x, y = piece
    return [(x + dx, y + dy) for dx, dy in _CELLS[shape][orientation]]


def _moved(piece: Piece, dx: int, dy: int) -> Piece:
    shape, orientation, x, y = piece
    return shape, orientation, x + dx, y + dy


def _told(piece: Piece) -> list[str | int]:
    return [piece[0], "NESW"[piece[1]], piece[2], piece[3]]


def steps_of(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the steps of the response to a request."""
    game = SecondEngine(request)
    return [
        {"result": game.update(time, held), "notices": game.notices, "state": game.state()}
        for time, held in request["updates"]
    ]
