"""What a player did in one game, counted from the game's events and the presses of buttons."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from piecement_engine import Finesse, GameView, Tracker
from piecement_engine.events import Accolade, Event, PieceHeld, Spin


@dataclass(slots=True)
class SessionStatistics(Tracker):
    """The counts of one game; they do not depend on what was drawn, or when."""

    presses: int = 0
    """How often a button was pressed."""
    holds: int = 0
    """How often a piece was swapped into hold."""
    clears: Counter[int] = field(default_factory=Counter[int])
    """How many clears there were, by the number of lines."""
    spins: int = 0
    """How many pieces were spun into place."""
    perfect_clears: int = 0
    max_combo: int = 0
    """The most clears by pieces in a row."""
    max_back_to_back: int = 0
    """The most special clears in a row."""
    finesse: Finesse = field(default_factory=Finesse)
    """How many presses could have been saved."""
    bonuses: int = 0
    """How often points were given for a clear, or for a spin without one."""
    bonus_points: int = 0
    """The sum of those points; the score besides counts what dropping a piece gives."""

    @property
    def average_bonus(self) -> float | None:
        """The points that a bonus came to on average, if there was any."""
        return self.bonus_points / self.bonuses if self.bonuses else None

    def copy(self) -> Self:
        """Return the same counts, to go on alone."""
        return replace(self, clears=Counter(self.clears), finesse=self.finesse.copy())

    def press(self, view: GameView, pressed: int) -> None:
        """Take in which buttons, as a mask, are about to be pressed in a game that was played up to this moment."""
        self.presses += pressed.bit_count()
        self.finesse.press(view, pressed)

    def count(self, events: Iterable[Event]) -> None:
        """Take in what a game reported."""
        events = tuple(events)
        self.finesse.count(events)
        for event in events:
            match event:
                case Accolade():
                    self._count_accolade(event)
                case PieceHeld():
                    self.holds += 1
                case _:
                    pass

    def _count_accolade(self, accolade: Accolade) -> None:
        self.bonuses += 1
        self.bonus_points += accolade.points
        if accolade.lines:
            self.clears[accolade.lines] += 1
        self.spins += accolade.spin is not Spin.NONE
        self.perfect_clears += accolade.perfect_clear
        self.max_combo = max(self.max_combo, accolade.combo)
        self.max_back_to_back = max(self.max_back_to_back, accolade.back_to_back)


def pieces_per_second(pieces: int, time_ns: int) -> float:
    """Return the pace of a game; 0 before any time has passed."""
    return pieces * 1e9 / time_ns if time_ns else 0.0


class AttackPace(NamedTuple):
    """How hard a player attacks.

    Both are reckoned as TETR.IO does; the wiki of Tetra Stats tells what they mean.
    """

    attack_per_minute: float
    """APM: the rows that clears made in a minute, be they sent or spent on cancelling rows that wait."""
    versus_score: float
    """VS: rows made and garbage rows cleared, in 100 seconds; that is 100 × PPS × (rows made + cleared) per piece."""

    @classmethod
    def of(cls, made: int, dug: int, time_ns: int) -> Self:
        """Return the pace of a player who made and cleared so many rows; nothing before any time has passed."""
        return cls(made * 60e9 / time_ns, (made + dug) * 100e9 / time_ns) if time_ns else cls(0.0, 0.0)


def presses_per_piece(presses: int, pieces: int) -> float:
    """Return how many presses a piece took; 0 before the first piece lies."""
    return presses / pieces if pieces else 0.0


def finesse_text(finesse: float | None) -> str:
    """Return a part of pieces that took no press too many as people read it; nothing where it was not counted.

    It is rounded down, so that only a game without a fault has all of 100 %.
    """
    return "" if finesse is None else f"{int(finesse * 100 + 1e-9)}%"
