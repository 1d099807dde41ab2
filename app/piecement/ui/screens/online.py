"""A server and its rooms, to play others over a network."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.content import Content
from textual.types import CSSPathType
from textual.widget import Widget
from textual.widgets import Static

from piecement.client.recorded_round import to_client_round
from piecement.client.state import ConnectionState
from piecement.render.cells import pad
from piecement.settings.choices import titles_of
from piecement.settings.settings import Settings
from piecement.storage.match_files import MatchFiles, read_match
from piecement.terminal.environment import is_guest
from piecement.ui import STYLES
from piecement.ui.bases.settings_screen import TwoListsScreen
from piecement.ui.key_rows import BACK, CHANGE, MOUSE, MOVE, ON_MENUS, KeyRow
from piecement.ui.launch import HOST_HERE, JoinTarget
from piecement.ui.menu_graph import Node, Trigger, edge_between
from piecement.ui.screen import Showing, heading_text, size_class
from piecement.ui.services import Services
from piecement.ui.texts.room_specs import opening_message, usable_values
from piecement.ui.texts.rooms import challenge_text, contact_text, key_problem, length_text
from piecement.ui.widgets.menu_list import group_heading
from piecement.ui.widgets.questions import TypeText
from piecement.ui.widgets.rows import GroupHeading, Line, Reply, Row, RowText, TextRow
from piecement_base.errors import errors_to
from piecement_base.formatting import grouped
from piecement_base.language import N_, _, ngettext
from piecement_engine import RecordingError
from piecement_engine.match import RoundRecording
from piecement_net.address import PORT, Address
from piecement_net.clean_texts import LONGEST_NAME, clean_name
from piecement_net.errors import OnlineError, alphabet_problem
from piecement_net.messages.from_client import AskRooms, Join
from piecement_net.messages.rooms import RoomLine
from piecement_net.room_rules import PRESETS

_ROUNDS: Final = 8
"""Maximum number of recorded rounds in the list."""
_ROOM: Final = "room-"
"""The start of the ids of the rows of rooms."""
_ROOM_ID: Final = re.compile("[a-z0-9-]{1,32}")
_ASK_S: Final = 2.0
"""Interval between requests for the list of rooms (s)."""


_NOT_CONNECTED: Final = N_("Not connected. Enter an address, or choose one found on this network.")
_HOST: Final = N_("Starts a server on this computer and opens a room. Others join with the line it shows.")

_STATES: Final = titles_of("room_state")


class _OnlineRow(Row):
    """A row of the list at the left."""

    def __init__(self, row_id: str, screen: "OnlineScreen") -> None:
        super().__init__(row_id)
        self._screen: Final = screen


class _ServerRow(_OnlineRow):
    """The row for the server, which is typed, or one of the last ones and those on the network."""

    def text(self) -> RowText:
        screen = self._screen
        used = {screen.address} if screen.has_client else set[str]()
        return RowText(_("Address"), screen.address or _("none yet"), may_step=bool({*screen.servers} - used))

    def explain(self) -> Content:
        """Return how to choose a server."""
        screen = self._screen
        lines = [] if screen.is_connected else [_(_NOT_CONNECTED)]
        lines.append(_("Press Enter to set a server: HOST, HOST:PORT, unix:PATH or wss://HOST."))
        if found := len(screen.near.found):
            lines.append(_("← → choose: {count} on this network.").format(count=found))
        elif screen.servers:
            lines.append(_("← →: recent servers."))
        return Content("\n".join(lines))

    def select(self) -> TypeText:
        return TypeText(self._screen.address, _address_problem, self._screen.connect)

    def step(self, steps: int) -> Reply:
        """Connect to the next of the last and found servers."""
        servers, address = self._screen.servers, self._screen.address
        if not servers:
            return None
        place = servers.index(address) if address in servers else -1
        return self._screen.connect(servers[(place + (1 if steps > 0 else -1)) % len(servers)])


class _HostRow(_OnlineRow):
    """The row that starts a server on this computer and opens a room, or ends that server."""

    def text(self) -> RowText:
        if self._screen.is_hosting:
            return RowText(_("Stop hosting"))
        stays = self._screen.settings.online.host_stays
        return RowText(_("Host here"), _("until it is stopped") if stays else _("until you quit"), may_step=True)

    def explain(self) -> Content:
        if self._screen.is_hosting:
            return Content(_("Ends the server on this computer, and its matches."))
        return Content("\n".join((_(_HOST), _("← → whether the server ends when you quit or stays on."))))

    def select(self) -> Reply:
        if not self._screen.is_hosting:
            return self._screen.host()
        self._screen.stop_hosting()
        return None

    def step(self, steps: int) -> Reply:
        if not self._screen.is_hosting:
            self._screen.live_settings.change("online", "host_stays", not self._screen.settings.online.host_stays)
        return None


class _NameRow(_OnlineRow):
    """The row for the name of the player, or of the account."""

    def text(self) -> RowText:
        return RowText(_("Your name"), self._screen.player_name)

    def explain(self) -> Content:
        if self._screen.account_name:
            return Content(_("Your account name. Change it under Account and ranking."))
        return Content(_name_hint())

    def select(self) -> Reply:
        return self._screen.ask_name()


class _RoomRow(_OnlineRow):
    """The row for a room: Enter joins it, or watches a full one, and an arrow watches it."""

    def __init__(self, room: RoomLine, screen: "OnlineScreen") -> None:
        super().__init__(f"{_ROOM}{room.id}", screen)
        self._room: Final = room

    def text(self) -> RowText:
        room, state = self._room, _(_STATES.get(self._room.state, ""))
        value = f"{room.players}/{room.rules.players}  {state}"
        if self._screen.has_class("-roomy"):
            widest = max(cell_len(_(text)) for text in _STATES.values())
            value = f"{room.players:>2}/{room.rules.players:<2}  {pad(state, widest)}  {self._preset}"
        return RowText(room.name, value, "*" if room.private else "")

    @property
    def _preset(self) -> str:
        """The title of the rules, or their name."""
        preset = PRESETS.get(self._room.rules.preset)
        return _(preset.title) if preset else self._room.rules.preset

    def explain(self) -> Content:
        room, rules = self._room, self._room.rules
        told, attack = _("{title}, {length}, {attack} garbage."), rules.attack.replace("_", " ")
        lines = [told.format(title=self._preset, length=length_text(rules), attack=attack)]
        if room.watchers:
            lines.append(ngettext("{count} watches.", "{count} watch.", room.watchers).format(count=room.watchers))
        ways = _("Enter asks for the room key; → watches.") if room.private else _("Enter joins; → watches.")
        return Content.assemble((room.name, "bold"), "\n", "\n".join([*lines, "", ways]))

    def select(self) -> Reply:
        return self._enter(watch=self._room.players >= self._room.rules.players)

    def step(self, steps: int) -> Reply:
        return self._enter(watch=True) if steps > 0 else None

    def _enter(self, *, watch: bool) -> Reply:
        if self._room.private:
            return TypeText("", key_problem, partial(self._join, watch=watch))
        self._join(None, watch=watch)
        return None

    def _join(self, key: str | None, *, watch: bool) -> None:
        self._screen.join(self._room.id, watch=watch, key=key)


_ARROWS: Final = replace(CHANGE, keys="← →", does=N_("server; watch a room"), line=())


class OnlineScreen(TwoListsScreen, Showing[JoinTarget | RoundRecording | None]):
    """Actions at a server, and beside them its rooms and the own rounds."""

    NODE = Node.ONLINE
    KEYS = (
        MOVE.without_line(),
        KeyRow("Enter", N_("type, open or join"), (("enter", N_("choose")),)),
        KeyRow("Tab", N_("the other list"), (("tab", N_("rooms")),)),
        _ARROWS,
        replace(BACK, actions={"escape": "leave"}, line=(("escape", N_("leave")),)),
        MOUSE,
        *ON_MENUS,
    )
    CSS_PATH: ClassVar[CSSPathType | None] = [STYLES / "settings.tcss", STYLES / "online.tcss"]

    def __init__(self, services: Services, target: JoinTarget | RoundRecording | None = None) -> None:
        super().__init__(services)
        self._connection = services.online.connection
        self.near = services.online.servers
        self._recording = target if isinstance(target, RoundRecording) else None
        """The recording to watch at once."""
        self._target = None if isinstance(target, RoundRecording) else target
        self._opens_room = False
        """Whether to open a room at the server once it answers, as at one that the player has just started."""
        self._notice = Static(id="notice", markup=False)
        self._notice.display = False
        self._ways: Final = Static(id="facts", markup=False)
        self._head = Static(_(self.NODE.heading).upper(), classes="heading")

    def heading(self) -> Static:
        return self._head

    def line_rows(self) -> Iterator[KeyRow]:
        """Yield the keys for the line at the bottom; the arrows do what the row with the cursor says."""
        row = self.used_list.rows.row
        for keys in super().line_rows():
            if keys is _ARROWS and isinstance(row, _RoomRow):
                yield replace(keys, line=(("right", N_("watch")),))
            elif keys is _ARROWS and row is not None and row.text().may_step:
                yield CHANGE
            else:
                yield keys

    def say(self, text: Content) -> None:
        super().say(text)
        self.show_keys()

    def card_title(self, of_row: str) -> str:
        return _("Rooms") if self.is_connected else ""

    def aside(self) -> Iterable[Widget]:
        return self._notice, self._ways

    def _tell(self, text: str) -> None:
        """Show a notice, or none for an empty text: even an empty line of it takes a row of the rooms."""
        self._notice.update(text)
        self._notice.display = bool(text)

    def rows(self) -> Iterator[Line]:
        if self.is_connected:
            yield from self.edge_rows()
            yield GroupHeading(_("Server"))
        if self._services.may_host():
            yield _HostRow("host", self)
        yield _ServerRow("server", self)
        yield _NameRow("name", self)
        if not self.is_connected:
            yield from self._known_rows(_("Recent servers"), self.settings.online.servers)
            yield from self._known_rows(_("On this network"), self.near.found)

    @property
    def is_hosting(self) -> bool:
        """Whether a server runs on this computer, as far as is known."""
        return self.near.hosted.address is not None

    def host(self) -> Reply:
        """Start a server and open a room there; ask for the name before the first one."""
        if not self.settings.online.name and not self.settings.online.servers:
            return self._ask_first_name(self._host_as)
        self._host_as(self.settings.online.name)
        return None

    def _host_as(self, name: str) -> None:
        self._take_name(name or self._connection.name)
        self._tell(_("Starting the server …"))
        self.run_worker(self._start_hosting(), exclusive=True)

    async def _start_hosting(self) -> None:
        with errors_to(self._tell):
            address = await self.near.hosted.start(stays=self.settings.online.host_stays)
            self._opens_room = True
            self.connect(str(address))

    def stop_hosting(self) -> None:
        """End the server on this computer."""
        self.run_worker(self._end_hosting(), exclusive=True)

    async def _end_hosting(self) -> None:
        hosting = self.near.hosted
        if self.address == str(hosting.address):
            self._connection.disconnect()
        await hosting.stop()
        self._tell(_("The server has ended."))
        self._show_rows()

    async def _find_hosted(self) -> None:
        if await self.near.hosted.find() is not None:
            self._show_rows()

    def beside_rows(self) -> Iterator[Line]:
        if self.is_connected and (rooms := self._connection.state.rooms) is not None:
            if not rooms:
                yield group_heading(_("No rooms. Open one, or find a match."))
            elif size_class(self._services.terminal.size) != "-roomy":  # whose frame has this title
                yield GroupHeading(_("Rooms"))
            yield from (_RoomRow(room, self) for room in rooms)
        if matches := self._services.store.matches.latest():
            yield GroupHeading(_("Your rounds"))
            rounds = ((path, number) for path in matches for number in range(MatchFiles.read_rounds(path), 0, -1))
            yield from (self._round_row(place, *of_match) for place, of_match in enumerate(islice(rounds, _ROUNDS)))

    def _known_rows(self, title: str, servers: tuple[str, ...]) -> Iterator[Line]:
        """Yield a row for each known server, which Enter connects to."""
        if servers:
            yield GroupHeading(title)
        for server in servers:
            connect = partial(self.connect, server)
            yield TextRow(f"known-{title}-{server}", server, "", _("Enter connects to this server."), connect)

    @property
    def is_connected(self) -> bool:
        return self._connection.state.contact is ConnectionState.CONNECTED

    def on_mount(self) -> None:
        self.set_interval(_ASK_S, self._ask)
        self.call_after_refresh(self._begin)

    @property
    def has_client(self) -> bool:
        """Whether there is a connection, or one is sought."""
        return self._connection.client is not None

    @property
    def player_name(self) -> str:
        """The name of the player, or of the account."""
        return self.account_name or self._connection.name

    def ask_name(self) -> Reply:
        """Ask for the name of the player, or go to the account."""
        if self.account_name and (edge := edge_between(Node.ONLINE, Node.ACCOUNT, Trigger.MENU)):
            self.follow(edge)
            return None
        return TypeText(self._connection.name, _name_problem, self._take_name)

    def _round_row(self, place: int, path: Path, number: int) -> Row:
        """Return the row for a recorded round, by its number in the match, from 1."""
        day, time, names = (*path.stem.split(" ", 2), "", "")[:3]
        round_text = _("{names}, round {number}").format(names=names.rpartition(" (")[0] or names, number=number)

        def watch() -> None:
            with errors_to(self._tell):
                rounds = read_match(path).rounds
                self._watch(rounds[min(number, len(rounds)) - 1])

        when, sentence = f"{day} {time.replace('.', ':')}", _("Enter replays it with all boards in sync.")
        return TextRow(f"round-{place}", when, round_text, sentence, watch)

    def _watch(self, recording: RoundRecording) -> None:
        try:
            shown = to_client_round(recording, self._services.clock)
        except RecordingError as error:
            self._tell(f"{error}.")
        else:
            self.navigate(Node.ROUND_REPLAY, Trigger.CHOICE, shown)

    def action_leave(self) -> None:
        self._connection.disconnect()
        self.navigate(Node.VERSUS, Trigger.KEY)

    def _begin(self) -> None:
        """Go to the target of the command line, or to the last server."""
        if self._recording is not None:
            self._show_rows()
            self._watch(self._recording)
            return
        if self._connection.in_room:
            self.navigate(Node.ROOM, Trigger.EVENT)
            return
        if is_guest():
            self._tell(_("Guests here cannot connect: play alone, against a bot, or two at one keyboard."))
        self.near.find()
        if self._target == HOST_HERE and self._services.may_host():
            self._target = None
            self.settings_list.ask(self.host())
            return
        if self._services.may_host():
            self.run_worker(self._find_hosted())
        address = self._target.address if self._target else next(iter(self.servers), "")
        if not self.has_client and address:
            self.settings_list.ask(self.connect(address))
        else:
            self._show_rows()

    def connect(self, address: str) -> TypeText | None:
        """Connect to a server; before the first connection, ask for the name, as it is the login name otherwise."""
        known = self.settings.online
        if not (known.name or known.servers or is_guest()):
            return self._ask_first_name(partial(self._connect_as, address))
        with errors_to(self._services.warn):
            try:
                self._connection.connect(address.strip())
            except OnlineError as error:
                self._tell(error.sentence)
        self._show_rows()
        return None

    def _ask_first_name(self, done: Callable[[str], TypeText | None]) -> TypeText:
        rows = self.settings_list.rows
        rows.highlighted = rows.get_option_index("name")
        self._tell(_("Choose the name that others see; Enter connects."))
        return TypeText(self._connection.name, _name_problem, done)

    def _connect_as(self, address: str, name: str) -> TypeText | None:
        self._take_name(name or self._connection.name)
        self._tell("")
        return self.connect(address)

    def _take_name(self, name: str) -> None:
        self.live_settings.update(partial(Settings.with_value, section="online", name="name", value=clean_name(name)))

    @on(events.ScreenResume)
    def _ask(self) -> None:
        if self.is_connected:
            self._connection.send(AskRooms())

    def join(self, room: str, *, watch: bool = False, key: str | None = None) -> None:
        self._connection.send(Join(room=room, role="watch" if watch else "play", key=key, hand=self._connection.hand))

    def online_changed(self, change: str) -> None:
        state = self._connection.state
        if not self.has_client:
            self._show_rows()
            return
        if change == "welcome":
            self._tell(state.sentence)
            if not self.is_hosting or state.address != str(self.near.hosted.address):
                online = self.settings.online.with_server(state.address)
                self.live_settings.apply(self.settings.with_values(online=online))
            self._ask()
            if self._opens_room:
                self._opens_room, self.near.invites = False, True
                values, connection = usable_values(self.settings.online.room), self._connection
                connection.send(opening_message(values, connection.name, connection.hand))
        elif change == "rooms" and self._target is not None:
            self._join_target(self._target.room, state.rooms or ())
            self._target = None
        elif change == "room" and state.room is not None:
            self.navigate(Node.ROOM, Trigger.EVENT)
        elif change in {"error", "refused", "bye", "contact"}:
            self._tell(state.sentence)
        elif change in {"challenged", "challenge_over"}:
            self._tell(challenge_text(state))
        self._show_rows()

    def _join_target(self, name: str, rooms: tuple[RoomLine, ...]) -> None:
        """Join the room that the command line names, by its id or its name."""
        if not name:
            return
        for room in rooms:
            if name in {room.id, room.name}:
                self.join(room.id, watch=room.players >= room.rules.players)
                return
        if _ROOM_ID.fullmatch(name):  # id of a private room, or of one just closed
            self.join(name)
        else:
            self._tell(_("No room named {name!r} here.").format(name=name))

    def _show_rows(self) -> None:
        """Show the rows as they are now. Rooms are always new, as their rows are of fixed text."""
        self._show_heading()
        self._ways.update("" if self.is_connected else _ways_text())
        self._ways.set_class(self.is_connected, "-none")
        listed, beside = self.settings_list.rows, tuple(self.beside_rows())
        is_first = [row.id for row in self.rows()] != [row.id for row in listed.options]
        is_beside = [row.id for row in beside] != [row.id for row in self.beside_list.rows.options]
        was_connected = any(row.id == Node.QUEUE.value for row in listed.options)
        self.renew(is_first=is_first, is_beside=is_beside or any((row.id or "").startswith(_ROOM) for row in beside))
        if self.is_connected and not was_connected:
            listed.action_first()  # what is done first at a server

    def _show_heading(self) -> None:
        """Show the server, the connection to it, and the player with the rating."""
        state = self._connection.state
        is_unanswered = state.contact is ConnectionState.UNANSWERED  # whose text names the address
        address = [] if is_unanswered else [self.address]
        facts = [] if not self.has_client else [*address, contact_text(state)]
        if self.is_connected:
            rated = state.profile if state.profile and state.profile.name else None
            facts.append(f"{rated.name} {grouped(round(rated.rating))}" if rated else self._connection.name)
        self._head.update(heading_text(_(self.NODE.heading), *facts))

    @property
    def address(self) -> str:
        """The server that is connected, or was last."""
        return self._connection.state.address or next(iter(self.servers), "")

    @property
    def servers(self) -> tuple[str, ...]:
        """The last servers, and those on the local network."""
        known = self.settings.online.servers
        return (*known, *(server for server in self.near.found if server not in known))

    @property
    def account_name(self) -> str:
        """The name of the account at this server; empty for a guest."""
        return self._connection.state.profile.name if self._connection.state.profile else ""


def _ways_text() -> str:
    """Return how to play with somebody, for those who are at no server."""
    ways = (
        (_("Same network"), _("One hosts here and sends the line to the others, who run it or type its address.")),
        (_("Over the internet"), _("The host's router forwards TCP port {port}; or all meet at a server on the web.")),
        (_("One keyboard"), _("Versus has matches for two at one keyboard, and bots.")),
    )
    return "\n\n".join(f"{title.upper()}\n{sentence.format(port=PORT)}" for title, sentence in ways)


def _name_hint() -> str:
    return _("Your name for others, up to {count} characters.").format(count=LONGEST_NAME)


def _name_problem(text: str) -> str:
    name = clean_name(text)
    return alphabet_problem(name) if len(name) <= LONGEST_NAME else _name_hint()


def _address_problem(text: str) -> str:
    try:
        Address.parse(text)
    except OnlineError as error:
        return error.sentence
    return ""
