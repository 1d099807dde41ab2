"""Two programs in two terminals, which play each other at a served room over TCP or a WebSocket."""

import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.free_ports import free_port
from tests.terminal.bad_network import bad_network
from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.played_game import EDGED, Cells, PlayedGame
from tests.terminal.room_server import served
from tests.terminal.warm_program import WarmProgram


class JoinedGame(PlayedGame):
    """A program that joins a server."""

    def __init__(self, folder: Path, server: str, *room: str) -> None:
        """Start it."""
        folder.mkdir()
        command = [sys.executable, "-m", "piecement", "join", server, *room, "--data-dir", str(folder)]
        FakeTerminal.__init__(self, command, cwd=folder, program=WarmProgram)
        self.expect_text("Choose the name")
        self.tap("enter")

    @property
    def lying(self) -> Cells:
        """The cells of pieces that lie at the bottom of one's own field."""
        return frozenset((x, y) for x, y in self.cells(EDGED) if y < 2)

    @property
    def is_other_lying(self) -> bool:
        """True if a piece lies on the floor of the field to the right."""
        floor = next((y for y, line in enumerate(self.lines) if line.count("▝▀▀") == 2), 0)
        return EDGED in self.lines[floor - 1][self.lines[floor].rfind("▝") :]


def test_two_programs_play_each_other_over_tcp(tmp_path: Path) -> None:
    with served(tmp_path / "server", "--port", "0") as server:
        play_each_other(tmp_path, server)


@pytest.mark.wide
def test_two_programs_play_each_other_over_a_websocket(tmp_path: Path) -> None:
    with served(tmp_path / "server", "--no-tcp", "--websocket", str(free_port())) as server:
        assert server.startswith("ws://127.0.0.1:")
        play_each_other(tmp_path, server)


@pytest.mark.long
@pytest.mark.parametrize("carrier", ["tcp", "websocket"])
def test_two_programs_play_over_a_late_and_breaking_network(carrier: str, tmp_path: Path) -> None:
    listening = ["--port", "0"] if carrier == "tcp" else ["--no-tcp", "--websocket", str(free_port())]
    cuts = 0
    with served(tmp_path / "server", *listening) as server, bad_network(server) as network:

        def cut(one: JoinedGame) -> None:
            nonlocal cuts
            one.wait_for(lambda: network.connections >= 2 + 2 * cuts, what="for both to be back")
            cuts += 1
            network.cut()

        play_each_other(tmp_path, network.address, cut)

        assert network.connections >= 6  # two programs, which were cut off twice


@contextmanager
def round_begun(folder: Path, server: str) -> Generator[tuple[JoinedGame, JoinedGame]]:
    """Open a room in one program, join it from another, and begin a round of both."""
    with JoinedGame(folder / "one", server) as one:
        one.expect_text("Find a match")
        one.tap("down")
        one.tap("enter")
        one.expect_text("Same pieces")
        one.tap("enter")
        one.expect_text("1 more can join")
        one.expect_no_text("OPEN A ROOM")  # the heading comes last
        name = next(line for line in one.lines if "room" in line).strip()
        with JoinedGame(folder / "two", server, name) as two:
            two.expect_text("not ready")
            one.tap("r")
            two.tap("r")
            one.expect_text("SENT")
            two.expect_text("SENT")
            yield one, two


def drop(game: JoinedGame, until: Callable[[], bool]) -> None:
    """Press the key of the hard drop, which does nothing before GO, until its effect is seen."""
    for _ in range(150):
        if until():
            return
        game.tap("space")
    pytest.fail("no piece was dropped")


def play_each_other(folder: Path, server: str, disturb: Callable[[JoinedGame], object] = id) -> None:
    """Play a round in two programs until one tops out.

    What disturbs them comes once as the round has begun, and once in its midst.
    """
    with round_begun(folder, server) as (one, two):
        disturb(one)
        drop(one, until=lambda: two.pump(0.2, until=lambda: two.is_other_lying))
        # A key that comes before the next piece is in play drops nothing: on a slow machine it takes some more.
        for piece in range(400):
            if "wins round 1" in one.text:
                break
            if piece == 4:
                disturb(one)
            one.tap("space")
            one.pump(0.06)
        two.expect_text("You win round 1")
        one.expect_text("wins round 1")


@pytest.mark.long
def test_program_killed_in_a_round_returns_to_its_seat(tmp_path: Path) -> None:
    with served(tmp_path / "server", "--port", "0") as server, round_begun(tmp_path, server) as (one, two):
        drop(two, until=lambda: two.pump(0.2, until=lambda: two.lying))
        lying = two.lying
        one.wait_for(lambda: one.is_other_lying, what="for the server to have told of it")
        two.program.signal(signal.SIGKILL)
        two.wait_exit()
        with PlayedGame(tmp_path / "two") as again:
            again.expect_text("SENT")

            assert again.cells(EDGED) | again.cells("██") >= lying
