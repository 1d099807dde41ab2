"""Prometheus metrics: `/metrics` at a port of the loopback address."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Final

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from piecement_base.tables import read_table
from piecement_net.control_socket import Status
from piecement_server.rooms.match_flow import COUNTDOWN, PAUSE, PLAYING, WAITING

_HOST: Final = "127.0.0.1"
_ANSWER_S: Final = 5.0
"""Maximum wait of a reader for a busy server (s)."""
_KINDS: Final = {"gauge": GaugeMetricFamily, "counter": CounterMetricFamily}
_FAMILIES: Final = read_table(__file__, "metrics.csv")
"""Metrics of one value: kind, name, sentence, and key in the status."""
_STATES: Final = (WAITING, COUNTDOWN, PLAYING, PAUSE)
"""States of rooms that are reported even without a room."""


class StatusCollector(Collector):
    """Collector of metrics from a status, which is computed in the thread of the event loop."""

    def __init__(self, status: Callable[[], Status], loop: asyncio.AbstractEventLoop) -> None:
        self._status: Final = status
        self._loop: Final = loop

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics. Raises `TimeoutError` if the server is too busy to reply."""

        async def read() -> Status:
            return self._status()

        yield from to_samples(asyncio.run_coroutine_threadsafe(read(), self._loop).result(_ANSWER_S))


def to_samples(status: Status) -> Iterator[Metric]:
    """Yield a status as metrics, in base units: connections, rooms, people, rounds, seconds."""
    rooms = status["rooms"]
    for row in _FAMILIES:
        yield _KINDS[row["kind"]](row["name"], row["sentence"], value=status[row["key"]])
    refusals = CounterMetricFamily(
        "piecement_refusals", "Refusals and errors that ended connections.", labels=("code",)
    )
    for code, count in status["refusals"].items():
        refusals.add_metric((code,), count)
    yield refusals
    players = sum(len(room["players"]) for room in rooms)
    yield GaugeMetricFamily("piecement_players", "Players who sit in rooms.", value=players)
    watchers = sum(room["watchers"] for room in rooms)
    yield GaugeMetricFamily("piecement_watchers", "People who watch.", value=watchers)
    family = GaugeMetricFamily("piecement_rooms", "Rooms that are open.", labels=("state",))
    counts = Counter(room["state"] for room in rooms)
    for state in dict.fromkeys((*_STATES, *counts)):
        family.add_metric((state,), counts[state])
    yield family


@asynccontextmanager
async def serving_metrics(port: int, status: Callable[[], Status]) -> AsyncGenerator[int]:
    """Serve metrics at a loopback port until the end of the block; yield the port, chosen by the system for 0.

    Raises `OSError` if the port cannot be used.
    """
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    GCCollector(registry=registry)
    registry.register(StatusCollector(status, asyncio.get_running_loop()))
    server, thread = start_http_server(port, _HOST, registry)
    try:
        yield server.server_port
    finally:
        await asyncio.to_thread(server.shutdown)
        server.server_close()
        thread.join()
