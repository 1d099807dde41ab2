"""The connection to a server, which stays while a player goes from screen to screen."""

import asyncio
from typing import TYPE_CHECKING, Final

from textual.app import App
from textual.signal import Signal

from piecement.ui.keyboard import Keyboard
from piecement.ui.live_settings import LiveSettings
from piecement.ui.messages import OnlineChanged

if TYPE_CHECKING:
    from piecement.online.client import Client, Connect
    from piecement.online.client_state import ClientState
    from piecement.online.messages import Hand
    from piecement.session.session import Clock


class OnlinePlay:
    """At most one client at a time. Nothing of a network is imported before the first one."""

    def __init__(
        self,
        app: App[None],
        settings: LiveSettings,
        keyboard: Keyboard,
        clock: "Clock",
        connect: "Connect | None" = None,
    ) -> None:
        self.changed: Final[Signal[OnlineChanged]] = Signal(app, "online-changed")
        """Published after what is known of the server has changed, but for what is played."""
        self.client: Client | None = None
        self._app: Final = app
        self._settings: Final = settings
        self._keyboard: Final = keyboard
        self._clock: Final = clock
        self._connect: Final = connect
        self._task: asyncio.Task[None] | None = None

    @property
    def state(self) -> "ClientState | None":
        return self.client.state if self.client else None

    @property
    def in_room(self) -> bool:
        return self.state is not None and self.state.room is not None

    @property
    def name(self) -> str:
        """What others call the player."""
        from piecement.online.player_name import player_name  # noqa: PLC0415 - only where it is played online

        return player_name(self._settings.now.online.name)

    def connect(self, address: str) -> None:
        """Connect to a server instead of the one there is. Raises `OnlineError` for what is no address."""
        from piecement.online.address import Address  # noqa: PLC0415 - as above
        from piecement.online.carriers.opening import connect as open_connection  # noqa: PLC0415 - as above
        from piecement.online.client import Client  # noqa: PLC0415 - as above

        client = Client(
            Address.parse(address),
            self.name,
            clock=self._clock,
            notify=self._notify,
            connect=self._connect or open_connection,
        )
        self.disconnect()
        self.client = client
        self._task = asyncio.get_running_loop().create_task(client.run())

    def disconnect(self) -> None:
        """Leave the server for good."""
        client, self.client = self.client, None
        if client is not None:
            client.close()
        self._task = None

    def hand(self) -> "Hand":
        """Return how the player's buttons act, by the settings."""
        from piecement.online.messages import Hand  # noqa: PLC0415 - as above

        rules = self._settings.now.gameplay.overrides(key_releases=self._keyboard.reports_releases)
        return Hand(**{name: rules[name] for name in Hand.model_fields if name in rules})

    def _notify(self, change: str) -> None:
        self._app.post_message(OnlineChanged(change))
