"""Modes by their names: titles and rankings; modes with leaderboards, and that of a match."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from piecement_base.language import N_, _
from piecement_engine import MODES, Mode, Rules
from piecement_engine.modes import OptionValue

LEADERBOARD_MODES: Final = tuple(name for name, mode in MODES.items() if mode.group != "Practice")
"""Modes with leaderboards, in menu order."""

MATCH_MODE: Final = Mode(
    name="match",
    title=N_("Match"),
    sentence=N_("Send garbage until your opponent tops out."),
    rules=Rules(start_level=1),
    ranking=("-lines",),
    headline="lines",
)
"""Mode of the games of a match; its only goal is to outlast the other side."""


class ModeRanking(NamedTuple):
    """The order of a mode's games, as in `Mode`."""

    ranking: tuple[str, ...]
    headline: str


_UNLISTED: Final[dict[str, ModeRanking]] = {}
"""Rankings by name of played modes that are not among `MODES`: packs of puzzles, rules without a file."""
_BY_SCORE: Final = ModeRanking(("-score", "time"), "score")


def mode_ranking(mode: str) -> Mode | ModeRanking:
    """Return the order of a mode's games; by score for one that was never seen."""
    return MODES.get(mode) or _UNLISTED.get(mode) or _BY_SCORE


def has_ranking(mode: str) -> bool:
    """Return whether the order of a mode's games is known."""
    return mode in MODES or mode in _UNLISTED


def remember_ranking(mode: str, ranking: ModeRanking) -> None:
    """Remember the order of the games of a mode that is not among `MODES`."""
    _UNLISTED[mode] = ranking


def mode_title(mode: str) -> str:
    """Return the title of a mode, or its name if this version does not know it."""
    return _(MODES[mode].title) if mode in MODES else mode


def mode_headline(mode: str) -> str:
    """Return the main result of a mode."""
    return mode_ranking(mode).headline or "score"


def variant_key(mode: str, options: Mapping[str, OptionValue]) -> str:
    """Return the options that differ from the mode's defaults, such as `goal=9 rows=4`; empty if none do."""
    known = MODES[mode].options if mode in MODES else ()
    defaults = {option.name: option.default for option in known}
    changed = sorted(name for name, value in options.items() if value != defaults.get(name))
    return " ".join(f"{name}={options[name]}" for name in changed)
