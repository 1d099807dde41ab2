"""Texts about sound."""

from collections.abc import Iterator, Mapping
from typing import Final

from piecement.language import _
from piecement.sound.names import Effect
from piecement.sound.outputs import MINIAUDIO, has_device, is_remote, outputs
from piecement.ui.sounds import Sounds


def sound_turned(sounds: Sounds) -> Iterator[str]:
    """Turn sound off or on, and yield what to say of it."""
    if not sounds.toggle():
        yield _("Sound off")
    elif sounds.is_playing:
        yield _("Sound on")
    else:
        yield _("Sound on, but no output found")


def output_sentence(environment: Mapping[str, str]) -> str:
    """Return the output that sound uses here, or the reason why there is none."""
    names = [*outputs()]
    if not has_device(environment):
        return _("No sound: no sound card or sound server found.")
    if not names:
        return _("No player found: install piecement[sound], pw-cat, paplay or aplay.")
    plays = _("Plays through {name}.").format(name=names[0])
    if names[0] == MINIAUDIO:
        plays = _("Plays through the library miniaudio.")
    return f"{plays} {_('Over SSH, it plays on the remote machine.')}" if is_remote(environment) else plays


EFFECT_TITLES: Final[Mapping[Effect, str]] = {
    Effect.MOVE: _("Move"),
    Effect.ROTATE: _("Rotate"),
    Effect.HOLD: _("Hold"),
    Effect.SOFT_DROP: _("Soft drop"),
    Effect.HARD_DROP: _("Hard drop"),
    Effect.LOCK: _("Lock"),
    Effect.SINK: _("Blocks fall"),
    Effect.SINGLE: _("Single"),
    Effect.DOUBLE: _("Double"),
    Effect.TRIPLE: _("Triple"),
    Effect.TETRA: _("Quadruple"),
    Effect.SPIN: _("Spin"),
    Effect.SPIN_CLEAR: _("Spin clear"),
    Effect.BACK_TO_BACK: _("Back-to-back"),
    Effect.COMBO: _("Combo"),
    Effect.PERFECT_CLEAR: _("Perfect clear"),
    Effect.ATTACK: _("Garbage sent"),
    Effect.GARBAGE_WAITING: _("Garbage due"),
    Effect.GARBAGE_RISING: _("Garbage rises"),
    Effect.DANGER: _("Danger"),
    Effect.COUNT: _("Countdown"),
    Effect.GO: _("Go"),
    Effect.LEVEL_UP: _("Level up"),
    Effect.NEWS: _("Message"),
    Effect.WON: _("Won"),
    Effect.GAME_OVER: _("Game over"),
    Effect.MENU_STEP: _("Cursor"),
    Effect.MENU_CHOOSE: _("Screen opens"),
    Effect.MENU_BACK: _("Screen closes"),
}
"""Name of each effect for the player."""

_MESSAGE: Final = _("the lines clear, and a message names them")
_SPIN: Final = _("a message names the spin")
_END: Final = _("the end message, then the next screen")

SEEN: Final[Mapping[Effect, str]] = {
    Effect.MOVE: _("the piece moves"),
    Effect.ROTATE: _("the piece rotates"),
    Effect.HOLD: _("the piece is in hold"),
    Effect.SOFT_DROP: _("the piece falls faster"),
    Effect.HARD_DROP: _("the piece hits the ground"),
    Effect.LOCK: _("the piece joins the stack"),
    Effect.SINK: _("blocks fall"),
    Effect.SINGLE: _MESSAGE,
    Effect.DOUBLE: _MESSAGE,
    Effect.TRIPLE: _MESSAGE,
    Effect.TETRA: _MESSAGE,
    Effect.SPIN: _SPIN,
    Effect.SPIN_CLEAR: _SPIN,
    Effect.BACK_TO_BACK: _("the back-to-back counter"),
    Effect.COMBO: _("the combo counter"),
    Effect.PERFECT_CLEAR: _("the board is empty, and a message says so"),
    Effect.ATTACK: _("the match counters"),
    Effect.GARBAGE_WAITING: _("the incoming garbage bar"),
    Effect.GARBAGE_RISING: _("rows rise from below"),
    Effect.DANGER: _("the stack is near the top"),
    Effect.COUNT: _("the countdown number"),
    Effect.GO: _("the countdown ends"),
    Effect.LEVEL_UP: _("the level counter"),
    Effect.NEWS: _("a message"),
    Effect.WON: _END,
    Effect.GAME_OVER: _END,
    Effect.MENU_STEP: _("the cursor moves"),
    Effect.MENU_CHOOSE: _("a new screen"),
    Effect.MENU_BACK: _("the previous screen"),
}
"""Visible equivalent of each effect: no information is given by sound alone."""
