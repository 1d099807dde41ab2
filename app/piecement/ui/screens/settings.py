"""The tabs Play, Look, Sound and System of the settings."""

import os
from collections.abc import Iterable
from functools import partial
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement_base.language import N_, _
from piecement.settings.interface import RETENTION
from piecement.settings.retention import Retention
from piecement.settings.settings import Settings
from piecement.settings.sound import EFFECTS
from piecement.settings.specs import SettingSpec
from piecement.settings.styles import rules_name
from piecement_base.errors import errors_to
from piecement.ui.bases.settings_tab import SETTINGS_TAB, RuleRow, SettingsTab
from piecement.ui.key_rows import LAST_KEYS, PRESETS, TRY, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.setting_pages import SOFT_DROP
from piecement.ui.texts.bars import dots, meter
from piecement.ui.texts.sound import output_sentence, sound_turned
from piecement.ui.texts.stored import fact_lines, stored_counts
from piecement.ui.texts.tips import TIPS
from piecement.ui.widgets.asks import Choose, Reply, confirmation
from piecement.ui.widgets.choice_rows import SoftDropRow, soft_drop_spec
from piecement.ui.widgets.handling_field import TRY_HINT
from piecement.ui.widgets.rows import ExplainedRow, Row, RowText


class PlaySettingsScreen(SettingsTab):
    """Style, feel and rules, beside a field to try them in."""

    NODE = Node.SETTINGS
    KEYS = (*SETTINGS_TAB, TRY, *LAST_KEYS)

    def row(self, name: str) -> Row:
        return _ExplainedSoftDropRow(self) if name == SOFT_DROP else super().row(name)

    def spec_row(self, spec: SettingSpec) -> Row:
        return RuleRow(spec, self, brief=True) if spec.section == "gameplay" else super().spec_row(spec)

    @property
    def trial_hint(self) -> str:
        """Return the board that games count on, and the invitation to try."""
        return f"{_('Ranked: {rules}').format(rules=_(rules_name(self.shown)))}\n{_(TRY_HINT)}"


class _ExplainedSoftDropRow(SoftDropRow):
    def __init__(self, tab: SettingsTab) -> None:
        super().__init__(tab)
        self._tab: Final = tab

    def explain(self) -> Content:
        return self._tab.explain_rule(soft_drop_spec(self._tab))


class LookScreen(SettingsTab):
    """The look, beside a game that plays itself in it."""

    NODE = Node.LOOK
    KEYS = (*SETTINGS_TAB, *PRESETS, *LAST_KEYS)


_VOLUMES: Final = frozenset({"effects_volume", "music_volume"})
_METER_WIDTH: Final = 10


class _VolumeRow(ExplainedRow):
    """A row for a volume, with a meter before its value."""

    def __init__(self, spec: SettingSpec, tab: SettingsTab) -> None:
        super().__init__(spec, tab)
        self._tab: Final = tab

    def text(self) -> RowText:
        text = super().text()
        bar = meter(float(self.value()) / 100, _METER_WIDTH, ascii_only=self._tab.ascii_only)
        return text._replace(value=f"{bar} {text.value}")


class SoundScreen(SettingsTab):
    """The settings of sound. A changed one is heard at once."""

    NODE = Node.SOUND
    KEYS = (
        *(row if row.keys not in {"Enter", "/"} else row.without_line() for row in SETTINGS_TAB),
        KeyRow("P", N_("play the sound"), (("p", N_("play it")),), {"p": "listen"}),
        KeyRow("M", N_("sound off and on"), (("m", N_("mute")),), {"m": "mute"}),
        *LAST_KEYS,
    )

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row)
        self._heard: Final = Static(id="facts")

    def aside(self) -> Iterable[Widget]:
        yield Static(output_sentence(os.environ), id="output", markup=False)
        yield self._heard

    def spec_row(self, spec: SettingSpec) -> Row:
        return _VolumeRow(spec, self) if spec.name in _VOLUMES else ExplainedRow(spec, self)

    def show_settings(self) -> None:
        super().show_settings()
        self._heard.update(self._heard_effects())

    def _heard_effects(self) -> Content:
        """Return the kinds of effects, each with a dot that is full if it is heard."""
        sound = self.settings.sound
        kinds = [spec for spec in sound.specs() if spec.group == EFFECTS]
        marks = [dots([bool(spec.value(sound))], ascii_only=self.ascii_only) for spec in kinds]
        lines = [
            Content.assemble((mark, "$good"), f" {_(spec.title)}") for mark, spec in zip(marks, kinds, strict=True)
        ]
        return Content("\n").join([Content.styled(_("Effects").upper(), "$muted"), *lines])

    def preview(self, settings: Settings) -> None:
        super().preview(settings)
        if self.samples is not None:
            self.samples.consider(settings.sound)

    def action_mute(self) -> None:
        for sentence in sound_turned(self._services.sounds):
            self.notify(sentence)


_LOSSES: Final = {
    Retention.NOTHING: (
        N_("Delete all games, replays, saved games and settings for good?"),
        N_("Yes, delete everything"),
    ),
    Retention.SETTINGS: (N_("Delete all games, replays and saved games for good?"), N_("Yes, delete all games")),
    Retention.SCORES: (N_("Delete all replays for good, and keep the results?"), N_("Yes, delete all replays")),
}
"""The question before less is stored, and the answer that confirms it."""


class _RetentionRow(ExplainedRow):
    """The row for how much is stored, which asks before less is."""

    def __init__(self, spec: SettingSpec, tab: "SystemScreen") -> None:
        super().__init__(spec, tab)
        self._tab: Final = tab

    def select(self) -> Choose:
        return Choose(RETENTION.shown, str(self.value()), self._explain_name, self._tab.choose_retention)

    def step(self, steps: int) -> Reply:
        return self.select()

    def clear(self) -> None:
        """Leave it: Del would delete."""

    @staticmethod
    def _explain_name(name: str) -> Content:
        return Content(RETENTION.sentence(name))


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
        return _RetentionRow(spec, self) if spec.section == "storage" else ExplainedRow(spec, self)

    def choose_retention(self, name: str) -> Choose | None:
        """Keep as much from now on, or return the question before that deletes anything."""
        chosen = Retention(name)
        if chosen is self._retention:
            return None
        if not self._retention.includes(chosen):
            self._keep(chosen)
            return None
        question, yes = map(_, _LOSSES[chosen])
        return confirmation((_("No, go back"), question), (yes, question), partial(self._keep, chosen))

    def _keep(self, chosen: Retention) -> None:
        with errors_to(partial(self.notify, severity="warning", markup=False)):
            self.live_settings.set_retention(chosen)
        self.show_settings()

    @property
    def _retention(self) -> Retention:
        return Retention(self.settings.storage.retention)
