"""Warnings about settings that do not go together: they are explained, and never changed by the game."""

from collections.abc import Callable
from typing import Final, NamedTuple

from piecement.settings.gameplay import Gameplay


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
        "With neither a shift nor a repeat delay every tap goes to the wall: single steps are not possible.",
    ),
    _warning(
        "das_ms arr_ms",
        lambda play: play.arr_ms > play.das_ms > 0,
        "The repeats are slower than the wait for the first: tapping is faster than holding.",
    ),
    _warning(
        "das_ms double_tap_ms",
        lambda play: play.double_tap_ms > play.das_ms > 0,
        "Two taps may take longer than holding the key: quick single steps would end at the wall.",
    ),
    _warning(
        "soft_drop_by soft_drop_factor",
        lambda play: play.soft_drop_by == "factor" and play.soft_drop_factor == 0,
        "A factor of 0 stops the fall while soft drop is held.",
    ),
    _warning(
        "soft_drop_by soft_drop_factor",
        lambda play: play.soft_drop_by == "factor" and 0 < play.soft_drop_factor < 1,
        "A factor below 1 makes a soft drop slower than the fall.",
    ),
    _warning(
        "hard_drop_guard_ms",
        lambda play: play.hard_drop_guard_ms > 250,
        "Hard drops that are meant come so soon after a piece, too: they would be ignored.",
    ),
    _warning(
        "appearance_delay_ms initial_rotation initial_hold initial_move",
        lambda play: play.appearance_delay_ms == 0 and "tapped" in _initial(play),
        "Without an appearance delay there is next to no time for a tap before a piece comes in.",
    ),
    _warning(
        "hold locking",
        lambda play: play.hold == "unlimited" and play.locking == "infinite",
        "With hold at any time and no end to the lock delay, a game can be kept going for ever.",
    ),
    _warning(
        "lock_resets locking",
        lambda play: play.locking == "extended_placement" and play.lock_resets == 0,
        "Without resets a piece locks as on the oldest machines.",
    ),
    _warning(
        "preview_count hold",
        lambda play: play.preview_count == 0 and play.hold != "off",
        "Without a preview the first hold brings a piece that nobody has seen.",
    ),
)


def setting_warnings(gameplay: Gameplay, name: str) -> tuple[str, ...]:
    """Return the warnings that apply to a setting now."""
    return tuple(
        warning.sentence for warning in SETTING_WARNINGS if name in warning.names and warning.applies(gameplay)
    )


def _initial(gameplay: Gameplay) -> frozenset[str]:
    return frozenset({gameplay.initial_rotation, gameplay.initial_hold, gameplay.initial_move})
