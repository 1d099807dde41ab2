"""Settings of play over a network."""

from typing import Final

from piecement.settings.section import Section, setting

MOST_SERVERS: Final = 8
"""Number of recent servers to remember."""


class Online(Section):
    """Name of the player and recent servers."""

    name: str = setting(default="", sentence="What others call the player; none is that of the login.")
    servers: tuple[str, ...] = setting(default=(), sentence="The servers that were played on, the last one first.")
    room: dict[str, bool | int | str] = setting(default={}, sentence="What the last room was opened with.")

    def with_server(self, address: str) -> "Online":
        """Return the section with a server as the most recent one."""
        others = (other for other in self.servers if other != address)
        return self.with_values(servers=(address, *others)[:MOST_SERVERS])
