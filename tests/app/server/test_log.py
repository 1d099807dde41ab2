"""The log: one JSON object a line, from a level up; and the reports, of bounded number and size."""

import json
import logging
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest

from piecement_server.log import LONGEST, MOST_FILES, Log, Reports


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

    assert [line["event"] for line in lines] == ["connection refused"] * 10 + ["report", "connection refused"]
    assert lines[-1]["left_out"] == 9_990


@pytest.mark.parametrize("name", ["asyncio", "websockets.server", "asyncssh", "another.package"])
def test_lines_of_other_packages_are_written_as_its_own(name: str) -> None:
    stream = StringIO()
    log = Log("warning", stream, lambda: datetime(2026, 1, 2, tzinfo=UTC), clock=lambda: 10**9)
    logger = logging.getLogger(name)
    with log.collecting():
        for number in range(10_000):
            logger.warning("socket.send() raised, %d", number)
        logger.info("detail")
        logger.debug("detail")
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]

    assert len(lines) == 10
    assert lines[0] == {
        "time": "2026-01-02T00:00:00.000+00:00",
        "level": "warning",
        "event": name.partition(".")[0],
        "text": "socket.send() raised, 0",
    }


def test_error_of_another_package_has_its_traceback() -> None:
    stream = StringIO()
    with Log("error", stream).collecting():
        try:
            raise ValueError("bad")
        except ValueError:
            logging.getLogger("asyncio").exception("it failed: %s", "here")
    (line,) = map(json.loads, stream.getvalue().splitlines())

    assert (line["level"], line["event"], line["text"]) == ("error", "asyncio", "it failed: here")
    assert line["error"][-1] == "ValueError: bad\n"


def test_the_newest_reports_of_each_kind_are_kept(tmp_path: Path) -> None:
    reports = Reports(tmp_path / "reports")
    for number in range(MOST_FILES + 5):
        reports.add("desync", str(number))
    reports.add("other", "x")
    kept = sorted((tmp_path / "reports").glob("desync-*"))

    assert [path.read_text() for path in kept] == [str(number) for number in range(5, MOST_FILES + 5)]
    assert len(list((tmp_path / "reports").iterdir())) == MOST_FILES + 1


def test_a_long_report_is_cut(tmp_path: Path) -> None:
    path = Reports(tmp_path).add("desync", "x" * (LONGEST + 10))

    assert path is not None
    assert path.stat().st_size == LONGEST


def test_report_holds_names_of_any_script(tmp_path: Path) -> None:
    """Whatever the encoding of the locale is, which would refuse some of them."""
    path = Reports(tmp_path).add("match", "Łucja 日本 \ud800")

    assert path is not None
    assert path.read_bytes() == "Łucja 日本 ?".encode()


def test_an_unusable_folder_of_reports_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert Reports(tmp_path / "file" / "reports").add("desync", "x") is None
