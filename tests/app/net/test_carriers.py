"""Carriers over real sockets: TCP, unix, WebSocket, TLS, on good networks and bad ones."""

import asyncio
import errno
import socket
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio import client
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.typing import Origin, Subprotocol

from piecement_engine.rules.timing import SECOND
from piecement_net import websocket
from piecement_net.address import Address
from piecement_net.carriers import LINGER_S, Carrier, Listener
from piecement_net.control_socket import Status, serving_control
from piecement_net.endpoints import connect, serve, server_tls
from piecement_net.errors import RESUMABLE, OnlineError
from piecement_net.limits import SendGauge, ServerLimits
from piecement_net.messages.base import Bye
from piecement_net.messages.from_client import Inputs
from piecement_net.messages.from_server import Tick, Welcome
from piecement_net.network_clock import clock_ns
from piecement_net.rate_limits import CostLedger, shares_of
from piecement_net.streams import StreamCarrier
from piecement_net.wire import FROM_SERVER, Decoder, encode
from tests.app.net import certificates
from tests.app.net.echoing import EchoServer, Player, echoing
from tests.app.net.proxy import Fault, Proxy, proxy_to
from tests.app.server.virtual import HELLO
from tests.patience import PATIENCE_S

SUBPROTOCOL = Subprotocol("piecement.1")

KINDS = ("tcp", "unix", "ws", "wss")


def free_place(kind: str, folder: Path = Path()) -> Address:
    """Return an address at which a server can listen."""
    match kind:
        case "unix":
            return Address("unix", path=f"{folder}/socket")
        case "ws":
            return Address("ws", "127.0.0.1", 0, "/")
        case "wss":
            return Address("wss", "127.0.0.1", 0, "/")
        case _:
            return Address("tcp", "127.0.0.1", 0)


@asynccontextmanager
async def playing(server: EchoServer, kind: str, folder: Path) -> AsyncGenerator[Player]:
    """Start a server and a client that is connected."""
    async with echoing(server, free_place(kind, folder)) as listener:
        player = Player(Address.parse(listener.addresses[0]))
        async with asyncio.timeout(10), player.playing():
            yield player


@pytest.mark.parametrize("kind", KINDS)
async def test_messages_go_and_come(kind: str, tmp_path: Path) -> None:
    server = EchoServer()
    async with playing(server, kind, tmp_path) as player:
        player.send(Inputs(to=to, e=((1, 1), (2, 0))) for to in range(50))

        assert await player.ticks(50) == list(range(50))
    assert (server.errors, player.failures) == ([], [])


@pytest.mark.parametrize("kind", KINDS)
async def test_a_refusal_reaches_the_client_before_the_end(kind: str, tmp_path: Path) -> None:
    async with echoing(EchoServer(), free_place(kind, tmp_path)) as listener, asyncio.timeout(5):
        carrier = await connect(Address.parse(listener.addresses[0]), tls=certificates.for_client())
        carrier.send(b"nonsense\n")
        carrier.send(b"more nonsense\n" * (100 if kind in ("tcp", "unix") else 3))

        said = await all_of(carrier)

    assert said.count(b"\n") == 1
    assert b'"code":"not_json"' in said


async def all_of(carrier: Carrier) -> bytes:
    data = b""
    while piece := await carrier.receive():
        data += piece
    return data


# Bad networks


@asynccontextmanager
async def behind_proxy(server: EchoServer, kind: str) -> AsyncGenerator[tuple[Proxy, Player]]:
    async with echoing(server, free_place(kind)) as listener:
        address = Address.parse(listener.addresses[0])
        async with proxy_to(address.host, address.port) as proxy:
            player = Player(replace(address, port=proxy.port))
            async with asyncio.timeout(20), player.playing():
                yield proxy, player


