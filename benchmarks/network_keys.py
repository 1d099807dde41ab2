"""From a key to what it paints, in a game over a network beside one alone: nothing may wait for the network.

    python -m benchmarks.network_keys [--presses 100] [--rounds 2]

The real program runs on a pty as in `benchmarks.terminal`, in turns with a game alone and in a room of the real server,
against somebody whose pieces fall by themselves. Both are measured in one run, so that a busy machine slows both.
"""

import argparse
import asyncio
import os
import platform
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Final

from benchmarks.lean_terminal import LeanTerminal
from benchmarks.network_server import MS, RULES, LoadClient
from benchmarks.terminal import GAME, GHOST_EDGE, IN_GAME, MARATHON, ninety_fifth, responses

from piecement_net.messages.from_client import Inputs, Open, Ready
from piecement_net.wire import prepare

COUNTDOWN_S: Final = 3.0
BEHIND_S: Final = 0.1
"""How far behind the clock the other one plays."""
EVERY_S: Final = 0.25
BEGUN_S: Final = 4.5
"""After how long the round has begun, counted from being ready."""


class Idler:
    """Somebody who opens a room, is ready, and lets pieces fall."""

    def __init__(self, path: str) -> None:
        self.room = ""
        self._path: Final = path
        self._is_open = threading.Event()
        self._thread: Final = threading.Thread(target=lambda: asyncio.run(self._play()), daemon=True)

    def start(self) -> None:
        """Begin; return when there is a room."""
        self._thread.start()
        self._is_open.wait(10)

    async def _play(self) -> None:
        _, client = await asyncio.get_running_loop().create_unix_connection(LoadClient, self._path)
        await client.heard(b"welcome")
        client.send(prepare(Open(name="A room", rules=RULES)))
        await client.heard(b'"t":"room"')
        found = re.search(rb'"t":"room".*?"id":"([a-z0-9-]+)"', client.texts)
        assert found is not None
        self.room = found[1].decode()
        self._is_open.set()
        await client.heard(b'"ready":true')
        client.send(prepare(Ready()))
        await client.heard(b'"t":"start"')
        began = monotonic() + COUNTDOWN_S
        while True:
            await asyncio.sleep(EVERY_S)
            to_ns = round((monotonic() - began - BEHIND_S) * 1000) * MS
            if to_ns > 0:
                client.send(prepare(Inputs(to=to_ns)))


@contextmanager
def serving(folder: Path) -> Generator[str]:
    """Have the real server run; give the path of its socket."""
    path = f"{folder}/socket"
    command = (sys.executable, "-m", "piecement", "serve", "--no-tcp", "--unix", path, "--data-dir", str(folder))
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            server.stdout.readline()
            yield path
        finally:
            server.kill()


def alone(folder: Path, presses: int) -> list[float]:
    """Return the milliseconds from each press to what it paints in a game alone."""
    with LeanTerminal([*GAME, *MARATHON, "--data-dir", str(folder)], folder) as game:
        game.await_text(*IN_GAME)
        game.play_for(1.0)
        return responses(game, presses, GHOST_EDGE.search)


def over_a_network(folder: Path, path: str, presses: int) -> list[float]:
    """Return the same in a room of a server."""
    idler = Idler(path)
    idler.start()
    with tempfile.TemporaryDirectory() as fresh:
        join = (sys.executable, "-m", "piecement", "join", f"unix:{path}", idler.room, "--data-dir", fresh)
        return _in_room(LeanTerminal(join, folder), presses)


def _in_room(terminal: LeanTerminal, presses: int) -> list[float]:
    with terminal as game:
        game.await_text("Choose the name")
        game.press("enter")
        game.release("enter")
        game.await_text("not ready")
        game.press("r")
        game.release("r")
        game.play_for(BEGUN_S)
        return responses(game, presses, GHOST_EDGE.search)


def measured(presses: int, rounds: int) -> tuple[list[float], list[float]]:
    """Return the times in a game alone and over a network, measured in turns."""
    times: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "server").mkdir()
        with serving(folder / "server") as path:
            for _ in range(rounds):
                times[0].extend(alone(folder, presses))
                times[1].extend(over_a_network(folder, path, presses))
    return times


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=100, help="of keys in each game (100)")
    parser.add_argument("--rounds", type=int, default=2, help="of both games (2)")
    asked = parser.parse_args()
    offline, online = measured(asked.presses, asked.rounds)
    print(f"Python {platform.python_version()}, load of the machine {os.getloadavg()[0]:.1f}")
    for name, times in (("alone", offline), ("over a network", online)):
        print(f"key to paint {name:16} median {median(times):6.2f} ms, 95 of 100 below {ninety_fifth(times):6.2f} ms")
    print(f"over a network by alone: {median(online) / median(offline):.2f}")


if __name__ == "__main__":
    main()
