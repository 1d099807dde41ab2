"""Time to draw a frame of a game, up to the text for the terminal.

    python benchmarks/picture.py [--json FILE]

A piece is moved to and fro in a game of 80 by 24 while its clock runs, at sixty frames a second of game time. Measured
in turns: the frame alone, the frame with the text that is written for it, and a frame of another size each time, where
all is laid out anew. Each figure is the best of its rounds.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from typing import Final

from textual.app import App, ComposeResult
from textual.geometry import Size

from piecement.render.picture import Picture
from piecement.render.scene import Caption, Scene
from piecement.render.skins.look import Look
from piecement.terminal.canvas.flush_screen import FlushScreen
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_engine import MODES, Button, Game

FRAME_NS: Final = 16_666_667
ROUNDS: Final = 40
FRAMES: Final = 240
SIZE: Final = Size(80, 24)
CAPTION: Final = Caption("Marathon", "level", (("Move", "[←] [→]"), ("Hold", "[Space]")))


@dataclass(frozen=True, slots=True)
class Figure:
    """Time of one frame (µs)."""

    name: str
    microseconds: float


class Stage(FlushScreen[None]):
    """Shows a game."""

    def compose(self) -> ComposeResult:
        yield GameCanvas()


class Theatre(App[None]):
    """An application of a canvas."""

    def get_default_screen(self) -> Stage:
        return Stage()


def scenes(sizes: Iterator[Size]) -> Iterator[Scene]:
    """Yield the scenes of a game whose piece goes to and fro, and has come to a hundred rows of a board half full."""
    game, look, now_ns = Game(MODES["zen"].rules, seed=1), Look(), 0
    for step in cycle(range(120)):
        now_ns += FRAME_NS
        button = Button.MOVE_LEFT if step < 60 else Button.MOVE_RIGHT
        game.update(now_ns, frozenset({button}) if step % 4 < 2 else frozenset())
        if game.view.end is not None:
            game, now_ns = Game(MODES["zen"].rules, seed=1), 0
        yield Scene(game.view, look, CAPTION, next(sizes), game.view.time_ns)


def best(frame: Callable[[Scene], object], sizes: Iterator[Size], frames: int) -> float:
    """Return the microseconds of a frame in a round, without those of the game."""
    taken, given = 0, scenes(sizes)
    for _ in range(frames):
        scene = next(given)
        begin = time.thread_time_ns()
        frame(scene)
        taken += time.thread_time_ns() - begin
    return taken / frames / 1000


async def measured() -> list[Figure]:
    """Measure everything, in turns."""
    app, picture = Theatre(), Picture()
    async with app.run_test(size=SIZE):
        canvas = app.screen.query_one(GameCanvas)

        def written(scene: Scene) -> str:
            canvas.draw(picture.frame(scene))
            return canvas.take_text(0, 0, SIZE.width, None)[0]

        rounds: dict[str, list[float]] = {}
        for _ in range(ROUNDS):
            rounds.setdefault("a frame", []).append(best(picture.frame, cycle([SIZE]), FRAMES))
            rounds.setdefault("a frame, written", []).append(best(written, cycle([SIZE]), FRAMES))
            other = cycle([SIZE, Size(120, 40)])
            rounds.setdefault("a frame of another size", []).append(best(picture.frame, other, FRAMES // 10))
    return [Figure(name, round(min(times), 1)) for name, times in rounds.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, metavar="FILE")
    asked = parser.parse_args()
    figures = asyncio.run(measured())
    for figure in figures:
        sys.stdout.write(f"{figure.name:<26}{figure.microseconds:>8.1f} us\n")
    if asked.json:
        asked.json.write_text(json.dumps([asdict(figure) for figure in figures]))


if __name__ == "__main__":
    main()
