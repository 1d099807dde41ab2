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


_MESSAGE: Final = _("the lines clear, and a message names them")
_SPIN: Final = _("a message names the spin")
_END: Final = _("the end message, then the next screen")

EFFECT_TEXTS: Final[Mapping[Effect, tuple[str, str]]] = {
    Effect.MOVE: (_("Move"), _("the piece moves")),
    Effect.ROTATE: (_("Rotate"), _("the piece rotates")),
    Effect.HOLD: (_("Hold"), _("the piece is in hold")),
    Effect.SOFT_DROP: (_("Soft drop"), _("the piece falls faster")),
    Effect.HARD_DROP: (_("Hard drop"), _("the piece hits the ground")),
    Effect.LOCK: (_("Lock"), _("the piece joins the stack")),
    Effect.SINK: (_("Blocks fall"), _("blocks fall")),
    Effect.SINGLE: (_("Single"), _MESSAGE),
    Effect.DOUBLE: (_("Double"), _MESSAGE),
    Effect.TRIPLE: (_("Triple"), _MESSAGE),
    Effect.TETRA: (_("Quadruple"), _MESSAGE),
    Effect.SPIN: (_("Spin"), _SPIN),
    Effect.SPIN_CLEAR: (_("Spin clear"), _SPIN),
    Effect.BACK_TO_BACK: (_("Back-to-back"), _("the back-to-back counter")),
    Effect.COMBO: (_("Combo"), _("the combo counter")),
    Effect.PERFECT_CLEAR: (_("Perfect clear"), _("the board is empty, and a message says so")),
    Effect.ATTACK: (_("Garbage sent"), _("the match counters")),
    Effect.GARBAGE_WAITING: (_("Garbage due"), _("the incoming garbage bar")),
    Effect.GARBAGE_RISING: (_("Garbage rises"), _("rows rise from below")),
    Effect.DANGER: (_("Danger"), _("the stack is near the top")),
    Effect.COUNT: (_("Countdown"), _("the countdown number")),
    Effect.GO: (_("Go"), _("the countdown ends")),
    Effect.LEVEL_UP: (_("Level up"), _("the level counter")),
    Effect.NEWS: (_("Message"), _("a message")),
    Effect.WON: (_("Won"), _END),
    Effect.GAME_OVER: (_("Game over"), _END),
    Effect.MENU_STEP: (_("Cursor"), _("the cursor moves")),
    Effect.MENU_CHOOSE: (_("Screen opens"), _("a new screen")),
    Effect.MENU_BACK: (_("Screen closes"), _("the previous screen")),
}
"""Name of each effect, and its visible equivalent: no information is given by sound alone."""
