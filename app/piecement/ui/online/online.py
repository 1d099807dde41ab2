"""Online play: its parts, and the chat."""

from collections.abc import Callable
from typing import Final

from textual.app import App

from piecement.client.client import Client, Connect
from piecement.session.session import Clock
from piecement.ui.keyboard import Keyboard
from piecement.ui.live_settings import LiveSettings
from piecement.ui.messages import OnlineChanged
from piecement.ui.online.connection import Accounts, Connection
from piecement.ui.online.following_settings import FollowingSettings
from piecement.ui.online.kept_matches import KeptMatches
from piecement.ui.online.opponents import Opponents
from piecement.ui.online.servers import Servers
from piecement.ui.online.submissions import Submissions
from piecement_net.clean_texts import clean
from piecement_net.endpoints import connect as open_connection
from piecement_net.messages.from_client import Say


class Chat:
    """The player's line in the chat of a room."""

    def __init__(self, connection: Connection) -> None:
        self._connection: Final = connection
        self.draft = ""
        """Text that the player has typed and not sent."""
        self.is_typing = False
        """Whether the keys type it: on the next screen too, unless a round begins there."""

    def send(self, text: str) -> None:
        """Send a text to all in the room."""
        if line := clean(text):
            self._connection.send(Say(text=line))
        self.draft = ""


class OnlinePlay:
    """Online play: all its parts, independent of the screen that is shown."""

    def __init__(
        self,
        app: App[None],
        settings: LiveSettings,
        keyboard: Keyboard,
        *,
        clock: Clock,
        connect: Connect | None,
        on_played: Callable[[], object],
        warn: Callable[[str], object],
    ) -> None:
        """Prepare all parts; a network given by `connect` has no servers that can be found."""
        self._app: Final = app
        self.accounts: Final = Accounts(settings.store)
        opens = connect or open_connection
        self.connection: Final = Connection(
            app, settings, keyboard, self.accounts, clock=clock, connect=opens, notify=self._follow, on_played=on_played
        )
        self.servers: Final = Servers(app, settings, searches=connect is None)
        self.chat: Final = Chat(self.connection)
        self.opponents: Final = Opponents(app, self.connection)
        self.matches: Final = KeptMatches(settings.store)
        self.submissions: Final = Submissions(app, self.connection, settings.store)
        self.following: Final = FollowingSettings(app, settings, self.connection, warn=warn)

    @property
    def address(self) -> str:
        """The server that is connected, or was last."""
        return self.connection.state.address or next(iter(self.servers.known), "")

    async def close(self, *, keeps_seat: bool) -> None:
        """End everything with the program; a seat that is kept waits for the next run."""
        await self.connection.close(keeps_seat=keeps_seat)
        await self.servers.close()

    def _follow(self, client: Client, change: str) -> None:
        if change == "end":
            self.matches.keep(client.state)
        self.submissions.follow(client.state, change)
        self.opponents.follow(client.state, change)
        self._app.post_message(OnlineChanged(change))
