"""Samples of sounds, played while they are set."""

from functools import partial
from typing import Final

from textual.screen import Screen

from piecement.settings.sound import Sound
from piecement.sound.effects import GROUPS, Effect
from piecement.sound.music import Music
from piecement.ui.sounds import Sounds

_SAMPLES: Final[dict[str, tuple[Effect, ...]]] = {
    "sound": (Effect.DOUBLE,),
    "effects_volume": (Effect.DOUBLE,),
    "effect_set": (Effect.TETRA,),
    **GROUPS,
}
"""Effects to hear for each setting."""

_EACH_S: Final = 0.35
"""Interval between two effects (s)."""


class SoundSamples:
    """Player of samples for a screen of sound settings: of a changed one, and of the choice under the cursor."""

    def __init__(self, sounds: Sounds, screen: Screen[None], now: Sound) -> None:
        self._sounds: Final = sounds
        self._screen: Final = screen
        self._heard = now

    def follow(self, now: Sound, shown: Sound) -> None:
        """Play what was changed, and the set or the music that the cursor is on."""
        changed = [name for name in now.names() if getattr(now, name) != getattr(self._heard, name)]
        self._heard = now
        for name in changed:
            self.play(name, now)
        self._sounds.try_out(shown)
        if shown.effect_set != now.effect_set:
            self.play("effect_set", shown)

    def play(self, name: str, sound: Sound) -> None:
        """Play samples of a setting; effects that are off play nothing."""
        if name in GROUPS and not getattr(sound, name):
            return
        for number, effect in enumerate(_SAMPLES.get(name, ())):
            self._screen.set_timer(0.001 + number * _EACH_S, partial(self._sounds.preview, effect))
        if name == "bell" and sound.bell:
            self._screen.app.bell()
        if name in {"music", "music_volume"} and sound.music != Music.NONE:
            self._sounds.try_out(sound)

    def end(self) -> None:
        self._sounds.try_out(None)
