"""What one player costs a fleet: measured at two real servers, a real NATS, a real PostgreSQL, with scripted clients.

    python -m benchmarks.fleet_costs [--rooms 20] [--seconds 8] > benchmarks/fleet_costs.json

Processor times are those of the processes, so that other work on the machine delays them but is not counted.
"""

import argparse
import asyncio
import json
import os
import platform
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any, Final
from urllib.request import urlopen

import psycopg
from benchmarks.network_server import (
    QUIET_MS,
    SETTLED_S,
    Batches,
    LoadClient,
    batches,
    cpu_seconds,
    megabytes,
    open_rooms,
    play,
)

from piecement_engine.rules.timing import SECOND
from piecement_net.messages.from_client import Leave
from piecement_net.messages.rooms import RoomLine, RoomRules
from piecement_net.wire import prepare
from piecement_server.fleet_news import News, WaitingLine
from piecement_server.match_queue import MatchQueue, Waiting
from tests.app.server.postgresql import a_postgresql, programs

_QUIET_S: Final = 5.0
_TURNS_S: Final = 0.3
_ENDED_S: Final = 15.0
"""After how long a round is stored that nobody plays any more."""
_IDLE: Final = 100
"""How many are connected and play nothing."""


@contextmanager
def a_broker() -> Generator[tuple[str, int]]:
    """Have a broker run; give its address, and the port where it says what passed through it."""
    ports: list[int] = []
    for _ in range(2):
        with socket.create_server(("127.0.0.1", 0)) as free:
            ports.append(free.getsockname()[1])
    command = ("nats-server", "-a", "127.0.0.1", "-p", str(ports[0]), "-m", str(ports[1]))
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"nats://127.0.0.1:{ports[0]}", ports[1]
    finally:
        process.kill()
        process.wait()


