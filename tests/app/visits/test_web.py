"""The site on loopback: who may come in, what a visitor's program is given, and how a visit ends."""

import asyncio
import http.client
import json
import os
import re
import signal
import sys
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from piecement.session.bots.loaded_bot import load_bot
from piecement.settings.settings import Settings
from piecement.settings.styles import FIRST_STYLE, with_style
from piecement_engine import Button
from piecement_engine.bots import ExternalBotError
from piecement_net.limits import ServerLimits
from piecement_server.visits.host import HostSettings
from piecement_server.visits.page_files import HEADERS, page_file
from piecement_server.visits.visit_program import TerminalSize
from piecement_server.visits.web import SiteSettings, run
from tests.app.server.floods import flooded
from tests.app.visited_program import OWN_VARIABLES, TELLS
from tests.patience import PATIENCE_S
from tests.sampling import mostly_wide

TOKEN = "a-token-of-tests"
SERVING = "serving"
VISITOR = "0123456789abcdef" * 2
ARRIVES = {"visitor": VISITOR, "columns": 90, "rows": 30}


@asynccontextmanager
async def served(folder: Path, *, origins: Sequence[str] = (), **visits: object) -> AsyncGenerator[str]:
    """Serve until the end of the block; give the address."""
    address = asyncio.get_running_loop().create_future()
    hosting = HostSettings(folder=folder, command=(sys.executable, "-c", TELLS), **visits)  # type: ignore[arg-type]
    given = SiteSettings(token=TOKEN, origins=origins, visits=hosting)
    serving = asyncio.create_task(run(given, address.set_result), name=SERVING)
    try:
        yield await address
    finally:
        serving.cancel()
        await asyncio.wait([serving])


def page_of(
    address: str, path: str, headers: Mapping[str, str] | None = None, source: str = ""
) -> tuple[int, http.client.HTTPMessage, bytes]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, source_address=(source, 0))
    connection.request("GET", path, headers=headers or {})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


@asynccontextmanager
async def visiting(
    address: str, first: object = ARRIVES, *, local: str = "127.0.0.1", forwarded: str = ""
) -> AsyncGenerator[ClientConnection]:
    """Visit from an address, or through a proxy there that names another."""
    parts = urlsplit(address)
    async with connect(
        f"ws://{parts.netloc}{parts.path}play",
        origin=Origin(f"http://{parts.netloc}"),
        local_addr=(local, 0),
        additional_headers={"X-Forwarded-For": forwarded} if forwarded else {},
    ) as visit:
        await visit.send(json.dumps(first))
        yield visit


async def heard_until(visit: ClientConnection, wanted: str) -> str:
    """Return the output of the program up to some words."""
    text = ""
    while wanted not in text:
        part = await visit.recv()
        assert isinstance(part, bytes)
        text += part.decode()
    return text


async def until_let_in(address: str) -> None:
    """Visit, as soon as there is a place."""
    async with asyncio.timeout(10):
        while True:
            with suppress(ConnectionClosed):
                async with visiting(address) as visit:
                    await heard_until(visit, "]]")
                return


async def ends(visit: ClientConnection) -> tuple[int | None, str]:
    """Return the code and the reason with which a visit is closed."""

    async def read_all() -> None:
        while True:
            await visit.recv()

    with pytest.raises(ConnectionClosed) as closed:
        await read_all()
    frame = closed.value.rcvd
    assert frame is not None
    return frame.code, frame.reason


async def test_only_the_token_leads_to_the_page(tmp_path: Path) -> None:
    async with served(tmp_path) as address:
        status, headers, body = await asyncio.to_thread(page_of, address, f"/{TOKEN}/")
        assert (status, b"<title>Piecement</title>" in body) == (200, True)
        assert {name: headers[name] for name in HEADERS} == HEADERS
        for name in ("xterm.js", "addon-fit.js", "page.js", "page.css", "xterm.css"):
            assert (await asyncio.to_thread(page_of, address, f"/{TOKEN}/{name}"))[0] == 200
        for path in (
            "/",
            "/another-token/",
            f"/{TOKEN}x/",
            f"/{TOKEN}/../site.py",
            f"/{TOKEN}/LICENSE",
            f"/{TOKEN}/%2e%2e/site.py",
            "//[",
        ):
            status, headers, body = await asyncio.to_thread(page_of, address, path)
            assert (status, body.count(b"\n")) == (404, 1), path
            assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("origin", ["http://elsewhere.example", None, "null", "http://127.0.0.1:1", "http://["])
