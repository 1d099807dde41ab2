"""A match on the screen: your field on the left, the other on the right, and garbage between them."""

from functools import partial
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region, Size

from piecement.input.keyboard_input import KeyboardInput
from piecement.input.two_player_bindings import LEFT_HAND, RIGHT_HAND
from piecement.render.corner_marks import joined
from piecement.render.overlay import shifted, too_small
from piecement.render.skins.look import Look
from piecement.session.match_session import MATCH_MODE, RIVAL, YOU, MatchSession, new_match
from piecement.session.plan import Plan
from piecement.settings.computer import FRIEND, OPPONENTS_OWN, Computer
from piecement.settings.whole import Settings
from piecement.storage.recorder import NullRecorder
from piecement.terminal.key_events import KeyEvent
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.painter import Painter
from piecement.ui.game.phase import Phase
from piecement.ui.game.side import Side
from piecement.ui.menu_graph import Edge, Node, Way
from piecement.ui.screens.game import GameScreen
from piecement.ui.style_sheets import STYLES
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement.ui.widgets.handling_field import bare
from piecement_engine import Event
from piecement_engine.bots import BOTS

if TYPE_CHECKING:
    from piecement.ui.services import Services

_SIDE: Final = 36
"""The columns for a field with what a player cannot do without beside it."""
_SMALL_FIELD: Final = 12
"""The columns for a field alone, drawn small."""


def build(services: "Services", _: None) -> "MatchScreen":
    """Return the screen for a match as it is set."""
    return MatchScreen(services)


