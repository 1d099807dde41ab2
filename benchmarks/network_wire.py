"""What messages of a match cost: the processor's time for each, and the bytes a second of a player.

    python -m benchmarks.network_wire [--json FILE]

Two bots play, and what they do goes through the links of clients and a server as in a room of two: a batch each 50 ms
in which something happened, else four a second; a tick each 50 ms with what the other did; pings every two seconds.
Bytes are those of the lines: TCP, IP, TLS and the frames of WebSockets come on top.
"""

import argparse
import json
import platform
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time_ns
from typing import Final

from piecement_engine import Rules
from piecement_engine.bots import BOTS, Pace, play_match
from piecement_engine.game.game import Game
from piecement_engine.game.inputs import unpack_attack
from piecement_net.client_link import ClientLink
from piecement_net.limits import ServerLimits
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Hello, Inputs
from piecement_net.messages.from_server import Tick
from piecement_net.messages.rounds import Entry, Stream
from piecement_net.wire import FROM_CLIENT, FROM_SERVER, WireSide, decode, encode, prepare
from piecement_server.connections import ServerConnection, Sessions

RULES: Final = Rules(rotation_system="srs", randomizer="bag", scoring="guideline", preview_count=5)
PACES: Final = (2.0, 4.0)
"""Pieces a second."""
MS: Final = 1_000_000
BATCH_NS: Final = 50 * MS
QUIET_NS: Final = 250 * MS
PIECES: Final = 120
_HELLO: Final = Hello(client="benchmark", engine="1", rules_version=1, name="Ada")

Batches = dict[int, tuple[Entry, ...]]
"""What one player sends, by the round's time."""


def batches_of(game: Game) -> Batches:
    """Return the batches of a game that was played."""
    batches: Batches = {}
    left = list(game.inputs)
    before = sent = taken = 0
    for to in range(BATCH_NS, game.view.time_ns, BATCH_NS):
        entries: list[Entry] = []
        while left and left[0][0] <= to:
            time_ns, change = left.pop(0)
            is_attack = unpack_attack(change) is not None
            taken += is_attack
            entries.append((time_ns - before, "k", taken) if is_attack else (time_ns - before, change))
            before = time_ns
        if entries or to - sent >= QUIET_NS:
            batches[to] = tuple(entries)
            before = sent = to
    return batches


def bytes_a_second(sides: list[Batches]) -> tuple[float, float]:
    """Return how many bytes a player sends and gets."""
    sessions = Sessions(ServerLimits(), "benchmark 1")
    clients = [ClientLink(_HELLO, 0) for _ in sides]
    connections = [ServerConnection(sessions, 0) for _ in sides]
    sums = [0, 0]
    end = min(max(side) for side in sides)

    def exchange(now: int) -> None:
        for client, connection in zip(clients, connections, strict=True):
            up = client.data_to_send()
            list(connection.receive(up, now))
            down = connection.data_to_send()
            list(client.receive(down, now))
            sums[0] += len(up)
            sums[1] += len(down)

    for client in clients:
        client.connect(0)
    exchange(0)
    for client, connection in zip(clients, connections, strict=True):
        client.set_in_round(True, 0)
        if connection.session is not None:
            connection.session.set_in_round(True, 0)
    for now in range(BATCH_NS, end, BATCH_NS):
        for number, (client, connection) in enumerate(zip(clients, connections, strict=True)):
            client.timers(now)
            connection.timers(now)
            if (entries := sides[number].get(now)) is not None:
                client.send(Inputs(to=now, e=entries), now)
            if (entries := sides[1 - number].get(now)) is not None and connection.session is not None:
                connection.session.send(Tick(s=(Stream(1 - number, now, entries),), w=now - BATCH_NS), now)
        exchange(now)
    seconds = end / 1e9 * len(sides)
    return sums[0] / seconds, sums[1] / seconds


def microseconds(work: Callable[[], object], times: int = 20_000) -> float:
    """Return the processor's time of one call, the least of five runs."""
    runs: list[int] = []
    for _ in range(5):
        start = process_time_ns()
        for _ in range(times // 5):
            work()
        runs.append(process_time_ns() - start)
    return min(runs) / 1000 / (times // 5)


def codec_figures() -> dict[str, float]:
    batch = Inputs(
        n=1234, a=1200, to=61_050_000_000, e=((12_345_678, 4), (20_000_000, 0), (9_000_000, 64)), h=(96, 1 << 31)
    )
    tick = Tick(n=1234, a=1200, s=(Stream(1, batch.to, batch.e),), w=61_000_000_000)
    figures: dict[str, float] = {}
    sides: tuple[tuple[str, Message, WireSide], ...] = (("batch", batch, FROM_CLIENT), ("tick", tick, FROM_SERVER))
    for name, message, side in sides:
        line = encode(message).rstrip()
        prepared = prepare(message)
        figures[f"{name}, bytes"] = len(line)
        figures[f"{name}, µs to encode"] = microseconds(partial(encode, message))
        figures[f"{name}, µs to number once encoded"] = microseconds(partial(prepared.line, 1, 2))
        figures[f"{name}, µs to decode and check"] = microseconds(partial(decode, line, side))
        figures[f"{name}, µs of json.loads"] = microseconds(partial(json.loads, line))
    return figures


def byte_figures() -> dict[str, float]:
    figures: dict[str, float] = {}
    for pace in PACES:
        bots = [BOTS["gale"].make(seed) for seed in (1, 2)]
        played = play_match(bots, [Pace(pieces_per_second=pace)] * 2, RULES, seed=1, most_pieces=PIECES)
        up, down = bytes_a_second([batches_of(game) for game in played.games])
        figures[f"bytes/s up, {pace:g} pieces a second"] = up
        figures[f"bytes/s down, {pace:g} pieces a second"] = down
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    asked = parser.parse_args()
    figures = {name: round(figure, 2) for name, figure in (codec_figures() | byte_figures()).items()}
    for name, figure in figures.items():
        print(f"{name:36} {figure:10,.2f}")
    if asked.json:
        asked.json.write_text(json.dumps({"python": platform.python_version(), "wire": figures}, indent=2))


if __name__ == "__main__":
    main()
