"""A round over a network: the player's own board as always, and those of the others beside it.

The round does not wait for anybody: whatever lies over this screen, the own game goes on. Each round has a screen of
its own, which shows how the round ended until the next one begins.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from rich.style import Style
from textual import events
from textual.geometry import Size

from piecement.input.bindings import Bindings
from piecement.input.keyboard_input import KeyboardInput
from piecement.language import _
from piecement.online.client import Client
from piecement.online.client_round import Round
from piecement.online.client_state import Contact
from piecement.online.messages import Ready
from piecement.online.showing import Showing
from piecement.render.corner_marks import joined
from piecement.render.opponents import Opponent
from piecement.render.overlay import NO_OVERLAY, Overlay, Span
from piecement.render.skins.look import Look
from piecement.session.clock_text import clock_text
from piecement.session.statistics import AttackPace
from piecement.storage.recorder import NullRecorder
from piecement.ui.game.director import Director
from piecement.ui.game.game_keys import button_rows
from piecement.ui.game.opponents_area import OpponentsArea
from piecement.ui.game.painter import Painter
from piecement.ui.game.phases import Cause
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.game.side import FULL_WIDTH, Side
from piecement.ui.key_rows import HELP, QUIT, KeyRow, KeyTable, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.messages import OnlineChanged
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.online_texts import round_line, score_line
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement.ui.widgets.handling_field import bare
from piecement_engine import Event
from piecement_engine.events import PieceLocked

if TYPE_CHECKING:
    from piecement.ui.services import Services

_SECOND_NS: Final = 1_000_000_000
_FALL_NS: Final = 350_000_000
"""How long the overlay takes to fall over a board whose game has ended."""
_END_NS: Final = 2 * _SECOND_NS
"""How long the end of the last round is shown before the match's."""
_AIMING_NS: Final = 10 * _SECOND_NS
"""How long an attack shows whom its sender aims at."""
_COUNTS: Final = 3
_JUMP_NS: Final = 5 * _SECOND_NS


_CONTROLS: Final[Mapping[str, Callable[[Showing], object]]] = {
    "space": Showing.toggle,
    "left": lambda showing: showing.go_to(showing.time_ns() - _JUMP_NS),
    "right": lambda showing: showing.go_to(showing.time_ns() + _JUMP_NS),
    "home": lambda showing: showing.go_to(0),
    "end": Showing.go_live,
}
"""What a watcher can do, by the names of keys."""
_FOLLOW: Final = {"up": -1, "down": 1}


def build(services: "Services", _: None) -> "OnlineMatchScreen":
    client = services.online.client
    if client is None or client.state.round is None:
        raise ValueError("no round is being played")
    return OnlineMatchScreen(services, OnlineDirector(services, client, client.state.round))


