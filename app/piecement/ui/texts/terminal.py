"""Facts of the terminal, and warnings about settings that do not go together."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from piecement.language import _
from piecement.settings.gameplay import Gameplay
from piecement.terminal.detection import Characters
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
    "truecolor": Fact(True, _COLOURS, _("True colour: all looks as designed.")),
    "256": Fact(True, _COLOURS, _("256: looks use the nearest colours.")),
    "standard": Fact(False, _COLOURS, _("16: looks are simplified.")),
    "windows": Fact(False, _COLOURS, _("16: looks are simplified.")),
}
"""By the name that Rich has for the colours of a terminal."""

_NO_COLOURS: Final = Fact(False, _COLOURS, _("None: symbols tell pieces apart."))

_CHARACTER_FACTS: Final = {
    Characters.GOOD: Fact(True, _CHARACTERS, _("Unicode: blocks and lines as designed.")),
    Characters.WIDE: Fact(False, _CHARACTERS, _("Block characters are too wide here: using ASCII.")),
    Characters.BYTES: Fact(False, _CHARACTERS, _("No UTF-8 here: using ASCII.")),
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
        return Fact(True, _KEYS, _("Waiting for your terminal's answer."))
    if not keyboard.release_events:
        return Fact(False, _KEYS, _("No key releases: a held key repeats at your keyboard's rate."))
    if not keyboard.text_keys:
        return Fact(False, _KEYS, _("Releases for arrows only: held letters repeat at your keyboard's rate."))
    return Fact(True, _KEYS, _("Full key support: DAS and ARR work exactly as set."))


class SettingWarning(NamedTuple):
    """A warning about some settings."""

    names: frozenset[str]
    applies: Callable[[Gameplay], bool]
    sentence: str


def _warning(names: str, applies: Callable[[Gameplay], bool], sentence: str) -> SettingWarning:
    return SettingWarning(frozenset(names.split()), applies, sentence)


SETTING_WARNINGS: Final = (
    _warning(
        "das_ms arr_ms",
        lambda play: play.das_ms == 0 and play.arr_ms == 0,
        _("With DAS and ARR at 0, every tap goes to the wall: single steps are impossible."),
    ),
    _warning(
        "das_ms arr_ms",
        lambda play: play.arr_ms > play.das_ms > 0,
        _("ARR is longer than DAS: tapping is faster than holding."),
    ),
    _warning(
        "das_ms double_tap_ms",
        lambda play: play.double_tap_ms > play.das_ms > 0,
        _("The double tap time is longer than DAS: two quick taps would go to the wall."),
    ),
    _warning(
        "soft_drop_by soft_drop_factor",
        lambda play: play.soft_drop_by == "factor" and play.soft_drop_factor == 0,
        _("A factor of 0 stops the fall while soft drop is held."),
    ),
    _warning(
        "soft_drop_by soft_drop_factor",
        lambda play: play.soft_drop_by == "factor" and 0 < play.soft_drop_factor < 1,
        _("A factor below 1 makes a soft drop slower than the fall."),
    ),
    _warning(
        "hard_drop_guard_ms",
        lambda play: play.hard_drop_guard_ms > 250,
        _("This guard is long enough to block hard drops you mean."),
    ),
    _warning(
        "appearance_delay_ms initial_rotation initial_hold initial_move",
        lambda play: play.appearance_delay_ms == 0 and "tapped" in _initial(play),
        _("With an entry delay of 0 there is hardly any time to tap."),
    ),
    _warning(
        "hold locking",
        lambda play: play.hold == "unlimited" and play.locking == "infinite",
        _("With unlimited hold and lock delay, a game may never end."),
    ),
    _warning(
        "lock_resets locking",
        lambda play: play.locking == "extended_placement" and play.lock_resets == 0,
        _("With 0 resets, nothing resets the lock delay."),
    ),
    _warning(
        "preview_count hold",
        lambda play: play.preview_count == 0 and play.hold != "off",
        _("With no preview, the first hold brings an unknown piece."),
    ),
)


def setting_warnings(gameplay: Gameplay, name: str) -> tuple[str, ...]:
    """Return the warnings that apply to a setting now."""
    return tuple(
        warning.sentence for warning in SETTING_WARNINGS if name in warning.names and warning.applies(gameplay)
    )


def _initial(gameplay: Gameplay) -> frozenset[str]:
    return frozenset({gameplay.initial_rotation, gameplay.initial_hold, gameplay.initial_move})
