"""Settings of a server's place in a fleet."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetSettings:
    """Addresses of the broker and of this server."""

    url: str
    """URL of the broker: `nats://HOST[:PORT]`."""
    name: str
    """Name of the server in the fleet. A server restarted under the same name resumes its matches."""
    address: str = ""
    """Public address for clients; by default the first address that the server listens at."""
