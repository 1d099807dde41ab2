"""Achievements: a table of goals in one game or over all games, based on stored figures."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from piecement.terminal.clock import SECOND_NS
from piecement_base.tables import read_table

GAMES: Final = "games"
"""Figure that is 1 for each game, and no column of a stored one."""
MODES: Final = "modes"
"""Figure that counts distinct modes."""
PACE: Final = "pace"
"""Figure in pieces per 1000 s."""


@dataclass(frozen=True, slots=True)
class Need:
    """Limits of a figure of one game or of its sum over all games."""

    figure: str
    """Result or count of a stored game (times in ns), or one of the figures above."""
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Achievement:
    """Goal for a player. Goals of a single game require a ranked one; sums include all games not played by a bot."""

    name: str
    title: str
    sentence: str
    needs: tuple[Need, ...] = ()
    """Needs that a single game has to meet together."""
    mode: str = ""
    """Mode of the game; empty for any."""
    won: bool = False
    """Whether the game has to be won."""
    of_all: bool = False
    """Whether the achievement counts all games together."""


def _read(row: dict[str, str]) -> Achievement:
    needs = tuple(map(_need, row["needs"].split()))
    texts = row["name"], row["title"], row["sentence"]
    return Achievement(*texts, needs, row["mode"], won=row["won"] == "yes", of_all=row["of_all"] == "yes")


def _need(text: str) -> Need:
    """Return a need such as `quads>=10`, or `time<=60s`."""
    figure, sign, limit = re.split("([<>]=)", text)
    value = int(limit.removesuffix("s")) * (SECOND_NS if limit.endswith("s") else 1)
    return Need(figure, value) if sign == ">=" else Need(figure, most=value)


ACHIEVEMENTS: Final = tuple(map(_read, read_table(__file__, "achievements.csv")))

BY_NAME: Final[Mapping[str, Achievement]] = {one.name: one for one in ACHIEVEMENTS}
