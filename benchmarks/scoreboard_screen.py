"""How long the screen of the scoreboard takes for each key, with no games, a page of them, and very many.

The real program runs on a pty of 80 by 24 once for each store; each key is pressed in all of them, in turns. A time is
what the processor does for the key until nothing more comes of it, in ms.
"""

import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Final

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
    ("open a filter", "d"),
    ("go down in it", "down"),
    ("filter", "enter"),
)
"""What is measured, and the key that does it. The filter is that by date, which offers the same with any games."""

RESET: Final = ("d", "home", "enter")
"""The keys that take the filter away again."""

_PROGRAM: Final = (sys.executable, "-m", "piecement", "--no-first-run", "--data-dir")
_QUIET_S: Final = 0.3
_IDLE_S: Final = 0.005
"""What a program takes in a quiet time in which it does nothing, at most."""
_PATIENCE_S: Final = 20.0
_WAY_DOWN: Final = ("down",) * [
    edge.target for edge in edges_from(Node.TITLE, Trigger.MENU) if edge.target is not Node.LEFT_GAME
].index(Node.SCOREBOARD)
"""From the first entry of the title to the scoreboard."""

_SEEN: Final = "any time"
"""What only the scoreboard says."""


def measure_screen(stores: Mapping[str, Path], rounds: int = 5) -> dict[str, dict[str, float]]:
    """Return the median time of each key for each store."""
    times: dict[str, dict[str, list[float]]] = {what: {name: [] for name in stores} for what, _ in KEYS}
    with ExitStack() as stack:
        programs: dict[str, LeanTerminal] = {}
        for name, folder in stores.items():
            programs[name] = stack.enter_context(LeanTerminal([*_PROGRAM, str(folder)], folder))
            _go_to_scoreboard(programs[name])
        for _ in range(rounds):
            for name, program in programs.items():
                _press_all(program, ("escape",))  # at the title, a demo would begin while it waits for its turn
                for what, key in KEYS:
                    times[what][name].append(_answer_ms(program, key))
                _press_all(program, RESET)
    return {what: {name: round(median(given), 2) for name, given in row.items()} for what, row in times.items()}


def _go_to_scoreboard(program: LeanTerminal) -> None:
    """Wait for the title, go to the scoreboard, and see that it is the scoreboard."""
    program.await_text("Scoreboard")
    _settle(program)
    _press_all(program, (*_WAY_DOWN, "enter"))
    program.await_text(_SEEN)


def _press_all(program: LeanTerminal, keys: Sequence[str]) -> None:
    for key in keys:
        _answer_ms(program, key)


def _answer_ms(program: LeanTerminal, key: str) -> float:
    before_s = program.cpu_seconds
    program.press(key)
    _settle(program)
    return (program.cpu_seconds - before_s) * 1000


def _settle(program: LeanTerminal) -> None:
    """Wait until nothing was written or done for a quiet time; where nothing comes at all, for three of them."""
    begun = time.monotonic()
    is_answered = False
    while (comes := _goes_on(program)) or (not is_answered and time.monotonic() < begun + 3 * _QUIET_S):
        is_answered = is_answered or comes
        if time.monotonic() > begun + _PATIENCE_S:
            raise TimeoutError(f"the screen does not come to rest: {bytes(program.output[-400:])!r}")


def _goes_on(program: LeanTerminal) -> bool:
    """Tell whether anything is written in a quiet time, or done: on a busy machine a program waits for its turn."""
    before_s = program.cpu_seconds
    return bool(program.play(_QUIET_S)) or program.cpu_seconds - before_s > _IDLE_S
