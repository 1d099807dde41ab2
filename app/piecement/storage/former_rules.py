"""Rules as earlier versions stored them: of games, and of the rule editor, where they are files of modes since."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2s
from typing import TYPE_CHECKING, Final

from piecement.session.own_rules import DIGITS, OwnRules
from piecement.storage import game_sql
from piecement.storage.mode_rankings import add_mode, rank_anew
from piecement.storage.rule_sets import ruleset_named
from piecement_base.database import Database, reading_rows
from piecement_base.ranking import ruleset_of
from piecement_engine import EngineError, Recording, RuleError

if TYPE_CHECKING:
    from piecement.session.own_modes import OwnModes


def move_to_files(database: Database, own_modes: "Callable[[], OwnModes]") -> None:
    """Write each rule set of the rule editor as a file, whose mode gets the games by all rules of that name.

    Rules that this version cannot play stay in the database. Raises `StorageError`.
    """
    for row in database.rows("SELECT name, line FROM rule_sets WHERE name != '' ORDER BY id"):
        with suppress(RuleError):
            mode = own_modes().write(OwnRules.read(row["line"])).stem
            prefix = f"{row['name']} #"
            with database.transaction(durable=True):
                add_mode(database, mode)
                database.change(
                    "UPDATE games SET mode = ? WHERE substr(mode, 1, ?) = ? AND length(mode) = ?",
                    (mode, len(prefix), prefix, len(prefix) + DIGITS),
                )
                rank_anew(database, mode)
                database.change("DELETE FROM modes WHERE name NOT IN (SELECT mode FROM games)")
                database.change("DELETE FROM rule_sets WHERE name = ?", (row["name"],))


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
            unknown = blake2s(json.dumps({"preset": name}).encode(), digest_size=8).hexdigest()
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
