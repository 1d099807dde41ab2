"""The program that serves: its status, its end, and what stops it from beginning."""

import asyncio
import json
import os
import signal
import socket
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Literal

import pytest

from piecement_engine.rules.timing import SECOND
from piecement_net.address import Address
from piecement_net.control_socket import Status, ask, serving_control
from piecement_net.endpoints import connect
from piecement_net.limits import ServerLimits
from piecement_net.messages.from_client import Join, Open
from piecement_net.messages.from_server import Error, Left, RoomState, Welcome
from piecement_net.messages.rooms import RoomRules
from piecement_net.network_clock import clock_ns
from piecement_server.connections import Sessions
from piecement_server.rooms.lobby import Lobby
from tests.app.net.echoing import Player
from tests.app.server.program_in_process import serving
from tests.free_ports import free_port
from tests.patience import PATIENCE_S
from tests.programs import Said, environment

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals and unix sockets are of POSIX")
RULES = RoomRules(preset="guideline")


async def test_the_status_tells_rooms_and_players(tmp_path: Path) -> None:
    async with serving(tmp_path) as (_, place):
        player = Player(place)
        async with player.playing():
            player.send([Open(name="Cellar", rules=RULES)])
            await player.first(RoomState)
            status = await ask(tmp_path, "")

    assert status["connections"] == 1
    assert [(room["name"], room["state"], len(room["players"])) for room in status["rooms"]] == [
        ("Cellar", "waiting", 1)
    ]


async def test_the_status_tells_refusals_lag_and_bytes(tmp_path: Path) -> None:
    limits = replace(ServerLimits(), connections=1)
    async with serving(tmp_path, limits=limits) as (_, place):
        player = Player(place)
        async with player.playing():
            player.send([Join(room="bcdfg")])
            await player.first(Error)
            surplus = await connect(place)
            await surplus.receive()
            surplus.close()
            while not (status := await ask(tmp_path, ""))["database_bytes"]:
                await asyncio.sleep(0)

    assert status["refusals"] == {"full": 1, "no_room": 1}
    assert status["loop_lag_s"] >= 0
    assert (status["store_queue"], status["longest_wait_s"]) == (0, 0)


async def test_a_loop_that_stood_still_shows_in_the_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stood_ns = 0
    monkeypatch.setattr("piecement_server.hub.clock_ns", lambda: clock_ns() + stood_ns)
    async with serving(tmp_path):
        await ask(tmp_path, "")
        stood_ns = 2 * SECOND
        while (status := await ask(tmp_path, ""))["loop_lag_s"] < 2:
            await asyncio.sleep(0)

    assert status["loop_lag_s"] < 2 + PATIENCE_S


async def test_sigterm_sends_idle_players_away_and_ends(tmp_path: Path) -> None:
    async with serving(tmp_path) as (task, place):
        player = Player(place)
        async with player.playing():
            player.send([Open(name="Cellar", rules=RULES)])
            await player.first(RoomState)
            os.kill(os.getpid(), signal.SIGTERM)
            left = await player.first(Left)
            await task

    assert left.code == "closing"
    assert not (tmp_path / "status.sock").exists()


