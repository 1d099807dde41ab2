"""Settings of the server program, and of its place in a fleet."""

import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from piecement_net.address import Address
from piecement_net.limits import ServerLimits


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetSettings:
    """Addresses of the broker and of this server."""

    url: str
    """URL of the broker: `nats://HOST[:PORT]`."""
    name: str
    """Name of the server in the fleet. A server restarted under the same name resumes its matches."""
    address: str = ""
    """Public address for clients; by default the first address that the server listens at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Settings of a server."""

    addresses: Sequence[Address]
    """Addresses to listen at."""
    folder: Path
    """Folder of the reports, and of the database unless `database` names another."""
    database: str | None = None
    """URL of a PostgreSQL database, or None for a file in `folder`."""
    name: str = "Piecement"
    greeting: str = ""
    limits: ServerLimits = field(default_factory=ServerLimits)
    read_limits: Callable[[], ServerLimits] | None = None
    """Reads the limits again, or None if they are from no file."""
    tls: ssl.SSLContext | None = None
    """TLS context for `wss://` addresses."""
    behind_proxy: bool = False
    announces: bool = True
    """Whether to announce the server on the local network, if the package for that is installed."""
    patience_s: float = 600.0
    """Time limit for running matches after a signal to end (s)."""
    fleet: FleetSettings | None = None
    """Settings of the fleet, or None for a single server."""
    metrics: int | None = None
    """Loopback port for Prometheus; 0 for any free port, None for no metrics."""
    log_level: str = "warning"
    until_eof: bool = False
    """Whether the end of standard input ends the server, as SIGTERM does."""
