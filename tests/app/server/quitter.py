"""A player of its own process, who gives up each round after a moment, and comes back after being killed.

    python -m tests.app.server.quitter ADDRESS FILE [ROOM]

What it needs to come back is in the file. Without a room it opens one, and writes its id into FILE.room. It writes what
happens to standard output, a JSON object a line.
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from random import Random

from piecement_engine.game.inputs import FORFEIT
from piecement_engine.rules.timing import MILLISECOND
from piecement_engine.rules.versions import RULES_VERSION
from piecement_net.address import Address
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Hello, Inputs, Join, Open, Ready, Resume
from piecement_net.messages.from_server import MatchEnd, RoomState, RoundEnd, RoundStart, Welcome
from piecement_net.messages.rooms import RoomRules
from tests.app.net.echoing import Player

RULES = RoomRules(preset="guideline", players=2, first_to=99)
_LAG_MS = 200
"""How far behind the clock it plays: it does not look at the server's."""


class Quitter(Player):
    def __init__(self, address: Address, file: Path, room: str | None) -> None:
        self._file = file
        self._room = room
        self._random = Random()
        resume = Resume.model_validate_json(file.read_text()) if file.exists() else None
        self._was_there = resume is not None
        self._giving_up: asyncio.Task[None] | None = None
        hello = Hello(client="1", engine="1", rules_version=RULES_VERSION, name=file.stem, bot=True)
        super().__init__(address, hello, resume)

    def hear(self, message: Message) -> None:
        match message:
            case Welcome():
                self._arrive(message)
            case RoomState():
                say(seat=message.you, state=message.state, round=message.round)
                self._file.with_suffix(".room").write_text(message.id)
                own = next(player for player in message.players if player.p == message.you)
                if message.state in ("waiting", "pause") and not own.ready:
                    self.send([Ready()])
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
        self.send([Open(name="A room", rules=RULES) if self._room is None else Join(room=self._room)])

    def _stop(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()

    async def _give_up(self, number: int, after_ms: int) -> None:
        await asyncio.sleep((3000 + _LAG_MS) / 1000)
        for time_ms in range(100, 2000, 100):
            await asyncio.sleep(0.1)
            gives_up = time_ms - 100 <= after_ms < time_ms
            entries = ((after_ms - (time_ms - 100)) * MILLISECOND, FORFEIT)
            self.send([Inputs(r=number, to=time_ms * MILLISECOND, e=(entries,) if gives_up else ())])


def say(**facts: object) -> None:
    sys.stdout.write(f"{json.dumps({**facts, 'at': time.monotonic()})}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    say(began=True)
    place, name, *rest = sys.argv[1:]
    asyncio.run(Quitter(Address.parse(place), Path(name), rest[0] if rest else None).run())
