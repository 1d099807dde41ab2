"""What a bot that thinks all the time costs the frames and the keys of a game, beside the same game without it.

    python benchmarks/thinking.py [--rounds N] [--fps N]

The real program runs on a pty. In the game with a bot, hints are on, and the search for them begins anew whenever it is
done, so that it takes all the time it may. Both games are measured in turns. Needs Linux.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Final

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.lean_terminal import LeanTerminal, can_measure
from benchmarks.terminal import GHOST_EDGE, IN_GAME, MARATHON, responses

HERE: Final = Path(__file__)
LATE_MS: Final = 4.0
_FRAME_END: Final = b"\x1b[?2026l"


def play() -> None:
    """Play with a bot that never stops to think."""
    from piecement.__main__ import main
    from piecement_engine.bots import BOTS, Placement, Position, Search, register_bot

    class Tireless:
        """Searches again and again."""

        def think(self, position: Position) -> Iterator[Placement | None]:
            """Yield choices for ever."""
            while True:
                yield from Search("survive", 10, 6).think(position)

    register_bot(BOTS["survive"]._replace(make=lambda _: Tireless()))
    sys.argv = ["piecement", *sys.argv[2:]]
    main()


def gaps(terminal: LeanTerminal, seconds: float) -> list[float]:
    """Return the milliseconds between frames as they come."""
    times: list[float] = []
    end = time.monotonic() + seconds
    terminal.forget()
    while time.monotonic() < end:
        if _FRAME_END in terminal.play(0.1):
            times.append(time.monotonic() * 1000)
    return [later - before for before, later in pairwise(times)]


def measure(*, thinks: bool, fps: int, presses: int, seconds: float) -> tuple[list[float], list[float], float]:
    """Return the times from key to paint, the gaps between frames, and the CPU time in percent."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "settings.toml").write_text(f"version = 1\n[computer]\nhint = {str(thinks).lower()}\n")
        command = [sys.executable, str(HERE), "play", *MARATHON, "--fps", str(fps), "--data-dir", name]
        with LeanTerminal(command, folder) as game:
            game.await_text(*IN_GAME)
            game.play_for(1.0)
            used, begun = game.cpu_seconds, time.monotonic()
            between = gaps(game, seconds)
            share = (game.cpu_seconds - used) / (time.monotonic() - begun) * 100
            return responses(game, presses, GHOST_EDGE.search), between, share


def main() -> int:
    """Measure both in turns and print the table."""
    if sys.argv[1:2] == ["play"]:
        play()
        return 0
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--fps", type=int, default=60)
    asked = parser.parse_args()
    if not can_measure():
        parser.error("this system does not tell what a process takes: Linux does.")
    keys: dict[bool, list[float]] = {False: [], True: []}
    between: dict[bool, list[float]] = {False: [], True: []}
    shares: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(asked.rounds):
        for thinks in (False, True):
            times, frames, share = measure(thinks=thinks, fps=asked.fps, presses=60, seconds=3.0)
            keys[thinks] += times
            between[thinks] += frames
            shares[thinks].append(share)
    period = 1000 / asked.fps
    print(f"{asked.fps} FPS, {len(keys[True])} presses, {len(between[True])} frames; ms  {'alone':>10}{'thinking':>10}")
    for title, figure in (
        ("key to paint, median", lambda thinks: median(keys[thinks])),
        ("key to paint, 95 of 100 below", lambda thinks: quantiles(keys[thinks], n=20)[-1]),
        ("frame to frame, median", lambda thinks: median(between[thinks])),
        ("frame to frame, 95 of 100 below", lambda thinks: quantiles(between[thinks], n=20)[-1]),
        (f"frames more than {LATE_MS:g} ms late, %", lambda thinks: _late(between[thinks], period)),
        ("CPU, % of a core", lambda thinks: median(shares[thinks])),
    ):
        print(f"{title:44}{figure(False):10.2f}{figure(True):10.2f}")
    return 0


def _late(between: list[float], period: float) -> float:
    return sum(gap > period + LATE_MS for gap in between) / len(between) * 100


if __name__ == "__main__":
    sys.exit(main())
