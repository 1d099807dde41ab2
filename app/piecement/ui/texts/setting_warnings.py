"""Warnings about settings that do not go together."""

from collections.abc import Callable
from typing import Final, NamedTuple

from piecement.language import _
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
