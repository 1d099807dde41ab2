"""The connection to a server, which stays while a player goes from screen to screen."""

import asyncio
from contextlib import suppress
from contextvars import Context
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from textual.app import App
from textual.signal import Signal

from piecement_base.language import _
from piecement_base import formatting
from piecement.settings.retention import Retention
from piecement_base.errors import StorageError
from piecement.storage.store import Store
from piecement.terminal.environment import is_guest
from piecement.ui.live_settings import Keyboard, LiveSettings
from piecement.ui.messages import OnlineChanged

if TYPE_CHECKING:
    from piecement.client.client import Client, Connect
    from piecement.client.state import ClientState
    from piecement_net.address import Address
    from piecement_net.lan import LanBrowser
    from piecement_net.messages.accounts import Profile
    from piecement_net.messages.base import Hand, Numbered, Resume
    from piecement_net.messages.from_server import RoomState
    from piecement.session.session import Clock, Session
    from piecement.storage.tokens import AccountTokens, MatchTicketFile
    from piecement.ui.hosting import HostedServer
    from piecement_engine.match import MatchRecording


_GOODBYE_S: Final = 0.5
"""Time that the end of the program waits for its last messages."""


class Connection:
    """The connection to a server: one client at a time. The modules of the network load with the first one.

    Its tasks have contexts of their own, as that of a screen would hold the screen as long as they run.
    """

    def __init__(
        self,
        app: App[None],
        settings: LiveSettings,
        keyboard: Keyboard,
        clock: "Clock",
        connect: "Connect | None" = None,
        *,
        store: Store,
    ) -> None:
        self.changed: Final[Signal[OnlineChanged]] = Signal(app, "online-changed")
        """Published after what is known of the server has changed, but for what is played."""
        self.played: Final[Signal[None]] = Signal(app, "online-played")
        """Published when there is something new to see in a round."""
        self.client: Client | None = None
        self._app: Final = app
        self._store: Final = store
        self._settings: Final = settings
        self._keyboard: Final = keyboard
        self._clock: Final = clock
        self._connect: Final = connect
        self.hosting: HostedServer | None = None
        """The server on this computer, once it was started or looked for."""
        self.invites = False
        """Whether the next room is to copy its invitation, as the player hosts it."""
        self._task: asyncio.Task[None] | None = None
        self._browser: LanBrowser | None = None
        self._opening: asyncio.Task[bool] | None = None
        self.last_round: MatchRecording | None = None
        """The round that was played last."""
        self._rounds: list[MatchRecording] = []
        """The rounds of the match that was played last."""
        self._match_began = datetime.min
        self._next_round = ("", 0)
        """The room of that match, and the number of its next round."""
        self.draft = ""
        """Text that the player has typed and not sent."""
        self.is_typing = False
        """Whether the keys type it: on the next screen too, unless a round begins there."""
        self.waits = False
        """Whether the player waits for a match in the queue, whatever is played meanwhile."""
        self._waits_for_verdict = False
        """Whether a recording was handed in, and nothing was heard of it yet."""
        self._witnessed = ""
        """The token of the game that the server witnesses."""
        self._returns_to: str | None = None
        """The session that an earlier run of the program had."""

    @property
    def state(self) -> "ClientState":
        """State of the client; a blank one without a client."""
        if self.client is not None:
            return self.client.state
        from piecement.client.state import ClientState, ConnectionState

        return ClientState("", ConnectionState.ENDED)

    @property
    def room(self) -> "RoomState | None":
        return self.client.state.room if self.client else None

    @property
    def profile(self) -> "Profile | None":
        """The player at this server; None for one without accounts."""
        return self.client.state.profile if self.client else None

    def send(self, message: "Numbered") -> None:
        """Send a message, if there is a server."""
        if self.client is not None:
            self.client.send(message)

    def find_servers(self) -> None:
        """Look for servers on the local network from now on, where that can be done; `changed` tells of them."""
        if self._browser is None and self._connect is None and not is_guest():  # a network of somebody's own has none
            from piecement_net.lan import LanBrowser

            self._browser = LanBrowser(lambda: self._app.post_message(OnlineChanged("lan")))
            self._opening = asyncio.get_running_loop().create_task(self._browser.open(), context=Context())

    @property
    def found_servers(self) -> tuple[str, ...]:
        """The addresses of the servers on the local network."""
        return tuple(map(str, self._browser.servers)) if self._browser else ()

    async def close(self, *, keeps_seat: bool) -> None:
        """End the connection with the program, and look for no servers; a seat that is kept waits for the next run."""
        task = self._task
        if keeps_seat:
            if self.client is not None:  # only with one is there a ticket
                self._ticket_file.release()
            self.client = task = None
        else:
            self.disconnect()
        if task is not None:  # which says goodbye
            await asyncio.wait((task,), timeout=_GOODBYE_S)
        if self._opening is not None:
            self._opening.cancel()
        if self._browser is not None:
            await self._browser.close()
        if self.hosting is not None:
            self.hosting.close()

    @property
    def in_room(self) -> bool:
        return self.room is not None

    @property
    def name(self) -> str:
        """Name of the player, for others."""
        from piecement_net.clean_texts import player_name  # only where it is played online

        return player_name(self._settings.now.online.name)

    def rejoin(self) -> None:
        """Go back to a match that an earlier run of the program was killed in, if its seat is still kept."""
        if not self._may_store or not (self._store.paths.data / "match_ticket.json").exists():
            return
        from piecement_net.messages.base import Resume

        ticket = self._ticket_file.claim()
        if ticket is None:
            self._ticket_file.drop()
            return
        self._returns_to = ticket.session
        self.connect(ticket.address, Resume(session=ticket.session, key=ticket.key))

    def has_rejoined(self) -> bool:
        """Return whether the room is that of an earlier run's match, the first time it is asked."""
        returned, self._returns_to = self._returns_to is not None, None
        return returned

    def connect(self, address: str, resume: "Resume | None" = None) -> None:
        """Connect to a server instead of the current one. Raises `OnlineError` if the address is invalid."""
        from piecement.client.client import Client
        from piecement_net.address import Address
        from piecement_net.carriers import connect as open_connection

        if is_guest():
            from piecement_net.errors import OnlineError

            raise OnlineError("guest")
        client = Client(
            Address.parse(address),
            self.name,
            clock=self._clock,
            notify=self._notify,
            connect=self._connect or open_connection,
            resume=resume,
            token=self._tokens.of(str(Address.parse(address))) if self._may_store else None,
            meet=self._meet,
            on_played=partial(self.played.publish, None),
        )
        if resume is None:
            self.disconnect()
        self.client = client
        self._task = asyncio.get_running_loop().create_task(client.run(), context=Context())

    def may_host(self) -> bool:
        """Return whether a server can be started here: by no guest, and only where files may be stored."""
        return self._store.may_save and not is_guest()

    def host(self) -> "HostedServer":
        """Return the server of this computer."""
        from piecement.ui.hosting import HostedServer

        self.hosting = self.hosting or HostedServer(self._store.paths.data)
        return self.hosting

    def disconnect(self) -> None:
        """Leave the server for good."""
        client, self.client = self.client, None
        if client is not None:
            client.close()
            self._ticket_file.drop()
        self._task = self._returns_to = None
        self.waits = False

    def wait(self, *, on: bool) -> None:
        """Wait for a match in the queue, or wait no more."""
        from piecement.client.state import ConnectionState
        from piecement_net.messages.accounts import Queue

        self.waits = on
        if self.state.contact is ConnectionState.CONNECTED and not self.in_room:
            self.send(Queue(on=on, hand=self.hand()))

    def ask_people(self) -> None:
        """Ask who else is at the server, which makes the player one whom others can challenge."""
        from piecement_net.messages.base import Addition
        from piecement_net.messages.challenges import AskPeople

        if self.state.additions >= Addition.CHALLENGES:
            self.send(AskPeople())

    def answer_challenge(self, *, accept: bool) -> None:
        """Accept or decline the open challenge, or withdraw the player's own."""
        from piecement_net.messages.challenges import Answer

        if (challenge := self.state.challenge) is not None:
            self.send(Answer(id=challenge.id, accept=accept, hand=self.hand()))

    def withdraw_challenge(self) -> None:
        """Withdraw the player's own challenge, if one is open."""
        if self.client is not None and (challenge := self.client.state.challenge) is not None and challenge.own:
            self.answer_challenge(accept=False)

    def _notify_challenge(self, state: "ClientState", change: str) -> None:
        """Notify the player, on any screen, of a challenge and of its end."""
        if change == "challenge_over":
            self._app.notify(state.sentence)
        elif change == "challenged" and (challenge := state.challenge) is not None and not challenge.own:
            sentence = _("{name} challenges you. Answer under Online, People.")
            self._app.notify(sentence.format(name=challenge.name), markup=False)

    def _follow_queue(self, change: str) -> None:
        """Wait on after the connection was lost, and say when somebody was found."""
        if change == "welcome":
            self.wait(on=True)
        elif change == "room":
            self.waits = False
            self._app.notify(_("Opponent found: the match begins."))
        elif change == "error" and self.state.queued is None:
            self.waits = False

    def send_chat(self, text: str) -> None:
        """Send a text to all in the room."""
        from piecement_net.clean_texts import clean
        from piecement_net.messages.from_client import Say

        if line := clean(text):
            self.send(Say(text=line))
        self.draft = ""

    def toggle_ready(self) -> None:
        """Be ready for a round, or not yet."""
        from piecement_net.messages.from_client import Ready

        if (you := self.state.you) is not None:
            self.send(Ready(on=not you.ready, hand=self.hand()))

    def give_up(self) -> None:
        """Give up the player's round, if there is one."""
        if (current := self.state.round) is not None and current.own is not None:
            current.own.forfeit()

    def stream_solo(self, token: str) -> None:
        """Show the server the game of a token when it begins; no game with an empty one."""
        self._witnessed = token

    def follow(self, session: "Session") -> None:
        """Send what is played in a game that has just begun, if the server is to see it."""
        if self.client is not None and self._witnessed and session.plan.token == self._witnessed:
            from piecement.client.client import SoloStream

            self._witnessed = ""
            self.client.solo = SoloStream(session)

    def hand_in_game(self, game: int | None) -> str:
        """Hand in a stored game by its id, for the boards of the server; return what there is to say of that."""
        if self.client is None:
            return _("Not connected. Submit games under Versus, Online, Leaderboards.")
        if game is None:
            return _("There is no replay of this game.")
        try:
            if "speed=" in self._store.games.one(game).variant:
                return _("Slowed games are not submitted: servers rank by the clock.")
            self.hand_in(self._store.games.recording_text(game))
        except StorageError as error:
            return str(error)
        return _("Submitted: the server is checking the game.")

    def hand_in(self, text: str) -> bool:
        """Send a recording to the server, if there is one; return whether it is."""
        if self.client is None:
            return False
        from piecement_net.messages.boards import parts_of

        for part in parts_of(text):
            self.send(part)
        self._waits_for_verdict = True
        return True

    def _notify_room_left(self, state: "ClientState", change: str) -> None:
        """Notify the player, on any screen, of the reason for leaving the room."""
        if change == "left" and state.sentence:
            self._app.notify(state.sentence)
        elif change == "welcome" and state.lost_room:
            sentence = _("The server was started again: you are not in the room {name} any more.")
            self._app.notify(sentence.format(name=state.lost_room))
            state.lost_room = ""

    def _notify_board_result(self, state: "ClientState", change: str) -> None:
        """Notify the player, on any screen, of the outcome of a game for a board."""
        standing, void = state.boards.standing, state.boards.void
        waits, self._waits_for_verdict = self._waits_for_verdict, False
        if change == "standing" and standing is not None:
            sentence = _("Added. Your best game is number {place} on the leaderboard.").format(place=standing.place)
            self._app.notify(sentence)
        elif change == "solo_void" and void is not None:
            self._app.notify(void.sentence)
        elif change == "error" and waits:
            self._app.notify(state.sentence)

    def hand(self) -> "Hand":
        """Return the handling of the player's buttons, by the settings."""
        from piecement_net.messages.base import Hand

        rules = self._keyboard.rules
        return Hand(**{name: rules[name] for name in Hand.model_fields if name in rules})

    def _store_round(self, state: "ClientState") -> None:
        """Store the round that was played; one that was watched is the players' to store."""
        ended = state.round
        if ended is None or ended.own is None or not self._store.retention.includes(Retention.REPLAYS):
            return
        from piecement_net.round_recordings import to_match

        room = state.room
        if room is None or self._next_round != (room.id, ended.number):
            self._rounds, self._match_began = [], datetime.now()
        self._next_round = (room.id if room else "", ended.number + 1)
        self.last_round = ended.recording()
        self._rounds.append(self.last_round)
        started = formatting.to_text(self._match_began)
        with suppress(StorageError):
            name = room.name if room else ""
            self._store.matches.put(self._match_began, to_match(self._rounds, started, name))

    @property
    def _may_store(self) -> bool:
        return self._store.may_save and self._store.retention.includes(Retention.SETTINGS)

    @property
    def is_readable(self) -> bool:
        """Whether the connection to the server is readable by others on its way."""
        address = None if self.client is None else self.client.address
        return address is not None and address.kind in {"tcp", "ws"} and not address.is_loopback

    def account_token(self) -> str:
        """Return the account token, creating it on first use. Raises `StorageError`."""
        if self.client is None or not self._may_store:
            raise StorageError(_("Accounts need a file, and saving is off in this run."))
        return self._tokens.make(str(self.client.address), self.client.state.server_id)

    def _meet(self, address: "Address", server_id: str, said: str | None) -> str | None:
        return self._tokens.meet(str(address), server_id, said, address.may_learn) if self._may_store else None

    @property
    def account_elsewhere(self) -> str:
        """Another address with the id of this server where the player has an account; empty if there is none."""
        if self.client is None or not self._may_store or not (server_id := self.client.state.server_id):
            return ""
        known = self._tokens.addresses_of(server_id)
        return "" if str(self.client.address) in known else next(iter(known), "")

    def share_account(self) -> str:
        """Return the token of that account, which the player trusts this server with. Raises `StorageError`."""
        if self.client is None:
            raise StorageError(_("Accounts need a file, and saving is off in this run."))
        return self._tokens.share(str(self.client.address), self.client.state.server_id)

    @cached_property
    def _tokens(self) -> "AccountTokens":
        from piecement.storage.tokens import AccountTokens

        return AccountTokens(self._store.paths.data)

    @cached_property
    def _ticket_file(self) -> "MatchTicketFile":
        from piecement.storage.tokens import MatchTicketFile

        return MatchTicketFile(self._store.paths.data)

    def _notify(self, change: str) -> None:
        client = self.client
        if client is None:  # it was left: what it still says is of no interest
            return
        resume = client.resume
        if self._returns_to is not None and (
            change in {"contact", "refused"} or (change == "welcome" and resume and resume.session != self._returns_to)
        ):
            self.disconnect()  # the match is over, or its server is
            return
        if change == "room" and resume is not None and self._may_store:
            from piecement.storage.tokens import MatchTicket

            self._ticket_file.write(MatchTicket(client.state.address, resume.session, resume.key))
        elif change == "end":
            self._store_round(client.state)
        elif change in {"standing", "solo_void", "error"}:
            self._notify_board_result(client.state, change)
        elif change in {"left", "refused", "bye"}:
            self._ticket_file.drop()
        self._notify_room_left(client.state, change)
        self._notify_challenge(client.state, change)
        if change == "welcome":
            self.ask_people()
        if self.waits:
            self._follow_queue(change)
        self._app.post_message(OnlineChanged(change))
