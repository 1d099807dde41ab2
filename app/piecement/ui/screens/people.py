"""The people in a room; its host mutes them and sends them out, and ends the match or begins it anew."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.client.state import ClientState
from piecement.language import _
from piecement.net.messages.base import HOSTS
from piecement.net.messages.from_client import Mute, SendOut, Stop
from piecement.net.messages.from_server import RoomState
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import LAST_KEYS, MOVE, OPEN
from piecement.ui.menu_graph import Node
from piecement.ui.messages import OnlineChanged
from piecement.ui.services import Services
from piecement.ui.texts.online import chat_text
from piecement.ui.widgets.asks import Choose
from piecement.ui.widgets.menu_list import group_heading
from piecement.ui.widgets.setting_rows import GroupHeading, Line, Row, text_row

_SAID: Final = 24
"""Maximum number of lines of the chat."""
_MUTE: Final = "mute"
_KICK: Final = "kick"


class PeopleScreen(SettingsScreen):
    """People in the room, with the actions of the host."""

    NODE = Node.PEOPLE
    KEYS = (MOVE, replace(OPEN, line=((_("Enter"), _("choose")),)), *LAST_KEYS)
    HEADING = _("People")

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._online = services.online
        self._chat = Static(id="said")
        self._show_chat()

    def aside(self) -> Iterable[Widget]:
        return (self._chat,)

    def rows(self) -> Iterator[Line]:
        state = self._online.state
        if state is None or state.room is None:
            return
        room, rules = state.room, _rules_here(state)
        yield group_heading(rules or _("You are the host of this room."))
        yield from self._people(room, may_choose=not rules)
        if not rules and room.state != "waiting":  # last, where Enter by mistake does not reach it
            send = self._online.send
            yield GroupHeading(_("The match"))
            counts_not = _("It counts for nothing. All stay in the room.")
            yield text_row("stop", _("End the match"), "", counts_not, lambda: send(Stop()))
            begins = _("It counts for nothing. A new match begins at once.")
            yield text_row("again", _("Begin anew"), "", begins, lambda: send(Stop(again=True)))

    def on_mount(self) -> None:
        self._online.changed.subscribe(self, self._online_changed)

    def _online_changed(self, message: OnlineChanged) -> None:
        state = self._online.state
        if state is None or state.room is None:
            self.leave()
        elif message.change == "error":
            self.say(Content.styled(state.refusal, "$warning"))
        elif message.change == "say":
            self._show_chat()
        elif message.change == "room":
            self.settings_list.rows.renew_rows(self.rows())
            self.show_settings()

    def _show_chat(self) -> None:
        """Show what was said last: the reason to mute somebody."""
        state = self._online.state
        lines = tuple(state.chat)[-_SAID:] if state is not None else ()
        title = Content.styled(_("CHAT"), "$muted")
        self._chat.update(Content("\n").join([title, chat_text(lines)]) if lines else Content())

    def _people(self, room: RoomState, *, may_choose: bool) -> Iterator[Row]:
        for player in room.players:
            part = _("host") if player.p == room.host else _("plays")
            is_muted, is_you = player.name in room.muted, player.p == room.you
            yield self._person_row(player.name, part, is_muted=is_muted, may_choose=may_choose and not is_you)
        for name in room.watchers:
            yield self._person_row(name, _("watches"), is_muted=name in room.muted, may_choose=may_choose)

    def _person_row(self, name: str, part: str, *, is_muted: bool, may_choose: bool) -> Row:
        explanation = _("Enter: mute, or send out.") if may_choose else _("Only the host mutes and sends out others.")

        def explain(deed: str) -> Content:
            if deed == _KICK:
                return Content(_("{name} leaves the room, and cannot come back.").format(name=name))
            if is_muted:
                return Content(_("All read again what {name} says.").format(name=name))
            return Content(_("Nobody reads what {name} says.").format(name=name))

        titles = {_MUTE: _("Let be heard") if is_muted else _("Mute"), _KICK: _("Send out")}
        ask = Choose(
            titles,
            _MUTE,
            explain,
            lambda deed: self._online.send(SendOut(name=name) if deed == _KICK else Mute(name=name, on=not is_muted)),
        )
        return text_row(
            f"person-{name.encode().hex()}",
            name,
            f"{part}, {_('muted')}" if is_muted else part,
            explanation,
            (lambda: ask) if may_choose else None,
        )


def _rules_here(state: ClientState) -> str:
    """Return the reason why the player can change nothing here; empty for the host."""
    room = state.room
    if room is not None and room.rated:
        return _("Nobody is the host of a rated match.")
    if room is None or room.you is None or room.host != room.you:
        return _("The host mutes, sends out, and ends the match.")
    return "" if state.additions >= HOSTS else _("On this older server nobody is the host.")