async def test_other_pages_may_not_play(tmp_path: Path, origin: str | None) -> None:
    async with served(tmp_path) as address:
        parts = urlsplit(address)
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://{parts.netloc}{parts.path}play", origin=None if origin is None else Origin(origin))
        assert refused.value.response.status_code == 403


async def test_a_proxys_page_may_play_where_it_was_named(tmp_path: Path) -> None:
    async with served(tmp_path, origins=["https://games.example"]) as address:
        parts = urlsplit(address)
        async with connect(f"ws://{parts.netloc}{parts.path}play", origin=Origin("https://games.example")) as visit:
            await visit.send(json.dumps(ARRIVES))
            await heard_until(visit, "]]")


async def test_a_program_knows_nothing_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_SECRET", "of the server")
    async with served(tmp_path) as address, visiting(address) as visit:
        environment, arguments, size = json.loads(await heard_until(visit, "]]"))
    allowed = {"TERM", "COLORTERM", "LANG", "LANGUAGE", "PIECEMENT_GUEST", *({"PYTHONPATH"} & os.environ.keys())}
    assert environment.keys() - OWN_VARIABLES == allowed
    assert arguments == ["--mute", "--data-dir", str(tmp_path / VISITOR)]
    assert size == [90, 30]
    assert (tmp_path / VISITOR).stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("accepted", "language", "button"),
    [("de-AT,de;q=0.9,en;q=0.5", "de", "Noch einmal"), ("xx, en;q=0.1", "en", "Play again"), ("", "en", "Play again")],
)
async def test_the_page_and_the_game_speak_the_language_of_the_browser(
    tmp_path: Path, accepted: str, language: str, button: str
) -> None:
    async with served(tmp_path) as address:
        body = (await asyncio.to_thread(page_of, address, f"/{TOKEN}/", {"Accept-Language": accepted}))[2]
        assert f'<html lang="{language}">' in body.decode()
        assert f"<button>{button}</button>" in body.decode()
        async with visiting(address, {**ARRIVES, "language": language}) as visit:
            environment, _, _ = json.loads(await heard_until(visit, "]]"))
    assert environment["LANGUAGE"] == language


def test_the_buttons_of_a_phone_are_keys_of_the_first_style() -> None:
    page = page_file("")
    assert page is not None
    struck = dict(re.findall(r'<button data-key="(.+?)" aria-label="(.+?)">', page[1].decode()))
    bindings = with_style(Settings(), FIRST_STYLE).controls.bindings
    named = {key.removeprefix("Arrow").lower().replace(" ", "space"): label for key, label in struck.items()}
    pressed = {label: bindings.button(key) for key, label in named.items()}

    assert pressed == {
        "Left": Button.MOVE_LEFT,
        "Right": Button.MOVE_RIGHT,
        "Down": Button.SOFT_DROP,
        "Up": Button.ROTATE_RIGHT,
        "Pause, or back": None,
        "Rotate left": Button.ROTATE_LEFT,
        "Rotate right": Button.ROTATE_RIGHT,
        "Hard drop": Button.HARD_DROP,
        "Hold": Button.HOLD,
        "Choose": None,
    }


async def test_keys_go_in_and_sizes_follow_the_page(tmp_path: Path) -> None:
    async with served(tmp_path, largest=TerminalSize(100, 40)) as address, visiting(address) as visit:
        await heard_until(visit, "]]")
        await visit.send(b"a key\n")
        assert "heard a key" in await heard_until(visit, "heard a key")
        await visit.send(json.dumps({"columns": 5_000, "rows": 12}))
        assert "columns=100, lines=12" in await heard_until(visit, "lines=12")
        await visit.send(b"leave\n")
        assert await ends(visit) == (1000, "The game has ended.")


