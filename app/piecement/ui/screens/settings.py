"""The tabs Play and Look of the settings."""

from piecement.settings.presets import rules_name
from piecement.settings.specs import SettingSpec
from piecement.ui.bases.settings_tab import SETTINGS_TAB, RuleRow, SettingsTab
from piecement.ui.key_rows import LAST_KEYS, PRESETS, TRY
from piecement.ui.menu_graph import Node
from piecement.ui.setting_pages import COMBINED_TITLES, SOFT_DROP_ROW, setting_spec
from piecement.ui.widgets.rows import Row, RowText
from piecement.ui.widgets.trial_panel import TRY_HINT
from piecement_base.language import _


class PlaySettingsScreen(SettingsTab[str | None]):
    """Style, feel and rules, beside a field to try them in."""

    NODE = Node.SETTINGS
    KEYS = (*SETTINGS_TAB, TRY, *LAST_KEYS)

    def row(self, name: str) -> Row:
        return _SoftDropRow(self) if name == SOFT_DROP_ROW else super().row(name)

    def spec_row(self, spec: SettingSpec) -> Row:
        return RuleRow(spec, self) if spec.section == "gameplay" else super().spec_row(spec)

    @property
    def trial_hint(self) -> str:
        """The ranked rules, and the hint to try them."""
        return f"{_('Ranked: {rules}').format(rules=_(rules_name(self.shown)))}\n{_(TRY_HINT)}"


class _SoftDropRow(RuleRow):
    """Row of the soft drop speed, as a factor or an interval."""

    def __init__(self, tab: SettingsTab[str | None]) -> None:
        super().__init__(setting_spec("gameplay.soft_drop_factor"), tab, SOFT_DROP_ROW)

    @property
    def spec(self) -> SettingSpec:
        by = self.editor.shown.gameplay.soft_drop_by
        return setting_spec("gameplay.soft_drop_factor" if by == "factor" else "gameplay.soft_drop_interval_ms")

    def text(self) -> RowText:
        return super().text()._replace(title=_(COMBINED_TITLES[SOFT_DROP_ROW]))


class LookScreen(SettingsTab[str | None]):
    """The look, beside a game that plays itself in it."""

    NODE = Node.LOOK
    KEYS = (*SETTINGS_TAB, *PRESETS, *LAST_KEYS)
