"""A server and its rooms: where to play others over a network."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.online.address import Address
from piecement.online.clean_texts import LONGEST_NAME, clean_name
from piecement.online.client_state import Contact
from piecement.online.errors import OnlineError
from piecement.online.messages import AskRooms, Join, RoomLine
from piecement.online.recorded_round import round_of
from piecement.online.room_presets import PRESETS
from piecement.settings.settings import Settings
from piecement.storage.errors import StorageError
from piecement.storage.match_files import MatchFiles
from piecement.storage.replays import read_match
from piecement.terminal.guest import is_guest
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import ANYWHERE, BACK, CHANGE, MOUSE, MOVE, KeyRow, bindings_of
from piecement.ui.menu_graph import Node, Trigger, edge_between, edges_from
from piecement.ui.messages import OnlineChanged, SettingChanged
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.online_texts import alphabet_problem, key_problem
from piecement.ui.widgets.setting_rows import EdgeChosen, EdgeRow, HeadingRow, Row, RowText, TextAsked
from piecement_engine import RecordingError
from piecement_engine.match import MatchRecording

if TYPE_CHECKING:
    from piecement.ui.launch import JoinTarget
    from piecement.ui.services import Services

_ROUNDS: Final = 8
"""How many recorded rounds are listed."""
_ROOM_ID: Final = re.compile("[a-z0-9-]{1,32}")
_ASK_S: Final = 2.0
"""How often the list of rooms is asked for."""


def build(services: "Services", target: "JoinTarget | MatchRecording | None") -> "OnlineScreen":
    return OnlineScreen(services, target)


class ServerChosen(Message):
    """A server was named."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address


class RoomChosen(Message):
    """A room was chosen, to play or to watch."""

    def __init__(self, room: RoomLine, *, watch: bool, key: str | None = None) -> None:
        super().__init__()
        self.room = room
        self.watch = watch
        self.key = key
        """What opens a private room."""


class ServerRow(Row):
    """The server, which is typed, or one of the last ones."""

    def __init__(self, screen: "OnlineScreen") -> None:
        super().__init__("", id="server")
        self._screen = screen

    @property
    def text(self) -> RowText:
        address, contact = self._screen.address, self._screen.contact
        value = f"{address}  {contact}" if contact else address
        others = {*self._screen.servers} - ({address} if contact else set())
        return RowText(_("Server"), value or _("none yet"), may_step=bool(others))

    @property
    def explanation(self) -> Content:
        found = len(self._screen.found)
        sentence = _("Enter names a server: HOST, HOST:PORT, unix:PATH or wss://HOST.")
        if found:
            return Content(f"{sentence} {_('← → choose: {count} on this network.').format(count=found)}")
        return Content(f"{sentence} {_('← → are the last ones.')}" if self._screen.servers else sentence)

    def select(self) -> Message | None:
        return TextAsked(self, self._screen.address)

    def step(self, steps: int) -> Message | None:
        servers = self._screen.servers
        if not servers:
            return None
        place = servers.index(self._screen.address) if self._screen.address in servers else -1
        return ServerChosen(servers[(place + (1 if steps > 0 else -1)) % len(servers)])

    def problem(self, text: str) -> str:
        try:
            Address.parse(text)
        except OnlineError as error:
            return error.told
        return ""

    def enter(self, text: str) -> Message | None:
        return ServerChosen(text.strip())


class PlayerNameRow(Row):
    """What others call the player."""

    def __init__(self, screen: "OnlineScreen") -> None:
        super().__init__("", id="name")
        self._screen = screen

    @property
    def text(self) -> RowText:
        return RowText(_("Your name"), self._screen.account_name or self._screen.player_name)

    @property
    def explanation(self) -> Content:
        if self._screen.account_name:
            return Content(_("The name of your account. Account and ranking changes it."))
        return Content(_("What others call you, in at most {count} characters.").format(count=LONGEST_NAME))

    def select(self) -> Message | None:
        if self._screen.account_name and (edge := edge_between(Node.ONLINE, Node.ACCOUNT, Trigger.MENU)):
            return EdgeChosen(edge)
        return TextAsked(self, self._screen.player_name)

    def problem(self, text: str) -> str:
        name = clean_name(text)
        return alphabet_problem(name) if len(name) <= LONGEST_NAME else str(self.explanation)

    def enter(self, text: str) -> Message | None:
        name = clean_name(text)
        return SettingChanged(lambda settings: settings.with_value("online", "name", name))


