"""Starts of the program in a hurry: keys at any moment, in terminals that are slow to answer or to read."""

import tempfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from piecement.storage.paths import Paths
from piecement_net.round_recordings import to_match
from tests.app.kept_games import games_file
from tests.app.server.stored_matches import stored_match
from tests.terminal.key_codes import CTRL
from tests.terminal.walker.hindered_terminal import LINES, HinderedTerminal, Line
from tests.terminal.walker.kinds import KINDS, Kind

AT_ONCE: Final = 6
"""Number of starts at the same time."""

_STEP_MS: Final = 25
HELD: Final = -1
"""Instead of a moment: the key is held down from before the start on."""
MOMENTS: Final = (HELD, *range(0, 1000, _STEP_MS))
"""Moments of a key press, after the start (ms)."""
_REPEAT_S: Final = 0.033
_HELD_S: Final = 1.2

KEYS: Final = ("left", "space", "escape", "2", "enter", "up", "x")

_BOARD: Final = "board.txt"
_ROUND: Final = "round.match"


class Opening(NamedTuple):
    """Options and command of a start, and the saved games it finds."""

    options: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    leaves_game: bool = False
    """Whether a game was left without an end before."""
    size: tuple[int, int] = (80, 24)


OPENINGS: Final[Mapping[str, Opening]] = {
    "title": Opening(("--no-first-run",)),
    "welcome": Opening(("--first-run",)),
    "left game": Opening(("--no-first-run",), leaves_game=True),
    "mode": Opening(("--mode", "marathon")),
    "mode in a skin": Opening(("--mode", "cheese", "--skin", "electronika_60")),
    "board": Opening(("--board", _BOARD)),
    "rules": Opening(("--rules", '{"name":"Slow","rules":{"start_level":1}}')),
    "too small": Opening(("--mode", "40_lines"), size=(20, 8)),
    "bot": Opening(("--watch",), ("bot",)),
    "recorded round": Opening((), ("replay", "watch", _ROUND)),
    "server": Opening((), ("join", "127.0.0.1:9")),
}
"""All that a start can lead to, by name."""


@dataclass(frozen=True, slots=True)
class Start:
    """A start with a key."""

    number: int
    opening: str
    line: Line
    kind: Kind
    key: str
    moment: int
    """One of `MOMENTS`."""

    def __str__(self) -> str:
        when = "held down" if self.moment == HELD else f"after {self.moment} ms"
        return f"start {self.number}: {self.opening}, {self.kind.name}, answers {self.line.name}; {self.key} {when}"


def _starts() -> tuple[Start, ...]:
    """Return each moment on each screen and line; kinds of terminals and keys take turns."""
    every = product(OPENINGS, LINES, MOMENTS)
    return tuple(
        Start(number, opening, line, KINDS[number % len(KINDS)], KEYS[number % len(KEYS)], moment)
        for number, (opening, line, moment) in enumerate(every)
    )


STARTS: Final = _starts()


def failures(starts: Iterable[Start]) -> list[str]:
    """Make some starts, several at once; return the reports of those with faults."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(filter(None, pool.map(report, starts)))


def report(start: Start) -> str:
    """Make a start, and return in lines what was not right; nothing if all was."""
    opening = OPENINGS[start.opening]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        _prepare(opening, folder)
        terminal = HinderedTerminal(
            start.line,
            Random(start.number),
            start.kind,
            folder,
            opening.options,
            command=opening.command,
            size=opening.size,
        )
        with terminal:
            try:
                _make(start, terminal)
            except AssertionError as fault:
                return "\n".join((str(start), str(fault), *terminal.failure()))
    return ""


def _prepare(opening: Opening, folder: Path) -> None:
    if opening.leaves_game:
        Paths.of(folder).games.write_bytes(games_file(left=True))
    (folder / _BOARD).write_text("####..####\n")
    if _ROUND in opening.command:
        rounds = [record.round.recording() for record in stored_match() if record.round is not None]
        (folder / _ROUND).write_text(to_match(rounds, "2026-11-21T12:00:00.000+00:00", "Cellar").to_text())


def _make(start: Start, terminal: HinderedTerminal) -> None:
    if start.moment == HELD:
        terminal.press(start.key)
        for _ in range(int(_HELD_S / _REPEAT_S)):
            terminal.pump(_REPEAT_S)
            terminal.repeat(start.key)
        terminal.release(start.key)
    else:
        terminal.pump(start.moment / 1000)
        terminal.tap(start.key)
    terminal.wait_for(lambda: terminal.alt_screen or terminal.program.has_ended(), what="for the program")
    terminal.bring_to_front()
    for _ in range(terminal.attempts):
        if terminal.program.has_ended():
            break
        if terminal.shows_help():
            terminal.tap("c", CTRL)
            break
    else:
        raise AssertionError(f"the screen is deaf: it does not answer Esc and ?\n{terminal.stacks()}")
    terminal.check_end(0)
