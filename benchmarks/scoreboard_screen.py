"""Times of each key on the screen of the scoreboard, with no games, a page of them, and very many.

The real program runs on a pty of 80 by 24 once for each store; each key is pressed in all of them, in turns. There are
two times of each key, in ms: processor time until the program rests, and the time from the key to the last byte that is
written for it, which means something only on an idle machine. With 100 000 games a key may take 100 ms more than
without games: the store time that `benchmarks/storage.py` measures.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from benchmarks.lean_terminal import LeanTerminal

from piecement.ui.menu_graph import Node, Trigger, edges_from

KEYS: Final = (
    ("open", "enter"),
    ("page down", "pagedown"),
    ("end", "end"),
    ("page up at the end", "pageup"),
    ("home", "home"),
    ("sort by another column", "right"),
    ("turn the order round", "r"),
    ("sort as before", "left"),
    ("open a filter", "g"),
    ("go down in it", "down"),
    ("filter", "enter"),
)
"""Measured steps and their keys. The filter is that of games by time, which offers the same with any games."""

RESET: Final = ("g", "home", "enter")
"""The keys that take the filter away again."""

_PROGRAM: Final = (sys.executable, "-m", "piecement", "--no-first-run", "--data-dir")
_QUIET_S: Final = 0.3
_IDLE_S: Final = 0.005
"""Maximum processor time of an idle program in a quiet interval (s)."""
_PATIENCE_S: Final = 20.0
_WAY_DOWN: Final = ("down",) * [
    edge.target for edge in edges_from(Node.TITLE, Trigger.MENU) if edge.target is not Node.LEFT_GAME
].index(Node.SCOREBOARD)
"""From the first entry of the title to the scoreboard."""

_SEEN: Final = "all mine"
"""Text that only the scoreboard shows."""

_LAST_BYTE: Final = "{}, to the last byte"
"""Label of the second time of a key."""


class _Answer(NamedTuple):
    """Times of a key."""

    cpu_ms: float
    last_byte_ms: float
    """From the key to the last byte; 0 where none came."""


def measure_screen(stores: Mapping[str, Path], rounds: int = 5) -> dict[str, dict[str, float]]:
    """Return the median times of each key for each store: those of the processor, then those to the last byte."""
    answers: dict[str, dict[str, list[_Answer]]] = {what: {name: [] for name in stores} for what, _ in KEYS}
    with ExitStack() as stack:
        programs: dict[str, LeanTerminal] = {}
        for name, folder in stores.items():
            programs[name] = stack.enter_context(LeanTerminal([*_PROGRAM, str(folder)], folder))
            _go_to_scoreboard(programs[name])
        for _ in range(rounds):
            for name, program in programs.items():
                _press_all(program, ("escape",))  # at the title, a demo would begin while it waits for its turn
                for what, key in KEYS:
                    answers[what][name].append(_answer(program, key))
                _press_all(program, RESET)
    return {
        **{what: _medians(row, lambda answer: answer.cpu_ms) for what, row in answers.items()},
        **{_LAST_BYTE.format(what): _medians(row, lambda answer: answer.last_byte_ms) for what, row in answers.items()},
    }


def _medians(row: Mapping[str, Sequence[_Answer]], time_of: Callable[[_Answer], float]) -> dict[str, float]:
    return {name: round(median(map(time_of, given)), 2) for name, given in row.items()}


def _go_to_scoreboard(program: LeanTerminal) -> None:
    """Wait for the title, go to the scoreboard, and see that it is the scoreboard."""
    program.await_text("Scoreboard")
    _settle(program)
    _press_all(program, (*_WAY_DOWN, "enter"))
    program.await_text(_SEEN)


def _press_all(program: LeanTerminal, keys: Sequence[str]) -> None:
    for key in keys:
        _answer(program, key)


def _answer(program: LeanTerminal, key: str) -> _Answer:
    before_s = program.cpu_seconds
    pressed_ns = program.press(key)
    last_ns = _settle(program) or pressed_ns
    return _Answer((program.cpu_seconds - before_s) * 1000, (last_ns - pressed_ns) / 1e6)


def _settle(program: LeanTerminal) -> int | None:
    """Wait until nothing was written or done for a quiet time; where nothing comes at all, for three of them.

    Returns when the last byte came (monotonic ns), None where none did. A program that does something but writes
    nothing goes on, too: on a busy machine it waits for its turn.
    """
    begun = time.monotonic()
    is_answered, last_ns = False, None
    while True:
        before_s = program.cpu_seconds
        if program.play(_QUIET_S):
            is_answered, last_ns = True, time.monotonic_ns()
        elif program.cpu_seconds - before_s > _IDLE_S:
            is_answered = True
        elif is_answered or time.monotonic() > begun + 3 * _QUIET_S:
            return last_ns
        if time.monotonic() > begun + _PATIENCE_S:
            raise TimeoutError(f"the screen does not come to rest: {bytes(program.output[-400:])!r}")