class RoomRow(Row):
    """A room that can be joined."""

    def __init__(self, room: RoomLine) -> None:
        super().__init__("", id=f"room-{room.id}")
        self.room = room
        self._asks_to_watch = False

    @property
    def text(self) -> RowText:
        room = self.room
        preset = PRESETS.get(room.rules.preset)
        title = preset.title if preset else room.rules.preset
        value = f"{title:<11}{room.players}/{room.rules.players}  {room.watchers:>3}  {_STATES.get(room.state, '')}"
        return RowText(room.name, value, "*" if room.private else "")

    @property
    def explanation(self) -> Content:
        rules = self.room.rules
        if self.room.private:
            return Content(_("Enter asks for the key of this room; → to watch."))
        return Content(
            _("First to {count}, {attack} garbage. Enter joins; → watches.").format(
                count=rules.first_to, attack=rules.attack
            )
        )

    def select(self) -> Message | None:
        return self._enter_room(watch=self.room.players >= self.room.rules.players)

    def step(self, steps: int) -> Message | None:
        return self._enter_room(watch=True) if steps > 0 else None

    def problem(self, text: str) -> str:
        return key_problem(text)

    def enter(self, text: str) -> Message | None:
        return RoomChosen(self.room, watch=self._asks_to_watch, key=text)

    def _enter_room(self, *, watch: bool) -> Message:
        """Return the message that enters the room, or that asks for its key."""
        if not self.room.private:
            return RoomChosen(self.room, watch=watch)
        self._asks_to_watch = watch
        return TextAsked(self, "")


class RoundChosen(Message):
    """A recorded round was chosen."""

    def __init__(self, path: Path, number: int) -> None:
        super().__init__()
        self.path = path
        self.number = number
        """Which one of the match, from 1."""


class RoundRow(Row):
    """A recorded round."""

    def __init__(self, place: int, path: Path, number: int) -> None:
        super().__init__("", id=f"round-{place}")
        self._path = path
        self._number = number

    @property
    def text(self) -> RowText:
        day, time, names = (*self._path.stem.split(" ", 2), "", "")[:3]
        round_text = _("{names}, round {number}").format(names=names.rpartition(" (")[0] or names, number=self._number)
        return RowText(f"{day} {time.replace('.', ':')}", round_text)

    @property
    def explanation(self) -> Content:
        return Content(_("Enter watches it, with all boards in step."))

    def select(self) -> Message | None:
        return RoundChosen(self._path, self._number)


_STATES: Final = {
    "waiting": _("waiting"),
    "countdown": _("starting"),
    "playing": _("playing"),
    "pause": _("between rounds"),
}


