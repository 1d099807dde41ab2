"""A program that hosts a room, and another one that joins it by the line that is shown."""

import os
import re
import shlex
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.sampling import mostly_wide
from tests.terminal.fake_terminal import FakeTerminal
from tests.terminal.played_game import CTRL, PlayedGame
from tests.terminal.warm_program import WarmProgram

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


class Program(PlayedGame):
    """A program in a folder of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        folder.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "piecement", *arguments, "--data-dir", str(folder)]
        FakeTerminal.__init__(self, command, cwd=folder, size=(160, 40), program=WarmProgram)


@contextmanager
def hosting(folder: Path, *, stays: bool = False) -> Generator[tuple[Program, list[str]]]:
    """Host a room; give the program, and the line that it shows to others."""
    folder.mkdir()
    (folder / "settings.toml").write_text(
        f'[online]\nname = "Ada"\nhost_stays = {str(stays).lower()}\n', encoding="utf-8"
    )
    with Program(folder, "--no-first-run") as one:
        one.expect_text("Versus")
        one.tap("p", CTRL)
        one.expect_text("Find screens")
        one.type("host a room")
        one.expect_text("Host a room")
        one.tap("enter")
        one.expect_text("Invite others")
        line = re.search(r"piecement join \S+ \S+", one.text)
        assert line is not None
        yield one, shlex.split(line[0])


def test_another_program_joins_by_the_shown_line(tmp_path: Path) -> None:
    with hosting(tmp_path / "one") as (one, line), Program(tmp_path / "two", *line[1:]) as two:
        two.expect_text("Choose the name")
        two.tap("enter")
        two.expect_text("not ready")
        one.wait_for(lambda: one.text.count("not ready") == 2, what="for both players")


@mostly_wide("number", [signal.SIGKILL, signal.SIGTERM])
def test_hosted_server_ends_with_its_program(number: signal.Signals, tmp_path: Path) -> None:
    with hosting(tmp_path / "one") as (one, _line):
        (server,) = _servers(tmp_path)
        one.program.signal(number)
        one.wait_for(lambda: not _servers(tmp_path), what=f"for the server {server} to end")


def test_hosted_server_may_stay(tmp_path: Path) -> None:
    with hosting(tmp_path / "one", stays=True) as (one, _line):
        (server,) = _servers(tmp_path)
        one.program.signal(signal.SIGKILL)
        one.wait_for(one.program.has_ended, what="for the program to end")
        assert _servers(tmp_path) == [server]
        os.kill(server, signal.SIGTERM)
        one.wait_for(lambda: not _servers(tmp_path), what="for the server to end")


def _servers(folder: Path) -> list[int]:
    """Return the processes that serve from a folder."""
    found: list[int] = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:  # it has just ended
            continue
        if "serve" in words and any(word.startswith(str(folder)) for word in words):
            found.append(int(path.parent.name))
    return found
