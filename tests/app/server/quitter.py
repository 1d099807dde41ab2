"""A player of its own process, who gives up each round after a moment, and comes back after being killed.

    python -m tests.app.server.quitter ADDRESS FILE [ROOM]

What it needs to come back is in the file. Without a room it opens one, and writes its id into FILE.room. It writes what
happens to standard output, a JSON object a line.
"""

import asyncio
import json
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from piecement_engine.game.inputs import FORFEIT
from piecement_engine.rules.rules import RULES_VERSION
from piecement_engine.rules.timing import MILLISECOND
from piecement_net.address import Address
from piecement_net.carriers import Carrier
from piecement_net.client_link import ClientLink
from piecement_net.endpoints import connect
from piecement_net.errors import OnlineError
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Hello, Inputs, Join, Open, Ready
from piecement_net.messages.from_server import MatchEnd, RoomState, RoundEnd, RoundStart, Welcome
from piecement_net.messages.parts import Resume, RoomRules
from piecement_net.round_clock import clock_ns

RULES = RoomRules(preset="guideline", players=2, first_to=99)
_LAG_MS = 200
"""How far behind the clock it plays: it does not look at the server's."""


class Quitter:
    def __init__(self, address: Address, file: Path, room: str | None) -> None:
        self._address = address
        self._file = file
        self._room = room
        self._random = Random()
        resume = Resume.model_validate_json(file.read_text()) if file.exists() else None
        self._was_there = resume is not None
        hello = Hello(client="1", engine="1", rules_version=RULES_VERSION, name=file.stem, bot=True)
        self._link = ClientLink(hello, clock_ns(), resume=resume)
        self._carrier: Carrier | None = None
        self._giving_up: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Play for ever."""
        while not self._link.ended:
            with suppress(OnlineError):
                self._carrier = await connect(self._address)
                await self._talk(self._carrier)
            self._link.lost(clock_ns())
            await asyncio.sleep(max(0, self._link.retry_ns - clock_ns()) / 1e9)

    async def _talk(self, carrier: Carrier) -> None:
        self._link.connect(clock_ns())
        self._flush()
        timers = asyncio.create_task(self._timers())
        try:
            while data := await carrier.receive():
                for message in self._link.receive(data, clock_ns()):
                    self._apply(message)
                self._flush()
        finally:
            timers.cancel()
            carrier.close()

    async def _timers(self) -> None:
        while True:
            await asyncio.sleep(0.05)
            self._link.timers(clock_ns())
            self._flush()

    def _flush(self) -> None:
        if self._carrier is not None:
            self._carrier.send(self._link.data_to_send())

    def _send(self, message: Message) -> None:
        self._link.send(message, clock_ns())

    def _apply(self, message: Message) -> None:
        match message:
            case Welcome():
                self._arrive(message)
            case RoomState():
                say(seat=message.you, state=message.state, round=message.round)
                self._file.with_suffix(".room").write_text(message.id)
                own = next(player for player in message.players if player.p == message.you)
                if message.state in ("waiting", "pause") and not own.ready:
                    self._send(Ready())
            case RoundStart():
                self._stop()
                self._giving_up = asyncio.create_task(self._give_up(message.round, self._random.randrange(100, 1000)))
            case RoundEnd():
                self._stop()
                say(ended=message.round, record=message.record)
            case MatchEnd():
                say(match=True)
            case _:
                pass

    def _arrive(self, welcome: Welcome) -> None:
        resume = Resume(session=welcome.session, key=welcome.key)
        part = self._file.with_suffix(".part")
        part.write_text(resume.model_dump_json())
        part.replace(self._file)
        if self._was_there:
            return
        self._was_there = True
        self._send(Open(name="A room", rules=RULES) if self._room is None else Join(room=self._room))

    def _stop(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()

    async def _give_up(self, number: int, after_ms: int) -> None:
        await asyncio.sleep((3000 + _LAG_MS) / 1000)
        for time_ms in range(100, 2000, 100):
            await asyncio.sleep(0.1)
            gives_up = time_ms - 100 <= after_ms < time_ms
            entries = ((after_ms - (time_ms - 100)) * MILLISECOND, FORFEIT)
            self._send(Inputs(r=number, to=time_ms * MILLISECOND, e=(entries,) if gives_up else ()))
            self._flush()


def say(**facts: object) -> None:
    sys.stdout.write(f"{json.dumps({**facts, 'at': time.monotonic()})}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    say(began=True)
    place, name, *rest = sys.argv[1:]
    asyncio.run(Quitter(Address.parse(place), Path(name), rest[0] if rest else None).run())
