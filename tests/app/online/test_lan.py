"""Servers on the local network: found by name, and gone when they are closed."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from piecement.online import lan
from piecement.online.address import Address
from piecement.online.lan import LanBrowser, LanServer, announced

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
            assert browser.servers == (LanServer("Ada's room", Address("tcp", "127.0.0.1", 2085)),)
        while browser.servers:
            changed.clear()
            await changed.wait()


@pytest.mark.parametrize("missing", ["zeroconf", "zeroconf.asyncio"])
async def test_without_the_package_nothing_is_found_and_nobody_told(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lan._package.cache_clear()
    monkeypatch.setitem(sys.modules, missing, None)
    browser = LanBrowser(lambda: None)

    assert not await browser.open()
    assert browser.servers == ()
    await browser.close()
    async with announced("name", 1985) as can_be_found:
        assert not can_be_found
    lan._package.cache_clear()


@pytest.mark.parametrize(
    ("name", "hosts", "port"),
    [
        ("", ["10.0.0.1"], 1985),
        ("\x1b[2J", ["10.0.0.1"], 1985),
        ("x" * 200, ["10.0.0.1"], 1985),
        ("Аda", ["10.0.0.1"], 1985),
        ("room", [], 1985),
        ("room", ["evil.example.org"], 1985),
        ("room", ["10.0.0.1"], 0),
        ("room", ["10.0.0.1"], None),
        ("room", ["10.0.0.1"], 70_000),
    ],
)
def test_what_is_no_server_is_not_shown(name: str, hosts: list[str], port: int | None) -> None:
    assert lan._server(f"{name}._piecement._tcp.local.", hosts, port) is None
