"""A server and its rooms, to play others over a network."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from textual import events, on
from textual.content import Content
from textual.types import CSSPathType
from textual.widget import Widget
from textual.widgets import Static

from piecement.client.recorded_round import to_client_round
from piecement.client.state import ConnectionState
from piecement.settings.settings import Settings
from piecement.terminal.environment import is_guest
from piecement.ui import STYLES
from piecement.ui.bases.settings_screen import TwoListsScreen
from piecement.ui.key_rows import BACK, CHANGE, MOUSE, MOVE, ON_MENUS, KeyRow
from piecement.ui.launch import HOST_HERE, JoinTarget
from piecement.ui.menu_graph import Node, Trigger, edge_between
from piecement.ui.room_specs import opening_message, usable_values
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.texts.rooms import challenge_text, contact_text, rules_in_words
from piecement.ui.widgets.menu_list import static_line
from piecement.ui.widgets.online_rows import HostRow, NameRow, RoomRow, ServerRow, name_problem, round_rows
from piecement.ui.widgets.previews import ModePreview
from piecement.ui.widgets.questions import TypeText
from piecement.ui.widgets.rows import GroupHeading, Line, Reply, TextRow
from piecement.ui.widgets.screen_page import heading_text, size_class
from piecement_base.errors import errors_to
from piecement_base.formatting import grouped
from piecement_base.language import N_, _
from piecement_engine import RecordingError
from piecement_engine.match import RoundRecording
from piecement_net.address import PORT
from piecement_net.clean_texts import clean_name
from piecement_net.errors import OnlineError, RoomError
from piecement_net.messages.from_client import AskRooms, Open
from piecement_net.messages.rooms import RoomLine
from piecement_net.room_rules import to_rules

_ROOM_ID: Final = re.compile("[a-z0-9-]{1,32}")
_ASK_S: Final = 2.0
"""Interval between requests for the list of rooms (s)."""

_ARROWS: Final = replace(CHANGE, keys="← →", does=N_("server; watch a room"), line=())


class OnlineScreen(TwoListsScreen, Showing[JoinTarget | RoundRecording | None]):
    """Actions at a server, and beside them its rooms and the own rounds."""

    NODE = Node.ONLINE
    KEYS = (
        MOVE,
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
        self._online = services.online
        self._servers = services.online.servers
        self._connection = services.online.connection
        self._target = target
        """A recording to watch at once, or where to go."""
        self._opens_room = False
        """Whether to open a room at the server once it answers, as at one that the player has just started."""
        self._notice = Static(id="notice", markup=False)
        self._notice.display = False
        self._facts: Final = Static(id="facts")
        self._preview: Final = ModePreview(services.clock, services.appearance.look)
        self._head = Static(_(self.NODE.heading).upper(), classes="heading")

    def heading(self) -> Static:
        return self._head

    def line_rows(self) -> Iterator[KeyRow]:
        """Yield the keys for the line at the bottom; the arrows do what the row with the cursor says."""
        row = self.used_list.rows.row
        for keys in super().line_rows():
            if keys is _ARROWS and isinstance(row, RoomRow):
                yield replace(keys, line=(("right", N_("watch")),))
            elif keys is _ARROWS and row is not None and row.text().may_step:
                yield CHANGE
            else:
                yield keys

    def say(self, text: Content) -> None:
        super().say(text)
        self.show_keys()
        self._show_facts()

    def card_title(self, of_row: str) -> str:
        return _("Rooms") if self._connection.is_connected else ""

    def aside(self) -> Iterable[Widget]:
        return self._notice, self._facts, self._preview

    def _show_notice(self, text: str) -> None:
        """Show a notice, or hide it for an empty text, as even an empty line takes a row from the rooms."""
        self._notice.update(text)
        self._notice.display = bool(text)

    def rows(self) -> Iterator[Line]:
        if self._connection.is_connected:
            yield from self.edge_rows()
            yield GroupHeading(_("Server"))
        if self._services.may_host():
            yield HostRow(self._services, self.host, self._stop_hosting)
        yield ServerRow(self._online, self.connect)
        yield NameRow(self._connection, self._ask_name)
        if not self._connection.is_connected:
            yield from self._known_rows(_("Recent servers"), self.settings.online.servers)
            yield from self._known_rows(_("On this network"), self._servers.found)

    def host(self) -> Reply:
        """Start a server and open a room there, or return the question for the player's name."""
        return self._once_named(lambda: self.run_worker(self._start_hosting(), exclusive=True))

    async def _start_hosting(self) -> None:
        self._show_notice(_("Starting the server …"))
        with errors_to(self._show_notice):
            address = await self._servers.hosted.start(stays=self.settings.online.host_stays)
            self._opens_room = True
            self.connect(str(address))

    def _stop_hosting(self) -> None:
        """End the server on this computer."""
        self.run_worker(self._end_hosting(), exclusive=True)

    async def _end_hosting(self) -> None:
        hosting = self._servers.hosted
        if self._online.address == str(hosting.address):
            self._connection.disconnect()
        await hosting.stop()
        self._show_notice(_("The server has ended."))
        self._show_rows()

    async def _find_hosted(self) -> None:
        if await self._servers.hosted.find() is not None:
            self._show_rows()

    def beside_rows(self) -> Iterator[Line]:
        if self._connection.is_connected and (rooms := self._connection.state.rooms) is not None:
            if not rooms:
                yield static_line(_("No rooms. Open one, or find a match."))
            elif size_class(self._services.terminal.size) != "-roomy":  # whose frame has this title
                yield GroupHeading(_("Rooms"))
            yield from (RoomRow(room, self._connection, is_roomy=self.has_class("-roomy")) for room in rooms)
        yield from round_rows(self._services.store.matches, self._watch, self._show_notice)

    def _known_rows(self, title: str, servers: tuple[str, ...]) -> Iterator[Line]:
        """Yield a row for each known server, which Enter connects to."""
        if servers:
            yield GroupHeading(title)
        for server in servers:
            connect = partial(self.connect, server)
            yield TextRow(f"known-{title}-{server}", server, "", _("Enter connects to this server."), connect)

    def on_mount(self) -> None:
        self.set_interval(_ASK_S, self._ask)
        self.call_after_refresh(self._begin)

    def _ask_name(self) -> Reply:
        """Ask for the name of the player, or go to the account."""
        if self._connection.account_name and (edge := edge_between(Node.ONLINE, Node.ACCOUNT, Trigger.MENU)):
            self.follow(edge)
            return None
        return TypeText(self._connection.name, name_problem, self._take_name)

    def _watch(self, recording: RoundRecording) -> None:
        try:
            shown = to_client_round(recording, self._services.clock)
        except RecordingError as error:
            self._show_notice(f"{error}.")
        else:
            self.navigate(Node.ROUND_REPLAY, Trigger.CHOICE, shown)

    def action_leave(self) -> None:
        self._connection.disconnect()
        self.navigate(Node.VERSUS, Trigger.KEY)

    def _begin(self) -> None:
        """Watch the recording, go to the room that the player is in, or choose a server."""
        if isinstance(self._target, RoundRecording):
            self._show_rows()
            self._watch(self._target)
        elif self._connection.in_room:
            self.navigate(Node.ROOM, Trigger.EVENT)
        else:
            self._choose_server(self._target)

    def _choose_server(self, target: JoinTarget | None) -> None:
        """Host, or connect to the server of the command line or the last one."""
        if is_guest():
            self._show_notice(_("Guests here cannot connect: play alone, against a bot, or two at one keyboard."))
        self._servers.find()
        may_host = self._services.may_host()
        if may_host and target == HOST_HERE:
            self._target = None
            self.settings_list.ask(self.host())
            return
        if may_host:
            self.run_worker(self._find_hosted())
        address = target.address if target else next(iter(self._servers.known), "")
        if self._connection.client is None and address:
            self.settings_list.ask(self.connect(address))
        else:
            self._show_rows()

    def connect(self, address: str) -> TypeText | None:
        """Connect to a server, or return the question for the player's name."""
        return self._once_named(partial(self._connect, address))

    def _connect(self, address: str) -> None:
        with errors_to(self._services.warn):
            try:
                self._connection.connect(address.strip())
            except OnlineError as error:
                self._show_notice(error.sentence)
        self._show_rows()

    def _once_named(self, go: Callable[[], object]) -> TypeText | None:
        """Call a function; before the first connection, return the question for the name, whose answer calls it.

        Without it, others would see the login name.
        """
        known = self.settings.online
        if known.name or known.servers or is_guest():
            go()
            return None

        def done(name: str) -> None:
            self._take_name(name or self._connection.name)
            self._show_notice("")
            go()

        rows = self.settings_list.rows
        rows.highlighted = rows.get_option_index("name")
        self._show_notice(_("Choose the name that others see; Enter connects."))
        return TypeText(self._connection.name, name_problem, done)

    def _take_name(self, name: str) -> None:
        self.live_settings.update(partial(Settings.with_value, section="online", name="name", value=clean_name(name)))

    @on(events.ScreenResume)
    def _ask(self) -> None:
        if self._connection.is_connected:
            self._connection.send(AskRooms())

    def online_changed(self, change: str) -> None:
        state = self._connection.state
        if self._connection.client is None:
            self._show_rows()
            return
        if change == "welcome":
            self._show_notice(state.sentence)
            if not self._servers.is_hosting or state.address != str(self._servers.hosted.address):
                online = self.settings.online.with_server(state.address)
                self.live_settings.apply(self.settings.with_values(online=online))
            self._ask()
            if self._opens_room:
                self._opens_room, self._servers.invites = False, True
                self._connection.send(self._new_room)
        elif change == "rooms" and isinstance(self._target, JoinTarget):
            self._join_target(self._target.room, state.rooms or ())
            self._target = None
        elif change == "room" and state.room is not None:
            self.navigate(Node.ROOM, Trigger.EVENT)
        elif change in {"error", "refused", "bye", "contact"}:
            self._show_notice(state.sentence)
        elif change in {"challenged", "challenge_over"}:
            self._show_notice(challenge_text(state))
        self._show_rows()

    def _join_target(self, name: str, rooms: tuple[RoomLine, ...]) -> None:
        """Join the room that the command line names, by its id or its name."""
        if not name:
            return
        for room in rooms:
            if name in {room.id, room.name}:
                self._connection.join(room.id, watch=room.players >= room.rules.players)
                return
        if _ROOM_ID.fullmatch(name):  # id of a private room, or of one just closed
            self._connection.join(name)
        else:
            self._show_notice(_("No room named {name!r} here.").format(name=name))

    def _show_rows(self) -> None:
        """Show the rows as they are now. Those of rooms are always new, as their text is fixed."""
        self._show_heading()
        listed = self.settings_list.rows
        was_connected = any(row.id == Node.QUEUE.value for row in listed.options)
        self.renew(both=[row.id for row in self.rows()] != [row.id for row in listed.options])
        if self._connection.is_connected and not was_connected:
            listed.action_first()  # what is done first at a server

    def _show_facts(self) -> None:
        """Show how to play with somebody; at a server, the rules of a room, and a bot that plays by them."""
        text, rules, room = Content("" if self._connection.is_connected else _advice_text()), None, self._shown_room
        if room is not None:
            with suppress(RoomError, ValueError):  # rules of a later server
                rules = to_rules(room.rules)
                words = self.plain(rules_in_words(room.rules))
                text = Content.assemble((room.name, "bold $foreground"), f"\n{words}")
        self._facts.update(text)
        self._facts.set_class(not text.plain, "-none")
        self.set_class(rules is not None, "-previewing")
        self._preview.show_rules(rules, self._services.appearance.look)

    @property
    def _shown_room(self) -> RoomLine | Open | None:
        """The room with the cursor, the first one, or the one to open; None where its rules would not fit."""
        if not self._connection.is_connected or not self.has_class("-roomy"):
            return None
        row = self.used_list.rows.row
        return row.room if isinstance(row, RoomRow) else next(iter(self._connection.state.rooms or ()), self._new_room)

    @property
    def _new_room(self) -> Open:
        """The request for a room by the rules that were set last."""
        values, connection = usable_values(self.settings.online.room), self._connection
        return opening_message(values, connection.name, connection.hand)

    def _show_heading(self) -> None:
        """Show the server, the connection to it, and the player with the rating."""
        state = self._connection.state
        is_unanswered = state.contact is ConnectionState.UNANSWERED  # whose text names the address
        address = [] if is_unanswered else [self._online.address]
        facts = [] if self._connection.client is None else [*address, contact_text(state)]
        if self._connection.is_connected:
            rated = state.profile if state.profile and state.profile.name else None
            facts.append(f"{rated.name} {grouped(round(rated.rating))}" if rated else self._connection.name)
        self._head.update(heading_text(_(self.NODE.heading), *facts))


def _advice_text() -> str:
    """Return how to play with somebody, for those who are at no server."""
    ways = (
        (_("Same network"), _("One hosts here and sends the line to the others, who run it or type its address.")),
        (_("Over the internet"), _("The host's router forwards TCP port {port}; or all meet at a server on the web.")),
        (_("One keyboard"), _("Versus has matches for two at one keyboard, and bots.")),
    )
    return "\n\n".join(f"{title.upper()}\n{sentence.format(port=PORT)}" for title, sentence in ways)
