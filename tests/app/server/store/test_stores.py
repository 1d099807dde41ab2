"""Storing for an event loop: while PostgreSQL is away, it is tried again, and what was to be stored is, once."""

import asyncio
import io
import json
import sqlite3
import threading
from pathlib import Path

import pytest

from piecement_base.database import Values
from piecement_server.log import Log
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.store.database import SqliteDatabase, UnreachableError
from piecement_server.store.store_thread import MOST_WAITING, PATIENCE_S, StoreThread
from piecement_server.store.stores import StoredRound, Stores, open_database
from tests.app.server.postgresql import Postgresql
from tests.app.server.stored_matches import stored_match


def a_thread(folder: Path, url: str | None, said: io.StringIO, patience_s: float = PATIENCE_S) -> StoreThread:
    return StoreThread(
        lambda: Stores(open_database(folder, url), lambda: 1_000),
        Log("warning", said),
        retry_s=0.01,
        patience_s=patience_s,
    )


async def put(stores: StoreThread, record: MatchRecord) -> StoredRound:
    return await stores.run_with_retries(lambda opened: opened.put(record))


async def test_writes_during_a_postgresql_outage_are_stored_later(postgresql: Postgresql, tmp_path: Path) -> None:
    said = io.StringIO()
    stores = a_thread(tmp_path, postgresql.make_schema("away"), said)
    await stores.prepare()
    records = stored_match()
    await put(stores, records[0])
    await asyncio.to_thread(postgresql.stop)
    try:
        waiting = asyncio.gather(*(put(stores, record) for record in records[1:]))
        while not said.getvalue():
            await asyncio.sleep(0.01)
        with pytest.raises(UnreachableError):
            await stores.run(lambda opened: opened.matches.unfinished(1_000_000, 0))
    finally:
        await asyncio.to_thread(postgresql.start)
    stored = await waiting
    kept = await stores.run(lambda opened: [played.round for played in opened.matches.rounds(records[0].id)])
    await stores.close()

    assert [name is not None for name, _ in stored] == [record.round is not None for record in records[1:]]
    assert kept == [record.round.round for record in records if record.round is not None]
    assert [json.loads(line)["event"] for line in said.getvalue().splitlines()] == [
        "database not reached",
        "database reached again",
    ]


async def test_an_ending_server_does_not_wait_for_ever(postgresql: Postgresql, tmp_path: Path) -> None:
    stores = a_thread(tmp_path, postgresql.make_schema("ending"), io.StringIO())
    await stores.prepare()
    await asyncio.to_thread(postgresql.stop)
    try:
        stores.is_last_try = True
        with pytest.raises(UnreachableError):
            await put(stores, stored_match()[0])
    finally:
        await asyncio.to_thread(postgresql.start)
    await stores.close()


async def test_a_frozen_postgresql_fails_and_comes_back(postgresql: Postgresql, tmp_path: Path) -> None:
    said = io.StringIO()
    stores = a_thread(tmp_path, postgresql.make_schema("frozen"), said, patience_s=0.2)
    await stores.prepare()
    await asyncio.to_thread(postgresql.freeze)
    try:
        storing = asyncio.create_task(put(stores, stored_match()[0]))
        with pytest.raises(UnreachableError):
            await stores.run(lambda opened: opened.accounts.is_taken("Anna"))
        while not said.getvalue():
            await asyncio.sleep(0.01)
    finally:
        await asyncio.to_thread(postgresql.thaw)
    await storing
    found = await stores.run(lambda opened: opened.matches.unfinished(1_000_000, 0))
    await stores.close()

    assert [match.id for match in found] == [stored_match()[0].id]


class HangingDatabase(SqliteDatabase):
    """A database that replies to nothing until it is interrupted."""

    hangs = False

    def __init__(self) -> None:
        super().__init__(None)
        self._interrupted = threading.Event()

    def rows(self, statement: str, values: Values = ()) -> list[sqlite3.Row]:
        if self.hangs:
            self._interrupted.wait()
            self._interrupted.clear()
            raise UnreachableError("interrupted")
        return super().rows(statement, values)

    def interrupt(self) -> None:
        self._interrupted.set()


async def test_requests_in_a_long_queue_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Log("warning", io.StringIO())
    stores = StoreThread(lambda: Stores(HangingDatabase(), lambda: 1_000), said, patience_s=0.2)
    await stores.prepare()
    monkeypatch.setattr(HangingDatabase, "hangs", True)
    taken = (stores.run(lambda opened: opened.accounts.is_taken("Anna")) for _ in range(MOST_WAITING + 50))
    ends = await asyncio.gather(*taken, return_exceptions=True)
    monkeypatch.undo()
    afterwards = await stores.run(lambda opened: opened.accounts.is_taken("Anna"))
    await stores.close()

    assert {type(end) for end in ends} == {UnreachableError}
    assert sum("requests wait" in str(end) for end in ends) == 50
    assert afterwards is False