@pytest.mark.parametrize("kind", ["tcp", "ws"])
@pytest.mark.parametrize(
    "fault",
    [Fault(piece=1), Fault(piece=7, delay_s=(0, 0.02)), Fault(delay_s=(0.02, 0.08))],
    ids=["single bytes", "small late pieces", "late"],
)
async def test_a_slow_network_changes_nothing(kind: str, fault: Fault) -> None:
    server = EchoServer()
    async with behind_proxy(server, kind) as (proxy, player):
        proxy.fault = fault
        player.send(Inputs(to=to, e=((1, 1),)) for to in range(40))

        assert await player.ticks(40) == list(range(40))
    assert (server.errors, player.failures) == ([], [])


@pytest.mark.parametrize("kind", ["tcp", "ws"])
async def test_cuts_in_the_midst_of_lines_lose_and_double_nothing(kind: str) -> None:
    server = EchoServer()
    async with behind_proxy(server, kind) as (proxy, player):
        for first in range(0, 60, 20):
            proxy.fault = Fault(cut_after=900 + first, piece=50)
            proxy.cut_all()
            player.send(Inputs(to=to, e=((1, 1), (2, 0))) for to in range(first, first + 20))
            await asyncio.sleep(0.02)
            proxy.fault = Fault()

            assert await player.ticks(first + 20) == list(range(first + 20))
        assert proxy.connections > 3
    assert [message.to for message in server.received if isinstance(message, Inputs)] == list(range(60))


async def test_silent_connection_is_given_up_and_resumed() -> None:
    limits = replace(ServerLimits(), silence_ns=150_000_000, ping_ns=40_000_000)
    server = EchoServer(limits)
    async with behind_proxy(server, "tcp") as (proxy, player):
        proxy.fault = Fault(stalled=True)
        player.send([Inputs(to=1)])
        while "silent" not in server.errors:
            await asyncio.sleep(0.01)
        proxy.fault = Fault()
        proxy.cut_all()

        assert await player.ticks(1) == [1]


# Slow readers and many connections


async def test_idle_reader_is_cut_off_and_memory_stays(tmp_path: Path) -> None:
    ended: list[OnlineError] = []
    most = 0

    async def pour(carrier: Carrier) -> None:
        nonlocal most
        assert isinstance(carrier, StreamCarrier)
        assert carrier._transport is not None
        tick = encode(Tick(n=1, w=1)) * 100
        try:
            for _ in range(100_000):
                carrier.send(tick)
                most = max(most, carrier._transport.get_write_buffer_size())
                await asyncio.sleep(0)
        except OnlineError as error:
            ended.append(error)

    listener = await serve(Address.parse(f"unix:{tmp_path}/socket"), pour)
    _, writer = await asyncio.open_unix_connection(f"{tmp_path}/socket")
    async with asyncio.timeout(10):
        while not ended:
            await asyncio.sleep(0.01)
    writer.close()
    await listener.close()

    assert ended[0].code == "slow_reader"
    assert ended[0].code in RESUMABLE
    assert most < 300_000


def test_five_seconds_of_waiting_is_too_slow_a_trickle_is_not() -> None:
    gauge = SendGauge(ServerLimits())
    for second in range(100):
        gauge.wrote(32, 96, second * SECOND)  # three of a hundred always wait

    gauge.check(32, 104 * SECOND)
    with pytest.raises(OnlineError, match="too slow: 32 bytes are waiting"):
        gauge.check(32, 105 * SECOND)


