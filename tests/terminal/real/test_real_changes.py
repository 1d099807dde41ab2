"""In every terminal emulator, changes written on one another give the picture of the whole."""

import sys
from pathlib import Path
from random import Random
from typing import Final

import pytest
from rich.segment import Segment

from piecement.terminal.canvas.encoder import RESET, Codes, Run, changed_runs
from tests.app.terminal.test_encoder import HEIGHT, encoder, row
from tests.terminal.real.emulator_window import EmulatorWindow

FRAMES: Final = 300

SPILT: Final = 120
"""Most bytes of two pictures that differ, as a glyph may reach a pixel into the next cell (74 seen). A cell has
hundreds."""

SHOW: Final = """\
import os, sys, tty
with open(sys.argv[1], "rb") as file:
    content = file.read()
tty.setraw(0)
os.write(1, b"\\x1b[?25l\\x1b[0m\\x1b[2J")
while content:
    content = content[os.write(1, content):]
os.write(1, b"\\x1b[6n")
while os.read(0, 1) != b"R":
    pass
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
        text, codes = writer.write(runs, codes)
        changes += text
    whole = "".join(writer.write(changed_runs(0, y, [], segments))[0] + RESET for y, segments in before.items())

    pictures = [picture(window, tmp_path / name, text) for name, text in (("changes", changes), ("whole", whole))]

    assert sum(one != other for one, other in zip(*pictures, strict=True)) <= SPILT


def picture(window: EmulatorWindow, path: Path, text: str) -> bytes:
    """Return the picture of a window that shows a text."""
    path.write_text(text, encoding="utf-8")
    window.start([sys.executable, "-c", SHOW, str(path)], path.parent)
    image, before = b"", b"none"
    while image != before:  # a multiplexer answers before its terminal has painted
        window.desktop.run("sleep", "0.5")
        before, image = image, window.desktop.picture(window.window, path.with_suffix(".ppm")).read_bytes()
    window.desktop.press("z")
    window.status()
    return image
