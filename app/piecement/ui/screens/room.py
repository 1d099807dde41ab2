"""A room: its members, its chat, and the start of rounds."""

import shlex
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.client.state import ClientState, ConnectionState
from piecement.settings.mode_options import specs_of_options
from piecement.ui.bases.chat_screen import CHAT, LEAVE_CHAT, READY, ChatScreen
from piecement.ui.key_rows import CHOOSE, MOUSE, MOVE, ON_MENUS, KeyRow
from piecement.ui.menu_graph import Edge, Node, Trigger, edge_between
from piecement.ui.messages import Navigate
from piecement.ui.services import Services
from piecement.ui.texts.bracket import champion_line, pair_line
from piecement.ui.texts.rooms import by_team, chat_text, contact_text, needs_teams, players_text, rules_text
from piecement.ui.texts.rounds import round_line
from piecement.ui.widgets.menu_list import Entry
from piecement.ui.widgets.previews import ModePreview
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.language import N_, _
from piecement_net.errors import RoomError
from piecement_net.messages.from_client import Handicap, Leave, Team
from piecement_net.messages.rooms import RoomPlayer, RoomRules
from piecement_net.room_rules import OPTIONS, PRESETS, to_rules

_STEP: Final = 10
_LEAST: Final = 10
_MOST: Final = 200
"""The steps and the limits of a handicap, in percent."""


