"""Member: a client in the eyes of the lobby and its rooms."""

from dataclasses import dataclass


@dataclass(slots=True, eq=False, kw_only=True)
class Member:
    """Client, which outlives its connections: it is away after losing one until it returns or is dropped."""

    id: int
    name: str
    bot: bool = False
    identity: str = ""
    """Digest of the client's secrets, which identifies it after a restart of the server."""
    account: str = ""
    """Id of the account, or empty for a guest."""
    peer: str = ""
    """Address of the client, as limits count it; empty if unknown. It is never stored."""
    rating: float = 1500.0
    deviation: float = 350.0
    """Deviation of `rating`; the queue and the opponent's rating use both."""
    away_ns: int | None = None
    """Time at which the connection was lost, by the server's clock; None while there is one."""
    rtt_ns: int = 0
    """Round trip time (ns)."""
    unheard_ns: int | None = None
    """Time at which the oldest unacknowledged message was sent, by the server's clock, or None."""
    room: str | None = None
    """Id of the room that it plays in or watches."""

    @property
    def present(self) -> bool:
        return self.away_ns is None