class OnlineScreen(SettingsScreen):
    """The server, and its rooms."""

    NODE = Node.ONLINE
    KEYS = (
        MOVE,
        KeyRow("Enter", _("type, open or join"), (("Enter", _("choose")),)),
        replace(CHANGE, keys="← →", does=_("server; watch a room"), line=(("→", _("watch")),)),
        replace(BACK, actions={"escape": "leave"}),
        MOUSE,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "online.tcss"
    HEADING = _("Online")

    def __init__(self, services: "Services", target: "JoinTarget | MatchRecording | None") -> None:
        super().__init__(services)
        self._online = services.online
        self._recording = target if isinstance(target, MatchRecording) else None
        """What is to be watched at once."""
        self._target = None if isinstance(target, MatchRecording) else target
        self._shown: tuple[RoomLine, ...] | None = None

    @property
    def address(self) -> str:
        """The server that is connected to, or was last."""
        state = self._online.state
        if state is not None:
            return state.address
        return next(iter(self.servers), "")

    @property
    def contact(self) -> str:
        """How the player is connected."""
        state = self._online.state
        return "" if state is None else contact_text(state.contact, state.rtt_ms)

    @property
    def servers(self) -> tuple[str, ...]:
        known = self.settings.online.servers
        return (*known, *(server for server in self._online.found_servers if server not in known))

    @property
    def found(self) -> tuple[str, ...]:
        """The servers on the local network."""
        return self._online.found_servers

    @property
    def player_name(self) -> str:
        return self._online.name

    @property
    def account_name(self) -> str:
        """What the account at this server is called; empty for a guest."""
        state = self._online.state
        return state.profile.name if state and state.profile else ""

    def body(self) -> ComposeResult:
        yield self.new_list()
        yield Static(id="notice", markup=False)
        yield Static(id="details")

    def rows(self) -> Iterator[Option]:
        yield ServerRow(self)
        yield PlayerNameRow(self)
        yield from self._room_rows()
        if matches := self._services.store.matches.latest():
            yield HeadingRow(_("Rounds you played"))
            rounds = ((path, number) for path in matches for number in range(MatchFiles.rounds_of(path), 0, -1))
            yield from (RoundRow(place, *of_match) for place, of_match in enumerate(islice(rounds, _ROUNDS)))

    def _room_rows(self) -> Iterator[Option]:
        state = self._online.state
        if state is None or state.contact is not Contact.CONNECTED:
            return
        yield from (EdgeRow(edge, self.current_settings) for edge in edges_from(self.NODE, Trigger.MENU))
        if state.rooms is not None:
            yield HeadingRow(_("Rooms") if state.rooms else _("No rooms yet: open one."))
            yield from map(RoomRow, state.rooms)

    def on_mount(self) -> None:
        self._online.changed.subscribe(self, self._online_changed)
        self.set_interval(_ASK_S, self._ask)
        self.call_after_refresh(self._begin)

    def on_screen_resume(self) -> None:
        self._ask()

    def on_server_chosen(self, event: ServerChosen) -> None:
        self._connect(event.address)

    def on_room_chosen(self, event: RoomChosen) -> None:
        self._join(event.room.id, watch=event.watch, key=event.key)

    def on_round_chosen(self, event: RoundChosen) -> None:
        try:
            rounds = read_match(event.path).rounds
        except StorageError as error:
            self._tell(str(error))
        else:
            self._watch(rounds[min(event.number, len(rounds)) - 1])

    def _watch(self, recording: MatchRecording) -> None:
        try:
            shown = round_of(recording, self._services.clock)
        except RecordingError as error:
            self._tell(f"{error}.")
        else:
            self.navigate(Node.ROUND_REPLAY, Trigger.CHOICE, shown)

    def action_leave(self) -> None:
        self._online.disconnect()
        self.navigate(Node.NEW_MATCH, Trigger.KEY)

    def _begin(self) -> None:
        """Go where the command line asks for, or to the last server."""
        if self._recording is not None:
            self._show_rows()
            self._watch(self._recording)
            return
        if self._online.in_room:
            self.navigate(Node.ROOM, Trigger.EVENT)
            return
        if is_guest():
            self._tell(
                _("Guests of this machine open no connections: here you play alone, a bot, or two at one keyboard.")
            )
        self._online.find_servers()
        address = self._target.address if self._target else next(iter(self.servers), "")
        if self._online.state is None and address:
            self._connect(address)
        else:
            self._show_rows()

    def _connect(self, address: str) -> None:
        try:
            self._online.connect(address)
        except OnlineError as error:
            self._tell(error.told)
        self._show_rows()

    def _ask(self) -> None:
        state = self._online.state
        if self._online.client is not None and state is not None and state.contact is Contact.CONNECTED:
            self._online.client.send(AskRooms())

    def _join(self, room: str, *, watch: bool = False, key: str | None = None) -> None:
        if self._online.client is not None:
            self._online.client.send(
                Join(room=room, role="watch" if watch else "play", key=key, hand=self._online.hand())
            )

    def _online_changed(self, message: OnlineChanged) -> None:
        state = self._online.state
        if state is None:
            self.show_settings()
            return
        match message.change:
            case "welcome":
                self._tell(state.sentence)
                self._remember(state.address)
                self._ask()
            case "rooms" if self._target is not None:
                self._join_target(self._target.room, state.rooms or ())
                self._target = None
            case "room" if state.room is not None:
                self.navigate(Node.ROOM, Trigger.EVENT)
            case "error" | "refused" | "bye" | "contact":
                self._tell(state.sentence)
            case _:
                pass
        self._show_rows()

    def _join_target(self, name: str, rooms: tuple[RoomLine, ...]) -> None:
        """Join the room that the command line names, by its id or its name."""
        if not name:
            return
        for room in rooms:
            if name in {room.id, room.name}:
                self._join(room.id, watch=room.players >= room.rules.players)
                return
        if _ROOM_ID.fullmatch(name):  # id of a private room, or of one just closed
            self._join(name)
        else:
            self._tell(_("No room is called {name!r} here.").format(name=name))

    def _tell(self, sentence: str) -> None:
        """Show what went wrong, until something else happens."""
        self.query_one("#notice", Static).update(sentence)

    def _remember(self, address: str) -> None:
        def remembered(settings: Settings) -> Settings:
            return settings.with_values(online=settings.online.with_server(address))

        self.post_message(SettingChanged(remembered))

    def _show_rows(self) -> None:
        """Show the rows as they are now, with the cursor on the same one."""
        rows = tuple(self.rows())
        listed = self.settings_list.rows
        at = listed.highlighted_option.id if listed.highlighted_option else None
        if [row.id for row in rows] != [row.id for row in listed.options] or any(
            isinstance(row, RoomRow) for row in rows
        ):
            listed.show_rows(rows)
            places = [index for index, row in enumerate(rows) if row.id == at]
            listed.highlighted = places[0] if places else 0
        self.show_settings()


def contact_text(contact: Contact, rtt_ms: int | None) -> str:
    """Return how a player is connected."""
    match contact:
        case Contact.CONNECTING:
            return _("connecting …")
        case Contact.CONNECTED:
            return _("connected") if rtt_ms is None else _("connected, {ms} ms").format(ms=rtt_ms)
        case Contact.LOST:
            return _("connection lost: trying again")
        case Contact.ENDED:
            return _("not connected")
