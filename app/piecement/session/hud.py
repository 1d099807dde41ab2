"""Values that the HUD shows beside those of the engine: statistics, comparisons of a race, the game to beat."""

from typing import Final, NamedTuple, Self

from piecement.session.statistics import AttackPace, SessionStatistics, pieces_per_second, presses_per_piece
from piecement_engine import GameView, Piece

STATS_INTERVAL_NS: Final = 250_000_000
"""Update interval of figures that would otherwise change with every frame (ns)."""


class RaceStanding(NamedTuple):
    """Label and value of a comparison in a race."""

    label: str
    value: str
    ahead: bool = False
    short: str = ""
    """Label where there is no room for the other."""


class RaceSplit(NamedTuple):
    """Step of a race that is done."""

    step: str
    value: str
    difference: str = ""
    """Difference from the best game; empty without one."""
    ahead: bool = False


class Rival(NamedTuple):
    """Visible part of a rival game."""

    rows: tuple[tuple[int, ...], ...]
    """Tiles of each row, lowest first, without the empty rows on top."""
    piece: Piece | None


class HudStats(NamedTuple):
    """Figures of the HUD that the engine does not count; None is not shown."""

    pieces_per_second: float | None = None
    keys_per_piece: float | None = None
    finesse: float | None = None
    """Fraction of pieces placed with the fewest presses, from 0 to 1."""
    combo: int | None = None
    back_to_back: int | None = None
    race: tuple[RaceStanding, ...] = ()
    """Comparisons of a race."""
    splits: tuple[RaceSplit, ...] = ()
    """Last steps of a race."""
    best_part: float | None = None
    """Fraction of the goal that the best game had reached by now, from 0 to 1."""
    attack: AttackPace | None = None
    alone: tuple[int, int] | None = None
    """Rows and spike of a game that is played alone."""

    @classmethod
    def of(cls, view: GameView, statistics: SessionStatistics, attack: AttackPace | None = None) -> Self:
        """Return the figures of a game without a race; `attack` is the pace in a match."""
        pieces = view.pieces
        return cls(
            pieces_per_second=pieces_per_second(pieces, view.time_ns),
            keys_per_piece=presses_per_piece(statistics.counts.presses, pieces),
            finesse=statistics.finesse.part(pieces),
            combo=view.combo,
            back_to_back=view.back_to_back,
            attack=attack or AttackPace.of(statistics.attack.rows, 0, view.time_ns),
            alone=None if attack else (statistics.attack.rows, statistics.attack.spike),
        )
