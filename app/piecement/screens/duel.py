"""A bout on the screen: your field on the left, the other on the right, and garbage between them."""

from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region, Size

from piecement.computer.bout import RIVAL, YOU, Bout, new_bout
from piecement.computer.sidekick import Sidekick
from piecement.keyboard import KeyEvent
from piecement.keyboard.hands import LEFT_HAND, RIGHT_HAND
from piecement.keyboard.keyboard_input import KeyboardInput
from piecement.locations import STYLES
from piecement.menu_graph import Node
from piecement.menus.handling_field import bare
from piecement.messages import BoutEnded
from piecement.playing.corner_marks import joined
from piecement.playing.curtain import shifted, too_small
from piecement.playing.game_canvas import GameCanvas
from piecement.playing.painter import Painter
from piecement.playing.unkept import Unkept
from piecement.screens.game import GameScreen, Phase
from piecement.settings import Settings
from piecement.settings.computer import FRIEND, OPPONENTS_OWN, Computer
from piecement.skins import Look
from piecement_engine import Notice
from piecement_engine.bots import BOTS

if TYPE_CHECKING:
    from piecement.application import Piecement

_SIDE: Final = 36
"""The columns for a field with what a player cannot do without beside it."""
_SMALL_FIELD: Final = 12
"""The columns for a field alone, drawn small."""


def build(app: "Piecement") -> "DuelScreen":
    """Return the screen for a bout as it is set."""
    return DuelScreen(app)


