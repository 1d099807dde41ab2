"""Settings of sound: effects, music, the bell of the terminal."""

from typing import Annotated, Final

from piecement.input.bindings import Bindings
from piecement.settings.choices import CHOICE_TEXTS, names_of
from piecement.settings.section import Section, setting
from piecement.settings.specs import Group
from piecement.settings.values import Choices, CommandKey, Range
from piecement.sound.effects import SoundSet
from piecement.sound.music import Music
from piecement_base.language import N_

AUTO: Final = "auto"
_ON: Final = "on"
_OFF: Final = "off"

OWN_SETS: Final[dict[str, str]] = {}
"""Description of each custom sound set, by name."""

_SETS: Final = Choices(
    lambda: CHOICE_TEXTS["effect_set"] | {name: (name, sentence) for name, sentence in OWN_SETS.items()}
)
_PERCENT: Final = Range(0, 100, 5, "%", {0: N_("silent")})

EFFECTS: Final = N_("Effects")
"""Heading of the effect settings."""

_MUTE_KEYS: Final = ("v", "f10")
"""Mute keys to fall back on if a player uses the chosen one."""


class Sound(Section):
    """Settings of sound. By default, game effects and a tune play."""

    sound: Annotated[str, names_of("sound"), Group("Sound")] = setting(AUTO, "Sound", "Turn sound on or off.")
    effects_volume: Annotated[int, _PERCENT] = setting(60, "Effects", "The volume of the effects.")
    effect_set: Annotated[str, _SETS] = setting(SoundSet.SOFT.value, "Instrument", "The style of the sound effects.")
    music: Annotated[str, names_of("music")] = setting(
        Music.MOUNTAIN_KING.value, "Tune", "The tune: faster by level, calm in menus."
    )
    music_volume: Annotated[int, _PERCENT] = setting(40, "Music", "The volume of the music.")
    moves: Annotated[bool, Group(EFFECTS)] = setting(True, "Moves", "A piece moves, rotates or is held.")
    drops: bool = setting(True, "Drops and locks", "A piece drops or locks; blocks fall.")
    pieces: bool = setting(False, "New pieces", "Each piece has a sound of its own as it appears.")
    clears: bool = setting(True, "Clears", "Lines by their number, spins, combos, perfect clears.")
    garbage: bool = setting(True, "Garbage", "Garbage is sent, waits or rises.")
    warnings: bool = setting(True, "Warnings", "The stack nears the top; the countdown.")
    results: bool = setting(True, "Levels and ends", "You level up; a game is won or lost.")
    menus: bool = setting(False, "Menus", "The cursor moves, a screen opens or closes.")
    bell: Annotated[bool, Group("Bell and key")] = setting(
        False, "Terminal bell", "Ring the terminal bell, even over SSH: garbage, danger, game end."
    )
    mute_key: Annotated[str, CommandKey()] = setting(
        "m", "Mute", "Turns sound off and on; F10 where a letter types a command."
    )

    def is_on(self, *, remote: bool) -> bool:
        """Return whether sound is on; `remote` means that the player is at another machine."""
        return self.sound == _ON or (self.sound == AUTO and not remote)

    @property
    def rings(self) -> bool:
        """Whether the bell of the terminal is on."""
        return self.bell and self.sound != _OFF

    def turned(self, *, on: bool, remote: bool = False) -> "Sound":
        """Return the section with sound on or off; for a remote player, on is explicit."""
        return self.with_values(sound=_OFF if not on else _ON if remote else AUTO)

    @property
    def mute_keys(self) -> tuple[str, str]:
        """Keys that mute outside games: the chosen one, and another for screens where that is a command."""
        return self.mute_key, _MUTE_KEYS[-1]

    def free_mute_key(self, *players: Bindings) -> str:
        """Return the key that mutes: the chosen one, or another if that is a key of a player."""
        keys = (self.mute_key, *_MUTE_KEYS)
        return next((key for key in keys if not any(player.button(key) for player in players)), "")
