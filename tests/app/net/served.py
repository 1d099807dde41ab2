"""The real program that serves, in a process of its own, and what it takes."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from piecement_net.address import Address
from piecement_net.endpoints import connect
from piecement_net.messages.base import Ping, Pong
from piecement_net.network_clock import clock_ns
from piecement_net.wire import FROM_SERVER, Decoder, encode
from tests.app.server.virtual import HELLO
from tests.programs import environment

ROOT: Final = Path(__file__).parents[3]
_EVERY_S: Final = 0.05
_PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class Served:
    """A server that runs."""

    def __init__(self, process: asyncio.subprocess.Process, addresses: Sequence[Address]) -> None:
        self._process = process
        self.addresses = addresses

    def kill(self) -> None:
        """End it as if its machine lost power."""
        self._process.kill()

    @property
    def memory(self) -> int:
        """Memory in use (bytes)."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * _PAGE

    def kept_waiting_ns(self) -> int:
        """Time for which its event loop could have run while other programs had the processors (ns)."""
        return int(Path(f"/proc/{self._process.pid}/schedstat").read_text().split()[1])


@asynccontextmanager
async def serving(folder: Path, *arguments: str) -> AsyncGenerator[Served]:
    """Run `piecement serve` at a free port of this computer alone."""
    command = [sys.executable, "-m", "piecement", "serve", "--host", "127.0.0.1", "--port", "0"]
    process = await asyncio.create_subprocess_exec(
        *command, "--data-dir", str(folder), *arguments, stdout=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(30):
            line = (await process.stdout.readline()).decode()
        places = re.findall(r"(\S+?)(?:,|\. )", line.removeprefix("Serving on "))
        yield Served(process, [Address.parse(place) for place in places])
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def attacked(served: Served, seconds: float, seed: int) -> int:
    """Run attackers against a server; return the number of connections they made."""
    program = (
        sys.executable,
        "-m",
        "tests.app.server.attackers",
        str(served.addresses[0].port),
        str(seconds),
        str(seed),
    )
    process = await asyncio.create_subprocess_exec(*program, stdout=subprocess.PIPE, env=environment(), cwd=ROOT)
    said, _ = await process.communicate()
    return int(said)


async def answer_times(address: Address, seconds: float, kept_waiting_ns: Callable[[], int] = lambda: 0) -> list[float]:
    """Return the times (ms) of the server's answers to many pings, the quickest first.

    That in which it was kept from running by other programs, as `kept_waiting_ns` has it, counts for nothing.
    """
    carrier = await connect(address)
    carrier.send(encode(HELLO))
    decoder, took, waited_ns = Decoder(FROM_SERVER), list[float](), dict[int, int]()

    async def listen() -> None:
        while data := await carrier.receive():
            for message in decoder.feed(data):
                if isinstance(message, Pong):
                    own_ns = message.s - message.c - (kept_waiting_ns() - waited_ns.pop(message.c))
                    took.append(max(0, own_ns) / 1e6)

    listening = asyncio.create_task(listen())
    for _ in range(round(seconds / _EVERY_S)):
        await asyncio.sleep(_EVERY_S)
        asked_ns = clock_ns()
        waited_ns[asked_ns] = kept_waiting_ns()
        carrier.send(encode(Ping(c=asked_ns)))
    await asyncio.sleep(1)
    listening.cancel()
    carrier.close()
    return sorted(took)
