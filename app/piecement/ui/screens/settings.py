"""The tab Play of the settings: style, feel, rules, start and pause."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from textual.content import Content
from textual.widget import Widget

from piecement.language import _
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingSpec
from piecement.settings.styles import rules_name
from piecement.terminal.key_events import KeyEvent
from piecement.ui.bases.settings_tab import SETTINGS_TAB, SettingsTab
from piecement.ui.key_rows import LAST_KEYS, TRY
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.setting_pages import SOFT_DROP
from piecement.ui.texts.rule_explanations import explain_rule
from piecement.ui.widgets.choice_rows import soft_drop_spec
from piecement.ui.widgets.setting_rows import Row, setting_row
from piecement.ui.widgets.trial_panel import TRY_HINT, TrialPanel


class PlaySettingsScreen(SettingsTab):
    """Style, feel and rules, beside a field to try them in."""

    NODE = Node.SETTINGS
    KEYS = (*SETTINGS_TAB, TRY, *LAST_KEYS)

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row)
        self._trial: Final = TrialPanel(
            services.clock,
            services.appearance,
            services.keyboard,
            self.settings,
            lambda settings: settings.controls.bindings,
            self._ranking,
            has_bar=True,
        )

    @property
    def trial(self) -> TrialPanel:
        return self._trial

    def aside(self) -> Iterable[Widget]:
        return (self._trial,)

    def row(self, name: str) -> Row:
        row = super().row(name)
        return replace(row, explain=lambda: self._explain(soft_drop_spec(self))) if name == SOFT_DROP else row

    def spec_row(self, spec: SettingSpec) -> Row:
        row = setting_row(spec, self)
        return replace(row, explain=lambda: self._explain(spec)) if spec.section == "gameplay" else row

    def _explain(self, spec: SettingSpec) -> Content:
        has_releases = self._services.terminal.keyboard is None or self._services.keyboard.reports_releases
        return explain_rule(spec, self.shown.gameplay, has_releases=has_releases, brief=True)

    @property
    def _ranking(self) -> str:
        """Return the board that games count on, and the invitation to try."""
        return f"{_('Ranked: {rules}').format(rules=_(rules_name(self.shown)))}\n{TRY_HINT}"

    def on_screen_suspend(self) -> None:
        self._services.terminal.release_keys(self.track_key)

    def track_key(self, event: KeyEvent) -> None:
        self._trial.field.track_key(event)

    def show_settings(self) -> None:
        super().show_settings()
        if self.app.screen is self:
            self._services.terminal.capture_keys(self.track_key, releases=self.settings.interface.wants_releases)
        self._trial.change(self.settings, self._ranking)

    def preview(self, settings: Settings) -> None:
        super().preview(settings)
        self._trial.change(settings, self._ranking)
