"""Rated matches at a real server, whose database somebody else has locked when a match is decided."""

import asyncio
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

import pytest

from piecement.client.round import ClientRound
from piecement.client.state import ConnectionState
from piecement_net.messages.accounts import Queue, SignUp
from piecement_net.messages.from_client import Leave, Ready
from piecement_server.store.stores import FILE, open_database
from tests.app.net.served import serving
from tests.app.server.guests import Guest, guests
from tests.free_ports import free_port
from tests.patience import PATIENCE_S

_RESULTS: Final = "SELECT name, score FROM results JOIN accounts ON accounts.id = account"
_EVERY_S: Final = 0.05


@contextmanager
def locked(folder: Path, url: str | None) -> Generator[None]:
    """Lock what results are stored in, from another program."""
    if url is None:
        with closing(sqlite3.connect(folder / "server" / FILE, isolation_level=None)) as database:
            database.execute("BEGIN EXCLUSIVE")
            yield
            database.execute("ROLLBACK")
        return
    import psycopg  # only where it is installed

    with psycopg.connect(url) as connection:
        connection.execute("LOCK TABLE matches, rounds, results IN ACCESS EXCLUSIVE MODE")
        yield
        connection.rollback()


async def lose(loser: Guest, winner: Guest, number: int, before: Sequence[ClientRound | None] = ()) -> None:
    """Give up a round, once both play it, and not one of those before."""
    for guest in (loser, winner):
        guest.client.send(Ready(on=True))
    for guest in (loser, winner):
        await guest.until(lambda guest=guest: has_begun(guest, number, before))  # type: ignore[misc]
    own = loser.client.state.round
    assert own is not None
    assert own.own is not None
    while own.time_ns < 300_000_000:  # the games are played by the clock
        await asyncio.sleep(_EVERY_S)
    own.own.forfeit()


def has_begun(guest: Guest, number: int, before: Sequence[ClientRound | None]) -> bool:
    """Whether a guest plays a round of a number, and not one of those before."""
    current = guest.client.state.round
    return current is not None and current.number == number and not any(current is last for last in before)


async def cut(guest: Guest) -> None:
    """End a program without a word."""
    guest.stop()


async def leave(guest: Guest) -> None:
    guest.client.send(Leave())
    await guest.until(lambda: guest.client.state.room is None)


async def win(winner: Guest, loser: Guest, rounds: int) -> None:
    """Begin a rated match between new accounts, and win some rounds of it."""
    for guest, name in ((winner, "Winner"), (loser, "Loser")):
        guest.client.send(SignUp(name=name, token=name * 4))
        await guest.until(lambda guest=guest: bool(guest.client.state.profile and guest.client.state.profile.name))  # type: ignore[misc]
    for guest in (winner, loser):
        guest.client.send(Queue())
    await winner.until(lambda: winner.client.state.room is not None)
    for number in range(1, rounds + 1):
        await lose(loser, winner, number)
        for guest in (winner, loser):
            await guest.until(lambda guest=guest: guest.client.state.round_end is not None)  # type: ignore[misc]


async def do(deeds: Sequence[str], winner: Guest, loser: Guest) -> None:
    for deed in deeds:
        who, _, what = deed.partition(" ")
        await (leave if what == "leaves" else cut)(winner if who == "winner" else loser)


