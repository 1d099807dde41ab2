"""Figures of a game that the engine does not count: how fast it is played, and how it stands beside another game."""

from typing import NamedTuple, Self

from piecement.session.statistics import AttackPace, SessionStatistics, pieces_per_second, presses_per_piece
from piecement_engine import Event, GameView, Piece
from piecement_engine.frozen import frozen
from piecement_engine.frozen_dataclass import frozen_dataclass


class RaceStanding(NamedTuple):
    """How the game stands in a race."""

    label: str
    value: str
    ahead: bool = False


@frozen
class LeadTaken(Event):
    """The game got ahead of the one that it races against."""

    kind = "lead_taken"


class Rival(NamedTuple):
    """What is seen of another game, which runs beside this one."""

    rows: tuple[tuple[int, ...], ...]
    """The tiles of each row, lowest first, without the empty rows on top."""
    piece: Piece | None


@frozen_dataclass(kw_only=True)
class Stats:
    """Figures that the engine does not count; None is not shown."""

    pieces_per_second: float | None = None
    keys_per_piece: float | None = None
    finesse: float | None = None
    """The part, 0 to 1, of the pieces placed with as few keys as can be."""
    combo: int | None = None
    back_to_back: int | None = None
    race: tuple[RaceStanding, ...] = ()
    """How the game stands in a race."""
    attack: AttackPace | None = None
    """How fast rows are sent."""

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
"""No figures besides the engine's."""
