"""Plays the installed game in Python for Windows: `play.py PYTHON FOLDER`, with python.exe and an empty folder."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from played import ENTER, ESCAPE, RIGHT, SPACE, TAB, Game, letter

J: Final = letter("j", 0x24)
FOCUS, SIZE = 16, 4
CELL: Final = 2
"""Columns of a cell."""
TILE: Final = "▔▔"
"""A cell of a piece in the first style."""
ESCAPE_AS_TEXT: Final = "\x1b[27;1;27;1;0;1_\x1b[27;1;27;0;0;1_"
"""A press and a release in win32 input mode."""


@contextmanager
def started(python: str, folder: Path, *arguments: str) -> Generator[Game]:
    game = Game(python, folder, *arguments)
    try:
        yield game
    finally:
        game.kill()


def column(game: Game) -> int:
    """Return the first column of the piece, which is the topmost thing in the field; -1 without one."""
    rows = [line.partition("▐")[2].partition("▌")[0] for line in game.screen().splitlines()]
    top = next((at for at, row in enumerate(rows) if TILE in row), None)
    return -1 if top is None else min(row.find(TILE) for row in rows[top : top + 2] if TILE in row)


def begin(python: str, folder: Path) -> None:
    """The first start: the welcome, and J for Move left."""
    with started(python, folder) as game:
        game.shows("WELCOME")
        game.tap(ENTER)
        game.shows("Choose a mode")
        game.tap(letter("5", 0x06))
        game.shows("DAS 167 ms")
        game.tap(TAB)
        game.shows("It replaces ←")  # Move left is chosen
        game.tap(ENTER)
        game.shows("press a key")
        game.tap(J)
        game.shows("Piecement + 1 change")
        assert game.quit() == 0
    assert '"j"' in (folder / "data" / "settings.toml").read_text("utf-8")


def play(python: str, folder: Path) -> None:
    """A game of 40 Lines, with what a console records."""
    with started(python, folder, "--mode", "40_lines", "--seed", "1", "--no-ready-go") as game:
        game.shows("J/→ move")
        game.wait_for(lambda: column(game) > 0 and "0:00.00" not in game.screen(), "a piece")
        game.down(J)
        game.down(J, 3)
        game.wait_for(lambda: column(game) == 0, "the piece at the wall")
        game.up(J)
        down, up = (1, (1, 1, *RIGHT)), (1, (0, 1, *RIGHT))
        game.records(down, up)
        game.wait_for(lambda: column(game) == CELL, "the piece a cell beside the wall")
        game.records(down, (1, (1, 5, *RIGHT)), up)  # repeats that Windows merged are no presses
        game.wait_for(lambda: column(game) == 2 * CELL, "the piece two cells beside the wall")
        game.tap(SPACE)
        game.wait_for(lambda: column(game) > 2 * CELL, "the next piece")
        game.records((SIZE, (80, 24)))
        game.wait_for(lambda: "LINES LEFT" in game.screen(80, 24) and "Esc pause" in game.screen(80, 24), "80x24")
        game.records((SIZE, (100, 30)))
        game.shows("Esc pause")
        game.records((FOCUS, (0,)))
        game.shows("PAUSED")
        game.records((FOCUS, (1,)))
        game.tap(ESCAPE)
        game.wait_for(lambda: "PAUSED" not in game.screen() and column(game) > 0, "the game again")
        game.text(ESCAPE_AS_TEXT)
        game.shows("PAUSED")
        game.text(ESCAPE_AS_TEXT)
        game.wait_for(lambda: "PAUSED" not in game.screen() and column(game) > 0, "the game again")
        game.tap(SPACE)
        assert game.quit() == 0


def close(python: str, folder: Path) -> None:
    """The game goes on after a new start, and after its window was closed."""
    with started(python, folder) as game:
        game.shows("Continue")
        game.tap(letter("c", 0x2E))
        game.shows("J/→ move")
        game.close_window()
        assert game.ended() == 128 + 1
    with started(python, folder) as game:
        game.shows("Continue")
        assert game.quit() == 0


if __name__ == "__main__":
    for act in (begin, play, close):
        act(sys.argv[1], Path(sys.argv[2]))
        print((act.__doc__ or "").strip(), flush=True)
