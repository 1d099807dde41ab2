"""Exports, deletions and retention are done in pieces, between which the database answers others."""

import asyncio
import io
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from piecement_base.errors import StorageError
from piecement_net.messages.accounts import Export
from piecement_server.account_exports import EXPORT_PART, FRESH_NS, MOST_EXPORTS, AccountExports
from piecement_server.log import Log
from piecement_server.store.accounts import Account, AccountStore
from piecement_server.store.database import SqliteDatabase
from piecement_server.store.store_thread import StoreThread
from piecement_server.store.stores import RETENTION_DAYS, Stores
from tests.app.server.stored_matches import stored_match

ENTRIES = 12
LONG = "x" * 60_000
DAY_MS = 86_400_000


class Clock:
    ms = 0
    ns = 0


def filled(stores: Stores, entries: int = ENTRIES) -> Account:
    """Sign up somebody with board entries as long as recordings may be, and with matches."""
    anna = stores.accounts.sign_up("anna", "anna" * 8)
    columns = [row["name"] for row in stores.database.rows("PRAGMA table_info(board_entries)")]
    texts = ("kind", "mode", "day", "end_word", "ruleset")
    for number in range(entries):
        row: dict[str, object] = {name: "-" if name in texts else 0 for name in columns}
        row |= {"id": f"e{number:03}", "account": anna.id, "digest": f"d{number}", "recording": LONG}
        names = ", ".join(row)
        stores.database.change(f"INSERT INTO board_entries ({names}) VALUES (:{names.replace(', ', ', :')})", row)
    for number in range(entries):
        match = stored_match()[-1]
        seats = tuple(seat.model_copy(update={"account": anna.id if seat.seat == 0 else ""}) for seat in match.seats)
        stores.put(match.model_copy(update={"id": f"m{number}", "seats": seats, "ended": True}))
    return anna


@asynccontextmanager
async def thread_of(clock: Clock) -> AsyncGenerator[StoreThread]:
    thread = StoreThread(lambda: Stores(SqliteDatabase(None), lambda: clock.ms), Log("error", io.StringIO()))
    await thread.prepare()
    yield thread
    await thread.close()


async def test_an_export_is_made_once_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part of the answer read and dumped all of it, and held up all who waited for the database."""
    clock = Clock()
    async with thread_of(clock) as thread:
        anna = await thread.run(filled)
        whole = await thread.run(lambda stores: "".join(stores.accounts.export(anna)))
        longest = await thread.run(lambda stores: max(map(len, stores.accounts.export(anna))))
        made = list[str]()
        export = StoreThread.pieces

        def counted(self: StoreThread, *given: object) -> object:
            made.append("made")
            return export(self, *given)  # type: ignore[arg-type]

        monkeypatch.setattr(StoreThread, "pieces", counted)
        exports = AccountExports(thread, lambda: clock.ns)
        text = ""
        while len(text) < (part := await exports.part(anna, len(text))).length:
            text += part.text
            assert len(part.text) <= EXPORT_PART
        await exports.part(anna, 0)
        times = len(made)
        clock.ns += FRESH_NS + 1
        await exports.part(anna, 0)
        exports.close()

    assert text == whole
    assert longest < 2 * len(LONG)
    assert (times, len(made)) == (1, 2)


async def test_an_export_stays_open_for_a_waiting_request() -> None:
    """It gets old between the end of one request and the start of the next one in the queue."""
    clock = Clock()
    async with thread_of(clock) as thread:
        anna = await thread.run(filled)
        exports = AccountExports(thread, lambda: clock.ns)

        async def requested_when_old() -> Export:
            await exports.part(anna, 0)
            clock.ns += FRESH_NS + 1
            return await exports.part(anna, 0)

        first, second = await asyncio.gather(requested_when_old(), exports.part(anna, 0))
        exports.close()

    assert first == second


async def test_export_after_failed_one_has_no_other_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_: AccountStore, account: Account) -> Iterator[str]:
        yield "first try"
        raise StorageError("away")

    def short(_: AccountStore, account: Account) -> Iterator[str]:
        yield "{}"

    monkeypatch.setattr(AccountStore, "export", failing)
    async with thread_of(Clock()) as thread:
        exports = AccountExports(thread, lambda: 0)
        with pytest.raises(StorageError):
            await exports.part(Account("anna", "anna"), 0)
        monkeypatch.setattr(AccountStore, "export", short)
        part = await exports.part(Account("anna", "anna"), 0)
        exports.close()

    assert (part.text, part.length) == ("{}", 2)


async def test_reading_an_export_drops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[str]()

    def exported(_: AccountStore, account: Account) -> Iterator[str]:
        made.append(account.id)
        yield "{}"

    monkeypatch.setattr(AccountStore, "export", exported)
    async with thread_of(Clock()) as thread:
        exports = AccountExports(thread, lambda: 0)
        for _part in range(3):
            for number in range(MOST_EXPORTS):
                await exports.part(Account(f"{number}", "anna"), 0)
        before = len(made)
        await exports.part(Account("another", "bert"), 0)
        exports.close()

    assert (before, len(made)) == (MOST_EXPORTS, MOST_EXPORTS + 1)


Work = Callable[[Stores, Account], Iterator[object]]


def deletion(stores: Stores, anna: Account) -> Iterator[object]:
    return stores.forget_in_matches(anna.id)


LONG_WORK: list[tuple[Work, int]] = [
    (lambda stores, _: stores.matches.forget_before(RETENTION_DAYS), ENTRIES // 4),
    (lambda stores, _: stores.leaderboards.forget_recordings(RETENTION_DAYS), 1),
    (lambda stores, _: stores.accounts.forget_unused(RETENTION_DAYS), 1),
    (lambda stores, anna: stores.accounts.export(anna), ENTRIES),
    (deletion, ENTRIES),
]


@pytest.mark.parametrize(
    ("work", "least"),
    LONG_WORK,
    ids=["matches", "recordings", "accounts", "export", "deletion"],
)
async def test_others_are_answered_between_the_pieces(work: Work, least: int, tmp_path: Path) -> None:
    clock = Clock()
    async with thread_of(clock) as thread:
        anna = await thread.run(filled)
        clock.ms += (RETENTION_DAYS + 1) * DAY_MS
        pieces = answers = 0
        async for _piece in thread.pieces(lambda stores: work(stores, anna)):
            pieces += 1
            answers += await thread.run(lambda stores: stores.accounts.is_taken("anna"))

    assert answers == pieces >= least


async def test_a_deletion_leaves_nothing_behind(tmp_path: Path) -> None:
    async with thread_of(Clock()) as thread:
        anna = await thread.run(filled)
        async for _piece in thread.pieces(lambda stores: deletion(stores, anna)):
            pass
        await thread.run(lambda stores: stores.delete_account(anna))
        left = await thread.run(lambda stores: stores.database.column("SELECT record FROM matches"))

    assert len(left) == ENTRIES
    assert not any(anna.id in record for record in left)
