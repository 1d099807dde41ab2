"""Counts of a player's actions."""

from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class Counts:
    """Counts of a player's actions in one or more games."""

    presses: int = 0
    """Number of button presses."""
    holds: int = 0
    """Number of swaps into hold."""
    singles: int = 0
    doubles: int = 0
    triples: int = 0
    quads: int = 0
    larger: int = 0
    """Clears of more than four lines."""
    spins: int = 0
    """Number of spins."""
    perfect_clears: int = 0
    max_combo: int = 0
    """Maximum number of consecutive clears."""
    max_back_to_back: int = 0
    """Maximum number of consecutive special clears."""
    faults: int | None = None
    """Number of wasted presses; None if not counted."""
    faulty: int | None = None
    """Number of pieces with wasted presses; None if not counted."""

    def finesse(self, pieces: int) -> float | None:
        """Return the fraction of pieces without wasted presses, or None if not counted."""
        return None if self.faulty is None or not pieces else 1 - self.faulty / pieces
