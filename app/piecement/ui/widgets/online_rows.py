"""Rows of the online screen: the server, hosting one here, the name of the player, rooms, and recorded rounds."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from piecement.render.cells import pad
from piecement.settings.choices import titles_of
from piecement.storage.match_files import MatchFiles, read_match
from piecement.ui.online.connection import Connection
from piecement.ui.online.online import OnlinePlay
from piecement.ui.services import Services
from piecement.ui.texts.rooms import key_problem, length_text
from piecement.ui.widgets.questions import TypeText
from piecement.ui.widgets.rows import GroupHeading, Line, Reply, Row, RowText, TextRow
from piecement_base.errors import errors_to
from piecement_base.language import _, ngettext
from piecement_engine.match import RoundRecording
from piecement_net.address import Address
from piecement_net.clean_texts import LONGEST_NAME, clean_name
from piecement_net.errors import OnlineError, alphabet_problem
from piecement_net.messages.rooms import RoomLine
from piecement_net.room_rules import PRESETS

_ROUNDS: Final = 8
"""Maximum number of recorded rounds in the list."""

_STATES: Final = titles_of("room_state")


class ServerRow(Row):
    """The row for the server: a typed address, a recent server, or one found on the network."""

    def __init__(self, online: OnlinePlay, connect: Callable[[str], TypeText | None]) -> None:
        super().__init__("server")
        self._online: Final = online
        self._connect: Final = connect

    def text(self) -> RowText:
        address = self._online.address
        used = {address} if self._online.connection.client is not None else set[str]()
        return RowText(_("Address"), address or _("none yet"), may_step=bool({*self._online.servers.known} - used))

    def explain(self) -> Content:
        """Return how to choose a server."""
        lines = [_("Press Enter to set a server: HOST, HOST:PORT, unix:PATH or wss://HOST.")]
        if not self._online.connection.is_connected:
            lines.insert(0, _("Not connected. Enter an address, or choose one found on this network."))
        if found := len(self._online.servers.found):
            lines.append(_("← → choose: {count} on this network.").format(count=found))
        elif self._online.servers.known:
            lines.append(_("← →: recent servers."))
        return Content("\n".join(lines))

    def select(self) -> TypeText:
        return TypeText(self._online.address, _address_problem, self._connect)

    def step(self, steps: int) -> Reply:
        """Connect to the next of the last and found servers."""
        servers, address = self._online.servers.known, self._online.address
        if not servers:
            return None
        place = servers.index(address) if address in servers else -1
        return self._connect(servers[(place + (1 if steps > 0 else -1)) % len(servers)])


class HostRow(Row):
    """The row that starts a server on this computer and opens a room, or ends that server."""

    def __init__(self, services: Services, start: Callable[[], Reply], stop: Callable[[], None]) -> None:
        super().__init__("host")
        self._settings: Final = services.settings
        self._servers: Final = services.online.servers
        self._start: Final = start
        self._stop: Final = stop

    def text(self) -> RowText:
        if self._servers.is_hosting:
            return RowText(_("Stop hosting"))
        stays = self._settings.now.online.host_stays
        return RowText(_("Host here"), _("until it is stopped") if stays else _("until you quit"), may_step=True)

    def explain(self) -> Content:
        if self._servers.is_hosting:
            return Content(_("Ends the server on this computer, and its matches."))
        sentence = _("Starts a server on this computer and opens a room. Others join with the line it shows.")
        return Content("\n".join((sentence, _("← → whether the server ends when you quit or stays on."))))

    def select(self) -> Reply:
        return self._stop() if self._servers.is_hosting else self._start()

    def step(self, steps: int) -> None:
        if not self._servers.is_hosting:
            self._settings.change("online", "host_stays", not self._settings.now.online.host_stays)


class NameRow(Row):
    """The row for the name of the player, or of the account."""

    def __init__(self, connection: Connection, ask: Callable[[], Reply]) -> None:
        super().__init__("name")
        self._connection: Final = connection
        self._ask: Final = ask

    def text(self) -> RowText:
        return RowText(_("Your name"), self._connection.account_name or self._connection.name)

    def explain(self) -> Content:
        if self._connection.account_name:
            return Content(_("Your account name. Change it under Account and ranking."))
        return Content(_name_hint())

    def select(self) -> Reply:
        return self._ask()


class RoomRow(Row):
    """The row for a room: Enter joins it, or watches a full one, and an arrow watches it."""

    def __init__(self, room: RoomLine, connection: Connection, *, is_roomy: bool) -> None:
        super().__init__(f"room-{room.id}")
        self.room: Final = room
        self._connection: Final = connection
        self._is_roomy: Final = is_roomy
        self._is_full: Final = room.players >= room.rules.players

    def text(self) -> RowText:
        room, state = self.room, _(_STATES.get(self.room.state, ""))
        value = f"{room.players}/{room.rules.players}  {state}"
        if self._is_roomy:
            widest = max(cell_len(_(text)) for text in _STATES.values())
            value = f"{room.players:>2}/{room.rules.players:<2}  {pad(state, widest)}  {self._preset}"
        return RowText(room.name, value, "*" if room.private else "")

    @property
    def _preset(self) -> str:
        """The title of the rules, or their name."""
        preset = PRESETS.get(self.room.rules.preset)
        return _(preset.title) if preset else self.room.rules.preset

    def explain(self) -> Content:
        """Return what can be done, and the rules, which the screen shows below the rooms where it is roomy."""
        room, rules = self.room, self.room.rules
        ways = _("The room is full; Enter watches.") if self._is_full else _("Enter joins; → watches.")
        ways = _("Enter asks for the room key; → watches.") if room.private else ways
        watched = ngettext("{count} watches.", "{count} watch.", room.watchers).format(count=room.watchers)
        lines = [watched, ways] if room.watchers else [ways]
        if self._is_roomy:
            return Content("\n".join(lines))
        told, attack = _("{title}, {length}, {attack} garbage."), rules.attack.replace("_", " ")
        told = told.format(title=self._preset, length=length_text(rules), attack=attack)
        return Content.assemble((room.name, "bold"), "\n", "\n".join([told, *lines[:-1], "", ways]))

    def select(self) -> Reply:
        return self._enter(watch=self._is_full)

    def step(self, steps: int) -> Reply:
        return self._enter(watch=True) if steps > 0 else None

    def _enter(self, *, watch: bool) -> Reply:
        join = partial(self._connection.join, self.room.id, watch=watch)
        return TypeText("", key_problem, lambda key: join(key=key)) if self.room.private else join()


def round_rows(
    matches: MatchFiles, watch: Callable[[RoundRecording], object], tell: Callable[[str], object]
) -> Iterator[Line]:
    """Yield rows for the last recorded rounds, which Enter watches; `tell` shows why one cannot be read."""
    files = matches.latest()
    if files:
        yield GroupHeading(_("Your rounds"))
    rounds = ((path, number) for path in files for number in range(MatchFiles.round_count(path), 0, -1))
    for place, (path, number) in enumerate(islice(rounds, _ROUNDS)):
        day, time, names = (*path.stem.split(" ", 2), "", "")[:3]
        round_text = _("{names}, round {number}").format(names=names.rpartition(" (")[0] or names, number=number)
        when, sentence = f"{day} {time.replace('.', ':')}", _("Enter replays it with all boards in sync.")
        yield TextRow(f"round-{place}", when, round_text, sentence, partial(_watch, path, number, watch, tell))


def _watch(path: Path, number: int, watch: Callable[[RoundRecording], object], tell: Callable[[str], object]) -> None:
    """Watch a round by its number in the match, from 1."""
    with errors_to(tell):
        rounds = read_match(path).rounds
        watch(rounds[min(number, len(rounds)) - 1])


def _name_hint() -> str:
    return _("Your name for others, up to {count} characters.").format(count=LONGEST_NAME)


def name_problem(text: str) -> str:
    """Return the reason why a player cannot have a name, or an empty text."""
    name = clean_name(text)
    return alphabet_problem(name) if len(name) <= LONGEST_NAME else _name_hint()


def _address_problem(text: str) -> str:
    try:
        Address.parse(text)
    except OnlineError as error:
        return error.sentence
    return ""
