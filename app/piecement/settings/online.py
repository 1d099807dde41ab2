"""Settings of online play: the player's name, recent servers and rooms."""

from typing import Final

from piecement.settings.section import Section

MOST_SERVERS: Final = 8
"""Number of recent servers to remember."""


class Following(Section):
    """The server whose account the settings follow, and digests of three lines of settings."""

    server: str = ""
    """The id of the server; empty where nothing is followed."""
    account: str = ""
    """The line that the account had last."""
    here: str = ""
    """The line of the settings here then."""
    sent: str = ""
    """The line that was sent last."""


class Online(Section):
    """Name of the player and recent servers."""

    name: str = ""
    """Name that others see; empty for that of the login."""
    servers: tuple[str, ...] = ()
    """Recent servers, most recent first."""
    room: dict[str, bool | int | str] = {}
    """Options of the room opened last."""
    host_stays: bool = False
    """Whether a server that was started here keeps running when the program ends."""
    following: Following = Following()

    def with_server(self, address: str) -> "Online":
        """Return the section with a server as the most recent one."""
        others = (other for other in self.servers if other != address)
        return self.with_values(servers=(address, *others)[:MOST_SERVERS])
