"""The first minute of a player who has nothing yet: the first choice, the title, Play, READY and GO, and a key."""

import re
import sys
from pathlib import Path
from typing import Final

from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.key_codes import CTRL
from tests.terminal.played_game import BOTH_KINDS, EDGED, SUBTITLE_SEEN
from tests.terminal.warm_program import WarmProgram

READY_DRAWN: Final = "█▀▄ █▀▀ █▀█ █▀▄ █ █"
GHOST_AT_THE_WALL: Final = "▐▏"
PIECE: Final = re.compile(f"▐[ ▔]*{EDGED}[ ▔]*▌")


def new_player(folder: Path, kitty: int | None) -> FakeTerminal:
    """Start the program in an empty folder, without options."""
    command = [sys.executable, "-m", "piecement", "--data-dir", str(folder)]
    return FakeTerminal(command, kitty=kitty, cwd=folder, program=WarmProgram)


def come_to_ready(game: FakeTerminal) -> None:
    """Take the first choice of each screen."""
    for seen in ("recommended", SUBTITLE_SEEN, "Boards and rules"):
        game.expect_text(seen)
        game.tap("enter")
    game.expect_text(READY_DRAWN)


def lies_on_floor(game: FakeTerminal) -> bool:
    """Return whether a piece is seen on the line above the floor."""
    floor = next(y for y, line in enumerate(game.lines) if "▝▀▀" in line)
    return PIECE.search(game.lines[floor - 1]) is not None


@BOTH_KINDS
def test_a_new_player_comes_to_a_game_by_enter(kitty: int | None, tmp_path: Path) -> None:
    with new_player(tmp_path, kitty) as game:
        come_to_ready(game)
        assert "0:00" in game.text

        game.wait_for(lambda: "0:00" not in game.text, what="for the clock to run")
        game.tap("space")
        game.wait_for(lambda: lies_on_floor(game), what="for a piece on the floor")
        game.press("c", CTRL)
        assert game.wait_exit() == 0
        game.assert_restored()


def test_a_key_held_at_ready_moves_the_piece_at_go(tmp_path: Path) -> None:
    with new_player(tmp_path, 31) as game:
        come_to_ready(game)
        game.press("left")

        game.wait_for(lambda: GHOST_AT_THE_WALL in game.text, what="for the ghost at the wall")
        game.release("left")
