"""Achievements: a table of goals in one game or over all games, based on stored figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from piecement.language import _
from piecement.terminal.clock import SECOND_NS

GAMES: Final = "games"
MODES: Final = "modes"
PACE: Final = "pace"
"""Figures that are not columns of a stored game: 1 per game, distinct modes, and pieces per 1000 s."""


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


def _game(name: str, title: str, sentence: str, *needs: Need, mode: str = "", won: bool = False) -> Achievement:
    return Achievement(name, title, sentence, needs, mode, won)


def _won_40_lines(name: str, title: str, sentence: str, *needs: Need) -> Achievement:
    return Achievement(name, title, sentence, needs, "40_lines", won=True)


def _sum(name: str, title: str, sentence: str, need: Need) -> Achievement:
    return Achievement(name, title, sentence, (need,), of_all=True)


def _in_time(seconds: int) -> Need:
    return Need("time", most=seconds * SECOND_NS)


_FORTY_PIECES: Final = Need("pieces", 40)

ACHIEVEMENTS: Final = (
    _sum("first_game", _("First steps"), _("Play a game."), Need(GAMES, 1)),
    _game("first_win", _("It works"), _("Win a game."), won=True),
    _game("quad", _("Four at once"), _("Clear four lines with one piece."), Need("quads", 1)),
    _game("quads_10", _("Well digger"), _("Make ten quads in a game."), Need("quads", 10)),
    _game("spin", _("Round the corner"), _("Spin a piece into place."), Need("spins", 1)),
    _game("spins_10", _("Dizzy"), _("Make ten spins in a game."), Need("spins", 10)),
    _game("perfect", _("Clean slate"), _("Make a perfect clear."), Need("perfect_clears", 1)),
    _game("perfects_3", _("Spotless"), _("Make three perfect clears in a game."), Need("perfect_clears", 3)),
    _game("combo_5", _("Chain"), _("Reach a combo of five."), Need("max_combo", 5)),
    _game("combo_10", _("Long chain"), _("Reach a combo of ten."), Need("max_combo", 10)),
    _game("b2b_5", _("Back to back"), _("Reach a back-to-back of five."), Need("max_back_to_back", 5)),
    _game("b2b_15", _("Relentless"), _("Reach a back-to-back of fifteen."), Need("max_back_to_back", 15)),
    _won_40_lines("forty", _("Forty lines"), _("Win 40 Lines.")),
    _won_40_lines("forty_120", _("Warmed up"), _("Win 40 Lines in under 2 minutes."), _in_time(120)),
    _won_40_lines("forty_60", _("Under a minute"), _("Win 40 Lines in under a minute."), _in_time(60)),
    _won_40_lines("forty_40", _("Faster than light"), _("Win 40 Lines in under 40 seconds."), _in_time(40)),
    _won_40_lines("no_hold", _("Hands off"), _("Win 40 Lines without hold."), Need("holds", most=0)),
    _game("marathon", _("Long run"), _("Win Marathon."), mode="marathon", won=True),
    _game("marathon_100k", _("Six digits"), _("Score 100,000 in Marathon."), Need("score", 100_000), mode="marathon"),
    _game("twenty_g", _("Instant gravity"), _("Win 20G."), mode="20g", won=True),
    _game("cheese", _("Cheese eater"), _("Win Cheese."), mode="cheese", won=True),
    _game("dig", _("Ground floor"), _("Win Dig."), mode="dig", won=True),
    _game("invisible", _("By heart"), _("Clear 20 lines in Invisible."), Need("lines", 20), mode="invisible"),
    _game("classic", _("Old school"), _("Clear 100 lines in Classic."), Need("lines", 100), mode="classic"),
    _game("pace_2", _("Quick"), _("Place 40 pieces at 2 per second."), Need(PACE, 2000), _FORTY_PIECES),
    _game("pace_3", _("Very quick"), _("Place 40 pieces at 3 per second."), Need(PACE, 3000), _FORTY_PIECES),
    _game("finesse", _("Finesse"), _("Play 40 pieces with perfect finesse."), Need("faulty", most=0), _FORTY_PIECES),
    _sum("games_100", _("Regular"), _("Finish 100 games."), Need(GAMES, 100)),
    _sum("lines_1000", _("A thousand lines"), _("Clear 1,000 lines in total."), Need("lines", 1_000)),
    _sum("lines_10000", _("Ten thousand lines"), _("Clear 10,000 lines in total."), Need("lines", 10_000)),
    _sum("modes_10", _("Curious"), _("Play 10 different modes."), Need(MODES, 10)),
    _sum("hours_10", _("Ten hours"), _("Play for 10 hours in total."), Need("time", 36_000 * SECOND_NS)),
)

BY_NAME: Final[Mapping[str, Achievement]] = {one.name: one for one in ACHIEVEMENTS}
