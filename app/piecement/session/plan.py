"""Plan of a game: mode, seed, options and board."""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from piecement_engine import Game, Mode, Recording
from piecement_engine.frozen import frozen_dataclass
from piecement_engine.modes import OptionValue


@frozen_dataclass()
class Plan:
    """Everything needed to start a game."""

    mode: Mode
    seed: int | None = None
    """Seed of the pieces; None for a new one in every game."""
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue], hash=False)
    """Mode options set by the player."""
    board: tuple[str, ...] = ()
    """Starting rows, lowest first."""
    token: str = ""
    """Unique token of the game if it has one before it starts, as a first daily attempt does."""
    is_practice: bool = False
    """Whether the game is for practice, whatever its mode."""
    rival: Recording | None = field(default=None, compare=False)
    """Game to race against instead of the player's best one."""

    def with_new_pieces(self) -> "Plan":
        """Return the plan of another game of the same kind, with new pieces."""
        return replace(self, seed=None, token="", is_practice=False, rival=None)

    def game(self, overrides: dict[str, Any]) -> Game:  # Any: the values of rule fields are of many types
        """Return the game by the rules of the mode; the overrides apply where the mode leaves them open."""
        return Game(self.mode.rules_with(overrides, self.options), self.seed, board=self.board)
