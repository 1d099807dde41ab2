"""What sound costs a game: from key to paint, frames and CPU time, with sound and without, in turns.

    python benchmarks/sound.py [--quick] [--json FILE]

The real program runs on a pty; its sound goes to a program that takes it and throws it away, as there may be no sound
card. With sound means all effects and music. Needs Linux, which tells what a process takes.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Final

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

# The path to the rest of the checkout has to be known first.
from benchmarks.lean_terminal import LeanTerminal, can_measure
from benchmarks.terminal import GAME, IN_GAME, IN_TITLE, LOW_ROW, MARATHON, Figure, ninety_fifth, press_on, responses

KINDS: Final = ("on", "off")
PLAY_S: Final = 4.0


@dataclass(frozen=True, slots=True)
class Round:
    """What was measured of one game."""

    presses: list[float]
    """From key to paint, in ms."""
    frames: float
    """Frames that came a second."""
    share: float
    """Per cent of a core that the game took."""
    child: float
    """Per cent of a core that its child took, and the program that it plays through."""


def prepared(folder: Path) -> dict[str, str]:
    """Turn everything on that can be heard, and return an environment with a player."""
    from piecement.settings.settings import Settings
    from piecement.settings.sound import Sound
    from piecement.storage.paths import Paths
    from piecement.storage.settings_file import SettingsFile

    heard = Settings(sound=Sound(sound="on", music="generated", menus=True))
    SettingsFile(Paths.of(folder).settings, Settings).replace(heard)
    player = folder / "aplay"
    player.write_text("#!/bin/sh\nexec cat > /dev/null\n")
    player.chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}", "PULSE_SERVER": "unix:/there/is/none"}


def offspring(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started, and theirs."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            yield child
            yield from offspring(child)


def cpu_seconds(pid: int) -> float:
    return sum(int((task / "schedstat").read_text().split()[0]) for task in Path(f"/proc/{pid}/task").iterdir()) / 1e9


def played(kind: str, presses: int, folder: Path, env: dict[str, str]) -> Round:
    """Play a game with sound or without, and measure it."""
    command = [*GAME, *MARATHON, *(["--mute"] if kind == "off" else []), "--data-dir", str(folder)]
    with LeanTerminal(command, folder, env) as game:
        game.await_text(IN_GAME)
        game.play_for(4.0)  # the child renders the effects meanwhile
        times = responses(game, presses, LOW_ROW.search)
        game.forget()
        children = [*offspring(game.program.pid)]
        begun, used, theirs = time.monotonic(), game.cpu_seconds, sum(map(cpu_seconds, children))
        press_on(game, PLAY_S)
        passed = time.monotonic() - begun
        share, child = game.cpu_seconds - used, sum(map(cpu_seconds, children)) - theirs
        return Round(times, game.frames / passed, share / passed * 100, child / passed * 100)


def started(kind: str, folder: Path, env: dict[str, str]) -> float:
    """Return the milliseconds from the start to the first frame of the title."""
    command = [*GAME, *(["--mute"] if kind == "off" else []), "--data-dir", str(folder)]
    with LeanTerminal(command, folder, env) as title:
        return (title.await_text(IN_TITLE) - title.started_ns) / 1e6


def measured(rounds: int, presses: int, starts: int, folder: Path) -> Iterator[Figure]:
    env = prepared(folder)
    games: dict[str, list[Round]] = {kind: [] for kind in KINDS}
    begun: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for number in range(rounds):
        for kind in KINDS if number % 2 else KINDS[::-1]:
            games[kind].append(played(kind, presses, folder, env))
    for number in range(starts):
        for kind in KINDS if number % 2 else KINDS[::-1]:
            begun[kind].append(started(kind, folder, env))
    for kind in KINDS:
        times = [one for game in games[kind] for one in game.presses]
        yield Figure(f"sound {kind}: key to paint, median", median(times), "ms")
        yield Figure("  95 of 100 below", ninety_fifth(times), "ms")
        yield Figure("  changed frames a second", median(game.frames for game in games[kind]), "")
        yield Figure("  CPU of the game", median(game.share for game in games[kind]), "%")
        yield Figure("  CPU of the child", median(game.child for game in games[kind]), "%")
        yield Figure("  start to the first frame of the title", median(begun[kind]), "ms")
    pairs = list(zip(games["on"], games["off"], strict=True))
    yield Figure(
        "key to paint, on beside off, median of pairs",
        median(median(on.presses) / median(off.presses) for on, off in pairs),
        "x",
        1.1,
    )
    yield Figure("frames missing with sound", 100 * (1 - median(on.frames / off.frames for on, off in pairs)), "%", 2.0)
    yield Figure(
        "start, on beside off, median of pairs",
        median(on / off for on, off in zip(begun["on"], begun["off"], strict=True)),
        "x",
        1.05,
    )


def main() -> int:
    """Measure, print the table, and write it as JSON where asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure less")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    asked = parser.parse_args()
    if not can_measure():
        parser.error("this system does not tell what a process takes: Linux does.")
    print(f"Python {platform.python_version()}, {platform.machine()}, load {os.getloadavg()[0]:.1f} at the start")
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        for figure in measured(*((2, 60, 5) if asked.quick else (6, 150, 15)), Path(folder)):
            figures.append(figure)
            print(figure.row, flush=True)
    if asked.json:
        table = {"python": platform.python_version(), "figures": [asdict(figure) for figure in figures]}
        asked.json.write_text(json.dumps(table, indent=1), encoding="utf-8")
    return any(figure.verdict == "NOT MET" for figure in figures)


if __name__ == "__main__":
    sys.exit(main())