async def test_failed_drain_fails_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 0 would end its supervision too."""
    fail_once(monkeypatch, Lobby, "drain")
    async with serving(tmp_path) as (task, _):
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait([task])

    assert isinstance(task.exception(), ExceptionGroup)


async def test_server_that_ends_before_it_answers(tmp_path: Path) -> None:
    async def fail(_: str) -> Status:
        raise OSError

    async with serving_control(tmp_path, fail):
        with pytest.raises(OSError, match="no answer"):
            await ask(tmp_path, "drain")


@pytest.mark.parametrize("kind", ["tcp", "ws"])
async def test_surplus_client_gets_a_refusal(tmp_path: Path, kind: Literal["tcp", "ws"]) -> None:
    limits = replace(ServerLimits(), connections_an_address=1)
    async with serving(tmp_path, Address(kind, "127.0.0.1", 0, "/"), limits) as (_, place):
        first, second = [await connect(place) for _ in range(2)]
        said = await second.receive()
        for carrier in (first, second):
            carrier.close()
            await carrier.wait_closed()

    assert (
        b'"code":"too_many_connections","text":"too many connections from your address: at most 1 are allowed"' in said
    )


async def test_defects_are_logged_and_end_no_more_than_a_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind, name in ((Sessions, "expired"), (Lobby, "advance"), (Lobby, "receive")):
        fail_once(monkeypatch, kind, name)

    async with serving(tmp_path) as (_, place):
        player = Player(place)
        async with player.playing():
            player.send([Open(name="Cellar", rules=RULES)])
            await player.count(Welcome, 2)
            player.send([Open(name="Attic", rules=RULES)])
            await player.count(RoomState, 2)

    logged = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert sorted(line["event"] for line in logged) == [
        "connection failed",
        "rooms not looked after",
        "sessions not looked through",
    ]
    assert all("ZeroDivisionError" in line["error"][-1] for line in logged)


def fail_once(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> None:
    """Replace a method by one that raises an error at its first call."""
    method, calls = getattr(kind, name), count()

    def defective(*given: object, **named: object) -> object:
        return method(*given, **named) if next(calls) else 1 // 0

    monkeypatch.setattr(kind, name, defective)


async def test_a_second_server_does_not_begin_in_the_same_folder(tmp_path: Path) -> None:
    options = ("--no-tcp", "--unix", str(tmp_path / "other"), "--data-dir", str(tmp_path))
    async with serving(tmp_path / "server"):
        second = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "piecement", "serve", *options, stderr=PIPE, env=environment()
        )
        _, said = await second.communicate()

    assert second.returncode == 2
    assert b"is using" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--no-tcp"], "Nothing to listen on"),
        (["--certificate", "x.pem"], "--certificate and --key must be used together"),
        (["--certificate", "x.pem", "--key", "y.pem"], "certificate cannot be used"),
        (["--port", "70000"], "whole number from 0 to 65535"),
        (["--name", "x" * 33], "it must have 1 to 32"),
        (["--status"], "No server is running"),
        (["--host", "300.1.1.1"], "Cannot listen on 300.1.1.1:1985: it is not an address of this machine."),
    ],
)
def test_impossible_server_gets_one_sentence(tmp_path: Path, arguments: list[str], sentence: str, said: Said) -> None:
    status, _, error = said("serve", "--data-dir", tmp_path, *arguments)

    assert status == 2
    assert sentence in error
    assert error.count("\n") == 1


def test_a_server_without_files_left_says_so_in_a_line(tmp_path: Path) -> None:
    few = "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (30, 40)); "
    start = f"{few} from piecement.__main__ import main; sys.exit(main())"
    arguments = ("serve", "--host", "127.0.0.1", "--port", "0", "--hidden", "--data-dir", str(tmp_path))
    with Popen(
        [sys.executable, "-c", start, *arguments], stdout=PIPE, stderr=PIPE, text=True, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        port = int(process.stdout.readline().rpartition(":")[2].partition(".")[0])
        # All wait in the queue of the socket at once: one by one, the ninth of an address would be refused and closed.
        process.send_signal(signal.SIGSTOP)
        clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(30)]
        process.send_signal(signal.SIGCONT)
        line = next(line for line in map(json.loads, process.stderr) if line["event"] == "too many open files")
        for client in clients:
            client.close()
        process.terminate()
        others = process.stderr.read()
    modes = {path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_file()}

    assert line["text"] == "Too many open files"
    assert "Traceback" not in others
    assert process.returncode == 0
    assert modes == {0o600}


async def test_the_status_of_workers_is_that_of_each(tmp_path: Path) -> None:
    """It said that no server runs."""
    (tmp_path / "workers" / "2").mkdir(parents=True)
    command = (sys.executable, "-m", "piecement", "serve", "--data-dir", str(tmp_path), "--status")
    async with serving(tmp_path / "workers" / "1" / "server"):
        asking = await asyncio.create_subprocess_exec(*command, stdout=PIPE, env=environment())
        out, _ = await asking.communicate()
    said = json.loads(out)

    assert (said["workers"]["1"]["server"], said["workers"]["2"]) == ("Piecement", None)


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has one kind of addresses")
def test_all_addresses_are_those_of_both_kinds(tmp_path: Path) -> None:
    """It listened at those of IPv4 alone."""
    port = free_port()
    command = [sys.executable, "-m", "piecement", "serve", "--port", str(port), "--hidden", "--data-dir", str(tmp_path)]
    with Popen(command, stdout=PIPE, text=True, env=environment()) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, port)).close()
        process.terminate()

    assert f"0.0.0.0:{port}, [::]:{port}" in said