async def test_a_closed_tab_hangs_up_so_that_the_game_is_kept(tmp_path: Path) -> None:
    async with served(tmp_path) as address:
        async with visiting(address) as visit:
            await heard_until(visit, "]]")
        async with visiting(address) as visit:  # the first program has ended by the time the second one is asked for
            await heard_until(visit, "]]")
            await visit.send(b"leave\n")
            await ends(visit)
    assert (tmp_path / VISITOR / "hung_up").exists()


@pytest.mark.parametrize(
    "first",
    [
        {"visitor": "../../etc", "columns": 80, "rows": 24},
        {"visitor": VISITOR, "columns": 0, "rows": 24},
        {"visitor": VISITOR, "columns": "80", "rows": 24},
        {"visitor": VISITOR, "columns": 80, "rows": 24, "command": "sh"},
        {"visitor": VISITOR, "columns": 80, "rows": 24, "language": "../x"},
        {"columns": 80, "rows": 24},
        ["visitor"],
    ],
)
async def test_an_anonymous_page_starts_nothing(tmp_path: Path, first: Sequence[str]) -> None:
    async with served(tmp_path) as address, visiting(address, first) as visit:
        assert await ends(visit) == (1008, "The page did not send its name and size.")
    assert list(tmp_path.iterdir()) == []


async def test_a_later_message_without_a_size_ends_the_visit(tmp_path: Path) -> None:
    async with served(tmp_path) as address, visiting(address) as visit:
        await heard_until(visit, "]]")
        await visit.send('{"columns": -1, "rows": 24}')
        assert await ends(visit) == (1008, "The page sent an invalid size.")


@pytest.mark.parametrize("breaks_off", [True, False], ids=["broken off", "too long a message"])
async def test_a_page_that_fails_ends_its_visit_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, breaks_off: bool
) -> None:
    async with served(tmp_path, most_visitors=1) as address:
        async with visiting(address) as visit:
            await heard_until(visit, "]]")
            if breaks_off:
                visit.transport.abort()
            else:
                await visit.send(b"x" * 70_000)
            await visit.wait_closed()
        await until_let_in(address)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    assert (tmp_path / VISITOR / "hung_up").exists()


async def test_no_more_than_may_play_are_let_in(tmp_path: Path) -> None:
    """A page cannot read the answer that refuses a WebSocket: it said only that the connection was closed."""
    async with served(tmp_path, most_visitors=1) as address, visiting(address) as visit:
        await heard_until(visit, "]]")
        async with visiting(address) as other:
            assert await ends(other) == (1013, "The server is full: try again later.")


async def test_the_last_sign_of_the_address_may_be_left_out(tmp_path: Path) -> None:
    async with served(tmp_path) as address:
        status, headers, _ = await asyncio.to_thread(page_of, address, f"/{TOKEN}")
        other, *_ = await asyncio.to_thread(page_of, address, "/another-token")

    assert (status, headers["Location"], other) == (308, f"{TOKEN}/", 404)


async def test_visitor_plays_without_a_folder_when_all_are_taken(tmp_path: Path) -> None:
    async with served(tmp_path, most_folders=0) as address, visiting(address) as visit:
        _, arguments, _ = json.loads(await heard_until(visit, "]]"))
    assert arguments == ["--mute", "--no-save"]


async def test_a_folder_that_nobody_uses_makes_place(tmp_path: Path) -> None:
    """A thousand keys ended saving for all who came later."""
    old, young = tmp_path / "old", tmp_path / "young"
    for folder, days in ((old, 91), (young, 89)):
        (folder / "inside").mkdir(parents=True)
        then = time.time() - days * 86_400
        os.utime(folder, (then, then))
    async with served(tmp_path, most_folders=2) as address, visiting(address) as visit:
        _, arguments, _ = json.loads(await heard_until(visit, "]]"))

    assert arguments == ["--mute", "--data-dir", str(tmp_path / VISITOR)]
    assert (old.exists(), young.exists()) == (False, True)


async def test_folders_that_cannot_be_deleted_still_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "old"
    old.mkdir()
    os.utime(old, (0, 0))
    monkeypatch.setattr("shutil.rmtree", Mock())
    async with served(tmp_path, most_folders=1) as address, visiting(address) as visit:
        _, arguments, _ = json.loads(await heard_until(visit, "]]"))

    assert arguments == ["--mute", "--no-save"]


