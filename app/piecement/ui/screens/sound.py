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
from piecement.ui.widgets.rows import ExplainedRow, Row, RowText
from piecement_base.language import N_, _

_VOLUMES: Final = frozenset({"effects_volume", "music_volume"})
_METER_WIDTH: Final = 10


class _VolumeRow(ExplainedRow[SettingsTab[str | None]]):
    """A row for a volume, with a meter before its value."""

    def text(self) -> RowText:
        text = super().text()
        bar = meter(float(self.value()) / 100, _METER_WIDTH, ascii_only=self.editor.ascii_only)
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

    def action_mute(self) -> None:
        self.notify(toggle_sound(self._services.sounds))
