"""Attract mode: a bot plays while nobody is at the title; any key goes back to it."""

from collections.abc import Sequence
from typing import Final

from rich.style import Style
from textual import events

from piecement.input.bindings import Bindings
from piecement.language import _
from piecement.render.field_place import Layout
from piecement.render.overlay import Overlay, Span
from piecement.session.plan import Plan
from piecement.session.session import Session
from piecement.settings.settings import Settings
from piecement.terminal.key_events import KeyDown, KeyEvent
from piecement.ui.game.director import Director
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.game.side import Side
from piecement.ui.key_rows import HELP, QUIT, KeyRow
from piecement.ui.menu_graph import Node, Trigger
from piecement_engine import MODES

_INVITATION: Final = _("Press any key")


class AttractDirector(Director):
    """One game after another, played by the bot that is set."""

    INTERRUPTED = Node.TITLE

    def _new_sides(self) -> Sequence[Side]:
        services, plan = self._services, Plan(MODES["marathon"])
        session = Session(plan, plan.game(services.settings.now.gameplay.overrides(key_releases=True)), services.clock)
        side = Side(
            session,
            self.keys,
            bot := self._new_bot(session, is_rival=True),
            services.appearance.look,
            change_legend=lambda __: ((_("Bot"), bot.bot_name),),
        )
        return (side,)

    def begin(self) -> None:
        self.sides[0].toggle_bot(self._services.clock())

    def following(self) -> None:
        return None

    def overlay(self, number: int, layout: Layout) -> Overlay:
        width, height = self._services.terminal.size
        tones = self._services.appearance.look.chosen_tones
        style = Style(color=tones.accent, bgcolor=tones.background, bold=True)
        return {height - 1: (Span(0, f"{_INVITATION:^{width}}"[:width], style),)}

    def bindings(self, settings: Settings) -> Bindings:
        return Bindings()


class AttractScreen(RunningScreen):
    NODE = Node.ATTRACT
    DIRECTOR = AttractDirector
    IS_GAME = False
    KEYS = (KeyRow(_("any key"), _("back to the title")), HELP, QUIT)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        self._leave_for_title()

    def on_click(self) -> None:
        self._leave_for_title()

    def apply_key(self, event: KeyEvent) -> None:
        """Go back to the title; Textual sees no event for keys that are no characters."""
        if isinstance(event, KeyDown) and not event.repeat:
            self._leave_for_title()

    def _leave_for_title(self) -> None:
        self.navigate(Node.TITLE, Trigger.KEY)
