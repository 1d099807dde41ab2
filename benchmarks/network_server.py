"""What a server of rooms takes: processor time, delay, bytes and memory for players who all play at once.

    python -m benchmarks.network_server [--rooms 100] [--seconds 12] [--json FILE]

The real program serves at a unix socket. Each room has two players, who press the buttons of a bot at 2.5 pieces a
second; the server simulates every game. They send every 50 ms, whether something was pressed or not, or as the game's
own client does: what is empty waits for a quarter of a second. Then somebody comes to watch a match of five minutes.
Players a core are counted from the processor time of a batch: a machine that does other things delays it, but no more.
"""

import argparse
import asyncio
import gc
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Final

from piecement.client.playback import DELAY_NS
from piecement.client.round import ClientRound
from piecement_engine import Game
from piecement_engine.bots import Bot, Pace, Player
from piecement_engine.bots.bot import Habits, SearchingBot
from piecement_engine.bots.search import Search
from piecement_engine.match import Contender, Taken
from piecement_engine.rules.versions import RULES_VERSION
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Handicap, Hello, Inputs, Join, Open, Ready
from piecement_net.messages.from_server import Past, RoundStart
from piecement_net.messages.rooms import Hand, RoomRules
from piecement_net.messages.rounds import Entry, StartPlayer
from piecement_net.room_rules import round_setups
from piecement_net.wire import FROM_SERVER, Prepared, decode, encode, prepare
from piecement_server.rooms.effects import Send, StoreMatch
from piecement_server.rooms.lobby import Lobby

MS: Final = 1_000_000
RULES: Final = RoomRules(preset="guideline", players=2, first_to=99)
PACE: Final = Pace(pieces_per_second=2.5, tap_ns=30 * MS)
BATCH_MS: Final = 50
QUIET_MS: Final = 250
SETTLED_S: Final = 2.0
"""How long after the start of the rounds the measuring begins."""
_NUMBER: Final = re.compile(rb'"n":(\d+)')
_ACKNOWLEDGED: Final = re.compile(rb'"a":(\d+)')
_TO: Final = re.compile(rb'"s":\[\[\d,(\d+)')


Batches = Sequence[tuple[int, Prepared]]
"""Up to which time each batch is, and what is in it."""


def quick_bot(seed: int) -> Bot:
    """Return a bot that lives long and thinks little."""
    return SearchingBot(Habits(search=Search("survive", 1, 1)), seed)


def batches(seed: int, seconds: float, quiet_ms: int = BATCH_MS) -> Batches:
    """Return what a bot does in a game of its own: up to which time, and the buttons; empty ones wait for so long."""
    game = Game.from_setup(round_setups(RULES, [start_player(seed)])[0])
    player = Player(game, quick_bot(seed), PACE)
    found: list[tuple[int, Prepared]] = []
    sent = last_ns = 0
    for time_ns in range(BATCH_MS * MS, round(seconds * 1000) * MS, BATCH_MS * MS):
        player.advance(time_ns)
        told_ns = found[-1][0] if found else 0
        fresh = [entry for entry in game.inputs[sent:] if entry[0] < time_ns]
        if not fresh and time_ns - told_ns < quiet_ms * MS:
            continue
        sent += len(fresh)
        entries: list[Entry] = []
        for at_ns, mask in fresh:
            entries.append((at_ns - last_ns, mask))
            last_ns = at_ns
        last_ns = time_ns
        found.append((time_ns, prepare(Inputs(to=time_ns, e=tuple(entries)))))
    return found


def start_player(seed: int) -> StartPlayer:
    return StartPlayer(p=0, name="bot", hand=Hand(), seed=seed)


class LoadClient(asyncio.Protocol):
    """A connection that sends what was prepared, and looks at as little as it can."""

    def __init__(self) -> None:
        self.sent = self.received = 0
        """Bytes."""
        self.read = 0
        """How many of its messages the server is known to have read."""
        self.texts = b""
        self.delays: list[float] = []
        self.sent_at: dict[int, float] = {}
        """When the other player of the room sent the batch up to each time."""
        self._number = self._last = 0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        hello = Hello(client="1", engine="1", rules_version=RULES_VERSION, name="load", bot=True)
        transport.write(encode(hello))

    def data_received(self, data: bytes) -> None:
        now = monotonic()
        self.received += len(data)
        acknowledged = _ACKNOWLEDGED.findall(data)
        self.read = int(acknowledged[-1]) if acknowledged else self.read
        numbers = _NUMBER.findall(data)
        self._last = int(numbers[-1]) if numbers else self._last
        if b'"t":"tick"' not in data:
            self.texts += data
        for to in _TO.findall(data):
            began = self.sent_at.pop(int(to), None)
            if began is not None:
                self.delays.append((now - began) * 1000)

    def send(self, message: Prepared) -> None:
        self._number += 1
        line = message.line(self._number, self._last)
        self.sent += len(line)
        if self._transport is not None:
            self._transport.write(line)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    async def heard(self, word: bytes) -> None:
        while word not in self.texts:
            await asyncio.sleep(0.01)


