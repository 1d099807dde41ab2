"""Server addresses: parsing, comparison and display."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, Literal, NoReturn, Self
from urllib.parse import urlsplit

from piecement_net.errors import OnlineError

PORT: Final = 1985
"""Default TCP port of a server."""


@dataclass(frozen=True, slots=True)
class Address:
    """Server address: `HOST[:PORT]`, `unix:PATH`, `ws://HOST[:PORT][/PATH]` or `wss://…`."""

    kind: Literal["tcp", "unix", "ws", "wss"]
    host: str = ""
    port: int = PORT
    path: str = ""
    """Path of a unix socket, or of a WebSocket URL."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an address. Raises `OnlineError` if it is not valid."""
        given = text.strip()
        if given.startswith("unix:"):
            path = given.removeprefix("unix:")
            return cls("unix", path=path) if path else _refuse(text, "address_path")
        scheme = given.partition("://")[0].lower() if "://" in given else ""
        try:
            parts = urlsplit(given if scheme else f"//{given}")
            host, port = parts.hostname or "", parts.port
        except ValueError:
            _refuse(text, "address_port")
        if not host or not given.isprintable() or any(map(str.isspace, given)):
            _refuse(text)
        if "@" in parts.netloc or parts.query or parts.fragment:
            _refuse(text)
        if port == 0 or parts.netloc.endswith(":"):
            _refuse(text, "address_port")
        if scheme == "ws":
            return cls("ws", host, port or 80, parts.path or "/")
        if scheme == "wss":
            return cls("wss", host, port or 443, parts.path or "/")
        if scheme or parts.path:
            _refuse(text)
        return cls("tcp", host, port or PORT)

    @property
    def host_and_port(self) -> str:
        """Host and port as in an address, with an IPv6 host in brackets."""
        return f"{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"

    def may_send_to(self, other: "Address") -> bool:
        """Return whether a server here may forward clients to another: not to less security, nor to their machine."""
        if other.kind == "unix" or (self.kind == "wss" and other.kind != "wss"):
            return False
        return self.is_loopback or not other.is_loopback

    def may_receive_token_of(self, text: str) -> bool:
        """Return whether this address may receive the token for another: the same machine, reached no less securely."""
        try:
            other = Address.parse(text)
        except OnlineError:
            return False
        if self.is_loopback and other.is_loopback:
            return True
        return self.host == other.host and (self.kind == "wss" or other.kind != "wss")

    @property
    def is_loopback(self) -> bool:
        """Whether the server is on this machine."""
        if self.kind == "unix" or self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    def __str__(self) -> str:
        if self.kind == "unix":
            return f"unix:{self.path}"
        return self.host_and_port if self.kind == "tcp" else f"{self.kind}://{self.host_and_port}{self.path}"


def _refuse(text: str, code: str = "address") -> NoReturn:
    raise OnlineError(code, text=repr(text))
