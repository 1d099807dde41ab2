"""A round at a server: the board of the player as in any game, and the boards of the opponents beside it.

The round does not wait for anybody: whatever lies over this screen, the own game goes on. Each round has a screen of
its own, which shows how the round ended until the next one begins.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.widgets import Input

from piecement.terminal.key_events import KeyEvent
from piecement.ui.game.opponents_area import OpponentsArea
from piecement.ui.game.round_director import RoundDirector
from piecement.ui.key_rows import HELP, QUIT, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.round import RoundScreen
from piecement.ui.services import Services
from piecement.ui.texts.rooms import TARGET_TITLES, TARGETINGS, chat_line
from piecement.ui.widgets.chat import LEAST_COLUMNS, ChatOverlay
from piecement_base.language import N_, _
from piecement_net.messages.rounds import TargetChoice

_BESIDE: Final = 8
"""The lines at the bottom of the column beside a field: the figures, and the last preview above them."""

_TALK: Final = KeyRow("T", N_("chat"))


class OnlineRoundScreen(RoundScreen):
    """A round at a server."""

    NODE = Node.ONLINE_ROUND
    KEYS = (
        KeyRow("due", N_("incoming garbage: the bar")),
        KeyRow("↑ ↓", N_("rows sent; rows received")),
        KeyRow("Esc", N_("menu (does not pause)"), (), {"escape": "menu"}),
        KeyRow("Ctrl+D", N_("give up"), (), {"ctrl+d": "give_up"}),
        KeyRow("Enter", N_("between rounds: ready")),
        _TALK,
        HELP,
        QUIT,
    )

    def __init__(self, services: Services) -> None:
        client = services.online.connection.client
        if client is None or client.state.round is None:
            raise ValueError("no round is being played")
        self._chat: Final = ChatOverlay()
        self._client: Final = client
        super().__init__(services, RoundDirector(services, client, client.state.round))

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield self._chat

    def on_mount(self) -> None:
        self._services.online_played.subscribe(self, lambda _: self._frames.wake(), immediate=True)
        self._services.online.chat.is_typing = False  # the keys are those of the round

    def on_screen_resume(self) -> None:
        """Do what was not done while something lay over this screen."""
        if self._is_loaded:
            self.call_later(self._follow_room)  # once this screen may lead anywhere again

    def on_screen_suspend(self) -> None:
        self._chat.close()

    @property
    def takes_clicks(self) -> bool:
        return bool(self._shown.round.choosable)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Attack the player whose board is clicked, until that game is over."""
        seat = self._shown.seat_at(event.screen_offset) if event.button == 1 and not self.is_typing else None
        if seat is not None:
            self._choose_target(seat)

    def _choose_target(self, to: TargetChoice) -> None:
        """Attack an opponent, or by a targeting; an opponent who is the chosen target already is given back."""
        current = self._shown.round
        if current.you is None:
            return
        if to == current.fixed_target(current.you):
            to = current.targeting(current.you)
        if self._client.choose_target(to):
            explained = [_(TARGET_TITLES[to])] if isinstance(to, str) else []
            self.announce(_("Target: {target}").format(target=self._shown.target_text()), *explained)

    def _choose_by_key(self, key: str) -> None:
        """Attack the next opponent, or by the next targeting; keys that press a button do only that."""
        current, commands = self._shown.round, self._services.settings.now.commands
        others = current.choosable
        if not others or self.director.keys.bindings.button(key) is not None or current.you is None:
            return
        fixed, targeting = current.fixed_target(current.you), current.targeting(current.you)
        if key == commands.target_key:
            last = current.target(current.you) if fixed is None else fixed
            self._choose_target(others[(others.index(last) + 1) % len(others) if last in others else 0])
        elif key == commands.targeting_key:
            names = list(TARGETINGS)
            after = names[(names.index(targeting) + 1) % len(names)]
            self._choose_target(after if fixed is None else targeting)

    def apply_key(self, event: KeyEvent) -> bool:
        """Apply a key event; between rounds a key of the game may have another use as well."""
        return super().apply_key(event) and not self._shown.round.is_over

    def _use_key(self, key: str) -> None:
        """Choose a target, open the chat, or be ready for the next round."""
        super()._use_key(key)
        self._choose_by_key(key)
        if key == "t" and self._t_chats:
            self._begin_chat()
        if key == "enter" and self._shown.round.is_over:
            self._services.online.connection.toggle_ready()

    def on_input_changed(self, event: Input.Changed) -> None:
        if self.is_typing:
            self._services.online.chat.draft = event.value

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._services.online.chat.send(event.value)
        self._end_chat()

    def payloads(self) -> Mapping[Node, object]:
        """Return for the menu the function that finds the place where it hides the least of the round."""
        return {Node.ONLINE_MENU: lambda: self.place_for}

    def action_menu(self) -> None:
        if self.is_typing:
            self._services.online.chat.draft = ""
            self._end_chat()
        else:
            self.navigate(Node.ONLINE_MENU, Trigger.KEY)

    def action_give_up(self) -> None:
        """Give up the round, unless it is over or something is typed."""
        if not self.is_typing:
            self._services.online.connection.give_up()
            self._frames.wake()

    def key_rows(self) -> Iterator[KeyRow]:
        return (row for row in super().key_rows() if row is not _TALK or self._t_chats)

    @property
    def _t_chats(self) -> bool:
        """Whether the key is none of the game; the menu has a line to talk in as well."""
        return self._shown.round.playback is not None or self.director.keys.bindings.button("t") is None

    @property
    def is_typing(self) -> bool:
        return self._chat.is_open

    def _begin_chat(self) -> None:
        """Open the chat input for the keys; the game continues."""
        if self.app.screen is not self:
            return
        for side in self.sides:
            side.halt(self._clock_ns(), None)
        self._services.terminal.release_keys(self.apply_key)
        self._services.online.chat.is_typing = True
        apart = self._client.state.chats_apart
        if apart:
            self._chat.show_line(Content.styled(_("Only the watchers read this."), "$muted"), self._clock_ns())
        self._chat.open(self._services.online.chat.draft, apart=apart)

    def _end_chat(self) -> None:
        self._chat.close()
        self._services.online.chat.is_typing = False
        self._capture_keys()

    def _lay_out(self) -> None:
        super()._lay_out()
        others = self.director.beside
        own, (width, height), end = self.fields.layouts[0], self._room, self.fields.layouts[0].size.width
        if isinstance(others, OpponentsArea):
            is_free = others.leaves_last_line
        else:
            is_free = own.has_last_line and width - end >= LEAST_COLUMNS
        if is_free:
            place = Region(end, height - 1, width - end, 1)
        elif own.has_last_line:
            place = Region(0, height - 1, end, 1)
        else:  # over the figures beside the field
            place = Region(self.fields.end, height - _BESIDE, max(0, end - self.fields.end), _BESIDE)
        self._chat.place(place, self._room)

    def _frame(self, now_ns: int) -> None:
        super()._frame(now_ns)
        self._chat.forget(now_ns)

    def online_changed(self, change: str) -> None:
        state = self._client.state
        self._frames.wake()
        if change == "start":
            self._stop()  # the round has a screen of its own
        elif change in {"say", "error"} and state.chat:
            self._chat.show_line(chat_line(state.chat[-1]), self._clock_ns())
        elif change == "past" and self._shown.is_stale:
            self.navigate(Node.ONLINE_ROUND, Trigger.EVENT)
        else:
            self._follow_room()

    def _follow_room(self) -> None:
        """Go where there is no round any more."""
        state = self._client.state
        if state.room is None:
            self.navigate(Node.ONLINE, Trigger.EVENT)
        elif state.is_called_off:
            # the countdown was called off, or the host has ended the match
            self.navigate(Node.ROOM if state.room.bracket is None else Node.BRACKET, Trigger.EVENT)
