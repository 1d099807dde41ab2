"""The log: one JSON object a line, of the level that is asked for and of graver ones."""

import json
from datetime import UTC, datetime
from io import StringIO

from piecement.server.log import Log


def test_lines_are_objects_and_quieter_ones_are_left_out() -> None:
    stream = StringIO()
    log = Log("info", stream, lambda: datetime(2026, 1, 2, tzinfo=UTC))
    log.warning("report", kind="desync")
    log.debug("detail")
    log.info("client", name="anna\n\x1b[31m")

    assert [json.loads(line) for line in stream.getvalue().splitlines()] == [
        {"time": "2026-01-02T00:00:00.000+00:00", "level": "warning", "event": "report", "kind": "desync"},
        {"time": "2026-01-02T00:00:00.000+00:00", "level": "info", "event": "client", "name": "anna\n\x1b[31m"},
    ]
    assert "\x1b" not in stream.getvalue()


def test_an_event_that_repeats_does_not_fill_the_disk() -> None:
    stream, now_ns = StringIO(), 10**9
    log = Log("warning", stream, clock=lambda: now_ns)
    for _ in range(10_000):
        log.warning("connection refused", code="full")
    log.error("report", kind="desync")
    now_ns += 60 * 10**9
    log.warning("connection refused", code="full")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]

    assert [line["event"] for line in lines] == ["connection refused"] * 20 + ["report", "connection refused"]
    assert lines[-1]["left_out"] == 9_980
