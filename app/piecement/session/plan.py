"""The plan of a game: mode, seed, options and board."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from piecement_engine import Game, Mode
from piecement_engine.modes import OptionValue


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be played: everything that it starts from."""

    mode: Mode
    seed: int | None = None
    """Decides the pieces; None lets every game draw its own."""
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue], hash=False)
    """What the player set about the mode."""
    board: tuple[str, ...] = ()
    """The rows that lie there at the start, lowest first."""
    token: str = ""
    """The name of this very game, where it has one before it begins: the first try of a day."""
    is_practice: bool = False
    """Whether it is for practice, whatever its mode says."""

    def with_new_pieces(self) -> "Plan":
        """Return the plan of another game of the same kind."""
        return replace(self, seed=None, token="", is_practice=False)

    def game(self, overrides: dict[str, Any]) -> Game:  # Any: the values of rule fields are of many types
        """Return the game, by the mode's rules; the player's overrides fill in what the mode leaves open."""
        return Game(self.mode.rules_with(overrides, self.options), self.seed, board=self.board)
