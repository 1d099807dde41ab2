"""The server for SSH on loopback: who comes in, what a player's program is given, and how a visit ends."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from piecement_net.limits import ServerLimits
from piecement_server.visits.host import HostSettings
from piecement_server.visits.ssh import SshSettings, run
from piecement_server.visits.visit_program import TerminalSize
from tests.app.server.floods import flooded
from tests.app.visited_program import OWN_VARIABLES, TELLS
from tests.patience import PATIENCE_S
from tests.sampling import mostly_wide

KEY = asyncssh.generate_private_key("ssh-ed25519")
OTHER_KEY = asyncssh.generate_private_key("ssh-ed25519")
TERMINAL = {"term_type": "xterm-kitty", "term_size": (90, 30)}


class Client(asyncssh.SSHClient):
    """Answers whatever is asked, as OpenSSH's does where nothing is."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str]:
        return [""] * len(prompts)


class Served:
    """A server while it serves."""

    def __init__(self, folder: Path, port: int, serving: asyncio.Task[None]) -> None:
        self.folder = folder
        self.port = port
        self.serving = serving


@asynccontextmanager
async def served(
    folder: Path, allowed: asyncssh.SSHAuthorizedKeys | None = None, **visits: object
) -> AsyncGenerator[Served]:
    address = asyncio.get_running_loop().create_future()
    hosting = HostSettings(folder=folder, command=(sys.executable, "-c", TELLS), **visits)  # type: ignore[arg-type]
    settings = SshSettings(key=folder.parent / "host_key", allowed=allowed, visits=hosting)
    serving = asyncio.create_task(run(settings, lambda port, print_: address.set_result(port)))
    try:
        yield Served(folder, await address, serving)
    finally:
        if not serving.done():
            os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(serving, PATIENCE_S)


@asynccontextmanager
async def connected(
    to: Served, key: asyncssh.SSHKey | asyncssh.SSHKeyPair | None = KEY, *, local: str = "127.0.0.1"
) -> AsyncGenerator[asyncssh.SSHClientConnection]:
    async with asyncssh.connect(
        "127.0.0.1",
        to.port,
        local_addr=(local, 0),
        client_factory=Client,
        username="play",
        known_hosts=None,
        client_keys=[] if key is None else [key],
        agent_path=None,
        config=[],
    ) as connection:
        yield connection


@asynccontextmanager
async def playing(
    connection: asyncssh.SSHClientConnection, **options: object
) -> AsyncGenerator[asyncssh.SSHClientProcess[bytes]]:
    given = {**TERMINAL, **options}
    async with connection.create_process(encoding=None, **given) as process:
        yield process


@asynccontextmanager
async def visiting(
    to: Served,
    key: asyncssh.SSHKey | asyncssh.SSHKeyPair | None = KEY,
    *,
    local: str = "127.0.0.1",
    **options: object,
) -> AsyncGenerator[asyncssh.SSHClientProcess[bytes]]:
    async with connected(to, key, local=local) as connection, playing(connection, **options) as process:
        yield process


async def heard_until(process: asyncssh.SSHClientProcess[bytes], wanted: str) -> str:
    """Return the output of the program up to some words."""
    text = b""
    while wanted.encode() not in text:
        part = await process.stdout.read(1_000)
        assert part, f"it ended after {text!r}"
        text += part
    return text.decode()


async def given_to(process: asyncssh.SSHClientProcess[bytes]) -> tuple[dict[str, str], list[str], list[int]]:
    environment, arguments, size = json.loads(await heard_until(process, "]]"))
    return environment, arguments, size


async def test_visitors_program_knows_nothing_of_server_or_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_SECRET", "of the server")
    async with (
        served(tmp_path / "players") as server,
        visiting(server, env={"LANG": "xx", "PYTHONSTARTUP": "/x", "COLORTERM": "truecolor"}) as process,
    ):
        environment, arguments, size = await given_to(process)
    (folder,) = (tmp_path / "players").iterdir()
    allowed = {"TERM", "LANG", "LANGUAGE", "PIECEMENT_GUEST", *({"PYTHONPATH"} & os.environ.keys())}
    assert environment.keys() - OWN_VARIABLES == allowed
    assert (environment["TERM"], environment["LANG"]) == ("xterm-kitty", "C.UTF-8")
    assert arguments == ["--mute", "--data-dir", str(folder)]
    assert size == [90, 30]
    assert folder.stat().st_mode & 0o777 == 0o700


