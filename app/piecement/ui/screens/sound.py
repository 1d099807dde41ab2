"""The tab Sound of the settings."""

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from piecement.language import _
from piecement.settings.settings import Settings
from piecement.settings.sound import EFFECTS
from piecement.settings.specs import SettingSpec
from piecement.ui.bases.settings_tab import SETTINGS_TAB, SettingsTab
from piecement.ui.key_rows import LAST_KEYS, KeyRow
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.sound_samples import SoundSamples
from piecement.ui.texts.bars import dots, meter
from piecement.ui.texts.plain_hints import wants_ascii
from piecement.ui.texts.sound import output_sentence, sound_turned
from piecement.ui.widgets.setting_rows import Row, RowText, explained_row

_VOLUMES: Final = frozenset({"effects_volume", "music_volume"})
_METER_WIDTH: Final = 10


class SoundScreen(SettingsTab):
    """The settings of sound. A changed one is heard at once."""

    NODE = Node.SOUND
    KEYS = (
        *(row if row.keys not in {"Enter", "/"} else row.without_line() for row in SETTINGS_TAB),
        KeyRow("P", _("play the sound"), (("P", _("play it")),), {"p": "listen"}),
        KeyRow("M", _("sound off and on"), (("M", _("mute")),), {"m": "mute"}),
        *LAST_KEYS,
    )

    def __init__(self, services: Services, row: str | None = None) -> None:
        super().__init__(services, row)
        self._samples: Final = SoundSamples(services.sounds, self, self.settings.sound)
        self._heard: Final = Static(id="facts")

    def aside(self) -> Iterable[Widget]:
        yield Static(output_sentence(os.environ), id="output", markup=False)
        yield self._heard

    def spec_row(self, spec: SettingSpec) -> Row:
        row = explained_row(spec, self)
        return replace(row, text=lambda: self._with_meter(spec, row.text())) if spec.name in _VOLUMES else row

    def _with_meter(self, spec: SettingSpec, text: RowText) -> RowText:
        percent = float(spec.value(self.shown.sound))
        bar = meter(percent / 100, _METER_WIDTH, ascii_only=wants_ascii(self))
        return text._replace(value=f"{bar} {text.value}")

    def show_settings(self) -> None:
        super().show_settings()
        self._samples.follow(self.settings.sound)
        self._heard.update(self._heard_effects())

    def _heard_effects(self) -> Content:
        """Return the kinds of effects, each with a dot that is full if it is heard."""
        sound = self.settings.sound
        kinds = [spec for spec in sound.specs() if spec.group == EFFECTS]
        marks = [dots([bool(spec.value(sound))], ascii_only=wants_ascii(self)) for spec in kinds]
        lines = [Content.assemble((mark, "$good"), f" {spec.title}") for mark, spec in zip(marks, kinds, strict=True)]
        return Content("\n").join([Content.styled(_("Effects").upper(), "$muted"), *lines])

    def preview(self, settings: Settings) -> None:
        super().preview(settings)
        self._samples.consider(settings.sound)

    def on_screen_suspend(self) -> None:
        self._samples.end()

    def action_listen(self) -> None:
        if (row := self.settings_list.rows.row) is not None:
            self._samples.play(row.id.partition(".")[2], self.shown.sound)

    def action_mute(self) -> None:
        for sentence in sound_turned(self._services.sounds):
            self.notify(sentence)
