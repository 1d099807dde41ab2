"""A fleet of real servers with a real broker: rooms are found everywhere, and each of them may be killed."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from piecement.cli.main import run as run_command
from piecement_net.control_socket import ask
from piecement_net.messages.accounts import Queue
from piecement_net.messages.from_client import Join, Open
from piecement_net.messages.rooms import RoomRules
from tests.app.net.served import Served, serving
from tests.app.server.guests import guests
from tests.app.server.nats_broker import Broker, is_installed
from tests.app.server.postgresql import Postgresql
from tests.free_ports import free_port
from tests.patience import PATIENCE_S
from tests.programs import environment

pytestmark = pytest.mark.skipif(not is_installed(), reason="nats-server is not installed: apt-get install nats-server")

ROOM = Open(name="Cellar", rules=RoomRules(preset="guideline"))
WORKERS: Final = ("--workers", "2", "--fleet", "nats://x", "--database", "postgresql://x")


@pytest.fixture
def broker() -> Generator[Broker]:
    broker = Broker()
    broker.start()
    yield broker
    broker.kill()


@asynccontextmanager
async def fleet_of_two(folder: Path, broker: Broker) -> AsyncGenerator[tuple[Served, Served]]:
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(
                serving(folder / name, "--fleet", broker.url, "--member", name, "--patience", "0", "--hidden")
            )
            for name in ("one", "two")
        ]
        yield servers[0], servers[1]


@pytest.mark.wide
async def test_a_room_is_found_and_joined_from_any_server(tmp_path: Path, broker: Broker) -> None:
    async with fleet_of_two(tmp_path, broker) as servers, guests(*servers) as (ann, ben):
        ann.client.send(ROOM)
        await ann.until(lambda: ann.players == ["Ann"])
        await ben.until(lambda: ben.rooms == ["Cellar"])
        assert ben.client.state.rooms is not None
        ben.client.send(Join(room=ben.client.state.rooms[0].id))
        await ben.until(lambda: ben.players == ["Ann", "Ben"])
        assert ann.client.address == ben.client.address


@pytest.mark.wide
async def test_killed_server_takes_only_its_own_rooms_along(tmp_path: Path, broker: Broker) -> None:
    async with fleet_of_two(tmp_path, broker) as (one, two), guests(one, two) as (ann, ben):
        ann.client.send(ROOM.model_copy(update={"here": True}))
        await ann.until(lambda: ann.players == ["Ann"])
        await ben.until(lambda: ben.rooms == ["Cellar"])
        one.kill()
        await ben.until(lambda: ben.rooms == [])
        ben.client.send(ROOM)
        await ben.until(lambda: ben.players == ["Ben"])


async def test_players_waiting_at_two_servers_meet(tmp_path: Path, broker: Broker) -> None:
    async with fleet_of_two(tmp_path, broker) as servers, guests(*servers) as (ann, ben):
        ann.client.send(Queue())
        ben.client.send(Queue())
        await ann.until(lambda: ann.has_both)
        await ben.until(lambda: ben.has_both)
        assert ann.client.address == ben.client.address


@pytest.mark.wide
async def test_next_server_pairs_without_the_queues_holder(tmp_path: Path, broker: Broker) -> None:
    async with fleet_of_two(tmp_path, broker) as (one, two), guests(two, two) as (ann, ben):
        ann.client.send(Queue())
        await ann.until(lambda: ann.client.state.queued is not None)
        one.kill()
        ben.client.send(Queue())
        await ann.until(lambda: ann.has_both)


@pytest.mark.wide
async def test_servers_go_on_without_the_broker_and_meet_again(tmp_path: Path, broker: Broker) -> None:
    async with fleet_of_two(tmp_path, broker) as servers, guests(*servers) as (ann, ben):
        broker.kill()
        ann.client.send(ROOM)
        await ann.until(lambda: ann.players == ["Ann"])
        assert ann.client.address == servers[0].addresses[0], "which is where she is"
        broker.start()
        await ben.until(lambda: ben.rooms == ["Cellar"])


@pytest.mark.wide
async def test_one_command_runs_workers_and_restarts_a_failed_one(
    tmp_path: Path, broker: Broker, postgresql: Postgresql
) -> None:
    port = free_port(2)
    options = ("--workers", "2", "--fleet", broker.url, "--database", postgresql.make_schema("workers"))
    command = [sys.executable, "-m", "piecement", "serve", "--host", "127.0.0.1", "--port", str(port), *options]
    process = await asyncio.create_subprocess_exec(
        *command, "--hidden", "--patience", "0", "--data-dir", str(tmp_path), stdout=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        said = {(await process.stdout.readline()).decode() for _ in range(2)}
        statuses = [await ask(tmp_path / "workers" / str(number) / "server", "") for number in (1, 2)]
        os.kill(statuses[0]["pid"], signal.SIGKILL)
        again = (await process.stdout.readline()).decode()
        process.terminate()
        status = await process.wait()
    assert {line.split()[2].rstrip(".,") for line in said} == {f"127.0.0.1:{port}", f"127.0.0.1:{port + 1}"}
    assert f"127.0.0.1:{port}" in again
    assert status == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--workers", "2"), "--workers needs a shared fleet and database: add --fleet and --database."),
        (
            (*WORKERS, "--port", "0"),
            "--workers needs consecutive ports: set the first one with --port.",
        ),
        ((*WORKERS, "--unix", "x.sock"), "--workers cannot be combined with --unix or --until-eof."),
        ((*WORKERS, "--until-eof"), "--workers cannot be combined with --unix or --until-eof."),
        (("--fleet", "nats://x"), "Players need an address to reach this server: add --public HOST:PORT."),
        (("--fleet", "redis://x"), "'redis://x' is not a fleet address: use nats://HOST[:PORT]."),
        ((*WORKERS, "--member", "Paris 1"), "--member: 'Paris 1' cannot be a name in a fleet: use letters, digits"),
        (("--public", "http://x/y", "--fleet", "nats://x"), "--public: 'http://x/y' is not an address: use HOST"),
    ],
)
def test_impossible_fleet_gets_one_sentence(
    options: tuple[str, ...], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        assert run_command(["serve", *options, "--data-dir", str(tmp_path)]) == 2
    assert sentence in capsys.readouterr().err
