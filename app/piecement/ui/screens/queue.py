"""The queue for a match at a server."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from rich.cells import cell_len
from textual import events, on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.render.cells import pad
from piecement.terminal.clock import SECOND_NS
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import BACK, MOVE, ON_MENUS, OPEN
from piecement.ui.menu_graph import Edge, Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.accounts import past_text, rating_text
from piecement.ui.widgets.rows import Line
from piecement.ui.widgets.screen_page import heading_text, size_class
from piecement_base.formatting import seconds_text
from piecement_base.language import N_, _, ngettext
from piecement_engine.bots import BOTS
from piecement_net.messages.accounts import AskHistory, AskRatings, Queued

_LISTED: Final = 10
"""Maximum number of lines of the last matches, and of the ranking."""

_ABOVE_PAST: Final = {"-roomy": 16, "-normal": 13, "-small": 14, "-tiny": 13}
"""Lines of the terminal that everything but the last matches and the ranking takes, by the class of the screen."""

_WEAKEST: Final = 1100.0
"""Rating of the weakest opponent."""

_UNKNOWN: Final = 1500.0
"""Rating of a player until it is known."""

_APART: Final = 180.0
"""Difference between the ratings of an opponent and the next stronger one."""


def bot_like(rating: float) -> str:
    """Return the opponent whose strength is nearest to a rating."""
    levels = [bot for bot in BOTS.values() if bot.level]
    return levels[max(0, min(len(levels) - 1, round((rating - _WEAKEST) / _APART)))].name


class QueueScreen(SettingsScreen):
    """Waits for a match while it is open."""

    NODE = Node.QUEUE
    KEYS = (MOVE, OPEN, replace(BACK, does=N_("stop waiting")), *ON_MENUS)

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._head = Static(classes="heading")
        self._facts = Static(id="facts")
        self._past = Static(id="past")
        self._show_facts()

    def heading(self) -> Static:
        return self._head

    def card_title(self, of_row: str) -> str:
        return _("Queue")

    def aside(self) -> Iterable[Widget]:
        return self._facts, self._past

    @property
    def queued(self) -> Queued | None:
        return self._services.online.connection.state.queued

    @property
    def status_text(self) -> Content:
        queued, profile = self.queued, self._services.online.connection.state.profile
        if queued is not None and queued.bot:
            return Content.styled(_("Nobody yet. You can play a bot of your strength instead."), "$key")
        if profile is None or not profile.name:
            return Content(_("You are a guest: the match is unrated. Make an account under Account and ranking."))
        return Content(_("First to three rounds wins. Leaving a rated match loses it."))

    def rows(self) -> Iterator[Line]:
        return self.edge_rows()

    def on_mount(self) -> None:
        online = self._services.online.connection
        self._services.online.opponents.wait(on=True)
        if online.state.profile is not None and online.state.profile.name:
            online.send(AskHistory())
            online.send(AskRatings())

    def action_back(self) -> None:
        """Wait no more."""
        self._services.online.opponents.wait(on=False)
        super().action_back()

    def follow(self, edge: Edge, payload: object = None) -> None:
        """Go along an edge; a bot to play is as strong as the player."""
        if edge.target is Node.MATCH:
            profile = self._services.online.connection.state.profile
            opponent = bot_like(profile.rating if profile is not None else _UNKNOWN)
            self._services.settings.change("computer", "opponent", opponent)
        super().follow(edge, payload)

    def _show_facts(self) -> None:
        """Show the time waited and the own rating in the heading, and who may be found below the sentence."""
        queued, profile = self.queued, self._services.online.connection.state.profile
        seconds, count, opponents = 0, 0, _("not in the queue")
        if queued is not None:
            seconds, count, opponents = queued.seconds, queued.waiting - 1, _("anyone")
            if (window := queued.window) is not None:
                rating = round(profile.rating if profile is not None else _UNKNOWN)
                opponents = _("{least} to {most}").format(least=rating - window, most=rating + window)
        waited = _("waiting {time}").format(time=seconds_text(seconds * SECOND_NS))
        you = _("rating {rating}").format(rating=rating_text(profile))
        self._head.update(heading_text(_(self.NODE.heading), waited, you))
        others = ngettext("{count} other", "{count} others", count).format(count=count)
        facts = ((_("Opponents"), opponents), (_("In the queue"), others if count > 0 else _("nobody else")))
        width = max(cell_len(title) for title, _value in facts) + 3
        lines = (Content.assemble((pad(title, width), "$muted"), (value, "$foreground")) for title, value in facts)
        self._facts.update(Content("\n").join(lines))

    @on(events.Resize)
    def show_past(self) -> None:
        """Show as many of the last matches and of the ranking as there is room for."""
        state = self._services.online.connection.state
        room = self.app.size.height - _ABOVE_PAST[size_class(self.app.size)]
        texts = (past_text(state, most) for most in range(_LISTED, 0, -1))
        self._past.update(next((text for text in texts if text.plain.count("\n") < room), Content()))

    def online_changed(self, change: str) -> None:
        state = self._services.online.connection.state
        if change == "room" and state.room is not None:
            self.navigate(Node.ROOM, Trigger.EVENT)
        elif change in {"queued", "profile"}:
            self._show_facts()
            self.say(self.status_text)
        elif change in {"history", "ratings"}:
            self.show_past()
        elif change in {"error", "contact"}:
            self.say_fault(state.sentence)
