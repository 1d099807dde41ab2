"""In every terminal emulator, changes written on one another give the picture of the whole."""

import sys
from pathlib import Path
from random import Random
from typing import Final

import pytest
from rich.segment import Segment

from piecement.terminal.canvas.changes import Run, changed_runs
from piecement.terminal.canvas.encoder import RESET, Codes
from tests.app.terminal.test_encoder import HEIGHT, WIDTH, encoder, row
from tests.terminal.real.desktop import wait_until
from tests.terminal.real.emulator_window import EmulatorWindow

FRAMES: Final = 300

SPILT: Final = 120
"""Most bytes of two pictures that differ, as a glyph may reach a pixel into the next cell (74 seen). A cell has
hundreds."""

RED, BLUE = 196, 21
"""Colours of 256 of a mark, in turn, as that of the picture before may still be there."""

MARKED_LINE: Final = 25
"""Line of a mark in the lower half of a window."""

COLOURFUL: Final = 100
"""Least difference of red and blue in a mark."""

SHOW: Final = """\
import os, sys, tty
with open(sys.argv[1], "rb") as file:
    content = file.read()
tty.setraw(0)
os.write(1, b"\\x1b[?25l\\x1b[0m\\x1b[2J")
while content:
    content = content[os.write(1, content):]
while os.read(0, 1) != b"z":
    pass
tty.setcbreak(0)
os.write(1, b"\\x1b[0m\\x1b[2J\\x1b[?25h")
"""
"""A program that shows a file until a `z` is typed."""


@pytest.mark.parametrize("seed", range(3))
def test_changes_give_the_picture_of_the_whole(window: EmulatorWindow, tmp_path: Path, seed: int) -> None:
    dice, writer = Random(seed), encoder("256")
    before: dict[int, list[Segment]] = {}
    changes = ""
    codes: Codes | None = None
    for _ in range(FRAMES):
        runs: list[Run] = []
        for y in dice.sample(range(HEIGHT), dice.randrange(1, HEIGHT + 1)):
            after = row(dice, before.get(y, []))
            runs += changed_runs(0, y, before.get(y, []), after)
            before[y] = after
        text, codes = writer.write(runs, WIDTH, codes)
        changes += text
    whole = "".join(writer.write(changed_runs(0, y, [], segments), WIDTH)[0] + RESET for y, segments in before.items())

    one = picture(window, tmp_path / "changes", changes, RED)
    other = picture(window, tmp_path / "whole", whole, BLUE)

    assert sum(before != after for before, after in zip(one, other, strict=True)) <= SPILT


def picture(window: EmulatorWindow, path: Path, text: str, mark: int) -> bytes:
    """Return the upper half of the picture of a window that shows a text, once a mark under it is painted."""
    path.write_text(f"{text}\x1b[0m\x1b[{MARKED_LINE}H\x1b[48;5;{mark}m{' ' * 40}", encoding="utf-8")
    window.start([sys.executable, "-c", SHOW, str(path)], path.parent)
    image = b""

    def is_painted() -> bool:
        nonlocal image
        before = image
        if window.emulator.inside:  # a multiplexer paints in an order of its own: so nothing may change for a while
            window.desktop.run("sleep", "0.5")
        image = window.desktop.picture(window.window, path.with_suffix(".ppm")).read_bytes()
        lower = image[-(len(image) // 6 * 3) :]
        reds, blues = lower[::3], lower[2::3]
        more, less = (reds, blues) if mark == RED else (blues, reds)
        is_marked = any(high - low > COLOURFUL for high, low in zip(more, less, strict=True))
        return is_marked and (image == before or not window.emulator.inside)

    wait_until(is_painted, "for the text")
    window.desktop.press("z")
    window.status()
    return image[: len(image) // 2]
