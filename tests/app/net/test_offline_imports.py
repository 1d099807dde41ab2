"""Offline play imports nothing of the network."""

import subprocess
import sys
from pathlib import Path

import piecement
import piecement_engine

FOLDERS = [str(Path(package.__path__[0]).parent) for package in (piecement, piecement_engine)]


def imported(statement: str) -> set[str]:
    """Return the modules that a program has after a statement."""
    code = f"import sys; sys.path[:0] = {FOLDERS!r}\n{statement}\nprint(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_the_title_and_a_game_start_without_the_network() -> None:
    modules = imported(
        "import piecement.cli.main, piecement.ui.application\n"
        "import piecement.ui.screens.title, piecement.ui.screens.game, piecement.ui.screens.play"
    )

    network = ("piecement_net", "piecement_server", "asyncssh", "websockets", "zeroconf")
    assert "piecement.ui.screens.game" in modules
    assert sorted(name for name in modules if name.startswith(network)) == []


def test_missing_websockets_gets_one_sentence_with_a_remedy() -> None:
    code = """
import asyncio
sys.modules["websockets"] = None
from piecement_net.address import Address
from piecement_net.endpoints import connect, serve
from piecement_net.errors import OnlineError
async def nothing(carrier): pass
for act in (lambda: connect(Address.parse("ws://host")), lambda: serve(Address.parse("ws://host"), nothing)):
    try: asyncio.run(act())
    except OnlineError as error: print(error.code, error.english)
"""
    code = f"import sys; sys.path[:0] = {FOLDERS!r}\n{code}"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    line = "no_websockets ws://host:80/ needs the package websockets: run pip install 'piecement[online]'"
    assert done.stdout.splitlines() == [line] * 2
