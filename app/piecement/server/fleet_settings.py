"""How a server is part of a fleet."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetSettings:
    """Where the others are found, and how they find this one."""

    url: str
    """Where the broker is: `nats://HOST[:PORT]`."""
    name: str
    """What the server is called there. The same name goes on with the matches of the one before it."""
    address: str = ""
    """Where clients connect; the first address that it listens at by default."""
