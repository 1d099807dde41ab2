"""What is heard, and each of it to be tried."""

import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.settings.settings import Settings
from piecement.settings.sound import Sound
from piecement.sound.names import GROUPS, Effect, EffectGroup, Music
from piecement.ui.bases.command_keys_screen import CommandKeysScreen
from piecement.ui.game.game_keys import RESERVED_KEYS
from piecement.ui.key_rows import ANYWHERE, BACK, SETTINGS_LIST, KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.sound_texts import EFFECT_TITLES, SEEN, output_sentence
from piecement.ui.widgets.setting_rows import HeadingRow, Row, RowText, grouped

if TYPE_CHECKING:
    from piecement.ui.services import Services

_LISTEN: Final = KeyRow("P", _("hear the row"), (("P", _("play")),), {"p": "listen"})

_EXAMPLES: Final[dict[str, tuple[Effect, ...]]] = {
    "effects_volume": (Effect.DOUBLE,),
    "effect_set": (Effect.TETRA,),
    **{group.value: GROUPS[group] for group in EffectGroup},
}
"""What is played for each setting."""

_EACH_S: Final = 0.35
"""How soon one example follows the other."""


def build(services: "Services", __: None) -> "SoundScreen":
    return SoundScreen(services)


class EffectRow(Row):
    """A row that is an effect, to be heard."""

    def __init__(self, effect: Effect) -> None:
        super().__init__("", id=f"effect.{effect}")
        self.effect = effect

    @property
    def text(self) -> RowText:
        return RowText(EFFECT_TITLES[self.effect], _("hear it"))

    @property
    def explanation(self) -> Content:
        return Content(_("Seen with it: {what}.").format(what=SEEN[self.effect]))

    def select(self) -> Message | None:
        return EffectAsked(self.effect)


class EffectAsked(Message):
    """An effect is to be heard."""

    def __init__(self, effect: Effect) -> None:
        super().__init__()
        self.effect = effect


class SoundScreen(CommandKeysScreen):
    """The settings of sound. A changed one is heard at once."""

    NODE = Node.SOUND
    RESERVED = RESERVED_KEYS
    KEYS = (*SETTINGS_LIST, _LISTEN, BACK, *ANYWHERE)
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "sound.tcss"
    HEADING = _("Sound")

    def __init__(self, services: "Services") -> None:
        super().__init__(services)
        self._heard = services.settings.now.sound

    def body(self) -> ComposeResult:
        yield from super().body()
        yield Static(output_sentence(os.environ), id="output", markup=False)

    def rows(self) -> Iterator[Option]:
        yield from grouped(Sound.specs(), self.row)
        yield HeadingRow(_("Hear each effect"))
        for effects in GROUPS.values():
            yield from map(EffectRow, effects)

    def show_settings(self) -> None:
        super().show_settings()
        now = self.settings.sound
        changed = [name for name in now.names() if getattr(now, name) != getattr(self._heard, name)]
        self._heard = now
        for name in changed:
            self._listen_to(name)

    def preview(self, settings: Settings) -> None:
        """Have the set and the music be heard that the cursor is on."""
        super().preview(settings)
        self._services.sounds.try_out(settings.sound)
        if settings.sound.effect_set != self.settings.sound.effect_set:
            self._listen_to("effect_set")

    def on_screen_suspend(self) -> None:
        self._services.sounds.try_out(None)

    def on_effect_asked(self, event: EffectAsked) -> None:
        self._services.sounds.preview(event.effect)

    def action_listen(self) -> None:
        row = self.settings_list.rows.row
        if isinstance(row, EffectRow):
            self._services.sounds.preview(row.effect)
        elif row is not None and row.id:
            self._listen_to(row.id.partition(".")[2])

    def _listen_to(self, name: str) -> None:
        """Play what a setting is about."""
        if name in GROUPS and not getattr(self.shown.sound, name):
            return
        for number, effect in enumerate(_EXAMPLES.get(name, ())):
            self.set_timer(0.001 + number * _EACH_S, partial(self._services.sounds.preview, effect))
        if name == "bell" and self.shown.sound.bell:
            self.app.bell()
        if name in {"music", "music_volume"} and self.shown.sound.music != Music.NONE:
            self._services.sounds.try_out(self.shown.sound)
