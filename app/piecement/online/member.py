"""Who is connected: a client as the lobby and its rooms see it."""

from dataclasses import dataclass


@dataclass(slots=True, eq=False, kw_only=True)
class Member:
    """A client. It outlives its connections: it is away from the loss of one until it comes back or is given up."""

    id: int
    name: str
    bot: bool = False
    identity: str = ""
    """What says after a restart of the server that it is the same one: a digest, never the secret itself."""
    account: str = ""
    """The id of the account; empty for a guest."""
    peer: str = ""
    """Address of the client, as limits count it; empty if unknown. It is never stored."""
    rating: float = 1500.0
    deviation: float = 350.0
    """Deviation of `rating`; the queue and the opponent's rating use both."""
    away_ns: int | None = None
    """Since when it has had no connection, by the server's clock; None while it has one."""
    rtt_ns: int = 0
    """How long a message and its answer take."""
    unheard_ns: int | None = None
    """When the oldest message was sent that it has not acknowledged, by the server's clock; None without such."""
    room: str | None = None
    """The room that it is in, to play or to watch."""

    @property
    def present(self) -> bool:
        return self.away_ns is None