async def test_the_key_is_the_account(tmp_path: Path) -> None:
    async with served(tmp_path / "players") as server:
        for key, folders in ((KEY, 1), (KEY, 1), (OTHER_KEY, 2)):
            async with visiting(server, key) as process:
                await given_to(process)
            assert len(list(server.folder.iterdir())) == folders


async def test_visitor_without_a_key_plays_and_keeps_nothing(tmp_path: Path) -> None:
    async with served(tmp_path / "players") as server, visiting(server, None) as process:
        _, arguments, _ = await given_to(process)
    assert arguments == ["--mute", "--no-save"]
    assert list(server.folder.iterdir()) == []


class ForgedKey(asyncssh.SSHKeyPair):
    """Shows the public key of somebody else, and signs with an own one."""

    def __init__(self) -> None:
        pair = asyncssh.load_keypairs([OTHER_KEY])[0]
        super().__init__(
            pair.algorithm, pair.algorithm, pair.sig_algorithms, pair.host_key_algorithms, KEY.public_data, None
        )

    def sign(self, data: bytes) -> bytes:
        return OTHER_KEY.sign(data, b"ssh-ed25519")


async def test_a_merely_shown_key_opens_nothing(tmp_path: Path) -> None:
    async with served(tmp_path / "players") as server:
        async with visiting(server, KEY) as process:
            await given_to(process)
        async with visiting(server, ForgedKey()) as process:
            _, arguments, _ = await given_to(process)
    assert arguments == ["--mute", "--no-save"], "a guest"


async def test_only_named_keys_come_in_where_they_are_named(tmp_path: Path) -> None:
    allowed = asyncssh.import_authorized_keys(KEY.export_public_key().decode())
    async with served(tmp_path / "players", allowed) as server:
        async with visiting(server, KEY) as process:
            await given_to(process)
        for key in (OTHER_KEY, None, ForgedKey()):
            with pytest.raises(asyncssh.PermissionDenied):
                async with connected(server, key):
                    pass


async def test_keys_go_in_and_sizes_follow_the_window(tmp_path: Path) -> None:
    async with served(tmp_path / "players", largest=TerminalSize(100, 40)) as server, visiting(server) as process:
        await given_to(process)
        process.stdin.write(b"a key\n")
        assert "heard a key" in await heard_until(process, "heard a key")
        process.change_terminal_size(5_000, 12)
        assert "columns=100, lines=12" in await heard_until(process, "lines=12")
        process.stdin.write(b"leave\n")
        assert (await process.wait()).exit_status == 0


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"command": "sh"}, "This server plays the game and runs no commands: leave the command out."),
        ({"subsystem": "netconf"}, "This server plays the game and runs no commands: leave the command out."),
        ({"term_type": None}, "The game needs a terminal: use ssh -t."),
    ],
    ids=["command", "subsystem", "no terminal"],
)
async def test_nothing_but_the_game_is_run(tmp_path: Path, asked: dict[str, Any], sentence: str) -> None:
    async with served(tmp_path / "players") as server, visiting(server, KEY, **asked) as process:
        ended = await process.wait()
    assert (ended.stdout, ended.exit_status) == (f"{sentence}\r\n".encode(), 1)
    assert list(server.folder.iterdir()) == []


async def _sends_a_file(connection: asyncssh.SSHClientConnection) -> None:
    async with connection.start_sftp_client():
        pass


async def _connects_onwards(connection: asyncssh.SSHClientConnection) -> None:
    await connection.open_connection("127.0.0.1", 22)


async def _connects_to_a_socket(connection: asyncssh.SSHClientConnection) -> None:
    await connection.open_unix_connection("/run/some.socket")


async def _listens_here(connection: asyncssh.SSHClientConnection) -> None:
    await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22)


async def _opens_a_second_session(connection: asyncssh.SSHClientConnection) -> None:
    async with playing(connection) as process:
        await given_to(process)
        async with playing(connection):
            pass


