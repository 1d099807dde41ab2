"""The tab System of the settings: what is kept, the program itself, and about it."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.language import _
from piecement.settings.interface import RETENTION
from piecement.settings.retention import Retention
from piecement.settings.specs import SettingSpec
from piecement.storage.errors import errors_to
from piecement.ui.bases.settings_tab import SETTINGS_TAB, SettingsTab
from piecement.ui.key_rows import LAST_KEYS
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.stored import fact_lines, stored_counts
from piecement.ui.texts.tips import TIPS
from piecement.ui.widgets.asks import Choose, Reply
from piecement.ui.widgets.setting_rows import Row, explained_row

_LOSSES: Final = {
    Retention.NOTHING: (
        _("Delete all games, replays, saved games and settings for good?"),
        _("Yes, delete everything"),
    ),
    Retention.SETTINGS: (_("Delete all games, replays and saved games for good?"), _("Yes, delete all games")),
    Retention.SCORES: (_("Delete all replays for good, and keep the results?"), _("Yes, delete all replays")),
}
"""The question before less is stored, and the answer that confirms it."""

_NO: Final = "no"
_YES: Final = "yes"


class SystemScreen(SettingsTab):
    NODE = Node.SYSTEM
    KEYS = (*SETTINGS_TAB, *LAST_KEYS)

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row)
        self._facts: Final = Static(id="facts")

    def aside(self) -> Iterable[Widget]:
        return (self._facts,)

    def show_settings(self) -> None:
        super().show_settings()
        self._facts.update(fact_lines(stored_counts(self._services.store), self.app.size.width))

    def edge_row(self, node: Node, value: str = "") -> Row:
        return super().edge_row(node, str(len(TIPS)) if node is Node.TRY_THIS else value)

    def spec_row(self, spec: SettingSpec) -> Row:
        row = explained_row(spec, self)
        if spec.section != "storage":
            return row
        return replace(row, select=self._ask_retention, step=self._step_retention, clear=None)

    def _step_retention(self, _step: int) -> Reply:
        return self._ask_retention()

    def _ask_retention(self) -> Reply:
        titles = {one.value: RETENTION.text(one) for one in Retention}
        return Choose(titles, self._retention.value, lambda name: Content(RETENTION.sentence(name)), self._choose)

    def _choose(self, name: str) -> Choose | None:
        """Keep as much from now on, or return the question before that deletes anything."""
        chosen = Retention(name)
        if chosen is self._retention:
            return None
        if not self._retention.includes(chosen):
            self._keep(chosen)
            return None
        question, yes = _LOSSES[chosen]

        def answer(reply: str) -> None:
            if reply == _YES:
                self._keep(chosen)

        return Choose({_NO: _("No, go back"), _YES: yes}, _NO, lambda _reply: Content(question), answer)

    def _keep(self, chosen: Retention) -> None:
        with errors_to(partial(self.notify, severity="warning", markup=False)):
            self.live_settings.set_retention(chosen)
        self.show_settings()

    @property
    def _retention(self) -> Retention:
        return Retention(self.settings.storage.retention)
