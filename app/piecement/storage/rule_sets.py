"""Rule sets: the rules that games were played by, each under one name, and their hashes."""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from piecement.session.own_rules import OWN_RULES
from piecement.settings.presets import NAMED_RULES
from piecement.settings.styles import STYLES
from piecement_base.plan import options_of
from piecement_base.ranking import Leaderboard
from piecement_engine import MODES, EngineError

STYLE_RULES: Final = tuple(style.gameplay for style in STYLES.values())
"""Presets of gameplay that are the rules of a style; their names are those of the rules."""


class RuleSet(NamedTuple):
    """Rules under one name, in all modes."""

    name: str
    """Name of a style or of a preset, built-in or custom; shown translated."""
    rulesets: frozenset[str]
    """The hashes of the rules that they come to in each mode."""


@cache
def ruleset_named(name: str, mode: str, variant: str = "") -> str:
    """Return the hash of named rules in a mode with some options; an empty text if one of them is unknown."""
    if mode not in MODES or name not in NAMED_RULES:
        return ""
    try:
        overrides = NAMED_RULES[name].overrides(key_releases=True)
        return Leaderboard.of(MODES[mode], options_of(mode, variant), overrides).ruleset
    except EngineError:  # of options that this version does not know
        return ""


def names_of(leaderboard: Leaderboard) -> tuple[str, ...]:
    """Return the names of the rules of a leaderboard: of styles, else of built-in presets, else none.

    In a mode with rules of its own it has more than one name.
    """
    return _names_of(leaderboard, STYLE_RULES) or _names_of(leaderboard, NAMED_RULES)


def _names_of(leaderboard: Leaderboard, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(
        name for name in names if ruleset_named(name, leaderboard.mode, leaderboard.variant) == leaderboard.ruleset
    )


def rule_sets(played: Iterable[tuple[Leaderboard, str]]) -> tuple[RuleSet, ...]:
    """Return the rules of leaderboards, each with the preset of its best game: the styles first, own ones last."""
    found: dict[str, set[str]] = {}
    for leaderboard, preset in played:
        for name in names_of(leaderboard) or (preset or OWN_RULES,):
            found.setdefault(name, set()).add(leaderboard.ruleset)
    order = [*(name for name in NAMED_RULES if name in found), *sorted(found.keys() - NAMED_RULES.keys())]
    return tuple(RuleSet(name, frozenset(found[name])) for name in order)
