"""The connection to a server, which stays while a player goes from screen to screen, and the accounts there.

`client.client` reconnects after a lost connection; `rejoin` returns to the match of an earlier run of the program.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from typing import Final

from textual.app import App

from piecement.client.client import Client, Connect
from piecement.client.state import ClientState, ConnectionState
from piecement.session.session import Clock
from piecement.settings.retention import Retention
from piecement.storage.match_ticket import MatchTicket, MatchTicketFile
from piecement.storage.store import Store
from piecement.storage.tokens import AccountTokens
from piecement.terminal.environment import is_guest
from piecement.ui.keyboard import Keyboard
from piecement.ui.live_settings import LiveSettings
from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_net.address import Address
from piecement_net.clean_texts import player_name
from piecement_net.errors import OnlineError
from piecement_net.messages.base import Numbered
from piecement_net.messages.from_client import Join, Ready, Resume
from piecement_net.messages.rooms import Hand

_GOODBYE_S: Final = 0.5
"""Time that the end of the program waits for its last messages."""


class Accounts:
    """The tokens by which servers know the player, as far as this run may read and write them."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._tokens: Final = AccountTokens(store.paths.data)

    @property
    def may_store(self) -> bool:
        """Whether anything about servers may be stored."""
        return self._store.may_save and self._store.retention.includes(Retention.SETTINGS)

    def token_of(self, address: Address) -> str | None:
        """Return the token for a server, if there is one. Raises `StorageError`."""
        return self._tokens.of(str(address)) if self.may_store else None

    def register_server(self, address: Address, server_id: str, sent: str | None) -> str | None:
        """Store the id of a server, and return its token, as `AccountTokens.register_server` does."""
        if not self.may_store:
            return None
        return self._tokens.register_server(str(address), server_id, sent, address.may_receive_token_of)

    def make(self, client: Client | None) -> str:
        """Return the token for a server, creating it on first use. Raises `StorageError`."""
        server = self._server(client)
        return self._tokens.make(str(server.address), server.state.server_id)

    def share(self, client: Client | None) -> str:
        """Return the token of the account elsewhere, stored for this server too. Raises `StorageError`."""
        server = self._server(client)
        return self._tokens.share(str(server.address), server.state.server_id)

    def elsewhere(self, client: Client | None) -> str:
        """Return another address with the id of this server where the player has an account; empty if none."""
        if client is None or not self.may_store or not (server_id := client.state.server_id):
            return ""
        known: list[str] = []
        with suppress(StorageError):  # using an account there reports it
            known = self._tokens.addresses_of(server_id)
        return "" if str(client.address) in known else next(iter(known), "")

    def _server(self, client: Client | None) -> Client:
        if client is None or not self.may_store:
            raise StorageError(_("Accounts need a file, and saving is off in this run."))
        return client