def cpu_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(process: int) -> float:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def open_rooms(path: str, rooms: int) -> list[LoadClient]:
    """Return the players of so many rooms, who all sit there."""
    loop = asyncio.get_running_loop()
    clients: list[LoadClient] = []
    for _ in range(rooms):
        pair = [(await loop.create_unix_connection(LoadClient, path))[1] for _ in range(2)]
        for client in pair:
            await client.heard(b"welcome")
        pair[0].send(prepare(Open(name="A room", rules=RULES)))
        await pair[0].heard(b'"t":"room"')
        found = re.search(rb'"t":"room".*?"id":"([a-z0-9-]+)"', pair[0].texts)
        assert found is not None
        pair[1].send(prepare(Join(room=found[1].decode())))
        await pair[1].heard(b'"t":"room"')
        clients += pair
    for client in clients:
        client.send(prepare(Ready()))
    for client in clients:
        await client.heard(b'"t":"start"')
    return clients


async def play(clients: Sequence[LoadClient], prepared: Sequence[Batches]) -> None:
    """Have all play their batches, each at moments of its own."""
    await asyncio.sleep(3)
    began = monotonic()

    async def play_one(number: int) -> None:
        client, other = clients[number], clients[number ^ 1]
        offset_s = Random(number).random() * BATCH_MS / 1000
        for to_ns, batch in prepared[number % len(prepared)]:
            await asyncio.sleep(max(0, began + offset_s + to_ns / 1e9 - monotonic()))
            other.sent_at[to_ns] = monotonic()
            client.send(batch)

    await asyncio.gather(*(play_one(number) for number in range(len(clients))))


