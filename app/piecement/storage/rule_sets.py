"""Rule sets: the rules that games were played by, each under one name, and their hashes."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2s
from typing import Final, NamedTuple

from piecement.session.own_rules import OWN_RULES
from piecement.settings.named_rules import NAMED_RULES
from piecement.settings.styles import STYLES
from piecement.storage import game_sql
from piecement_base.database import Database, reading_rows
from piecement_base.modes import options_of
from piecement_base.ranking import Leaderboard, ruleset_of
from piecement_engine import MODES, EngineError, Recording

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


_FORMER_PRESETS: Final[Mapping[str, str]] = {
    "Default": "tetrs, 4 previews",
    "Guideline": "SRS, 3 previews",
    "Tetrs": "tetrs",
}
"""Present names of built-in presets of games before version 10 of the database."""

_KINDS_WITHOUT_RULESET: Final = """
    SELECT mode, variant, preset, rules,
        max(CASE WHEN EXISTS (SELECT 1 FROM recordings WHERE game = games.id) THEN id END) AS recorded
    FROM games WHERE ruleset = '' GROUP BY mode, variant, preset, rules
"""
"""Distinct rules among games without a ruleset hash, each with a recorded game if there is one."""
_SET_RULESET: Final = """
    UPDATE games SET ruleset = ? WHERE (mode, variant, preset, rules) = (?, ?, ?, ?) AND ruleset = ''
"""


@reading_rows()
def add_rulesets(database: Database) -> None:
    """Write the rules of games that have none, as they were stored before rules were ranked.

    They are those of a recording; without one those of the built-in preset; games by another preset are ranked with
    all others by that.
    """
    if not database.column("SELECT EXISTS (SELECT 1 FROM games WHERE ruleset = '')")[0]:
        return
    with database.transaction():
        for mode, variant, preset, rules, recorded in map(tuple, database.rows(_KINDS_WITHOUT_RULESET)):
            name = _FORMER_PRESETS.get(preset, preset)
            unknown = blake2s(json.dumps({"preset": str(name)}).encode(), digest_size=8).hexdigest()
            ruleset = _recorded_ruleset(database, recorded) or ruleset_named(name, mode, variant) or unknown
            database.change(_SET_RULESET, (ruleset, mode, variant, preset, rules))


def _recorded_ruleset(database: Database, game: int | None) -> str:
    """Return the hash of the rules of a recording, or an empty text if there is none or it is damaged."""
    row = None if game is None else database.row(game_sql.RECORDING, (game,))
    if row is None:
        return ""
    try:
        return ruleset_of(Recording.from_text(row["text"]).setup.rules)
    except EngineError:
        return ""
