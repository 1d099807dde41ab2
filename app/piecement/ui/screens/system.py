"""The tab System of the settings."""

from collections.abc import Iterable
from functools import partial
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.settings.choices import CHOICE_TEXTS
from piecement.settings.retention import Retention
from piecement.settings.specs import SettingSpec
from piecement.settings.storage import RETENTION
from piecement.ui.bases.settings_tab import SETTINGS_TAB, SettingsTab
from piecement.ui.key_rows import LAST_KEYS
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.label_lines import fact_lines
from piecement.ui.texts.stored import stored_counts
from piecement.ui.texts.tips import TIPS
from piecement.ui.widgets.questions import Choose, confirmation
from piecement.ui.widgets.rows import Reply, Row
from piecement.ui.widgets.setting_rows import ExplainedRow
from piecement_base.errors import errors_to
from piecement_base.language import _

_LOSSES: Final = CHOICE_TEXTS["retention_loss"]
"""The answer that confirms that less is stored, and the question before it."""


class _RetentionRow(ExplainedRow["SystemScreen"]):
    """The row for how much is stored, which asks before less is."""

    def select(self) -> Choose:
        sentences = {name: RETENTION.sentence(name) for name in RETENTION.titles}
        return Choose(RETENTION.shown, str(self.value()), sentences, self.editor.choose_retention)

    def step(self, steps: int) -> Reply:
        return self.select()

    def clear(self) -> None:
        """Do nothing: Del must not delete data."""


class SystemScreen(SettingsTab[str | None]):
    NODE = Node.SYSTEM
    KEYS = (*SETTINGS_TAB, *LAST_KEYS)

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row)
        self._facts: Final = Static(id="facts")

    def aside(self) -> Iterable[Widget]:
        return (self._facts, *super().aside())

    def show_settings(self) -> None:
        super().show_settings()
        self._facts.update(fact_lines(stored_counts(self._services.store), self.app.size.width))

    def say(self, text: Content) -> None:
        """Explain the row with the cursor, and show what is stored beside the rows that are about it."""
        super().say(text)
        self._facts.visible = self.place() in {"storage.retention", Node.STORAGE}

    def edge_row(self, node: Node, value: str = "") -> Row:
        return super().edge_row(node, str(len(TIPS)) if node is Node.TRY_THIS else value)

    def spec_row(self, spec: SettingSpec) -> Row:
        return _RetentionRow(spec, self) if spec.section == "storage" else ExplainedRow(spec, self)

    def choose_retention(self, name: str) -> Choose | None:
        """Set the retention; if that deletes data, return the question first."""
        chosen, kept = Retention(name), Retention(self.settings.storage.retention)
        if chosen is kept:
            return None
        if not kept.includes(chosen):
            self._keep(chosen)
            return None
        yes, question = map(_, _LOSSES[chosen])
        return confirmation((_("No, go back"), question), (yes, question), partial(self._keep, chosen))

    def _keep(self, chosen: Retention) -> None:
        with errors_to(partial(self.notify, severity="warning", markup=False)):
            self.live_settings.set_retention(chosen)
        self.show_settings()
