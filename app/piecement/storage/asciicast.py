"""Asciicasts of games: recordings of a terminal, which asciinema plays.

A head of one JSON object is followed by events, one JSON list a line: seconds from the start, "o" for output, and what
is written to the terminal then. See https://docs.asciinema.org/manual/asciicast/v2.
"""

import json
from collections.abc import Generator
from io import StringIO
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.segment import Segment
from textual.color import Color

from piecement.render.replay_renderer import ReplayRenderer
from piecement.terminal.canvas.canvas import LazyRow, changed_rows
from piecement.terminal.canvas.changes import Run, changed_runs
from piecement.terminal.canvas.encoder import RESET, Encoder
from piecement_base.atomic_file import written_atomically

USUAL_FPS: Final = 30
"""Default number of frames a second."""

_CLEAR: Final = "\x1b[?25l\x1b[2J"
"""Hides the cursor and empties the terminal."""


def write_asciicast(renderer: ReplayRenderer, path: Path, fps: int = USUAL_FPS) -> Generator[float, None, None]:
    """Write the frames to a file; yield the written fraction often.

    The file is there once all is written; left off before, there is none. Raises `StorageError` and `RecordingError`.
    """
    head = {
        "version": 2,
        "width": renderer.size.width,
        "height": renderer.size.height,
        "duration": round(renderer.length_ns / 1e9, 6),
        "title": f"Piecement: {renderer.caption.title}",
        "env": {"TERM": "xterm-256color"},
    }
    console = Console(file=StringIO(), color_system="truecolor", force_terminal=True, legacy_windows=False, _environ={})
    encoder, rows, drawn = Encoder(console, (), Color(0, 0, 0)), tuple[LazyRow, ...](), dict[int, list[Segment]]()
    with written_atomically(path) as file:
        file.write(f"{json.dumps(head, separators=(',', ':'))}\n".encode())
        for time_ns in renderer.times(fps):
            clear, changes = "" if rows else _CLEAR, list[Run]()
            before, rows = rows, renderer.play_to(time_ns).rows
            for y in changed_rows(rows, before):
                row = list(rows[y].build())
                changes += changed_runs(0, y, drawn.get(y, ()), row)
                drawn[y] = row
            if output := f"{clear}{encoder.write(changes, renderer.size.width)[0]}{RESET}" if changes else clear:
                event = [round(time_ns / 1e9, 6), "o", output]
                file.write(f"{json.dumps(event, ensure_ascii=False, separators=(',', ':'))}\n".encode())
            yield time_ns / renderer.length_ns