@pytest.mark.parametrize(
    "attempt", [_sends_a_file, _connects_onwards, _connects_to_a_socket, _listens_here, _opens_a_second_session]
)
async def test_nothing_else_is_opened(
    tmp_path: Path, attempt: Callable[[asyncssh.SSHClientConnection], Awaitable[None]]
) -> None:
    async with served(tmp_path / "players") as server, connected(server) as connection:
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ChannelListenError, asyncssh.SFTPError)):
            await attempt(connection)


async def test_a_terminal_may_not_name_itself_as_it_likes(tmp_path: Path) -> None:
    async with served(tmp_path / "players") as server, visiting(server, term_type="../x\x1b[2J") as process:
        environment, _, _ = await given_to(process)
    assert environment["TERM"] == "xterm-256color"


async def test_a_broken_connection_has_the_game_kept(tmp_path: Path) -> None:
    async with served(tmp_path / "players") as server, connected(server) as connection, playing(connection) as process:
        await given_to(process)
        connection.abort()
    (folder,) = server.folder.iterdir()
    assert (folder / "asked_to_end").exists(), "the server has ended, and its programs before it"


async def test_idle_visitor_gets_the_terminal_back_and_a_word(tmp_path: Path) -> None:
    async with served(tmp_path / "players", idle_s=0.01) as server, visiting(server) as process:
        ended = await process.wait()
    assert isinstance(ended.stdout, bytes)
    assert ended.stdout.endswith(b"No input for a while. Your game is saved.\r\n")


async def test_a_server_that_ends_has_every_terminal_put_back_first(tmp_path: Path) -> None:
    async with served(tmp_path / "players") as server, visiting(server) as process:
        await given_to(process)
        os.kill(os.getpid(), signal.SIGTERM)
        ended = await process.wait()
        await asyncio.wait_for(asyncio.shield(server.serving), PATIENCE_S)
    assert ended.stdout == b"as it was beforeThe server is shutting down. Your game is saved.\r\n"


async def test_no_more_than_may_play_are_let_in(tmp_path: Path) -> None:
    async with served(tmp_path / "players", most_visitors=1) as server, visiting(server) as process:
        await given_to(process)
        async with visiting(server, OTHER_KEY) as refused:
            ended = await refused.wait()
    assert (ended.stdout, ended.exit_status) == (b"The server is full: try again later.\r\n", 1)


async def test_the_servers_key_stays_the_same_and_nobody_else_reads_it(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        async with served(tmp_path / "players") as server, connected(server) as connection:
            keys.append(connection.get_server_host_key())
    assert keys[0] == keys[1]
    assert (tmp_path / "host_key").stat().st_mode & 0o777 == 0o600


async def test_idle_sockets_of_one_address_shut_out_nobody(tmp_path: Path) -> None:
    async with served(tmp_path / "players") as server:
        idle = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(60)]
        reader, other = await asyncio.open_connection("127.0.0.1", server.port, local_addr=("127.0.0.99", 0))
        assert (await reader.readline()).startswith(b"SSH-")
        for writer in (other, *(writer for _, writer in idle)):
            writer.close()


async def test_an_address_with_its_share_is_told_so(tmp_path: Path) -> None:
    most = ServerLimits().connections_an_address
    async with served(tmp_path / "players") as server, AsyncExitStack() as visits:
        for _ in range(most):
            await given_to(await visits.enter_async_context(visiting(server)))
        async with visiting(server) as refused:
            ended = await refused.wait()
        async with visiting(server, OTHER_KEY, local="127.0.0.2") as other:
            await given_to(other)

    assert ended.stdout == f"Your address has {most} games open, the most allowed: end one first.\r\n".encode()
    assert ended.exit_status == 1


async def test_a_connection_before_its_login_ends_with_the_server(tmp_path: Path) -> None:
    async with served(tmp_path / "players") as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        await reader.readline()  # the version of the server

    await asyncio.wait_for(reader.read(), 10)  # half of the time for a login
    writer.close()


@mostly_wide("kind", ["tcp_ping", "tcp_silent", "tcp_half_open"])
async def test_a_flood_leaves_a_place_to_others(tmp_path: Path, kind: str) -> None:
    async with served(tmp_path / "players") as server, flooded(kind, server.port):
        for _ in range(3):
            async with visiting(server, local="127.0.0.99") as process:
                await given_to(process)