@pytest.mark.parametrize(
    ("rounds", "deeds", "score"),
    [
        (3, ("winner leaves",), 1.0),
        pytest.param(3, ("winner is cut", "loser is cut"), 1.0, marks=pytest.mark.wide),
        pytest.param(3, ("loser leaves", "winner leaves"), 1.0, marks=pytest.mark.wide),
        pytest.param(1, ("winner leaves",), 0.0, marks=pytest.mark.wide),
        pytest.param(1, ("loser leaves", "winner is cut"), 1.0, marks=pytest.mark.wide),
    ],
    ids=str,
)
async def test_a_locked_database_changes_no_result(
    rounds: int, deeds: tuple[str, ...], score: float, tmp_path: Path, database_url: str | None
) -> None:
    options = ("--hidden", "--rated-within-address", "--patience", "0")
    database = () if database_url is None else ("--database", database_url)
    async with serving(tmp_path, *options, *database) as server, guests(server, server) as (ann, ben):
        await win(ann, ben, rounds - 1)
        with locked(tmp_path, database_url):
            await lose(ben, ann, rounds)
            await ann.until(lambda: ann.client.state.is_storing)
            is_decided = ann.client.state.is_match_decided
            await do(deeds, ann, ben)
        found = await results(tmp_path, database_url)

    assert found == {"Winner": score, "Loser": 1 - score}
    assert is_decided == (rounds == 3)


@pytest.mark.parametrize(
    ("is_stored", "deeds", "score"),
    [
        (False, ("loser leaves",), 1.0),
        pytest.param(False, ("winner leaves",), 0.0, marks=pytest.mark.wide),  # its last win was never stored
        pytest.param(False, ("loser wins", "winner leaves"), 0.0, marks=pytest.mark.wide),
        pytest.param(False, ("winner wins", "winner leaves"), 1.0, marks=pytest.mark.wide),
        pytest.param(True, ("winner leaves", "loser leaves"), 1.0, marks=pytest.mark.wide),
        pytest.param(True, ("winner is cut", "loser is cut"), 1.0, marks=pytest.mark.wide),
        pytest.param(False, ("winner is cut",), 0.0, marks=pytest.mark.long),  # these wait for a minute
        pytest.param(False, ("loser is cut",), 1.0, marks=pytest.mark.long),
        pytest.param(False, ("loser is cut", "winner is cut"), 1.0, marks=pytest.mark.long),
    ],
    ids=str,
)
async def test_a_killed_server_keeps_what_it_stored(
    is_stored: bool, deeds: tuple[str, ...], score: float, tmp_path: Path, database_url: str | None
) -> None:
    """Killed at 2:0, while the deciding round waits for the database or after it was stored; then started again."""
    options = ["--hidden", "--rated-within-address", "--patience", "0", "--port", str(free_port())]
    options += [] if database_url is None else ["--database", database_url]
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(tmp_path, *options))
        ann, ben = await stack.enter_async_context(guests(server, server))
        await win(ann, ben, 2)
        if is_stored:
            await lose(ben, ann, 3)
            await ann.until(lambda: ann.client.state.match_end is not None)
            server.kill()
        else:
            with locked(tmp_path, database_url):
                await lose(ben, ann, 3)
                await ann.until(lambda: ann.client.state.is_storing)
                server.kill()
        await ann.until(lambda: ann.client.state.contact is ConnectionState.LOST)
        before = [guest.client.state.round for guest in (ann, ben)]
        if not any("cut" in deed for deed in deeds):
            await stack.enter_async_context(serving(tmp_path, *options))
            for guest in (ann, ben):
                await guest.connected()
        for deed in deeds:
            if deed.endswith("wins"):
                await lose(*((ben, ann) if deed == "winner wins" else (ann, ben)), 3, before)
                await ann.until(lambda: ann.client.state.round_end is not None)
            else:
                await do([deed], ann, ben)
        if any("cut" in deed for deed in deeds):
            await stack.enter_async_context(serving(tmp_path, *options))
        found = await results(tmp_path, database_url, 4 * PATIENCE_S)

    assert found == {"Winner": score, "Loser": 1 - score}


async def results(folder: Path, url: str | None, patience_s: float = PATIENCE_S) -> dict[str, float]:
    """Return the stored scores by name, once there are some."""
    with closing(open_database(folder / "server", url)) as database:
        async with asyncio.timeout(patience_s):
            while not (found := {row["name"]: row["score"] for row in database.rows(_RESULTS)}):
                await asyncio.sleep(_EVERY_S)
    return found
