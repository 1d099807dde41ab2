"""Turns of the event loop: what one address sends at once waits for what others send."""

import asyncio
from collections.abc import Callable

import pytest
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from piecement_net import loop_shares, websocket
from piecement_net.loop_shares import CHUNK, SHARE_NS, LoopShares
from tests.app.net.echoing import EchoServer, echoing
from tests.app.net.test_carriers import SUBPROTOCOL, free_place
from tests.patience import PATIENCE_S


@pytest.fixture
def pass_ns(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return a function that advances the clock of the turns."""
    now_ns = [0]
    monkeypatch.setattr(loop_shares, "clock_ns", lambda: now_ns[0])

    def advance(span_ns: int) -> None:
        now_ns[0] += span_ns

    return advance


async def test_an_address_waits_for_the_next_turn(pass_ns: Callable[[int], None]) -> None:
    order, now = list[str](), LoopShares()

    async def use(payer: str) -> None:
        for _ in range(3):
            began_ns = await now.wait(payer)
            order.append(payer)
            pass_ns(SHARE_NS)
            now.charge(payer, began_ns)

    await asyncio.gather(use("a"), use("a"), use("b"))

    assert order == ["a", "b"] * 3 + ["a"] * 3


async def test_short_input_and_unix_sockets_never_wait(pass_ns: Callable[[int], None]) -> None:
    now = LoopShares()
    began_ns = await now.wait("a")
    pass_ns(SHARE_NS - 1)
    now.charge("a", began_ns)
    now.charge("", began_ns - 100 * SHARE_NS)

    assert (now.is_over("a"), now.is_over(""), now.is_over("b")) == (False, False, False)
    now.charge("a", began_ns)
    assert now.is_over("a")
    await asyncio.sleep(0)
    assert not now.is_over("a")


async def test_frames_are_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """A read of 256 KB of pings held the loop until all were answered."""
    lengths = list[int]()
    receive = websocket.CountedConnection.data_received

    def noted(connection: websocket.CountedConnection, data: bytes) -> None:
        lengths.append(len(data))
        receive(connection, data)

    monkeypatch.setattr(websocket.CountedConnection, "data_received", noted)
    server = EchoServer()
    async with (
        echoing(server, free_place("ws")) as listener,
        asyncio.timeout(PATIENCE_S),
        connect(listener.addresses[0], subprotocols=[SUBPROTOCOL]) as flood,
    ):
        flood.transport.write(Frame(Opcode.PING, b"").serialize(mask=True) * 500)
        while sum(lengths) < 500 * 6:
            await asyncio.sleep(0)

    assert max(lengths) <= CHUNK