class OnlineDirector(Director):
    """The own game of a round and those of the others; or of one who watches, those of all."""

    MAY_PAUSE = False
    INTERRUPTED = Node.ONLINE_MENU

    def __init__(self, services: "Services", client: Client, current: Round) -> None:
        self.client: Final = client
        self.round: Final = current
        seats = [seat for seat in current.players if seat != current.you]
        self._seats: Final = seats if current.you is None else [current.you, *seats]
        self.SIDES = 2 if len(self._seats) == 2 else 1
        self._ended_ns: int | None = None
        super().__init__(services)
        if len(self._seats) > self.SIDES:
            view = current.session(self._seats[0]).view
            self.beside = OpponentsArea(
                lambda: self._services.appearance.look, (view.width, view.skyline), self._opponents
            )

    def new_game(self, canvases: Sequence[GameCanvas]) -> None:
        self.sides = [self._side(seat, canvas) for seat, canvas in zip(self._seats, canvases, strict=False)]
        for seat, remote in self.round.others.items():
            if seat in self._seats[: len(self.sides)]:
                remote.on_jump = self.sides[self._seats.index(seat)].painter.forget_events
        self.recorder = NullRecorder(self.sides[0].session)

    def begin(self) -> None:
        """Start nothing: the round began by itself."""

    def following(self) -> tuple[Node, object]:
        return Node.ONLINE_OVER, self.client.state

    def look_of(self, number: int, share: Size) -> Look:
        """Return the look; of the other side the field alone if there is no more room, and never its keys."""
        look = super().look_of(number, share)
        if self._seats[number] == self.round.you:
            return look
        return bare(look) if share.width < FULL_WIDTH else look._replace(legend=False, show_fps=False)

    def overlay(self, number: int) -> Overlay:
        seat, side = self._seats[number], self.sides[number]
        marks = side.painter.match_marks(self._name(seat), self.round.counts(seat))
        end = NO_OVERLAY
        if side.session.is_over and not self.is_over:
            end = side.painter.end(min(1.0, side.session.since_end_ns / _FALL_NS))
        if self.round.time_ns < 0 and not number:
            count = min(_COUNTS, -(self.round.time_ns // _SECOND_NS))
            end = side.painter.countdown(max(1, count))
        return joined(end, marks, side.painter.lines(list(self._news(number))), {} if number else self._showing_line())

    def follow(self, steps: int) -> None:
        """Show another player large, to one who watches more than two."""
        if self.beside is not None and self.round.you is None:
            self._seats[:] = (*self._seats[steps:], *self._seats[:steps])

    @property
    def is_stale(self) -> bool:
        """Whether the games of the round were replaced by others."""
        return any(
            side.session is not self.round.session(seat) for seat, side in zip(self._seats, self.sides, strict=False)
        )

    @property
    def is_over(self) -> bool:
        """Whether the match is over, and its end was shown for a while."""
        if self.client.state.match_end is None:
            return False
        if self._ended_ns is None:
            self._ended_ns = self._services.clock()
        return self._services.clock() - self._ended_ns >= _END_NS

    @property
    def since_end_ns(self) -> int:
        return 0 if self._ended_ns is None else self._services.clock() - self._ended_ns - _END_NS

    def _side(self, seat: int, canvas: GameCanvas) -> Side:
        session, is_own = self.round.session(seat), seat == self.round.you
        painter = Painter(canvas, session, self._services.appearance.look, attack=partial(self._pace, seat))
        keys = self.keys if is_own else KeyboardInput(bindings=Bindings())
        bot = self._new_bot(session, is_rival=True)
        return Side(session, keys, bot, painter, self._observe if is_own else None)

    def _observe(self, game_events: list[Event]) -> None:
        """Send what was played at once with a lock, after the picture of it."""
        if any(isinstance(event, PieceLocked) for event in game_events):
            self._services.terminal.call_later(self.client.send_played)

    def _pace(self, seat: int) -> AttackPace:
        view = self.round.session(seat).view
        return AttackPace.of(view.garbage.made, 0, view.time_ns)

    def _name(self, seat: int) -> str:
        player = self.round.players[seat]
        if seat == self.round.you:
            return _("You")
        return f"{player.name} {_('(bot)')}" if player.bot else player.name

    def _news(self, number: int) -> Iterator[str]:
        """Yield the lines over the board of a side: the countdown, the connection, and how the round ended."""
        state = self.client.state
        if number:
            return
        if state.contact is not Contact.CONNECTED:
            yield _("connection lost")
        if state.round_end is not None and self.round.is_over:
            yield round_line(state)
            yield score_line(state)
            if state.match_end is None and state.you is not None:
                yield _("ready") if state.you.ready else _("Enter: ready")
        elif self.round.is_out:
            yield _("out of this round")

    def _showing_line(self) -> Overlay:
        """Return the line at the bottom that tells a watcher what is shown."""
        showing, look = self.round.showing, self._services.appearance.look
        if showing is None:
            return NO_OVERLAY
        width, height = self._services.terminal.size
        time = clock_text(showing.time_ns())
        if showing.is_paused:
            state = _("paused at {time}").format(time=time)
        elif showing.is_live:
            state = _("watching live")
        else:
            state = _("{time}, {behind} s behind").format(time=time, behind=showing.behind_ns // _SECOND_NS)
        tones = look.chosen_tones
        style = Style(color=tones.accent or tones.text, bgcolor=tones.background, bold=True)
        return {height - 1: (Span(0, f" {state} "[:width], style),)}

    def _opponents(self) -> list[Opponent]:
        return [self._opponent(seat) for seat in self._seats]

    def _opponent(self, seat: int) -> Opponent:
        session, counts = self.round.session(seat), self.round.counts(seat)
        player = self.client.state.player(seat)
        view, aim = session.view, self._aim(seat)
        return Opponent(
            name=self._name(seat),
            rows=tuple(view.rows),
            piece=view.piece,
            due=counts.pending,
            sent=counts.sent,
            received=counts.received,
            place=self.round.place(seat),
            wins=player.wins if player else 0,
            aims_at_you=aim is not None and aim == self.round.you,
            is_your_target=self.round.you is not None and self._aim(self.round.you) == seat,
            is_lagging=player is not None and not player.present,
            is_you=seat == self._seats[0],
        )

    def _aim(self, seat: int) -> int | None:
        """Return whom a player has attacked last, unless that is long ago."""
        since_ns = self.round.time_ns - _AIMING_NS
        attacks = (attack for attack in self.round.last_attacks() if attack.sender == seat)
        last = next(attacks, None)
        return last.target if last is not None and last.at >= since_ns else None


_WATCHING: Final[KeyTable] = (
    KeyRow("Space", _("stand still, or go on")),
    KeyRow("← →", _("5 seconds")),
    KeyRow("Home End", _("to the start; live")),
    KeyRow("↑ ↓", _("follow another player")),
)
"""The keys of a watcher."""


class OnlineMatchScreen(RunningScreen):
    """A round."""

    NODE = Node.ONLINE_MATCH
    KEYS = (
        KeyRow("due", _("rows that rise soon: the bar")),
        KeyRow("Esc", _("menu; the round goes on"), (), {"escape": "menu"}),
        KeyRow("Enter", _("between rounds: ready")),
        HELP,
        QUIT,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "online_match.tcss"

    def __init__(self, services: "Services", director: OnlineDirector) -> None:
        super().__init__(services, director)
        self._round: Final = director
        self._client: Final = director.client

    def on_mount(self) -> None:
        self._services.online.changed.subscribe(self, self._online_changed)
        self._client.on_tick = self._frames.wake

    def on_unmount(self) -> None:
        self._client.on_tick = lambda: None

    def on_key(self, event: events.Key) -> None:
        """Be ready for the next round; keys of the game go no further."""
        state, showing = self._client.state, self._round.round.showing
        if showing is not None and (control := _CONTROLS.get(event.key)):
            control(showing)
            self._frames.wake()
        elif showing is not None and event.key in _FOLLOW:
            self._round.follow(_FOLLOW[event.key])
            self._new_game()
        elif event.key == "enter" and self._round.round.is_over and state.you is not None:
            self._client.send(Ready(on=not state.you.ready, hand=self._services.online.hand()))
        if event.key not in {"escape", "question_mark", "ctrl+c"}:
            event.stop()

    def key_rows(self) -> Iterator[KeyRow]:
        settings = self._services.settings.now
        if self._round.round.showing is not None:
            yield from _WATCHING
        else:
            yield from button_rows(settings.controls.bindings, ascii_only=self._services.appearance.ascii_only)
        yield from self.KEYS

    def action_menu(self) -> None:
        self.navigate(Node.ONLINE_MENU, Trigger.KEY)

    def _online_changed(self, message: OnlineChanged) -> None:
        state = self._client.state
        self._frames.wake()
        if message.change == "start":
            self._change_phase(Cause.STOPPED)  # the round has a screen of its own
        elif message.change == "say" and state.chat:
            line = state.chat[-1]
            self.announce(f"{line.name}: {line.text}")
        elif message.change == "past" and self._round.is_stale:
            self.navigate(Node.ONLINE_MATCH, Trigger.EVENT)
        elif state.room is None:
            self.navigate(Node.ONLINE, Trigger.EVENT)
        elif state.room.state == "waiting" and state.round_end is None and not self._round.round.ends:
            self.navigate(Node.ROOM, Trigger.EVENT)  # the countdown was called off