class Connection:
    """The connection to a server: one client at a time.

    Its task has a context of its own, as that of a screen would hold the screen as long as it runs.
    """

    def __init__(
        self,
        app: App[None],
        settings: LiveSettings,
        keyboard: Keyboard,
        accounts: Accounts,
        *,
        clock: Clock,
        connect: Connect,
        notify: Callable[[Client, str], object],
        on_played: Callable[[], object],
    ) -> None:
        """Prepare to connect by `connect`; `notify` and `on_played` are called as a client calls them."""
        self.client: Client | None = None
        self._app: Final = app
        self._settings: Final = settings
        self._keyboard: Final = keyboard
        self._accounts: Final = accounts
        self._clock: Final = clock
        self._connect: Final = connect
        self._notify: Final = notify
        self._on_played: Final = on_played
        self._ticket_file: Final = MatchTicketFile(settings.store.paths.match_ticket)
        self._task: asyncio.Task[None] | None = None
        self._returns_to: str | None = None
        """The session that an earlier run of the program had."""

    @property
    def state(self) -> ClientState:
        """State of the client; a blank one without a client."""
        return self.client.state if self.client is not None else ClientState("", ConnectionState.ENDED)

    @property
    def is_connected(self) -> bool:
        """Whether the server answers."""
        return self.state.contact is ConnectionState.CONNECTED

    @property
    def in_room(self) -> bool:
        return self.state.room is not None

    @property
    def account_name(self) -> str:
        """The name of the account at this server; empty for a guest."""
        return self.state.account_name

    @property
    def name(self) -> str:
        """Name of the player, for others."""
        return player_name(self._settings.now.online.name)

    @property
    def hand(self) -> Hand:
        """The handling of the player's buttons, by the settings."""
        rules = self._keyboard.rules
        return Hand(**{name: rules[name] for name in Hand.model_fields if name in rules})

    @property
    def is_readable(self) -> bool:
        """Whether the connection to the server is readable by others on its way."""
        address = None if self.client is None else self.client.address
        return address is not None and address.kind in {"tcp", "ws"} and not address.is_loopback

    def send(self, message: Numbered) -> None:
        """Send a message, if there is a server."""
        if self.client is not None:
            self.client.send(message)

    def join(self, room: str, *, watch: bool = False, key: str | None = None) -> None:
        """Join a room by its id, or watch it."""
        self.send(Join(room=room, role="watch" if watch else "play", key=key, hand=self.hand))

    def toggle_ready(self) -> None:
        """Be ready for a round, or not yet."""
        if (you := self.state.you) is not None:
            self.send(Ready(on=not you.ready, hand=self.hand))

    def give_up(self) -> None:
        """Give up the player's round, if there is one."""
        if (current := self.state.round) is not None and current.own is not None:
            current.own.forfeit()

    def connect(self, address: str, resume: Resume | None = None) -> None:
        """Connect to a server instead of the current one. Raises `OnlineError`, or `StorageError`."""
        if is_guest():
            raise OnlineError("guest")
        server = Address.parse(address)
        client = Client(
            server,
            self.name,
            clock=self._clock,
            notify=self._follow,
            connect=self._connect,
            resume=resume,
            token=self._accounts.token_of(server),
            register_server=self._accounts.register_server,
            on_played=self._on_played,
        )
        if resume is None:
            self.disconnect()
        self.client = client
        self._task = asyncio.get_running_loop().create_task(client.run(), context=Context())

    def disconnect(self) -> None:
        """Leave the server for good."""
        client, self.client = self.client, None
        if client is not None:
            client.close()
            self._ticket_file.drop()
        self._task = self._returns_to = None

    def rejoin(self) -> None:
        """Go back to a match that an earlier run of the program was killed in, if its seat is still kept.

        Raises `StorageError` if the token for the server cannot be read.
        """
        if not self._accounts.may_store:
            return
        with suppress(OnlineError, ValueError):  # of a file that something else has written
            if (ticket := self._ticket_file.claim()) is not None:
                self.connect(ticket.address, Resume(session=ticket.session, key=ticket.key))
                self._returns_to = ticket.session
                return
        self._ticket_file.drop()

    def has_rejoined(self) -> bool:
        """Return whether the room is that of an earlier run's match, the first time it is asked."""
        returned, self._returns_to = self._returns_to is not None, None
        return returned

    async def close(self, *, keeps_seat: bool) -> None:
        """End the connection with the program; a seat that is kept waits for the next run."""
        task = self._task
        if keeps_seat:
            if self.client is not None:  # only with one is there a ticket
                self._ticket_file.release()
            self.client = task = None
        else:
            self.disconnect()
        if task is not None:  # which says goodbye
            await asyncio.wait((task,), timeout=_GOODBYE_S)

    def _follow(self, change: str) -> None:
        client = self.client
        if client is None:  # the player has left it
            return
        resume, state = client.resume, client.state
        if self._returns_to is not None and (
            change in {"contact", "refused"} or (change == "welcome" and resume and resume.session != self._returns_to)
        ):
            self.disconnect()  # the match is over, or its server is
            return
        if change == "room" and resume is not None and self._accounts.may_store:
            self._ticket_file.write(MatchTicket(state.address, resume.session, resume.key))
        elif change in {"left", "refused", "bye"}:
            self._ticket_file.drop()
        self._notify_room_left(state, change)
        self._notify(client, change)

    def _notify_room_left(self, state: ClientState, change: str) -> None:
        """Notify the player, on any screen, of the reason for leaving the room."""
        if change == "left" and state.sentence:
            self._app.notify(state.sentence, markup=False)
        elif change == "welcome" and state.lost_room:
            sentence = _("The server was started again: you are not in the room {name} any more.")
            self._app.notify(sentence.format(name=state.lost_room), markup=False)
            state.lost_room = ""
