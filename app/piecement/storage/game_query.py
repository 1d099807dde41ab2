"""Queries of games: filters and an order."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from piecement.storage import game_sql
from piecement_base import timestamps
from piecement_base.origin import Owner

SORTS: Final = tuple(game_sql.SORTS)
"""Names of the orders."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameQuery:
    """Filters and order of a list of games."""

    mode: str | None = None
    preset: str | None = None
    rulesets: frozenset[str] | None = None
    """Hashes of rules, as those of a `RuleSet`."""
    since: datetime | None = None
    owner: Owner | None = None
    """Player of the games, of which those of bots are left out; None for all games."""
    recorded: bool = False
    """Whether to leave out games without a recording."""
    sort: str = "rank"
    """A name in `SORTS`; `rank` is the order of each mode, best first."""
    descending: bool = False
    """Whether to sort in descending order."""

    def select(self, columns: str, rest: str = "", **more: object) -> tuple[str, dict[str, object]]:
        """Return the statement that selects columns of the games that pass the filters, and its values.

        `rest` follows the filters; `more` are the values of it.
        """
        values: dict[str, object] = {
            "mode": self.mode,
            "preset": self.preset,
            "rulesets": None if self.rulesets is None else json.dumps(sorted(self.rulesets)),
            "since_ms": self.since and timestamps.to_ms(self.since),
            "owner": self.owner and self.owner.value,
            "recorded": self.recorded or None,
        }
        given = {name: value for name, value in values.items() if value is not None}
        filters = " AND ".join(game_sql.FILTERS[name] for name in given) or "1"
        return f"SELECT {columns} FROM games WHERE {filters} {rest}", {**given, **more}


ALL: Final = GameQuery()