@asynccontextmanager
async def a_worker(folder: Path, name: str, url: str, database: str) -> AsyncGenerator[tuple[int, str]]:
    """Have a server of the fleet run; give its process, and the path of its socket."""
    path = str(folder / f"{name}.socket")
    command = (sys.executable, "-m", "piecement", "serve", "--no-tcp", "--unix", path, "--rooms", "2000")
    fleet = ("--fleet", url, "--member", name, "--public", "127.0.0.1:9", "--database", database)
    process = await asyncio.create_subprocess_exec(
        *command, *fleet, "--data-dir", str(folder / name), stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        await process.stdout.readline()
        yield process.pid, path
    finally:
        process.kill()
        await process.wait()


def broker_counts(port: int) -> dict[str, Any]:
    with urlopen(f"http://127.0.0.1:{port}/varz", timeout=5) as answer:
        return dict(json.load(answer))


def database_counts(url: str) -> tuple[int, int, int]:
    """Return how many rounds are stored, how many transactions were committed, and how many bytes its log has."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_stat_force_next_flush()")
        commits = connection.execute("SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'").fetchone()
        log = connection.execute("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint").fetchone()
        rounds = connection.execute("SELECT count(*) FROM rounds").fetchone()
        assert rounds is not None
        assert commits is not None
        assert log is not None
        return int(rounds[0]), int(commits[0]), int(log[0])


async def cpu_a_second(processes: Sequence[int], seconds: float) -> float:
    """Return how many seconds of processor time each of them takes in a second."""
    before, began = sum(map(cpu_seconds, processes)), monotonic()
    await asyncio.sleep(seconds)
    return (sum(map(cpu_seconds, processes)) - before) / (monotonic() - began) / len(processes)


async def measure(rooms: int, seconds: float) -> dict[str, float]:
    """Return what was measured; `rooms` at each of two servers."""
    folder_of_programs = programs()
    assert folder_of_programs is not None, "PostgreSQL is not installed"
    prepared = [batches(seed, seconds + SETTLED_S, QUIET_MS) for seed in range(8)]
    a_second = sum(map(len, prepared)) / len(prepared) / (seconds + SETTLED_S)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgresql = stack.enter_context(a_postgresql(folder_of_programs))
        url, port = stack.enter_context(a_broker())
        database = postgresql.make_schema("fleet")
        workers = [await stack.enter_async_context(a_worker(folder, name, url, database)) for name in ("alpha", "beta")]
        processes = [process for process, _ in workers]
        await asyncio.sleep(2)
        found = {"empty_cpu": await cpu_a_second(processes, _QUIET_S), "empty_mb": sum(map(megabytes, processes)) / 2}
        idle_there = await asyncio.gather(*(connect_idle(path, _IDLE) for _, path in workers))
        found["idle_cpu"] = (await cpu_a_second(processes, _QUIET_S) - found["empty_cpu"]) / _IDLE
        found["idle_mb"] = (sum(map(megabytes, processes)) / 2 - found["empty_mb"]) / _IDLE
        for client in (client for there in idle_there for client in there):
            client.close()
        await asyncio.sleep(1)
        found["base_mb"] = sum(map(megabytes, processes)) / 2
        playing, clients = await measure_play(workers, rooms, prepared, port)
        found |= playing | await measure_ends(clients, database)
        found["room_mb"] = (found.pop("mb") - found["base_mb"]) / rooms
        found["batches_a_second"] = a_second
    return found | measure_news() | measure_queue()


async def connect_idle(path: str, number: int) -> list[LoadClient]:
    loop = asyncio.get_running_loop()
    clients = [(await loop.create_unix_connection(LoadClient, path))[1] for _ in range(number)]
    for client in clients:
        await client.heard(b"welcome")
    return clients


async def measure_play(
    workers: Sequence[tuple[int, str]], rooms: int, prepared: Sequence[Batches], port: int
) -> tuple[dict[str, float], list[LoadClient]]:
    """Have all play, and return what that takes, and who has played."""
    processes = [process for process, _ in workers]
    clients = [client for _, path in workers for client in await open_rooms(path, rooms)]
    playing = asyncio.create_task(play(clients, prepared))
    await asyncio.sleep(3 + SETTLED_S)
    reads, sent, received = (sum(getattr(one, what) for one in clients) for what in ("read", "sent", "received"))
    news, began, before = broker_counts(port), monotonic(), sum(map(cpu_seconds, processes))
    await asyncio.sleep(prepared[0][-1][0] / 1e9 - SETTLED_S - 1)
    passed, spent = monotonic() - began, sum(map(cpu_seconds, processes)) - before
    after = broker_counts(port)
    read = sum(client.read for client in clients) - reads
    found = {
        "batch_cpu": spent / read,
        "up_bytes": (sum(client.sent for client in clients) - sent) / passed / len(clients),
        "down_bytes": (sum(client.received for client in clients) - received) / passed / len(clients),
        "mb": sum(map(megabytes, processes)) / len(processes),
        "news_messages": (after["in_msgs"] - news["in_msgs"]) / passed / len(workers),
        "news_bytes": (after["in_bytes"] - news["in_bytes"]) / passed / len(workers),
    }
    await playing
    return found, clients


async def measure_ends(clients: Sequence[LoadClient], database: str) -> dict[str, float]:
    """End each round by a player who leaves, and return what storing one takes."""
    before = database_counts(database)
    for client in clients[::2]:
        client.send(prepare(Leave()))
    await asyncio.sleep(_ENDED_S)
    rounds, commits, log = (later - early for early, later in zip(before, database_counts(database), strict=True))
    return {"rounds_stored": rounds, "round_commits": commits / rounds, "round_log_bytes": log / rounds}


def measure_news(lines: int = 100) -> dict[str, float]:
    """Return what it takes to say that a room has changed, or that somebody waits, and to hear it."""
    rules = RoomRules(preset="guideline", first_to=3)
    rooms = tuple(
        RoomLine(id=f"room{number}", name="Queue", rules=rules, players=2, watchers=0, state="pause")
        for number in range(lines)
    )
    waiting = tuple(
        WaitingLine(member=1_000 + number, who="a" * 32, rating=1501.23456789, waited_ms=10_000 + number)
        for number in range(lines)
    )
    empty = News(name="alpha", address="games.example:1985", number=1_000)
    found: list[tuple[int, float]] = []
    for news in (empty, empty.model_copy(update={"changed": rooms}), empty.model_copy(update={"waiting": waiting})):
        text = news.model_dump_json(exclude_defaults=True)
        began, turns = process_time(), 0
        while process_time() - began < _TURNS_S:
            News.model_validate_json(text)
            turns += 1
        found.append((len(text), (process_time() - began) / turns))
    (beat_bytes, beat_cpu), *more = found
    (line_bytes, line_cpu), (waiting_bytes, waiting_cpu) = (
        ((size - beat_bytes) / lines, (cpu - beat_cpu) / lines) for size, cpu in more
    )
    return {
        "line_bytes": line_bytes,
        "line_cpu": line_cpu,
        "waiting_bytes": waiting_bytes,
        "waiting_cpu": waiting_cpu,
        "beat_bytes": float(beat_bytes),
        "beat_cpu": beat_cpu,
    }


def measure_queue(waiting: int = 1000) -> dict[str, float]:
    """Return how long the queue takes for each one who waits in it, and for each who is paired."""
    random = Random(1)
    queue = MatchQueue[int]()
    for number in range(waiting):
        queue.add(Waiting(number, str(number), random.gauss(1500, 300), number * SECOND // waiting))
    began = process_time()
    paired = sum(2 for _ in queue.take_pairs(SECOND))
    return {"paired_cpu": (process_time() - began) / max(1, paired)}


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=20, help="of two players, at each of two servers (20)")
    parser.add_argument(
        "--seconds",
        type=float,
        default=8.0,
        help="of play that are measured (8); rounds end by themselves after some 12",
    )
    asked = parser.parse_args()
    figures = asyncio.run(measure(asked.rooms, asked.seconds))
    told = {name: float(f"{figure:.4g}") for name, figure in figures.items()}
    print(json.dumps({"python": platform.python_version(), "load": round(os.getloadavg()[0], 1), **told}, indent=1))


if __name__ == "__main__":
    main()
