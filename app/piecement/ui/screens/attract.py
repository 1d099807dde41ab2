"""A bot passes the time while nobody is at the title; any key goes back to it."""

from typing import TYPE_CHECKING, Final

from rich.style import Style
from textual import events

from piecement.render.corner_marks import joined
from piecement.render.overlay import Overlay, Span
from piecement.render.scene import Legend
from piecement.session.plan import Plan
from piecement.session.session import Session
from piecement.storage.recorder import NullRecorder
from piecement.terminal.key_events import KeyDown, KeyEvent
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.painter import Painter
from piecement.ui.game.phase import Phase
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.game.side import Side
from piecement.ui.menu_graph import Node, Way
from piecement.ui.style_sheets import STYLES
from piecement_engine import MODES

if TYPE_CHECKING:
    from piecement.ui.services import Services

_INVITATION: Final = "Press any key"


_PLAN: Final = Plan(MODES["marathon"])


def build(services: "Services", _: None) -> "AttractScreen":
    """Return the screen for a game of the bot that is set."""
    return AttractScreen(services, _PLAN)


class AttractScreen(RunningScreen):
    """A game that nobody plays."""

    NODE = Node.ATTRACT
    CSS_PATH = STYLES / "attract.tcss"

    def on_key(self, event: events.Key) -> None:
        """Go back to the title by any key."""
        event.stop()
        event.prevent_default()
        self._leave_for_title()

    def on_click(self) -> None:
        """Go back to the title by the mouse as well."""
        self._leave_for_title()

    def take_key(self, event: KeyEvent) -> None:
        """Go back to the title by keys that are no characters, too."""
        if isinstance(event, KeyDown) and not event.repeat:
            self._leave_for_title()

    def _prepare(self) -> None:
        services = self._services
        current = Session(_PLAN, _PLAN.game(services.settings.now.gameplay.wishes(key_releases=True)), services.clock)
        self._recorder = NullRecorder(current)
        bot_controller = BotController(
            current, services.settings.now.computer, services.clock, self._complain, later=services.later, is_rival=True
        )
        painter = Painter(
            self._canvas,
            current,
            services.appearance.look,
            self._input.bindings,
            services.terminal.size,
            retell=self._who_plays,
        )
        self._side = Side(current, self._input, bot_controller, painter, self._settle)

    def _who_plays(self, _: Legend) -> Legend:
        return (("Bot", self._services.settings.now.computer.bot),)

    def _go(self) -> None:
        super()._go()
        if not self._side.bot_controller.plays:
            self._side.bot_controller.watch()

    def _interrupt(self) -> None:
        self._leave_for_title()

    def _finish(self) -> None:
        """Begin another game."""
        self._halt()
        self._side.bot_controller.close()
        self._prepare()
        self._phase = Phase.HALTED
        self._come_back()

    def _leave_for_title(self) -> None:
        self.navigate(Node.TITLE, Way.KEY)

    def _overlay(self, now_ns: int) -> Overlay:
        width, height = self._services.terminal.size
        tones = self._services.appearance.look.chosen_tones
        style = Style(color=tones.accent, bgcolor=tones.ground, bold=True)
        invitation = {height - 1: (Span(0, f"{_INVITATION:^{width}}"[:width], style),)}
        return joined(super()._overlay(now_ns), invitation)