async def serve_load(rooms: int, seconds: float, quiet_ms: int) -> dict[str, float]:
    """Return what so many rooms take."""
    prepared = [batches(seed, SETTLED_S + seconds, quiet_ms) for seed in range(16)]
    a_second = sum(map(len, prepared)) / len(prepared) / (SETTLED_S + seconds)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/socket"
        command = (sys.executable, "-m", "piecement", "serve", "--no-tcp", "--unix", path, "--data-dir", folder)
        process = await asyncio.create_subprocess_exec(*command, "--rooms", "2000", stdout=subprocess.PIPE)
        try:
            assert process.stdout is not None
            await process.stdout.readline()
            clients = await open_rooms(path, rooms)
            playing = asyncio.create_task(play(clients, prepared))
            await asyncio.sleep(3 + SETTLED_S)
            for client in clients:
                client.delays.clear()
            before, began = cpu_seconds(process.pid), monotonic()
            bytes_before = [(client.sent, client.received) for client in clients]
            read_before = sum(client.read for client in clients)
            await asyncio.sleep(seconds - 0.5)
            spent, passed = cpu_seconds(process.pid) - before, monotonic() - began
            memory = megabytes(process.pid)
            read = sum(client.read for client in clients) - read_before
            up = sum(client.sent - sent for client, (sent, _) in zip(clients, bytes_before, strict=True))
            down = sum(client.received - got for client, (_, got) in zip(clients, bytes_before, strict=True))
            await playing
        finally:
            process.kill()
            await process.wait()
    delays = sorted(delay for client in clients for delay in client.delays)
    batch_s = spent / read
    return {
        "players": len(clients),
        "% of a core": spent / passed * 100,
        "batches a second and player, as sent": a_second,
        "batches a second and player, as read": read / len(clients) / passed,
        "ms of the processor for a batch": batch_s * 1000,
        "players a core at 80 %": 0.8 / batch_s / a_second,
        "ms from batch in to batch out, median": delays[len(delays) // 2],
        "ms from batch in to batch out, 99 of 100": delays[len(delays) * 99 // 100],
        "bytes a second and player, up": up / len(clients) / passed,
        "bytes a second and player, down": down / len(clients) / passed,
        "MB of the server": memory,
    }


class Match:
    """A lobby in this process, in which two bots play."""

    def __init__(self) -> None:
        self.lobby = Lobby(Random(1))
        self.now_ns = 0
        self.told: dict[int, list[Message]] = {}
        self.players = [self.lobby.enter("a"), self.lobby.enter("b")]
        self.say(self.players[0], Open(name="x", rules=RULES))
        self.say(self.players[1], Join(room=self.lobby.rooms[0].id))
        for seat in range(2):
            self.say(self.players[0], Handicap(p=seat, percent=0))  # so that it goes on for as long as is wanted
        for player in self.players:
            self.say(player, Ready())

    def say(self, member: int, message: Message) -> None:
        self.lobby.receive(member, message, self.now_ns)
        self._do()

    def pass_time(self, to_ns: int) -> None:
        self.now_ns = to_ns
        self.lobby.advance(to_ns)
        self._do()

    def last(self, member: int, kind: type[Message]) -> Message:
        return [message for message in self.told[member] if isinstance(message, kind)][-1]

    def _do(self) -> None:
        for effect in self.lobby.effects.pop():
            if isinstance(effect, Send):
                self.told.setdefault(effect.member, []).append(effect.message)
            assert not isinstance(effect, StoreMatch) or effect.record.round is None, "the match ended too soon"


def watch_late(minutes: float) -> dict[str, float]:
    """Return how long it takes to send, read and simulate a match that has gone on for so long."""
    match = Match()
    start = match.last(match.players[0], RoundStart)
    assert isinstance(start, RoundStart)
    setups = round_setups(start.rules, start.players)
    games = [Game.from_setup(setup) for setup in setups]
    players = [Player(game, quick_bot(side), PACE) for side, game in enumerate(games)]
    contenders = [Contender(game, setups[side], side) for side, game in enumerate(games)]
    last_ns = [0, 0]
    for time_ns in range(BATCH_MS * MS, round(minutes * 60_000) * MS, BATCH_MS * MS):
        match.pass_time(start.at + time_ns)
        for side, contender in enumerate(contenders):
            contender.observe(players[side].advance(time_ns))
            batch = contender.batch()
            assert batch is not None
            entries: list[Entry] = []
            for at_ns, change in batch.entries:
                assert not isinstance(change, Taken)
                entries.append((at_ns - last_ns[side], change))
                last_ns[side] = at_ns
            last_ns[side] = batch.to_ns
            match.say(match.players[side], Inputs(to=batch.to_ns, e=tuple(entries)))
    eve = match.lobby.enter("eve")
    gc.collect()
    gc.freeze()  # as the server does, and the game while a round is shown
    began = process_time()
    match.say(eve, Join(room=match.lobby.rooms[0].id, role="watch"))
    line = encode(match.last(eve, Past))
    sent = process_time()
    past = decode(line.removesuffix(b"\n"), FROM_SERVER)
    assert isinstance(past, Past)
    watched = ClientRound(start, None, lambda: match.now_ns, start.at)
    watched.apply(past)
    frames = 0
    while any(shown.view.time_ns < match.now_ns - start.at - DELAY_NS for shown in watched.others.values()):
        frames += 1
        for shown in watched.others.values():
            shown.advance()
    spent = process_time() - sent
    return {
        "pieces of both": sum(game.view.pieces for game in games),
        "kB sent": len(line) / 1000,
        "ms of the server": (sent - began) * 1000,
        "ms of who watches, from the bytes to the boards": spent * 1000,
        "frames until they are there": frames,
    }


def main() -> None:
    """Print the tables, and write them as JSON where asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=100, help="of two players each (100)")
    parser.add_argument("--seconds", type=float, default=12.0, help="of play that are measured (12)")
    parser.add_argument("--minutes", type=float, default=5.0, help="of the match that is watched (5)")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    asked = parser.parse_args()
    tables = {
        f"{asked.rooms} rooms, 20 batches a second": asyncio.run(serve_load(asked.rooms, asked.seconds, BATCH_MS)),
        f"{asked.rooms} rooms, batches as the client sends them": asyncio.run(
            serve_load(asked.rooms, asked.seconds, QUIET_MS)
        ),
        f"watching a match after {asked.minutes:g} minutes": watch_late(asked.minutes),
    }
    print(f"Python {platform.python_version()}, load of the machine {os.getloadavg()[0]:.1f}")
    for title, figures in tables.items():
        print(f"\n{title}")
        for name, figure in figures.items():
            print(f"  {name:52}{figure:12,.2f}")
    if asked.json:
        asked.json.write_text(json.dumps({"python": platform.python_version(), **tables}, indent=1))


if __name__ == "__main__":
    main()
