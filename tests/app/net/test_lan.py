"""Servers on the local network: found by name, and gone when they are closed."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from types import ModuleType, SimpleNamespace

import pytest

from piecement_net.address import Address
from piecement_net.lan import LanBrowser, announced

LOOPBACK = ["127.0.0.1"]


@asynccontextmanager
async def looking() -> AsyncGenerator[tuple[LanBrowser, asyncio.Event]]:
    changed = asyncio.Event()
    browser = LanBrowser(changed.set)
    if not await browser.open(LOOPBACK):
        pytest.skip("no zeroconf, or no multicast on this computer")
    try:
        async with asyncio.timeout(20):
            yield browser, changed
    finally:
        await browser.close()


@pytest.mark.long
async def test_a_server_is_found_and_gone_again() -> None:
    async with looking() as (browser, changed):
        async with announced("Ada's \x1b[31mroom", 2085, LOOPBACK) as can_be_found:
            assert can_be_found
            while not browser.servers:
                changed.clear()
                await changed.wait()
            assert browser.servers == (Address("tcp", "127.0.0.1", 2085),)
        while browser.servers:
            changed.clear()
            await changed.wait()


@pytest.mark.parametrize("missing", ["zeroconf", "zeroconf.asyncio"])
async def test_without_the_package_nothing_is_found_and_nobody_told(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    browser = LanBrowser(lambda: None)

    assert not await browser.open()
    assert browser.servers == ()
    await browser.close()
    async with announced("name", 1985) as can_be_found:
        assert not can_be_found


class Network(ModuleType):
    """Stands in for `zeroconf.asyncio`: on the network there is one service, which says of itself what it likes."""

    def __init__(self, name: str, hosts: list[str], port: int | None) -> None:
        super().__init__("zeroconf.asyncio")
        self.name, self.hosts, self.port = name, hosts, port

    def AsyncZeroconf(self, **_: object) -> SimpleNamespace:  # noqa: N802 - as the package has it
        return SimpleNamespace(zeroconf=None)

    def AsyncServiceBrowser(  # noqa: N802 - as the package has it
        self, zeroconf: None, service: str, handlers: list[Callable[..., None]]
    ) -> None:
        for handler in handlers:
            handler(zeroconf, service, f"{self.name}.{service}", SimpleNamespace(name="Added"))

    def AsyncServiceInfo(self, service: str, name: str) -> SimpleNamespace:  # noqa: N802 - as the package has it
        async def answers(*_: object) -> bool:
            return True

        return SimpleNamespace(async_request=answers, parsed_scoped_addresses=lambda: self.hosts, port=self.port)

    async def heard(self, before: set["asyncio.Task[object]"]) -> None:
        """Wait until all was asked of the service."""
        await asyncio.gather(*(asyncio.all_tasks() - before))


@pytest.mark.parametrize(
    ("hosts", "port"),
    [
        ([], 1985),
        (["evil.example.org"], 1985),
        (["10.0.0.1"], 0),
        (["10.0.0.1"], None),
        (["10.0.0.1"], 70_000),
    ],
)
async def test_other_services_are_not_shown(
    hosts: list[str], port: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = Network("room", hosts, port)
    monkeypatch.setitem(sys.modules, "zeroconf", ModuleType("zeroconf"))
    monkeypatch.setitem(sys.modules, "zeroconf.asyncio", network)
    browser, before = LanBrowser(lambda: None), asyncio.all_tasks()
    await browser.open(LOOPBACK)
    await network.heard(before)
    found = browser.servers
    network.hosts, network.port = ["10.0.0.1"], 1985
    await browser.open(LOOPBACK)
    await network.heard(before)

    assert found == ()
    assert browser.servers == (Address("tcp", "10.0.0.1", 1985),)
