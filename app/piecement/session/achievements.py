"""Achievements: a table of goals in one game or over all games, based on stored figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from piecement_base.language import N_
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
    _sum("first_game", N_("First steps"), N_("Play a game."), Need(GAMES, 1)),
    _game("first_win", N_("It works"), N_("Win a game."), won=True),
    _game("quad", N_("Four at once"), N_("Clear four lines with one piece."), Need("quads", 1)),
    _game("quads_10", N_("Well digger"), N_("Make ten quads in a game."), Need("quads", 10)),
    _game("spin", N_("Round the corner"), N_("Spin a piece into place."), Need("spins", 1)),
    _game("spins_10", N_("Dizzy"), N_("Make ten spins in a game."), Need("spins", 10)),
    _game("perfect", N_("Clean slate"), N_("Make a perfect clear."), Need("perfect_clears", 1)),
    _game("perfects_3", N_("Spotless"), N_("Make three perfect clears in a game."), Need("perfect_clears", 3)),
    _game("combo_5", N_("Chain"), N_("Reach a combo of five."), Need("max_combo", 5)),
    _game("combo_10", N_("Long chain"), N_("Reach a combo of ten."), Need("max_combo", 10)),
    _game("b2b_5", N_("Back to back"), N_("Reach a back-to-back of five."), Need("max_back_to_back", 5)),
    _game("b2b_15", N_("Relentless"), N_("Reach a back-to-back of fifteen."), Need("max_back_to_back", 15)),
    _won_40_lines("forty", N_("Forty lines"), N_("Win 40 Lines.")),
    _won_40_lines("forty_120", N_("Warmed up"), N_("Win 40 Lines in under 2 minutes."), _in_time(120)),
    _won_40_lines("forty_60", N_("Under a minute"), N_("Win 40 Lines in under a minute."), _in_time(60)),
    _won_40_lines("forty_40", N_("Faster than light"), N_("Win 40 Lines in under 40 seconds."), _in_time(40)),
    _won_40_lines("no_hold", N_("Hands off"), N_("Win 40 Lines without hold."), Need("holds", most=0)),
    _game("marathon", N_("Long run"), N_("Win Marathon."), mode="marathon", won=True),
    _game("marathon_100k", N_("Six digits"), N_("Score 100,000 in Marathon."), Need("score", 100_000), mode="marathon"),
    _game("twenty_g", N_("Instant gravity"), N_("Win 20G."), mode="20g", won=True),
    _game("cheese", N_("Cheese eater"), N_("Win Cheese."), mode="cheese", won=True),
    _game("dig", N_("Ground floor"), N_("Win Dig."), mode="dig", won=True),
    _game("invisible", N_("By heart"), N_("Clear 20 lines in Invisible."), Need("lines", 20), mode="invisible"),
    _game("classic", N_("Old school"), N_("Clear 100 lines in Classic."), Need("lines", 100), mode="classic"),
    _game("pace_2", N_("Quick"), N_("Place 40 pieces at 2 per second."), Need(PACE, 2000), _FORTY_PIECES),
    _game("pace_3", N_("Very quick"), N_("Place 40 pieces at 3 per second."), Need(PACE, 3000), _FORTY_PIECES),
    _game("finesse", N_("Finesse"), N_("Play 40 pieces with perfect finesse."), Need("faulty", most=0), _FORTY_PIECES),
    _sum("games_100", N_("Regular"), N_("Finish 100 games."), Need(GAMES, 100)),
    _sum("lines_1000", N_("A thousand lines"), N_("Clear 1,000 lines in total."), Need("lines", 1_000)),
    _sum("lines_10000", N_("Ten thousand lines"), N_("Clear 10,000 lines in total."), Need("lines", 10_000)),
    _sum("modes_10", N_("Curious"), N_("Play 10 different modes."), Need(MODES, 10)),
    _sum("hours_10", N_("Ten hours"), N_("Play for 10 hours in total."), Need("time", 36_000 * SECOND_NS)),
)

BY_NAME: Final[Mapping[str, Achievement]] = {one.name: one for one in ACHIEVEMENTS}
