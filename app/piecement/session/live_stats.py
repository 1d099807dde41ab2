"""Live figures that the engine does not count: pace, and comparison with another game."""

from typing import Final, NamedTuple, Self

from piecement.session.statistics import AttackPace, SessionStatistics, pieces_per_second, presses_per_piece
from piecement_engine import Event, GameView, Piece
from piecement_engine.frozen import frozen, frozen_dataclass


class RaceStanding(NamedTuple):
    """Label and value of a comparison in a race."""

    label: str
    value: str
    ahead: bool = False


@frozen
class LeadTaken(Event):
    """The player took the lead over the rival game."""

    kind = "lead_taken"


class Rival(NamedTuple):
    """Visible part of a rival game."""

    rows: tuple[tuple[int, ...], ...]
    """Tiles of each row, lowest first, without the empty rows on top."""
    piece: Piece | None


@frozen_dataclass(kw_only=True)
class Stats:
    """Figures that the engine does not count; None is not shown."""

    pieces_per_second: float | None = None
    keys_per_piece: float | None = None
    finesse: float | None = None
    """Fraction of pieces placed with the fewest presses, from 0 to 1."""
    combo: int | None = None
    back_to_back: int | None = None
    race: tuple[RaceStanding, ...] = ()
    """Comparisons of a race."""
    attack: AttackPace | None = None
    """Attack pace."""

    @classmethod
    def of(
        cls,
        view: GameView,
        statistics: SessionStatistics,
        race: tuple[RaceStanding, ...] = (),
        attack: AttackPace | None = None,
    ) -> Self:
        return cls(
            pieces_per_second=pieces_per_second(view.pieces, view.time_ns),
            keys_per_piece=presses_per_piece(statistics.counts.presses, view.pieces),
            finesse=statistics.finesse.part(view.pieces),
            combo=view.combo,
            back_to_back=view.back_to_back,
            race=race,
            attack=attack,
        )


NO_STATS = Stats()
"""Empty figures."""

STATS_INTERVAL_NS: Final = 250_000_000
"""Update interval of figures that would otherwise change with every frame (ns)."""
