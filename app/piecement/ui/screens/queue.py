"""The queue for a match: the time waited, and the ratings that may be found."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.language import _, ngettext
from piecement.net.messages.accounts import AskHistory, AskRatings, Profile, Queued
from piecement.session.formatting import seconds_text
from piecement.terminal.clock import SECOND_NS
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.key_rows import ANYWHERE, BACK, MOVE, OPEN
from piecement.ui.menu_graph import Edge, Node, Trigger
from piecement.ui.messages import OnlineChanged
from piecement.ui.services import Services
from piecement.ui.texts.online import heading_text, past_text, rating_text
from piecement.ui.widgets.setting_rows import Line
from piecement_engine.bots import BOTS

_LISTED: Final = 10
"""Lines of the last matches, and of the ranking."""
_FIRST: Final = 1100.0
_STEP: Final = 180.0
"""Rating of the weakest opponent, and the distance to the next one."""


def bot_like(rating: float) -> str:
    """Return the opponent whose strength is nearest to a rating."""
    levels = [bot for bot in BOTS.values() if bot.level]
    return levels[max(0, min(len(levels) - 1, round((rating - _FIRST) / _STEP)))].name


class QueueScreen(SettingsScreen):
    """Waits for a match while it is open."""

    NODE = Node.QUEUE
    KEYS = (MOVE, replace(OPEN, line=((_("Enter"), _("open")),)), replace(BACK, does=_("stop waiting")), *ANYWHERE)
    HEADING = _("Find a match")

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._head = Static(classes="heading")
        self._facts = Static(id="facts")
        self._past = Static(id="past")
        self._show_facts()

    def heading(self) -> Static:
        return self._head

    def aside(self) -> Iterable[Widget]:
        return self._facts, self._past

    @property
    def queued(self) -> Queued | None:
        state = self._services.online.state
        return None if state is None else state.queued

    @property
    def status_text(self) -> Content:
        queued, profile = self.queued, self._services.online.profile
        if queued is not None and queued.bot:
            return Content.styled(_("Nobody yet. You can play a bot of your strength instead."), "$key")
        if profile is None or not profile.name:
            return Content(_("You are a guest: the match is unrated. Make an account under Account and ranking."))
        return Content(_("First to three rounds wins. Leaving a rated match loses it."))

    def rows(self) -> Iterator[Line]:
        return self.edge_rows()

    def on_mount(self) -> None:
        self._services.online.changed.subscribe(self, self._online_changed)
        online = self._services.online
        online.wait(on=True)
        if online.profile is not None and online.profile.name:
            online.send(AskHistory())
            online.send(AskRatings())

    def action_back(self) -> None:
        """Wait no more."""
        self._services.online.wait(on=False)
        super().action_back()

    def choose_edge(self, edge: Edge) -> None:
        """Keep waiting while the player plays alone, or play a bot as strong as the player."""
        if edge.target is not Node.PLAY:
            profile = self._services.online.profile
            opponent = bot_like(profile.rating if profile is not None else 1500.0)
            self._services.settings.change("computer", "opponent", opponent)
        super().choose_edge(edge)

    def _show_facts(self) -> None:
        """Show the time waited and the own rating in the heading, and who may be found below the sentence."""
        queued, profile = self.queued, self._services.online.profile
        seconds = 0 if queued is None else queued.seconds
        self._head.update(
            heading_text(
                self.HEADING, seconds_text(seconds * SECOND_NS), _("you: {rating}").format(rating=rating_text(profile))
            )
        )
        facts = ((_("Opponents"), self._wanted(queued, profile)), (_("In the queue"), self._others(queued)))
        width = max(len(title) for title, _value in facts) + 3
        lines = (Content.assemble((f"{title:<{width}}", "$muted"), (value, "$foreground")) for title, value in facts)
        self._facts.update(Content("\n").join(lines))

    def _online_changed(self, message: OnlineChanged) -> None:
        state = self._services.online.state
        if state is None:
            return
        match message.change:
            case "room" if state.room is not None:
                self.navigate(Node.ROOM, Trigger.EVENT)
            case "queued" | "profile":
                self._show_facts()
                self.say(self.status_text)
            case "history" | "ratings":
                self._past.update(past_text(state, _LISTED))
            case "error" | "contact":
                self.say(Content.styled(state.sentence, "$warning"))
            case _:
                pass

    @staticmethod
    def _wanted(queued: Queued | None, profile: Profile | None) -> str:
        if queued is None:
            return _("not in the queue")
        if queued.window is None:
            return _("anyone")
        rating = 1500 if profile is None else round(profile.rating)
        return _("{least} to {most}").format(least=rating - queued.window, most=rating + queued.window)

    @staticmethod
    def _others(queued: Queued | None) -> str:
        count = 0 if queued is None else queued.waiting - 1
        return ngettext("{count} other", "{count} others", count).format(count=count) if count > 0 else _("nobody else")
