"""The demonstration while nobody is at the title."""

from collections.abc import Sequence
from typing import Final

from rich.style import Style
from textual import events

from piecement.input.bindings import Bindings
from piecement.render.cells import centred, wrap
from piecement.render.layout import Layout
from piecement.render.overlay import Overlay, Span, footer
from piecement.session.session import Session
from piecement.settings.settings import Settings
from piecement.terminal.key_events import KeyDown, KeyEvent
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.director import Director
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.game.side import Side
from piecement.ui.key_rows import HELP, QUIT, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screen import NodeScreen
from piecement.ui.services import Services
from piecement_base.language import N_, _
from piecement_base.plan import Plan
from piecement_engine import MODES

_INVITATION: Final = N_("Press any key")


class AttractDirector(Director):
    """One game after another, played by the bot that is set."""

    INTERRUPTED = Node.TITLE

    def _new_sides(self) -> Sequence[Side]:
        services, plan = self._services, Plan(MODES["marathon"])
        session = Session(plan, plan.game(services.settings.now.gameplay.overrides(key_releases=True)), services.clock)
        side = Side(
            session,
            self.keys,
            bot := BotController(session, services, is_rival=True),
            services.appearance.look,
            change_legend=lambda _buttons, _menu: ((_("Bot"), bot.bot_name),),
        )
        return (side,)

    def begin(self) -> None:
        self.sides[0].toggle_bot(self._services.clock())

    def following(self) -> None:
        return None

    def overlay(self, number: int, layout: Layout) -> Overlay:
        """Return the invitation: on the line below the field, or beside a field that leaves none."""
        look, text = self._services.appearance.look, _(_INVITATION)
        style = Style(color=look.chosen_tones.accent, bgcolor=look.chosen_tones.background, bold=True)
        width, height = layout.size
        if layout.has_last_line:
            return {height - 1: (Span(0, centred(text, width), style),)}
        if (place := layout.note) is None:
            return footer(text, layout, look)
        lines = wrap(text, place.width)
        return {y: (Span(place.x, line, style),) for y, line in enumerate(lines, place.y + 1 - len(lines))}

    def bindings(self, settings: Settings) -> Bindings:
        return Bindings()


class AttractScreen(RunningScreen):
    NODE = Node.ATTRACT
    IS_GAME = False
    KEYS = (KeyRow(N_("any key"), N_("back to the main menu")), HELP, QUIT)

    @classmethod
    def build(cls, services: Services, _payload: None, /) -> NodeScreen:
        return cls(services, AttractDirector(services))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self._leave_for_title()

    def on_click(self) -> None:
        self._leave_for_title()

    def apply_key(self, event: KeyEvent) -> bool:
        """Go back to the title; Textual sees no event for keys that are no characters."""
        if isinstance(event, KeyDown) and not event.repeat:
            self._leave_for_title()
        return False

    def _leave_for_title(self) -> None:
        self.navigate(Node.TITLE, Trigger.KEY)
