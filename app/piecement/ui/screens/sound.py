"""The settings of sound, and all effects to listen to."""

import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.widgets import Static

from piecement.language import _
from piecement.settings.settings import Settings
from piecement.settings.sound import Sound
from piecement.sound.names import GROUPS, Effect, EffectGroup, Music
from piecement.ui import STYLES
from piecement.ui.bases.command_key_rows import command_key_row
from piecement.ui.bases.settings_screen import SettingsScreen
from piecement.ui.game.game_keys import RESERVED_KEYS
from piecement.ui.key_rows import ANYWHERE, BACK, SETTINGS_LIST, TABS, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.sound import EFFECT_TITLES, SEEN, output_sentence
from piecement.ui.widgets.key_setting import CommandKeyPrompt
from piecement.ui.widgets.setting_rows import Line, Row, grouped, heading, text_row

if TYPE_CHECKING:
    from piecement.ui.services import Services

_LISTEN: Final = KeyRow("P", _("hear the row"), (("P", _("play")),), {"p": "listen"})

_EXAMPLES: Final[dict[str, tuple[Effect, ...]]] = {
    "effects_volume": (Effect.DOUBLE,),
    "effect_set": (Effect.TETRA,),
    **{group.value: GROUPS[group] for group in EffectGroup},
}
"""Examples for each setting."""

_EACH_S: Final = 0.35
"""Interval between two examples (s)."""

_EFFECT: Final = "effect"
"""The start of the ids of the rows of effects."""


def build(services: "Services", __: None) -> "SoundScreen":
    return SoundScreen(services)


class SoundScreen(SettingsScreen):
    """The settings of sound. A changed one is heard at once."""

    NODE = Node.SOUND
    PROMPT = CommandKeyPrompt
    KEYS = (TABS, *SETTINGS_LIST, _LISTEN, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "sound.tcss"
    HEADING = _("Sound")

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._heard = services.settings.now.sound

    def body(self) -> ComposeResult:
        yield from super().body()
        yield Static(output_sentence(os.environ), id="output", markup=False)

    def rows(self) -> Iterator[Line]:
        yield from grouped(Sound.specs(), lambda spec: command_key_row(spec, self, RESERVED_KEYS))
        yield heading(_("Hear each effect"))
        for effects in GROUPS.values():
            yield from map(self._effect_row, effects)

    def show_settings(self) -> None:
        super().show_settings()
        now = self.settings.sound
        changed = [name for name in now.names() if getattr(now, name) != getattr(self._heard, name)]
        self._heard = now
        for name in changed:
            self._listen_to(name)

    def preview(self, settings: Settings) -> None:
        """Play the set or the music that the cursor is on."""
        super().preview(settings)
        self._services.sounds.try_out(settings.sound)
        if settings.sound.effect_set != self.settings.sound.effect_set:
            self._listen_to("effect_set")

    def on_screen_suspend(self) -> None:
        self._services.sounds.try_out(None)

    def action_listen(self) -> None:
        row = self.settings_list.rows.row
        if row is not None:
            section, __, name = row.id.partition(".")
            if section == _EFFECT:
                self._services.sounds.preview(Effect(name))
            else:
                self._listen_to(name)

    def _effect_row(self, effect: Effect) -> Row:
        """Return the row of an effect; Enter plays it."""
        seen = _("Seen with it: {what}.").format(what=SEEN[effect])
        listen = partial(self._services.sounds.preview, effect)
        return text_row(f"{_EFFECT}.{effect}", EFFECT_TITLES[effect], _("hear it"), seen, listen)

    def _listen_to(self, name: str) -> None:
        """Play an example for a setting."""
        if name in GROUPS and not getattr(self.shown.sound, name):
            return
        for number, effect in enumerate(_EXAMPLES.get(name, ())):
            self.set_timer(0.001 + number * _EACH_S, partial(self._services.sounds.preview, effect))
        if name == "bell" and self.shown.sound.bell:
            self.app.bell()
        if name in {"music", "music_volume"} and self.shown.sound.music != Music.NONE:
            self._services.sounds.try_out(self.shown.sound)
