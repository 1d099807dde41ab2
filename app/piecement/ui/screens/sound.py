"""The tab Sound of the settings."""

import os
from collections.abc import Iterable
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.settings.sound import EFFECTS
from piecement.settings.specs import SettingSpec
from piecement.ui.bases.settings_tab import SETTINGS_TAB, SettingsTab
from piecement.ui.key_rows import LAST_KEYS, LISTEN, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.bars import dots, meter
from piecement.ui.texts.sound import output_sentence, toggle_sound
from piecement.ui.widgets.rows import Row, RowText
from piecement.ui.widgets.setting_rows import ExplainedRow
from piecement_base.language import N_, _


class _VolumeRow(ExplainedRow[SettingsTab[str | None]]):
    """A row for a volume, with a meter before its value."""

    def text(self) -> RowText:
        text = super().text()
        bar = meter(float(self.value()) / 100, width=10, ascii_only=self.editor.ascii_only)
        return text._replace(value=f"{bar} {text.value}")


class SoundScreen(SettingsTab[str | None]):
    """The settings of sound. A changed one is heard at once."""

    NODE = Node.SOUND
    KEYS = (
        *(row if row.keys not in {"Enter", "/"} else row.without_line() for row in SETTINGS_TAB),
        LISTEN,
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
        return _VolumeRow(spec, self) if spec.name.endswith("_volume") else ExplainedRow(spec, self)

    def show_settings(self) -> None:
        """Show all rows, and the kinds of effects, each with a dot that is full if it is heard."""
        super().show_settings()
        sound, plain = self.settings.sound, self.ascii_only
        lines = [
            Content.assemble((dots([bool(spec.value(sound))], ascii_only=plain), "$good"), f" {_(spec.title)}")
            for spec in sound.specs()
            if spec.group == EFFECTS
        ]
        self._heard.update(Content("\n").join([Content.styled(_("Effects").upper(), "$muted"), *lines]))

    def action_mute(self) -> None:
        self.notify(toggle_sound(self._services.sounds))