def test_long_message_may_wait_longer_but_nothing_joins_it() -> None:
    gauge = SendGauge(ServerLimits())
    past = 1024 * 1024

    gauge.wrote(past, past, 0)
    gauge.check(past // 2, 30 * SECOND)
    with pytest.raises(OnlineError, match="bytes are waiting"):
        gauge.wrote(100, past // 2 + 100, 30 * SECOND)
    with pytest.raises(OnlineError, match="bytes are waiting"):
        gauge.check(past // 4, 40 * SECOND)


@pytest.mark.parametrize("count", [60, pytest.param(500, marks=pytest.mark.long)])
async def test_slow_connections_keep_nobody_waiting(count: int) -> None:
    limits = replace(ServerLimits(), hello_ns=count * 10_000_000, connections_an_address=600)
    limits = replace(limits, tries_an_address=replace(limits.tries_an_address, at_once=600))
    server = EchoServer(limits)
    line = encode(HELLO)
    async with echoing(server) as listener, asyncio.timeout(30):
        address = Address.parse(listener.addresses[0])
        player = Player(address)
        async with player.playing():
            slow = [await asyncio.open_connection(address.host, address.port) for _ in range(count)]
            for at in range(4):
                for _, writer in slow:
                    writer.write(line[at : at + 1])
                player.send([Inputs(to=at)])
            assert await player.ticks(4) == [0, 1, 2, 3]
            while server.errors.count("slow_hello") < count:
                await asyncio.sleep(0.01)
            player.send([Inputs(to=4)])
            assert len(await player.ticks(5)) == 5
        said = await slow[-1][0].read()
        for _, writer in slow:
            writer.close()

    assert b"no hello received within" in said
    assert len(server.sessions.by_name) == 1


async def test_more_connections_from_one_address_than_eight_are_closed() -> None:
    server = EchoServer()
    async with echoing(server) as listener, asyncio.timeout(5):
        address = Address.parse(listener.addresses[0])
        carriers = [await connect(address) for _ in range(9)]

        assert await carriers[8].receive() == b""
        carriers[0].close()
        while server.open == 8:
            await asyncio.sleep(0.01)
        carriers[8] = await connect(address)
        carriers[8].send(encode(HELLO))
        (welcome,) = Decoder(FROM_SERVER).feed(await carriers[8].receive())
        assert isinstance(welcome, Welcome)
        for carrier in carriers:
            carrier.close()
    assert server.errors == ["too_many_connections"]


@pytest.mark.parametrize("kind", ["tcp", "ws", "wss"])
async def test_sockets_without_a_handshake_are_counted(kind: str) -> None:
    server = EchoServer()
    most = shares_of(server.limits)["socket"].most
    async with echoing(server, free_place(kind)) as listener, asyncio.timeout(PATIENCE_S):
        address = Address.parse(listener.addresses[0])
        silent = [await asyncio.open_connection(address.host, address.port) for _ in range(most + 10)]
        refused = [reader for reader, _ in silent[most:]]
        said = [await reader.read() for reader in refused]
        another = await asyncio.open_connection(address.host, address.port, local_addr=("127.0.0.2", 0))
        is_open = not another[1].is_closing()
        for _, writer in (another, *silent):
            writer.transport.abort()
        while not server.ledger.hold("socket", ["127.0.0.1"]):
            await asyncio.sleep(0.01)

    assert said == [b""] * 10
    assert is_open
    assert server.ledger.refusals == {"too_many_connections": 10}


@pytest.mark.parametrize("turns", range(4))
async def test_connection_accepted_as_the_server_closes(turns: int) -> None:
    """It stayed open unserved, as the server did not know it yet."""

    async def wait(connection: ServerConnection) -> None:
        await connection.wait_closed()

    ledger, place = CostLedger(ServerLimits()), free_place("ws")
    servers = await websocket.serve_counted(wait, place, ledger, behind_proxy=False, open_timeout=0.1)
    with socket.create_connection(servers[0].sockets[0].getsockname()) as arrival:
        arrival.setblocking(False)
        for _ in range(turns):
            await asyncio.sleep(0)
        await websocket.close_counted(servers)
        with suppress(ConnectionResetError):
            assert arrival.recv(4096) == b""


# Where there is no server


async def test_unreachable_server_gets_one_sentence(tmp_path: Path) -> None:
    nobody = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    port = nobody.sockets[0].getsockname()[1]
    nobody.close()
    for address in (f"127.0.0.1:{port}", f"localhost:{port}", f"ws://127.0.0.1:{port}", f"unix:{tmp_path}/none"):
        with pytest.raises(OnlineError, match="no server is running at") as caught:
            await connect(Address.parse(address))

        assert str(Address.parse(address)) in caught.value.english
        assert caught.value.code in RESUMABLE


async def test_a_name_that_no_computer_has_is_said() -> None:
    with pytest.raises(OnlineError, match=r"cannot find nowhere\.invalid:1985: "):
        await connect(Address.parse("nowhere.invalid"))


async def test_a_server_that_speaks_something_else_is_no_server() -> None:
    async with echoing(EchoServer()) as listener:
        port = Address.parse(listener.addresses[0]).port

        with pytest.raises(OnlineError, match="is not a WebSocket server"):
            await connect(Address.parse(f"ws://127.0.0.1:{port}"))


async def test_a_certificate_that_nobody_trusts_is_refused() -> None:
    async with echoing(EchoServer(), free_place("wss")) as listener:
        with pytest.raises(OnlineError, match="is not trusted") as caught:
            await connect(Address.parse(listener.addresses[0]))

    assert caught.value.code not in RESUMABLE


async def test_missing_needs_of_a_server_get_one_sentence(tmp_path: Path) -> None:
    async def nothing(carrier: Carrier) -> None:
        await carrier.receive()

    with pytest.raises(OnlineError, match="needs a certificate: add"):
        await serve(Address.parse("wss://127.0.0.1:1"), nothing)
    (tmp_path / "none.pem").write_text("nothing")
    with pytest.raises(OnlineError, match="the certificate cannot be used"):
        server_tls(tmp_path / "none.pem", tmp_path / "none.pem")
    async with echoing(EchoServer()) as listener:
        with pytest.raises(OnlineError, match="it is already in use"):
            await serve(Address.parse(listener.addresses[0]), nothing)
    with pytest.raises(OnlineError, match="it is not an address of this machine"):
        await serve(Address.parse("192.0.2.1"), nothing)


async def test_a_unix_socket_in_use_is_left_to_its_server(tmp_path: Path) -> None:
    server = EchoServer()
    async with echoing(server, free_place("unix", tmp_path)), asyncio.timeout(5):
        with pytest.raises(OnlineError, match="it is already in use"):
            await serve(free_place("unix", tmp_path), server.serve)
        while not server.served:  # it was asked whether it is there
            await asyncio.sleep(0)


async def test_a_unix_socket_that_a_killed_server_left_is_used_again(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(f"{tmp_path}/socket")
    async with echoing(EchoServer(), free_place("unix", tmp_path)):
        assert (tmp_path / "socket").stat().st_mode & 0o777 == 0o600

    assert not (tmp_path / "socket").exists()


async def status(line: str) -> Status:
    return {}


@pytest.mark.parametrize("kind", ["players", "operator"])
async def test_unix_socket_listens_once_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Under an open umask, other users could connect to a socket that listens already."""
    path = tmp_path / ("socket" if kind == "players" else "status.sock")
    early, chmod = list[int](), Path.chmod

    def watched(changed: Path, mode: int) -> None:
        with socket.socket(socket.AF_UNIX) as stranger:
            early.append(stranger.connect_ex(f"{path}"))
        chmod(changed, mode)

    monkeypatch.setattr(Path, "chmod", watched)
    serving = (
        echoing(EchoServer(), free_place("unix", tmp_path)) if kind == "players" else serving_control(tmp_path, status)
    )
    async with serving:
        with socket.socket(socket.AF_UNIX) as owner:
            assert owner.connect_ex(f"{path}") == 0

    assert early == [errno.ECONNREFUSED]


async def test_a_page_of_a_browser_cannot_connect() -> None:

    async with echoing(EchoServer(), free_place("ws")) as listener:
        origin = Origin("https://example.org")
        with pytest.raises(InvalidStatus, match="HTTP 403"):
            await client.connect(listener.addresses[0], origin=origin, subprotocols=[SUBPROTOCOL])


async def test_proxied_client_is_known_by_its_forwarded_address() -> None:

    peers: list[str] = []

    async def note(carrier: Carrier) -> None:
        peers.append(carrier.peer)

    for trusted in (False, True):
        listener = await serve(free_place("ws"), note, behind_proxy=trusted)
        headers = {"X-Forwarded-For": "1.2.3.4, 203.0.113.9"}
        place = listener.addresses[0]
        async with client.connect(place, additional_headers=headers, subprotocols=[SUBPROTOCOL]) as connection:
            await connection.wait_closed()
        await listener.close()

    assert peers == ["127.0.0.1", "203.0.113.9"]


# What a hostile client does with frames


async def poured(act: Callable[[client.ClientConnection], Coroutine[Any, Any, None]]) -> tuple[EchoServer, str]:
    """Return the server after a client did something, and what the server said to that."""
    server = EchoServer()
    async with echoing(server, free_place("ws")) as listener, asyncio.timeout(10):
        place = listener.addresses[0]
        async with client.connect(
            place, subprotocols=[SUBPROTOCOL], compression=None, ping_interval=None
        ) as connection:
            with suppress(ConnectionClosed):
                await act(connection)
                while True:
                    await connection.recv()
        while server.open:
            await asyncio.sleep(0)
    return server, connection.close_reason or ""


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CONT], ids=lambda opcode: opcode.name)
async def test_frames_without_a_message_are_counted(opcode: Opcode, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still: 200 more frames are allowed within 40 ms."""
    now_ns = clock_ns()
    monkeypatch.setattr(websocket, "clock_ns", lambda: now_ns)
    server = EchoServer()
    async with echoing(server, free_place("ws")) as listener, asyncio.timeout(PATIENCE_S):
        async with client.connect(listener.addresses[0], subprotocols=[SUBPROTOCOL]) as flood:
            if opcode is Opcode.CONT:
                flood.transport.write(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
            empty = Frame(opcode, b"", fin=opcode is not Opcode.CONT).serialize(mask=True)
            flood.transport.write(empty * (shares_of(server.limits)["frame"].most + 200))
            await flood.wait_closed()
        assert flood.close_code == 1006
        assert not server.ledger.spend("frame", ["127.0.0.1"], now_ns, 200)
        assert server.ledger.spend("frame", ["192.0.2.1"], now_ns, 200)
        assert server.ledger.refusals["too_many_messages"]


async def test_a_message_in_countless_frames_is_not_collected() -> None:
    async def pour(connection: client.ClientConnection) -> None:
        await connection.send(b"" for _ in range(5000))

    server, _ = await poured(pour)

    assert server.sessions.by_name == {}


async def test_a_frame_without_end_is_not_collected() -> None:
    async def pour(connection: client.ClientConnection) -> None:
        await connection.send(b"x" * 1_000_000)

    _, reason = await poured(pour)

    assert "exceeds limit of 65536 bytes" in reason


async def test_several_lines_in_a_frame_are_several_messages() -> None:
    async def pour(connection: client.ClientConnection) -> None:
        await connection.send(encode(HELLO) + encode(Inputs(n=1, to=1)) + encode(Inputs(n=2, to=2)) + encode(Bye()))

    server, _ = await poured(pour)

    assert [message.to for message in server.received if isinstance(message, Inputs)] == [1, 2]


async def test_a_flood_is_not_waited_for_when_it_is_refused() -> None:
    """The answer to the end lay behind frames that nobody read, so that each refusal took a second."""

    async def pour(connection: client.ClientConnection) -> None:
        for _ in range(50):
            await connection.send(b"nonsense\n")

    begun = time.monotonic()
    server, _ = await poured(pour)

    assert server.errors == ["not_json"]
    assert time.monotonic() - begun < LINGER_S


class _Connection:
    """Connection without bytes, at whose end something happens."""

    peer = ""

    def __init__(self, at_end: Callable[[], None] = lambda: None) -> None:
        self.closed = asyncio.Event()
        self.is_gone = False
        self._at_end = at_end

    def send(self, data: bytes) -> None:
        pass

    async def receive(self) -> bytes:
        return b""

    def close(self) -> None:
        self.closed.set()

    async def wait_closed(self) -> None:
        self._at_end()
        await asyncio.to_thread(lambda: None)  # as long as another thread needs
        self.is_gone = True


async def test_end_waits_for_connections_that_begin_meanwhile() -> None:
    async def serve_until_closed(carrier: Carrier) -> None:
        assert isinstance(carrier, _Connection)
        await carrier.closed.wait()

    listener = Listener(serve_until_closed, CostLedger(ServerLimits()))
    accepted = _Connection()
    listener.begin(_Connection(lambda: listener.begin(accepted)))
    await asyncio.sleep(0)
    await listener.close()

    assert accepted.is_gone