class MatchScreen(GameScreen):
    """Two sessions, of which the player plays the left one."""

    NODE = Node.MATCH
    CSS_PATH = STYLES / "match.tcss"
    FIELDS = 2

    match: MatchSession
    """What is played."""
    _rival: Side

    def __init__(self, services: "Services") -> None:
        self._rival_canvas = GameCanvas()
        self._rival_input = KeyboardInput(bindings=RIGHT_HAND)
        self._has_friend = services.settings.now.computer.opponent == FRIEND
        super().__init__(services, Plan(MATCH_MODE))

    def compose(self) -> ComposeResult:
        """Lay out the two fields side by side."""
        with Horizontal():
            yield self._canvas
            yield self._rival_canvas

    def payload(self, edge: Edge) -> object:
        """Return the result for the end."""
        return self.match.result() if edge.target is Node.MATCH_OVER else super().payload(edge)

    def place_for(self, menu: Size) -> Region:
        """Return where a menu lies beside your field, if need be over that of the rival."""
        place = super().place_for(menu)
        room = self._services.terminal.size.width - place.width
        return Region(max(place.x, min(self._side.painter.field_end, room)), place.y, *place.size)

    def on_unmount(self) -> None:
        """Let the rival go."""
        self._rival.bot_controller.close()

    def take_key(self, event: KeyEvent) -> None:
        """Take a key at the moment it changes, for either side."""
        if self._has_friend and self._phase is Phase.PLAYING:
            self._rival.feed(event)
        super().take_key(event)

    def _prepare(self) -> None:
        services = self._services
        wishes = services.settings.now.gameplay.wishes(key_releases=services.keyboard.knows_releases)
        chosen = services.settings.now.computer
        name = "Friend" if self._has_friend else chosen.opponent.capitalize()
        self.match = new_match(wishes, services.clock, name, chosen.attack)
        yours, its = (self.match.sessions[side] for side in (YOU, RIVAL))
        self._recorder = NullRecorder(yours)
        painter = self._painter_of(self._canvas, YOU)
        self._side = Side(yours, self._input, self._new_bot_controller(yours), painter, self._settle)
        bot = BotController(
            its,
            _at_its_pace(chosen),
            services.clock,
            self._complain,
            bot=chosen.opponent,
            later=services.later,
            is_rival=True,
        )
        painter = self._painter_of(self._rival_canvas, RIVAL)
        self._rival = Side(its, self._rival_input, bot, painter, self._settle_rival)
        self._lay_out(services.terminal.size)

    def _painter_of(self, canvas: GameCanvas, side: int) -> Painter:
        part = _part(self._services.terminal.size, side)
        bindings = (self._input if side == YOU else self._rival_input).bindings
        attack = partial(self.match.pace, side)
        return Painter(canvas, self.match.sessions[side], self._look(side), bindings, part, attack=attack)

    def _resize(self, size: Size) -> None:
        self._rival.painter.dress(self._look(RIVAL), self._rival_input.bindings)
        self._lay_out(size)

    def _lay_out(self, size: Size) -> None:
        """Give each side its part of the terminal, or none to either where there is not enough for both."""
        self._canvas.styles.width = _part(size, YOU).width
        self._rival_canvas.styles.width = _part(size, RIVAL).width
        self._side.painter.resize(_part(size, YOU))
        self._rival.painter.resize(_part(size, RIVAL))
        if not self._fits:
            self._side.painter.resize(Size(0, 0))
            self._rival.painter.resize(Size(0, 0))

    @property
    def _fits(self) -> bool:
        return super()._fits and self._rival.painter.fits

    def _dress_painters(self) -> None:
        super()._dress_painters()
        self._rival.painter.dress(self._look(RIVAL), self._rival_input.bindings)
        self._lay_out(self._services.terminal.size)

    def _look(self, side: int) -> Look:
        """Return how a side is drawn: of the rival the field alone if there is no more room, and never a bot's keys."""
        look = self._services.appearance.look
        if side == YOU:
            return look
        if self._services.terminal.size.width < 2 * _SIDE:
            return bare(look)
        return look._replace(legend=look.legend and self._has_friend)

    def _bind(self, settings: Settings) -> None:
        super()._bind(settings)
        if self._has_friend:
            self._input.bindings = LEFT_HAND

    def _go(self) -> None:
        is_first = not self.session.has_begun
        super()._go()
        self._rival.session.resume()
        if is_first and not self._has_friend:
            self._rival.bot_controller.watch()

    def _halt(self, at_ns: int | None = None) -> None:
        super()._halt(at_ns)
        self._rival.halt(self._clock_ns(), at_ns)

    def _play_on(self, now_ns: int) -> None:
        super()._play_on(now_ns)
        self._rival.advance(now_ns)

    @property
    def _rests_until_ns(self) -> int:
        return min(super()._rests_until_ns, self._rival.rests_until_ns)

    def _think_on(self) -> None:
        super()._think_on()
        self._rival.bot_controller.after_frame(self._frames.fps)

    def _stop_thinking(self) -> None:
        super()._stop_thinking()
        self._rival.bot_controller.rest()

    def _settle(self, game_events: list[Event]) -> None:
        self._account(YOU, game_events)

    def _settle_rival(self, game_events: list[Event]) -> None:
        self._account(RIVAL, game_events)

    def _account(self, side: int, game_events: list[Event]) -> None:
        self.match.take(side, game_events)
        if self.is_over:
            self._phase = Phase.ENDING

    @property
    def is_over(self) -> bool:
        """Whether a side has lost."""
        return self.match.is_over

    @property
    def since_end_ns(self) -> int:
        """How long ago that was."""
        return self.match.since_end_ns

    def _finish(self) -> None:
        self._halt()
        self.navigate(Node.MATCH_OVER, Way.EVENT)

    def _paint(self) -> None:
        if not self._fits:
            self._say_what_is_needed()
            return
        now_ns = self._clock_ns()
        overlay, end = self._overlay(now_ns), self._rival.painter.end(self._fallen)
        yours, its = (
            painter.corner(self.match.names[side], self.match.ledger(side))
            for side, painter in enumerate((self._side.painter, self._rival.painter))
        )
        self._side.painter.draw(now_ns, joined(overlay, yours), self._side.bot_controller.advice())
        self._rival.painter.draw(now_ns, joined(end, its))
        self.flush(self._canvas, self._rival_canvas)

    def _say_what_is_needed(self) -> None:
        """Say how large the terminal has to be, over both sides."""
        size, (yours, its) = self._services.terminal.size, (self._side.painter.minimum, self._rival.painter.minimum)
        words = too_small(*size, (yours[0] + its[0], max(yours[1], its[1])), self._services.appearance.look)
        self._canvas.draw(words)
        self._rival_canvas.draw(shifted(words, -_part(size, YOU).width))
        self.flush(self._canvas, self._rival_canvas)


def _part(size: Size, side: int) -> Size:
    """Return the part of the terminal that a side has: half of it, or enough for yours and the rest for the rival."""
    its = size.width - size.width // 2 if size.width >= 2 * _SIDE else max(_SMALL_FIELD, size.width - _SIDE)
    return Size(size.width - its if side == YOU else its, size.height)


def _at_its_pace(chosen: Computer) -> Computer:
    """Return what is set, with the pace of the opponent as that of the bot."""
    pace = chosen.opponent_speed
    if pace == OPPONENTS_OWN and chosen.opponent in BOTS:
        pace = BOTS[chosen.opponent].pieces_per_second
    return chosen.changed("pieces_per_second", max(0.25, pace))
