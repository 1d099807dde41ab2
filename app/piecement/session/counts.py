"""What a player did in a game, in numbers."""

from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class Counts:
    """What a player did in a game, or in many."""

    presses: int = 0
    """How often a button was pressed."""
    holds: int = 0
    """How often a piece was swapped into hold."""
    singles: int = 0
    doubles: int = 0
    triples: int = 0
    quads: int = 0
    larger: int = 0
    """Clears of more than four lines."""
    spins: int = 0
    """How many pieces were spun into place."""
    perfect_clears: int = 0
    max_combo: int = 0
    """The most clears by pieces in a row."""
    max_back_to_back: int = 0
    """The most special clears in a row."""
    faults: int | None = None
    """Presses that could have been saved, if they were counted."""
    faulty: int | None = None
    """Pieces that took such presses, if they were counted."""

    def finesse(self, pieces: int) -> float | None:
        """Return the part of so many pieces that took no press too many, if that was counted."""
        return None if self.faulty is None or not pieces else 1 - self.faulty / pieces