class RoomScreen(ChatScreen):
    NODE = Node.ROOM
    HAS_SENTENCES = True
    KEYS = (
        MOVE.without_line(),
        CHOOSE,
        MOUSE,
        READY,
        CHAT,
        KeyRow(
            "- +",
            N_("how much you send"),
            (("minus plus", N_("handicap")),),
            {"minus": "percent(-1)", "plus": "percent(1)"},
        ),
        KeyRow("← →", N_("change your team"), (), {"left": "team(-1)", "right": "team(1)"}),
        KeyRow("C", N_("copy the invitation"), (("c", N_("invite")),), {"c": "copy_invitation"}),
        LEAVE_CHAT,
        *ON_MENUS,
    )

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._preview: Final = ModePreview(services.clock, services.appearance.look)

    def contents(self) -> ComposeResult:
        about = Vertical(
            Static(id="rules", markup=False),
            Static(_("PLAYERS"), id="who", classes="label"),
            Static(id="players"),
            Static(id="result", markup=False),
            self._preview,
            classes="about framed",
        )
        talk = Vertical(
            self.chat_label,
            VerticalScroll(Static(id="lines"), id="chat", can_focus=False),
            self.chat_input,
            classes="talk framed",
        )
        yield ScreenPage(
            _("Room"), Container(about, talk, classes="people"), Vertical(self.menu_list, self.hint, classes="actions")
        )

    def entries(self) -> Iterator[Option]:
        yield Entry("ready", _("Ready"), self.action_ready, _("The round begins when all are ready."))
        yield from super().entries()

    def on_mount(self) -> None:
        self._show()
        if self._online.servers.invites:
            self._online.servers.invites = False
            self.action_copy_invitation()

    def on_screen_resume(self) -> None:
        """Show what has happened while something lay over this screen."""
        if self._connection.in_room:
            self._show()
        else:
            self._go_back_to_list()

    def offers(self, edge: Edge) -> bool:
        """Return whether the menu has an edge: the bracket only where the room plays a tournament."""
        room = self._connection.state.room
        is_tournament = room is not None and room.rules.tournament
        return edge.trigger is Trigger.MENU and (edge.target is not Node.BRACKET or is_tournament)

    def action_percent(self, steps: int) -> None:
        if you := self._connection.state.you:
            percent = max(_LEAST, min(_MOST, you.percent + _STEP * steps))
            self._connection.send(Handicap(p=you.p, percent=percent))

    def action_copy_invitation(self) -> None:
        """Copy the command that joins this room, as far as the terminal lets programs do so."""
        if line := _invitation(self._connection.state):
            self.app.copy_to_clipboard(line)
            self.notify(line, title=_("Copied"), markup=False)

    def action_team(self, steps: int) -> None:
        if you := self._connection.state.you:
            self._put_into_team(you, steps)

    def on_click(self, event: events.Click) -> None:
        """Put the player of a line into the next team; the server says so where only the host may do that."""
        room, players = self._connection.state.room, self.query_one("#players", Static)
        line = event.screen_offset.y - players.content_region.y
        if event.widget is players and room is not None and line < len(room.players):
            self._put_into_team(by_team(room)[line], 1)

    def _put_into_team(self, player: RoomPlayer, steps: int) -> None:
        room = self._connection.state.room
        if room is not None and (teams := room.rules.teams):
            self._connection.send(Team(p=player.p, team=(player.team - 1 + steps) % teams + 1))

    def go_back(self) -> None:
        """Leave the room, or where that loses a match, ask first: by the cursor on the entry that does."""
        room = self._connection.state.room
        if room is not None and room.state != "waiting":
            self.menu_list.highlighted = self.menu_list.option_count - 1
        else:
            self._connection.send(Leave())

    def online_changed(self, change: str) -> None:
        super().online_changed(change)
        is_left = change in {"left", "contact", "welcome", "bye"}
        if self._connection.client is None or (self._connection.state.room is None and is_left):
            self._go_back_to_list()
        else:
            self._show()

    def _go_back_to_list(self) -> None:
        if edge := edge_between(self.NODE, Node.ONLINE, Trigger.MENU):
            self.post_message(Navigate(edge))

    def _show(self) -> None:
        state = self._connection.state
        if state.room is None or not self.is_mounted:
            return
        room = state.room
        preset = PRESETS.get(room.rules.preset)
        title = _(preset.title) if preset else room.rules.preset
        self._update(".heading", room.name)
        self._update("#rules", rules_text(room.rules, title, _options(room.rules)))
        self._update("#who", f"{_('PLAYERS')}   {_('← → your team')}" if room.rules.teams else _("PLAYERS"))
        self._update("#players", players_text(room))
        self._update("#result", _news(state) or f"{_('Invite others:')}\n{_invitation(state)}")
        self._update("#lines", chat_text(state.chat))
        for chat in self.query("#chat").results(VerticalScroll):
            chat.scroll_end(animate=False)
        self._show_ready(state)
        if self.has_class("-roomy"):
            with suppress(RoomError, ValueError):  # rules of a later server
                self._preview.show_rules(to_rules(room.rules), self._services.appearance.look)

    def _show_ready(self, state: ClientState) -> None:
        is_ready = state.you is not None and state.you.ready
        label, entry = _("Not ready") if is_ready else _("Ready"), self.menu_list.get_option("ready")
        if isinstance(entry, Entry) and entry.label != label:
            entry.label = label
            self.menu_list.refresh_entries()

    def _update(self, selector: str, content: str | Content) -> None:
        for shown in self.query(selector).results(Static):  # none while the screen closes
            shown.update(content)


def _options(rules: RoomRules) -> Iterator[str]:
    """Yield the options that were set."""
    for spec in specs_of_options("room", (option for name, option in OPTIONS.items() if name in rules.options)):
        yield f"{_(spec.title)}: {spec.values.text(rules.options[spec.name])}"


def _invitation(state: ClientState) -> str:
    """Return the command by which others join the room."""
    return "" if state.room is None else shlex.join(("piecement", "join", state.address, state.room.id))


def _news(state: ClientState) -> str:
    """Return the news for a player: the state of the connection, or the end of the last round."""
    if state.contact is not ConnectionState.CONNECTED:
        return contact_text(state)
    if state.room is not None and needs_teams(state.room):
        return _("All are in one team: one has to change.")
    bracket = state.room.bracket if state.room is not None else None
    if bracket is not None:
        return champion_line(state, bracket.champion) if bracket.champion is not None else pair_line(state, bracket)
    return round_line(state)
