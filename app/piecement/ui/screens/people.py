"""The people in a room; its host mutes them and sends them out, and ends the match or begins it anew."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.message import Message
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.online.client_state import ClientState
from piecement.online.messages import ADDITIONS, Mute, Numbered, RoomState, SendOut, Stop
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import ANYWHERE, BACK, MOVE, OPEN, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.messages import OnlineChanged
from piecement.ui.style_sheets import STYLES
from piecement.ui.widgets.setting_rows import ChoiceAsked, HeadingRow, Row, RowText

if TYPE_CHECKING:
    from piecement.ui.services import Services

_MUTE: Final = "mute"
_KICK: Final = "kick"


def build(services: "Services", _: None) -> "PeopleScreen":
    return PeopleScreen(services)


class HostSays(Message):
    """Something that the host has done."""

    def __init__(self, message: Numbered) -> None:
        super().__init__()
        self.message = message


class DeedRow(Row):
    """Action of the host on the match."""

    def __init__(self, title: str, sentence: str, deed: Stop) -> None:
        super().__init__("", id="again" if deed.again else "stop")
        self._title: Final = title
        self._sentence: Final = sentence
        self._deed: Final = deed

    @property
    def text(self) -> RowText:
        return RowText(self._title)

    @property
    def explanation(self) -> Content:
        return Content(self._sentence)

    def select(self) -> Message | None:
        return HostSays(self._deed)


class PersonRow(Row):
    """Somebody in the room."""

    def __init__(self, name: str, what: str, *, is_muted: bool, may_choose: bool) -> None:
        super().__init__("", id=f"person-{name.encode().hex()}")
        self._name: Final = name
        self._is_muted: Final = is_muted
        self._what: Final = what
        self._may_choose: Final = may_choose

    @property
    def text(self) -> RowText:
        return RowText(self._name, f"{self._what}, {_('muted')}" if self._is_muted else self._what)

    @property
    def explanation(self) -> Content:
        return Content(_("Enter: mute, or send out.") if self._may_choose else "")

    def select(self) -> Message | None:
        if not self._may_choose:
            return None
        titles = {_MUTE: _("Let be heard") if self._is_muted else _("Mute"), _KICK: _("Send out")}
        return ChoiceAsked(self, titles, _MUTE)

    def explain_choice(self, name: str) -> Content:
        if name == _KICK:
            return Content(_("{name} leaves the room, and cannot come back.").format(name=self._name))
        if self._is_muted:
            return Content(_("All read again what {name} says.").format(name=self._name))
        return Content(_("Nobody reads what {name} says.").format(name=self._name))

    def choose(self, name: str) -> Message | None:
        return HostSays(SendOut(name=self._name) if name == _KICK else Mute(name=self._name, on=not self._is_muted))


class PeopleScreen(SettingsScreen):
    """People in the room, with the actions of the host."""

    NODE = Node.PEOPLE
    KEYS = (MOVE, replace(OPEN, line=((_("Enter"), _("choose")),)), BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "people.tcss"
    HEADING = _("People")

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._online = services.online

    def rows(self) -> Iterator[Option]:
        state = self._online.state
        if state is None or state.room is None:
            return
        room, rules = state.room, _rules_here(state)
        yield HeadingRow(rules or _("You are the host of this room."))
        yield from _people(room, may_choose=not rules)
        if not rules and room.state != "waiting":  # last, where Enter by mistake does not reach it
            yield HeadingRow(_("The match"))
            yield DeedRow(_("End the match"), _("It counts for nothing. All stay in the room."), Stop())
            yield DeedRow(_("Begin anew"), _("It counts for nothing. A new match begins at once."), Stop(again=True))

    def on_mount(self) -> None:
        self._online.changed.subscribe(self, self._online_changed)

    def on_host_says(self, event: HostSays) -> None:
        if self._online.client is not None:
            self._online.client.send(event.message)

    def _online_changed(self, message: OnlineChanged) -> None:
        state = self._online.state
        if state is None or state.room is None:
            self.leave()
        elif message.change == "error":
            self.say(Content.styled(state.refusal, "$warning"))
        elif message.change == "room":
            self._show_rows()

    def _show_rows(self) -> None:
        """Show the rows as they are now, with the cursor on the same one."""
        rows = tuple(self.rows())
        listed = self.settings_list.rows
        at = listed.highlighted_option.id if listed.highlighted_option else None
        listed.show_rows(rows)
        places = {row.id: index for index, row in enumerate(rows) if not row.disabled}
        listed.highlighted = places.get(at, next(iter(places.values()), None))
        self.show_settings()


def _rules_here(state: ClientState) -> str:
    """Return the reason why the player can change nothing here; empty for the host."""
    room = state.room
    if room is not None and room.rated:
        return _("Nobody is the host of a rated match.")
    if room is None or room.you is None or room.host != room.you:
        return _("The host mutes, sends out, and ends the match.")
    return "" if state.additions >= ADDITIONS else _("On this older server nobody is the host.")


def _people(room: RoomState, *, may_choose: bool) -> Iterator[PersonRow]:
    for player in room.players:
        what = _("host") if player.p == room.host else _("plays")
        is_muted, is_you = player.name in room.muted, player.p == room.you
        yield PersonRow(player.name, what, is_muted=is_muted, may_choose=may_choose and not is_you)
    for name in room.watchers:
        yield PersonRow(name, _("watches"), is_muted=name in room.muted, may_choose=may_choose)
