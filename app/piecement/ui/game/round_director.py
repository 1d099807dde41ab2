"""Director of rounds over a network."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from textual.geometry import Offset, Size

from piecement.client.client import Client
from piecement.client.round import ClientRound
from piecement.client.state import ClientState, ConnectionState
from piecement.input.bindings import Bindings
from piecement.input.keyboard_input import KeyboardInput
from piecement.render.layout import Layout
from piecement.render.opponent_look import OpponentLook
from piecement.render.overlay import END_BANNER_NS, NO_OVERLAY, Overlay, joined, shifted, text_lines
from piecement.render.plates import plate
from piecement.render.skins.look import Look
from piecement.session.events import MatchEnded
from piecement.session.statistics import AttackPace
from piecement.terminal.clock import SECOND_NS
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.director import Director
from piecement.ui.game.field_layouts import full_width
from piecement.ui.game.opponents_area import OpponentsArea
from piecement.ui.game.playback_line import PlaybackLine
from piecement.ui.game.side import Side
from piecement.ui.game_look import bare
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.rooms import TARGETINGS, lag_text, team_text
from piecement.ui.texts.rounds import CONNECTION_LOST, round_line, score_line
from piecement_base.formatting import team_sign
from piecement_base.language import _
from piecement_engine import Event
from piecement_engine.events import PieceLocked

_END_NS: Final = 2 * SECOND_NS
"""Time that the end of the last round is shown before that of the match (ns)."""
_COUNTS: Final = 3
"""Number the countdown starts at."""


class RoundDirector(Director):
    """The player's game in a round and those of the opponents; for a watcher, all games."""

    MAY_PAUSE = False
    INTERRUPTED = Node.ONLINE_MENU

    def __init__(self, services: Services, client: Client | None, current: ClientRound) -> None:
        """Show a client's round, or a recorded one."""
        self.round: Final = current
        self._client: Final = client
        self._state: Final = client.state if client else ClientState("", contact=ConnectionState.CONNECTED)
        seats = [seat for seat in current.players if seat != current.you]
        self._seats = seats if current.you is None else [current.you, *seats]
        """Seats of all players: first those of the sides, in their order."""
        self._ended_ns: int | None = None
        """Reading of the clock when the end of the match was noted (ns)."""
        self._is_called_out = False
        """Whether the end of the round was called out."""
        super().__init__(services)
        if len(self._seats) > len(self.sides):
            view = self.sides[0].session.view
            self.beside = OpponentsArea(lambda: services.appearance.look, self._opponents, view)

    def _new_sides(self) -> Sequence[Side]:
        shown = self._seats if len(self._seats) == 2 else self._seats[:1]
        return [self._side(seat) for seat in shown]

    def begin(self) -> None:
        """Start nothing: the round began by itself."""

    def after_frame(self) -> None:
        """Sound the countdown, note the end of the match, and call out the winner to its players.

        Boards of several opponents show places instead.
        """
        self._services.sounds.count(self._count)
        if self._ended_ns is None and self._state.match_end is not None:
            self._ended_ns = self._services.clock()
        end = self._state.round_end
        if self._is_called_out or end is None or not self.round.is_over or self.round.you is None:
            return
        self._is_called_out = True
        winners = {place.seat for place in end.places if place.place == 1}
        for seat, side in zip(self._seats, self.sides, strict=False):
            if winners and (seat in winners or len(self.sides) > 1):
                side.call_out_end(MatchEnded(side.session.time_ns, won=seat in winners))

    def following(self) -> tuple[Node, object]:
        room = self._state.room
        return (Node.ONLINE_OVER, self._state) if room is None or room.bracket is None else (Node.BRACKET, None)

    def look_of(self, number: int, share: Size) -> Look:
        """Return the look; an opponent's has no key legend, and only the field if space is short."""
        look = super().look_of(number, share)
        if self._seats[number] == self.round.you:
            return look
        return bare(look) if share.width < full_width(look) else look._replace(legend=False, show_fps=False)

    def overlay(self, number: int, layout: Layout) -> Overlay:
        seat, side = self._seats[number], self.sides[number]
        marks = side.match_marks(self._heading(seat, layout.headline.width), self.round.counts(seat), layout)
        end = NO_OVERLAY
        if side.session.is_over and not self.is_over:
            end = side.end_overlay(min(1.0, side.session.since_end_ns / END_BANNER_NS), layout)
        if not number and (count := self._count):
            end = plate(str(count), layout, side.look)
        news = text_lines(list(self._news(number)), layout, side.look, is_low=self._is_called_out)
        return joined(end, marks, news, self._playback_line(number, layout))

    def seat_at(self, screen: Offset) -> int | None:
        """Return the seat of the opponent whose board is at a place on the screen, or None."""
        number = self.beside.player_at(screen) if isinstance(self.beside, OpponentsArea) else None
        return None if number is None else self._seats[number]

    def target_text(self) -> str:
        """Return the target: the chosen opponent, or the targeting."""
        you = self.round.you
        if you is None:
            return ""
        fixed = self.round.fixed_target(you)
        return _(TARGETINGS[self.round.targeting(you)]) if fixed is None else self._name(fixed)

    def follow(self, steps: int) -> None:
        """Show the next player large, for a watcher of more than two; the new side needs a layout."""
        if self.beside is not None and self.round.you is None:
            self._seats = [*self._seats[steps:], *self._seats[:steps]]
            self.new_game()

    @property
    def is_stale(self) -> bool:
        """Whether the games of the round were replaced by others."""
        return any(
            side.session is not self.round.session(seat) for seat, side in zip(self._seats, self.sides, strict=False)
        )

    @property
    def is_over(self) -> bool:
        """Whether the end of the match is shown: later than the match is over, after the end of its last round."""
        return self._ended_ns is not None and self._services.clock() - self._ended_ns >= _END_NS

    @property
    def since_end_ns(self) -> int:
        return 0 if self._ended_ns is None else self._services.clock() - self._ended_ns - _END_NS

    @property
    def _count(self) -> int:
        """Number that the countdown shows, or 0 once the round has begun."""
        time_ns = self.round.time_ns
        return max(1, min(_COUNTS, -(time_ns // SECOND_NS))) if time_ns < 0 else 0

    def _side(self, seat: int) -> Side:
        session, is_own = self.round.session(seat), seat == self.round.you
        keys, observer = (self.keys, self._observe) if is_own else (KeyboardInput(bindings=Bindings()), None)
        # each side has a bot, which as a rival neither plays here nor gives hints
        bot, look = BotController(session, self._services, is_rival=True), self._services.appearance.look
        sounds = self._services.sounds.of_game(session.view, is_own=seat == self._seats[0])

        def pace() -> AttackPace:
            return AttackPace.of(session.view.garbage.made, 0, session.view.time_ns)

        return Side(session, keys, bot, look, sounds=sounds, observer=observer, attack=pace, escape=_("menu"))

    def _observe(self, game_events: list[Event]) -> None:
        """Send the inputs once a piece has locked, rather than with the next batch, but after its picture."""
        if self._client is not None and any(isinstance(event, PieceLocked) for event in game_events):
            self._services.terminal.call_later(self._client.send_played)

    def _name(self, seat: int) -> str:
        player = self.round.players[seat]
        if seat == self.round.you:
            return _("You")
        return f"{player.name} {_('(bot)')}" if player.bot else player.name

    def _heading(self, seat: int, width: int) -> str:
        """Return a player's name, with the lag or the own target if both fit."""
        separator = "-" if self._services.appearance.look.chosen_skin.is_ascii else "·"
        name, team = self._name(seat), self.round.players[seat].team
        long = f"{team_text(team)} {separator} {name}" if team else name
        short = f"{team_sign(team)} {name}".lstrip()
        after = self._after_name(seat)
        texts = (long + after, short + after, long, short)
        return next((text for text in texts if cell_len(text.upper()) <= width), short)

    def _after_name(self, seat: int) -> str:
        """Return what follows a player's name: the own target if it can be chosen, or the lag of another player."""
        if seat == self.round.you:
            arrow = " ->" if self._services.appearance.look.chosen_skin.is_ascii else " →"
            sign = ":" if self.round.fixed_target(seat) is None else arrow
            return f"{sign} {self.target_text()}" if self.round.choosable else ""
        player = None if self.round.is_over else self._state.player(seat)
        lag = "" if player is None else lag_text(player)
        return f": {lag}" if lag else ""

    def _news(self, number: int) -> Iterator[str]:
        """Yield the lines over the first board: a lost connection, the end of the round, or a reason to wait."""
        state = self._state
        if number:
            return
        if state.contact is not ConnectionState.CONNECTED:
            yield _(CONNECTION_LOST)
        if state.round_end is not None and self.round.is_over:
            yield round_line(state)
            yield score_line(state)
            if state.match_end is None and state.you is not None and state.plays_next:
                yield _("ready") if state.you.ready else _("Enter: ready")
        elif state.is_storing:
            yield _("Storing the result …")
        elif self.round.is_out:
            yield _("out of this round")

    def _playback_line(self, number: int, layout: Layout) -> Overlay:
        """Return a side's part of the line for watchers; without room for a line, short texts beside the fields."""
        playback = self.round.playback
        if playback is None:
            return NO_OVERLAY
        look = self._services.appearance.look
        is_recorded, has_others = self._client is None, self.beside is not None
        line = PlaybackLine(playback, look, is_recorded=is_recorded, has_others=has_others)
        if not layout.has_last_line and (place := layout.note):
            return {place.y: (line.key_note if number else line.time_note)(place.x, place.width)}
        width = self._services.terminal.size.width if len(self.sides) > 1 else layout.size.width
        whole = {layout.size.height - 1: line.whole(width, has_keys=layout.has_last_line)}
        return shifted(whole, layout.size.width - width) if number else whole

    def _opponents(self) -> list[OpponentLook]:
        aims = {seat: self.round.target(seat) for seat in self._seats}
        return [self._opponent(seat, aims) for seat in self._seats]

    def _opponent(self, seat: int, aims: Mapping[int, int | None]) -> OpponentLook:
        view, counts = self.round.session(seat).view, self.round.counts(seat)
        player, aim, first = self._state.player(seat), aims[seat], self._seats[0]
        return OpponentLook(
            name=self._name(seat),
            rows=tuple(view.rows),
            piece=view.piece,
            due=counts.pending,
            burning=sum(waiting.rows for waiting in view.waiting_rows if waiting.due_ns > view.time_ns),
            sent=counts.sent,
            received=counts.received,
            place=self.round.place(seat),
            wins=player.wins if player else 0,
            target="" if aim is None else self._name(aim),
            aims_at_you=aim == first,
            is_your_target=aims[first] == seat,
            is_fixed=self.round.fixed_target(first) == seat,
            team=self.round.players[seat].team,
            is_lagging=player is not None and not player.present,
            is_you=seat == first,
        )
