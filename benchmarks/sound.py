"""What sound costs a game: from key to paint, frames and CPU time, with sound and without.

From key to paint is measured of two games that run at the same time, a few presses of the one after a few of the other,
so that whatever else the machine does slows both; so is the CPU time of a press, which waiting for a processor is not
part of. The rest is measured of games in turns.

    python benchmarks/sound.py [--quick] [--json FILE]

The real program runs on a pty; its sound goes to a program that takes it and throws it away, as there may be no sound
card. With sound means all effects and music. Needs Linux, which tells what a process takes.
"""

import argparse
import json
import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Final

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

# The path to the rest of the checkout has to be known first.
from benchmarks.lean_terminal import LeanTerminal, can_measure
from benchmarks.terminal import GAME, GHOST_EDGE, IN_GAME, IN_TITLE, MARATHON, Figure, ninety_fifth, press_on, responses

KINDS: Final = ("on", "off")
PLAY_S: Final = 4.0
BLOCK: Final = 8
"""How many presses of one game follow each other."""
BLOCKS: Final = 30
"""How many blocks a game has, before the stack hides what a press brings about."""
_DRAWS: Final = 2000


@dataclass(frozen=True, slots=True)
class Round:
    """What was measured of one game."""

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
    for kind in KINDS:
        own = folder / kind
        own.mkdir()
        SettingsFile(Paths.of(own).settings, Settings).replace(heard)
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


@dataclass(frozen=True, slots=True)
class Block:
    """A few presses of one game."""

    presses: list[float]
    """From key to paint, in ms."""
    cpu_ms: float
    """What the game took of a processor for each, with the frames meanwhile."""


def command_of(kind: str, folder: Path) -> list[str]:
    return [*GAME, *MARATHON, *(["--mute"] if kind == "off" else []), "--data-dir", str(folder)]


def block(game: LeanTerminal) -> Block:
    game.play_for(0.05)
    used = game.cpu_seconds
    times = responses(game, BLOCK, GHOST_EDGE.search)
    return Block(times, (game.cpu_seconds - used) * 1000 / BLOCK)


def paired(folder: Path, env: dict[str, str]) -> list[tuple[Block, Block]]:
    """Press keys in a game with sound and in one without, which run beside each other; return blocks of both."""
    with (
        LeanTerminal(command_of("on", folder / "on"), folder, env) as on,
        LeanTerminal(command_of("off", folder / "off"), folder, env) as off,
    ):
        for game in (on, off):
            game.await_text(*IN_GAME)
        for _ in range(40):  # the child renders the effects meanwhile
            for game in (on, off):
                game.play_for(0.05)
        pairs: list[tuple[Block, Block]] = []
        for number in range(BLOCKS):
            if number % 2:
                first, second = block(on), block(off)
            else:
                second, first = block(off), block(on)
            pairs.append((first, second))
        return pairs


def between(ratios: Sequence[float]) -> tuple[float, float]:
    """Return what the median of the ratios is between in 95 of 100 cases, by drawing from them again and again."""
    chance = random.Random(1)
    drawn = sorted(median(chance.choices(ratios, k=len(ratios))) for _ in range(_DRAWS))
    return drawn[_DRAWS // 40], drawn[-_DRAWS // 40]


def played(kind: str, folder: Path, env: dict[str, str]) -> Round:
    """Play a game with sound or without, and measure it."""
    with LeanTerminal(command_of(kind, folder / kind), folder, env) as game:
        game.await_text(*IN_GAME)
        game.play_for(4.0)
        game.forget()
        children = [*offspring(game.program.pid)]
        begun, used, theirs = time.monotonic(), game.cpu_seconds, sum(map(cpu_seconds, children))
        press_on(game, PLAY_S)
        passed = time.monotonic() - begun
        share, child = game.cpu_seconds - used, sum(map(cpu_seconds, children)) - theirs
        return Round(game.frames / passed, share / passed * 100, child / passed * 100)


def started(kind: str, folder: Path, env: dict[str, str]) -> float:
    """Return the milliseconds from the start to the first frame of the title."""
    command = [*GAME, *(["--mute"] if kind == "off" else []), "--data-dir", str(folder / kind)]
    with LeanTerminal(command, folder, env) as title:
        return (title.await_text(IN_TITLE) - title.started_ns) / 1e6


def measured(rounds: int, couples: int, starts: int, folder: Path) -> Iterator[Figure]:
    env = prepared(folder)
    yield from measured_pairs([pair for _ in range(couples) for pair in paired(folder, env)])
    games: dict[str, list[Round]] = {kind: [] for kind in KINDS}
    begun: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for number in range(rounds):
        for kind in KINDS if number % 2 else KINDS[::-1]:
            games[kind].append(played(kind, folder, env))
    for number in range(starts):
        for kind in KINDS if number % 2 else KINDS[::-1]:
            begun[kind].append(started(kind, folder, env))
    for kind in KINDS:
        yield Figure(f"sound {kind}: changed frames a second", median(game.frames for game in games[kind]), "")
        yield Figure("  CPU of the game", median(game.share for game in games[kind]), "%")
        yield Figure("  CPU of the child", median(game.child for game in games[kind]), "%")
        yield Figure("  start to the first frame of the title", median(begun[kind]), "ms")
    pairs = list(zip(games["on"], games["off"], strict=True))
    yield Figure("frames missing with sound", 100 * (1 - median(on.frames / off.frames for on, off in pairs)), "%", 2.0)
    yield Figure(
        "start, on beside off, median of pairs",
        median(on / off for on, off in zip(begun["on"], begun["off"], strict=True)),
        "x",
        1.05,
    )


def measured_pairs(pairs: Sequence[tuple[Block, Block]]) -> Iterator[Figure]:
    """Yield what two games that ran beside each other gave."""
    for number, kind in enumerate(KINDS):
        times = [one for pair in pairs for one in pair[number].presses]
        yield Figure(f"sound {kind}: key to paint, median", median(times), "ms")
        yield Figure("  95 of 100 below", ninety_fifth(times), "ms")
        yield Figure("  CPU of a press and the frames to the next", median(pair[number].cpu_ms for pair in pairs), "ms")
    ratios = [median(on.presses) / median(off.presses) for on, off in pairs]
    low, high = between(ratios)
    yield Figure(f"key to paint, on beside off, median of {len(pairs)} pairs", median(ratios), "x", 1.1)
    yield Figure("  at least (95 %)", low, "x")
    yield Figure("  at most (95 %)", high, "x")
    ratios = [on.cpu_ms / off.cpu_ms for on, off in pairs]
    low, high = between(ratios)
    yield Figure("CPU of a press, on beside off, median of pairs", median(ratios), "x", 1.2)
    yield Figure("  at least (95 %)", low, "x")
    yield Figure("  at most (95 %)", high, "x")


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
        for figure in measured(*((2, 1, 5) if asked.quick else (4, 6, 10)), Path(folder)):
            figures.append(figure)
            print(figure.row, flush=True)
    if asked.json:
        table = {"python": platform.python_version(), "figures": [asdict(figure) for figure in figures]}
        asked.json.write_text(json.dumps(table, indent=1), encoding="utf-8")
    return any(figure.verdict == "NOT MET" for figure in figures)


if __name__ == "__main__":
    sys.exit(main())
