"""Rules of the rule editor as it stored them up to version 11 of the database, where they are files of modes since."""

from contextlib import suppress

from piecement.session.own_rules import DIGITS, OwnRules
from piecement.settings.own_modes import OwnModes
from piecement.storage.mode_rankings import add_mode, rank_anew
from piecement_base.database import Database
from piecement_engine import RuleError


def move_to_files(database: Database, modes: OwnModes) -> None:
    """Write each rule set as a file, whose mode gets the games by all rules of that name. Raises `StorageError`.

    Rules that this version cannot play stay in the database.
    """
    for row in database.rows("SELECT name, line FROM rule_sets WHERE name != '' ORDER BY id"):
        with suppress(RuleError):
            mode = modes.write(OwnRules.read(row["line"])).stem
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