class DuelScreen(GameScreen):
    """Two rounds, of which the player plays the left one."""

    NODE = Node.DUEL
    CSS_PATH = STYLES / "duel.tcss"
    FIELDS = 2

    bout: Bout
    """What is played."""
    _rival: Sidekick
    _rival_painter: Painter

    def __init__(self, host: "Piecement") -> None:
        self._rival_canvas = GameCanvas()
        self._rival_input = KeyboardInput(bindings=RIGHT_HAND)
        self._has_friend = host.settings.computer.opponent == FRIEND
        super().__init__(host)

    def compose(self) -> ComposeResult:
        """Lay out the two fields side by side."""
        with Horizontal():
            yield self._canvas
            yield self._rival_canvas

    def place_for(self, menu: Size) -> Region:
        """Return where a menu lies beside your field, if need be over that of the rival."""
        place = super().place_for(menu)
        room = self._host.size.width - place.width
        return Region(max(place.x, min(self._painter.field_end, room)), place.y, *place.size)

    def on_unmount(self) -> None:
        """Let the rival go."""
        self._rival.close()

    def take_key(self, event: KeyEvent) -> None:
        """Take a key at the moment it changes, for either side."""
        if self._has_friend and self._phase is Phase.PLAYING:
            for change in self._rival_input.feed(event):
                self._take_rival(self.bout.rounds[RIVAL].hold(change.held, change.time_ns))
        super().take_key(event)

    def _prepare(self) -> None:
        host = self._host
        wishes = host.settings.gameplay.wishes(key_releases=host.knows_releases)
        chosen = host.settings.computer
        name = "Friend" if self._has_friend else chosen.opponent.capitalize()
        self.bout = new_bout(wishes, host.clock, name, chosen.attack)
        self.round = self.bout.rounds[YOU]
        self._keeper = Unkept(self.round)
        self._sidekick = self._new_sidekick()
        self._painter = self._new_painter()
        self._rival = Sidekick(
            self.bout.rounds[RIVAL],
            _at_its_pace(chosen),
            host.clock,
            self._complain,
            bot=chosen.opponent,
            later=host.later,
            is_rival=True,
        )
        self._rival_painter = self._painter_of(self._rival_canvas, RIVAL)
        self._lay_out(host.size)

    def _new_painter(self) -> Painter:
        return self._painter_of(self._canvas, YOU)

    def _painter_of(self, canvas: GameCanvas, side: int) -> Painter:
        part = _part(self._host.size, side)
        return Painter(canvas, self.bout.rounds[side], self._look(side), self._input.bindings, part)

    def _resize(self, size: Size) -> None:
        self._rival_painter.dress(self._look(RIVAL), self._input.bindings)
        self._lay_out(size)

    def _lay_out(self, size: Size) -> None:
        """Give each side its part of the terminal, or none to either where there is not enough for both."""
        self._canvas.styles.width = _part(size, YOU).width
        self._rival_canvas.styles.width = _part(size, RIVAL).width
        self._painter.resize(_part(size, YOU))
        self._rival_painter.resize(_part(size, RIVAL))
        if not self._fits:
            self._painter.resize(Size(0, 0))
            self._rival_painter.resize(Size(0, 0))

    @property
    def _fits(self) -> bool:
        return super()._fits and self._rival_painter.fits

    def _dress_painters(self) -> None:
        super()._dress_painters()
        self._rival_painter.dress(self._look(RIVAL), self._input.bindings)
        self._lay_out(self._host.size)

    def _look(self, side: int) -> Look:
        """Return how a side is drawn: of the rival only the field, where there is no room for more."""
        look = self._host.look
        return look if side == YOU or self._host.size.width >= 2 * _SIDE else bare(look)

    def _bind(self, settings: Settings) -> None:
        super()._bind(settings)
        if self._has_friend:
            self._input.bindings = LEFT_HAND

    def _go(self) -> None:
        is_first = not self.round.has_begun
        super()._go()
        self.bout.rounds[RIVAL].resume()
        if is_first and not self._has_friend:
            self._rival.watch()

    def _halt(self, at_ns: int | None = None) -> None:
        super()._halt(at_ns)
        self._rival.rest()
        self._rival_input.release_all(self._clock_ns())
        self._rival_painter.feed(self.bout.rounds[RIVAL].pause(at_ns))

    def _play_on(self, now_ns: int) -> None:
        super()._play_on(now_ns)
        for change in self._rival_input.poll(now_ns):
            self._take_rival(self.bout.rounds[RIVAL].hold(change.held, change.time_ns))
        self._take_rival(self._rival.advance())
        self._take_rival(self.bout.rounds[RIVAL].advance())

    def _think_on(self) -> None:
        super()._think_on()
        self._rival.after_frame(self._frames.fps)

    def _stop_thinking(self) -> None:
        super()._stop_thinking()
        self._rival.rest()

    def _take(self, notices: list[Notice]) -> None:
        self._painter.feed(notices)
        self._settle(YOU, notices)

    def _take_rival(self, notices: list[Notice]) -> None:
        self._rival_painter.feed(notices)
        self._settle(RIVAL, notices)

    def _settle(self, side: int, notices: list[Notice]) -> None:
        self.bout.take(side, notices)
        if self.is_over:
            self._phase = Phase.ENDING

    @property
    def is_over(self) -> bool:
        """Whether a side has lost."""
        return self.bout.is_over

    @property
    def since_end_ns(self) -> int:
        """How long ago that was."""
        return self.bout.since_end_ns

    def _finish(self) -> None:
        self._halt()
        self.post_message(BoutEnded(self.bout.result()))

    def _paint(self) -> None:
        if not self._fits:
            self._say_what_is_needed()
            return
        now_ns = self._clock_ns()
        curtain, end = self._curtain(now_ns), self._rival_painter.end(self._fallen)
        yours, its = (
            painter.corner(self.bout.names[side], self.bout.ledger(side))
            for side, painter in enumerate((self._painter, self._rival_painter))
        )
        self._painter.draw(now_ns, joined(curtain, yours), self._sidekick.advice())
        self._rival_painter.draw(now_ns, joined(end, its))
        self.flush(self._canvas, self._rival_canvas)

    def _say_what_is_needed(self) -> None:
        """Say how large the terminal has to be, over both sides."""
        size, (yours, its) = self._host.size, (self._painter.minimum, self._rival_painter.minimum)
        words = too_small(*size, (yours[0] + its[0], max(yours[1], its[1])), self._host.look)
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
