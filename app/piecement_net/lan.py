"""Search for servers on the local network, and their announcement, by the optional package `zeroconf`.

Without the package nothing is announced or found. Found values come from the network and are not trusted.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from piecement_net.address import Address
from piecement_net.clean_texts import clean_name

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

_SERVICE: Final = "_piecement._tcp.local."
_MOST_FOUND: Final = 50
_RESOLVE_MS: Final = 3000
_LONGEST_NAME: Final = 63
"""Maximum length of a service name (bytes)."""


@asynccontextmanager
async def announced(name: str, port: int, interfaces: Sequence[str] | None = None) -> AsyncGenerator[bool]:
    """Announce a TCP server under a name; yield whether that works. Uses all interfaces if none are named."""
    zeroconf = await _open(interfaces)
    if zeroconf is None:
        yield False
        return
    shown = clean_name(name).encode()[:_LONGEST_NAME].decode(errors="ignore") or "Piecement"
    info = import_module("zeroconf.asyncio").AsyncServiceInfo(
        _SERVICE, f"{shown}.{_SERVICE}", port=port, parsed_addresses=list(interfaces or _own_addresses())
    )
    try:
        await zeroconf.async_register_service(info, allow_name_change=True)
        yield True
    finally:
        await zeroconf.async_close()


class LanBrowser:
    """Search for servers, until it is closed."""

    def __init__(self, on_change: Callable[[], object]) -> None:
        """Prepare a search; `on_change` runs after each change of `servers`."""
        self._on_change = on_change
        self._found: dict[str, Address] = {}
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._asking: set[asyncio.Task[None]] = set()

    @property
    def servers(self) -> tuple[Address, ...]:
        """Addresses of the present servers, in the order of their names."""
        return tuple(address for _, address in sorted(self._found.items()))

    async def open(self, interfaces: Sequence[str] | None = None) -> bool:
        """Start the search, on all interfaces if none are named; return whether it is possible."""
        self._zeroconf = await _open(interfaces)
        if self._zeroconf is None:
            return False
        self._browser = import_module("zeroconf.asyncio").AsyncServiceBrowser(
            self._zeroconf.zeroconf, _SERVICE, handlers=[self._changed]
        )
        return True

    async def close(self) -> None:
        """Stop the search."""
        for task in self._asking:
            task.cancel()
        if self._browser is not None:
            await self._browser.async_cancel()
        if self._zeroconf is not None:
            await self._zeroconf.async_close()

    def _changed(self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange") -> None:
        if state_change.name == "Removed":
            if self._found.pop(name, None) is not None:
                self._on_change()
        elif len(self._asking) < _MOST_FOUND and (name in self._found or len(self._found) < _MOST_FOUND):
            task = asyncio.get_running_loop().create_task(self._resolve(zeroconf, name))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)

    async def _resolve(self, zeroconf: "Zeroconf", name: str) -> None:
        info = import_module("zeroconf.asyncio").AsyncServiceInfo(_SERVICE, name)
        if await info.async_request(zeroconf, _RESOLVE_MS):
            server = _address(info.parsed_scoped_addresses(), info.port)
            if server is not None and self._found.get(name) != server:
                self._found[name] = server
                self._on_change()


def _address(hosts: Sequence[str], port: int | None) -> Address | None:
    """Return the address of a server, or None if its values are invalid."""
    try:
        host = str(ip_address(hosts[0]))
    except (ValueError, IndexError):
        return None
    return Address("tcp", host, port) if port is not None and 0 < port < 1 << 16 else None


async def _open(interfaces: Sequence[str] | None) -> "AsyncZeroconf | None":
    """Return the network interface of the package, or None if the package or a network is missing."""
    try:
        opened: AsyncZeroconf = import_module("zeroconf.asyncio").AsyncZeroconf(
            interfaces=list(interfaces) if interfaces else import_module("zeroconf").InterfaceChoice.All
        )
    except (ModuleNotFoundError, OSError):
        return None
    return opened


def _own_addresses() -> list[str]:
    """Return the addresses of this computer that others can reach."""
    adapters = import_module("ifaddr").get_adapters()
    addresses = [str(ip.ip) for adapter in adapters for ip in adapter.ips if ip.is_IPv4]
    return [address for address in addresses if not ip_address(address).is_loopback] or addresses
