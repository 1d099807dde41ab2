"""Visible state of an opponent, or of the viewer in the table of all players."""

from typing import NamedTuple

from piecement_engine import Piece


class OpponentLook(NamedTuple):
    """Visible state of a player: equal values look the same."""

    name: str
    rows: tuple[tuple[int, ...], ...] = ()
    """Tiles of each row, lowest first, without the empty rows on top."""
    piece: Piece | None = None
    due: int = 0
    """Rows of incoming garbage."""
    burning: int = 0
    """Number of incoming rows, the last ones, that cannot rise yet."""
    sent: int = 0
    received: int = 0
    place: int = 0
    """Place of a player who is out, from 1; 0 during play."""
    wins: int = 0
    target: str = ""
    """Name of the player's target."""
    aims_at_you: bool = False
    is_your_target: bool = False
    is_fixed: bool = False
    """Whether it is your target because you have chosen this very player."""
    team: int = 0
    """Number of the team from 1, or 0 for none."""
    is_lagging: bool = False
    is_you: bool = False

    @property
    def urgency(self) -> tuple[bool, bool, bool]:
        """Sort key of the order in which boards are shown if not all fit."""
        return self.place > 0, not self.aims_at_you, not self.is_your_target
