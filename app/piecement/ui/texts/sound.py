"""Texts about sound, and the notice of the key that toggles it."""

from collections.abc import Mapping
from typing import Final

from piecement.sound.effects import EFFECT_ROWS
from piecement.sound.outputs import MINIAUDIO, has_device, outputs
from piecement.terminal.environment import is_remote
from piecement.ui.sounds import Sounds
from piecement_base.language import N_, _


def toggle_sound(sounds: Sounds) -> str:
    """Turn sound off or on, and return the notice for the player."""
    if not sounds.toggle():
        return _("Sound off")
    return _("Sound on") if sounds.is_playing else _("Sound on, but no output found")


def output_sentence(environment: Mapping[str, str]) -> str:
    """Return the output that sound uses here, or the reason why there is none."""
    found = [*outputs()]
    if not has_device(environment):
        return _("No sound: no sound card or sound server found.")
    if not found:
        return _("No player found: run pip install 'piecement[sound]', or install pw-cat, paplay or aplay.")
    plays = _("Plays through {name}.").format(name=found[0])
    if found[0] == MINIAUDIO:
        plays = _("Plays through the library miniaudio.")
    return f"{plays} {_('Over SSH, it plays on the remote machine.')}" if is_remote(environment) else plays


EFFECT_TEXTS: Final = {effect: (N_(row["title"]), N_(row["seen"])) for effect, row in EFFECT_ROWS.items()}
"""Name of each effect, and its visible equivalent: no information is given by sound alone."""
