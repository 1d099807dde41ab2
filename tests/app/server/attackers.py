"""Clients that want a server's time and memory; run as a program, so that they take none of those that are measured.

    python -m tests.app.server.attackers PORT SECONDS SEED

Each comes from an address of its own, of those that mean this computer.
"""

import asyncio
import os
import random
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

from piecement_net.messages.base import Numbered, Ping
from piecement_net.messages.from_client import AskRooms, Inputs, Join, Open, Say
from piecement_net.messages.rooms import RoomRules
from piecement_net.wire import encode
from tests.app.net.mutations import shuffled
from tests.app.net.samples import FROM_CLIENTS
from tests.app.server.virtual import HELLO

SLOW: Final = 500
"""How many connections only dribble."""
_KINDS_AT_ONCE: Final = 3
_HELLO: Final = encode(HELLO)
_LINES: Final = list(map(encode, FROM_CLIENTS))

Attack = Callable[[asyncio.StreamReader, asyncio.StreamWriter, random.Random], Awaitable[None]]


async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: random.Random) -> None:
    writer.write(_HELLO)
    while not writer.is_closing():
        writer.write(encode(Ping(c=1)) * 100)
        await writer.drain()


async def nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: random.Random) -> None:
    writer.write(_HELLO * (chance.random() < 0.8) + b"".join(shuffled(_LINES, chance)))
    await writer.drain()
    await reader.read()


async def long_lines(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: random.Random) -> None:
    writer.write(_HELLO)
    while not writer.is_closing():
        writer.write(b"x" * 65_536)
        await writer.drain()


async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: random.Random) -> None:
    """Ask for as much as can be asked for, and read nothing of it."""
    reader._transport.pause_reading()  # type: ignore[attr-defined]
    await _say(writer, [AskRooms() for _ in range(200)])


async def strange_rooms(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: random.Random) -> None:
    rules = RoomRules(preset=chance.choice(("guideline", "nonsense")), options={"gravity": 10**9, "level": -5})
    await _say(
        writer,
        [
            Open(name="A room", rules=rules),
            Join(room="nobody-s"),
            Inputs(to=10**12, e=tuple((1, 1) for _ in range(500))),
            *(Say(text="x" * 200) for _ in range(50)),
        ],
    )
    await reader.read()


async def come_and_go(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: random.Random) -> None:
    writer.write(_HELLO[: chance.randrange(len(_HELLO) + 1)])


async def dribble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, chance: random.Random) -> None:
    for at in range(len(_HELLO)):
        writer.write(_HELLO[at : at + 1])
        await asyncio.sleep(0.5)
        if writer.is_closing() or reader.at_eof():
            return


async def _say(writer: asyncio.StreamWriter, messages: Sequence[Numbered]) -> None:
    writer.write(_HELLO)
    for number, message in enumerate(messages, 1):
        writer.write(encode(message.model_copy(update={"n": number})))
        await writer.drain()
        await asyncio.sleep(0.02)


class Attackers:
    """All of them, from addresses in turn."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self._port = port
        self._chance = chance
        self.connections = 0

    async def run(self, seconds: float) -> None:
        kinds: Sequence[Attack] = (flood, nonsense, long_lines, deaf, strange_rooms, come_and_go)
        tasks = [asyncio.create_task(self._again(kind)) for kind in kinds for _ in range(_KINDS_AT_ONCE)]
        tasks += [asyncio.create_task(self._again(dribble)) for _ in range(SLOW)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    async def _again(self, attack: Attack) -> None:
        while True:
            with suppress(OSError):
                await self._once(attack)
            await asyncio.sleep(0.1)

    async def _once(self, attack: Attack) -> None:
        chance = self._chance
        address = f"127.{chance.randrange(1, 255)}.{chance.randrange(256)}.{chance.randrange(1, 255)}"
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(address, 0))
        self.connections += 1
        try:
            async with asyncio.timeout(20):
                await attack(reader, writer, chance)
        except TimeoutError:
            return
        finally:
            writer.transport.abort()


def main() -> None:
    port, seconds, seed = sys.argv[1:]
    os.nice(10)  # an attacker has a computer of its own
    attackers = Attackers(int(port), random.Random(int(seed)))
    asyncio.run(attackers.run(float(seconds)))
    sys.stdout.write(f"{attackers.connections}\n")


if __name__ == "__main__":
    main()
