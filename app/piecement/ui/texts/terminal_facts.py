"""What a terminal can and cannot do, in a line each."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from piecement.language import _
from piecement.terminal.character_widths import Characters
from piecement.terminal.key_events import KeyboardCapabilities


class Fact(NamedTuple):
    """Something that a terminal has or lacks."""

    is_good: bool
    title: str
    meaning: str


_KEYS: Final = _("Keys")
_COLOURS: Final = _("Colours")
_CHARACTERS: Final = _("Characters")

_COLOUR_FACTS: Final = {
    "truecolor": Fact(True, _COLOURS, _("All 16 million: every look as it was drawn.")),
    "256": Fact(True, _COLOURS, _("256: every look in the nearest of them.")),
    "standard": Fact(False, _COLOURS, _("16: the looks share them.")),
    "windows": Fact(False, _COLOURS, _("16: the looks share them.")),
}
"""By the name that Rich has for the colours of a terminal."""

_NO_COLOURS: Final = Fact(False, _COLOURS, _("None: signs tell the pieces apart."))

_CHARACTER_FACTS: Final = {
    Characters.GOOD: Fact(True, _CHARACTERS, _("Unicode: blocks and lines as they were drawn.")),
    Characters.WIDE: Fact(False, _CHARACTERS, _("Blocks are too wide here, so all is drawn in ASCII.")),
    Characters.BYTES: Fact(False, _CHARACTERS, _("No UTF-8 here, so all is drawn in ASCII.")),
}


def terminal_facts(
    keyboard: KeyboardCapabilities | None, colour_system: str | None, characters: Characters
) -> Iterator[Fact]:
    """Yield what there is to say about keys, colours and characters; a keyboard of None has not been reported yet."""
    yield _keys(keyboard)
    yield _COLOUR_FACTS.get(colour_system or "", _NO_COLOURS)
    yield _CHARACTER_FACTS[characters]


def _keys(keyboard: KeyboardCapabilities | None) -> Fact:
    if keyboard is None:
        return Fact(True, _KEYS, _("Waiting for the terminal's answer."))
    if not keyboard.release_events:
        return Fact(False, _KEYS, _("No releases: a held key repeats as the keyboard does."))
    if not keyboard.text_keys:
        return Fact(False, _KEYS, _("Releases of arrows only: a held letter repeats as the keyboard does."))
    return Fact(True, _KEYS, _("Press and release: a held key moves at your own speed."))
