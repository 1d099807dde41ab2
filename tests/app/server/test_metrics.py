"""Metrics of a server, as Prometheus reads them."""

import asyncio
import re
import socket
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from piecement.cli.main import run as run_command
from piecement_server.metrics import serving_metrics, to_samples
from tests.app.server.test_recipes import PAGE

STATUS = {
    "server": "Piecement",
    "up_s": 90,
    "connections": 5,
    "rounds": 7,
    "stored_bytes": 4096,
    "database_bytes": 8192,
    "store_queue": 2,
    "loop_lag_s": 0.25,
    "longest_wait_s": 12.5,
    "refusals": {"full": 3, "too_much_stored": 1},
    "rooms": [
        {"id": "a", "name": "Cellar", "state": "playing", "players": ["one", "two"], "watchers": 2},
        {"id": "b", "name": "Attic", "state": "waiting", "players": ["three"], "watchers": 0},
    ],
}


def read(port: int, path: str = "/metrics") -> dict[str, float]:
    """Return the values of all samples, by name and labels, as Prometheus would read them."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:  # of this machine
        text = answer.read().decode()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {" ".join((sample.name, *sample.labels.values())): sample.value for sample in samples}


async def test_rooms_people_and_rounds_are_told() -> None:
    async with serving_metrics(0, lambda: STATUS) as port:
        values = await asyncio.to_thread(read, port)
    told = {
        "piecement_up_seconds": 90,
        "piecement_connections": 5,
        "piecement_rounds_total": 7,
        "piecement_stored_bytes_total": 4096,
        "piecement_database_bytes": 8192,
        "piecement_store_queue": 2,
        "piecement_loop_lag_seconds": 0.25,
        "piecement_longest_wait_seconds": 12.5,
        "piecement_refusals_total full": 3,
        "piecement_refusals_total too_much_stored": 1,
        "piecement_players": 3,
        "piecement_watchers": 2,
        "piecement_rooms playing": 1,
        "piecement_rooms waiting": 1,
        "piecement_rooms countdown": 0,
    }
    assert {name: values[name] for name in told} == told
    assert "process_cpu_seconds_total" in values


def test_each_metric_is_on_the_page_and_no_other() -> None:
    samples = {sample.name for metric in to_samples(STATUS) for sample in metric.samples}
    named = set(re.findall(r"`(piecement_\w+)[`{]", PAGE))

    assert named == samples


async def test_only_this_machine_reads() -> None:
    async with serving_metrics(0, lambda: STATUS) as port:
        with pytest.raises(ConnectionRefusedError):  # whoever listens everywhere answers there too
            await asyncio.open_connection("127.0.0.2", port)


async def test_nothing_answers_after_the_end() -> None:
    async with serving_metrics(0, lambda: STATUS) as port:
        await asyncio.to_thread(read, port)
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)


def test_a_taken_port_gets_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        where = ("--no-tcp", "--unix", str(tmp_path / "socket"), "--data-dir", str(tmp_path))
        status = run_command(["serve", *where, "--metrics", str(port)])
    assert (status, capsys.readouterr().err.count("\n")) == (2, 1)
