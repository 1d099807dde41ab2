"""The game over SSH, by the system's own client in a terminal."""

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.terminal.played_game import CTRL, GAME_KEYS_SEEN, LOCKED, TITLE_SEEN
from tests.terminal.room_server import serving
from tests.terminal.ssh_game import CLIENT, SshGame

pytestmark = pytest.mark.skipif(shutil.which(CLIENT) is None, reason="there is no ssh here")


@contextmanager
def served(folder: Path) -> Generator[int]:
    """Serve the game over SSH, and give the port."""
    with serving("ssh", "--port", "0", "--data-dir", str(folder), announced=r"ssh -p (\d+) ") as port:
        yield int(port)


def begin_a_game(game: SshGame) -> None:
    game.expect_text("WELCOME TO PIECEMENT")
    game.tap("4")  # the original's look is the one whose cells can be read here
    game.expect_text("A D rotate")
    game.tap("enter")
    game.expect_text(TITLE_SEEN)
    game.tap("enter")
    game.expect_text("Marathon")
    game.tap("enter")
    game.expect_text(GAME_KEYS_SEEN)
    game.expect_piece()


@pytest.mark.wide
def test_visitor_plays_and_finds_the_game_after_a_break(tmp_path: Path) -> None:
    with served(tmp_path / "server") as port:
        with SshGame(tmp_path / "client", port) as game:
            begin_a_game(game)
            game.press("left")
            game.wait_for(lambda: game.column == 0, what="for the wall, by a held key")
            game.release("left")
            game.tap("up")
            game.wait_for(lambda: game.cells(LOCKED), what="for the piece to lie")
            game.resize(100, 30)
            game.wait_for(lambda: game.cells(LOCKED), what="for the field, at another place")
        with SshGame(tmp_path / "client", port) as game:
            game.expect_text("Continue")
            game.tap("enter")
            game.wait_for(lambda: game.cells(LOCKED), what="for the game that was left")


@pytest.mark.wide
def test_quitting_restores_the_terminal(tmp_path: Path) -> None:
    with served(tmp_path / "server") as port, SshGame(tmp_path / "client", port) as game:
        game.expect_text("WELCOME TO PIECEMENT")
        game.tap("c", modifiers=CTRL)
        assert game.wait_exit() == 0
        game.assert_restored()