async def test_a_folder_is_as_young_as_its_last_visit(tmp_path: Path) -> None:
    folder = tmp_path / VISITOR
    folder.mkdir()
    os.utime(folder, (0, 0))
    async with served(tmp_path) as address, visiting(address) as visit:
        await heard_until(visit, "]]")

    assert folder.stat().st_mtime > time.time() - 3600


async def test_idle_visitor_is_sent_away(tmp_path: Path) -> None:
    async with served(tmp_path, idle_s=0.01) as address, visiting(address) as visit:
        code, reason = await ends(visit)
    assert (code, reason) == (1000, "No input for a while. Your game is saved.")


async def test_an_ending_site_hangs_up_all_visits_first(tmp_path: Path) -> None:
    async with served(tmp_path) as address, visiting(address) as visit:
        await heard_until(visit, "]]")
        os.kill(os.getpid(), signal.SIGTERM)
        code, _ = await ends(visit)
        (serving,) = (task for task in asyncio.all_tasks() if task.get_name() == SERVING)
        await asyncio.wait_for(asyncio.shield(serving), PATIENCE_S)
    assert code == 1001
    assert (tmp_path / VISITOR / "hung_up").exists()


def test_a_guest_starts_no_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIECEMENT_GUEST", "1")
    with pytest.raises(ExternalBotError, match="guests cannot start programs"):
        load_bot(f"{sys.executable} -c pass")


async def test_silent_connections_of_one_address_shut_out_nobody(tmp_path: Path) -> None:
    """A place counts when a program runs, and sockets count by address."""
    async with served(tmp_path, most_visitors=1) as address, AsyncExitStack() as silent:
        parts = urlsplit(address)
        for _ in range(20):
            origin = Origin(f"http://{parts.netloc}")
            await silent.enter_async_context(connect(f"ws://{parts.netloc}{parts.path}play", origin=origin))
        async with visiting(address) as visit:
            await heard_until(visit, "]]")


SHARE = ServerLimits().connections_an_address
OVER = f"Your address has {SHARE} games open, the most allowed: end one first."


async def why_refused(address: str, *, local: str = "127.0.0.1", forwarded: str = "") -> str:
    """Return the reason for which a visit is refused."""
    async with visiting(address, local=local, forwarded=forwarded) as visit:
        return (await ends(visit))[1]


async def test_an_address_with_its_share_is_told_so(tmp_path: Path) -> None:
    async with served(tmp_path) as address, AsyncExitStack() as visits:
        for _ in range(SHARE):
            await heard_until(await visits.enter_async_context(visiting(address)), "]]")

        assert await why_refused(address) == OVER
        assert await why_refused(address, forwarded="192.0.2.7") == OVER  # no proxy is named: anybody may write that
        async with visiting(address, local="127.0.0.2") as other:
            await heard_until(other, "]]")


async def test_behind_a_proxy_the_share_is_of_those_it_names(tmp_path: Path) -> None:
    async with served(tmp_path, origins=["https://games.example"]) as address, AsyncExitStack() as visits:
        for number in range(SHARE):
            visit = visiting(address, forwarded=f"198.51.100.{number}, 192.0.2.7")  # the first is what the client says
            await heard_until(await visits.enter_async_context(visit), "]]")

        assert await why_refused(address, forwarded="192.0.2.7") == OVER
        async with visiting(address, forwarded="192.0.2.8") as other:
            await heard_until(other, "]]")


@mostly_wide("kind", ["ws_fragment", "ws_half_open", "ws_ping", "ws_empty", "ws_silent"], kept=2)
async def test_a_flood_leaves_the_page_to_others(tmp_path: Path, kind: str) -> None:
    async with served(tmp_path) as address, flooded(kind, urlsplit(address).port, f"{urlsplit(address).path}play"):
        for _ in range(3):
            status, _, _ = await asyncio.to_thread(page_of, address, urlsplit(address).path, source="127.0.0.99")
            async with visiting(address, local="127.0.0.99") as visit:
                await heard_until(visit, "]]")
            assert status == 200
