"""The plan of a game: mode, seed, options, board and speed; its options as text."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from piecement_base.modes import variant_key
from piecement_engine import MODES, Game, Mode, Recording
from piecement_engine.modes import Number, Option, OptionValue, Switch

FULL_SPEED: Final = 100
SLOWEST: Final = 50
STANDING: Final = 0
"""Speeds of the clock of a game (percent); a standing one moves with each placement only."""

SPEED: Final = "speed"
"""Option of the origin of a game whose clock is slower."""


@dataclass(frozen=True, slots=True)
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
    speed: int = FULL_SPEED
    """Speed of the game's clock (percent); a slower game has a leaderboard of its own."""

    @property
    def ranked_options(self) -> Mapping[str, OptionValue]:
        """The options by which the game is ranked."""
        return self.options if self.speed == FULL_SPEED else {**self.options, SPEED: self.speed}

    @property
    def variant(self) -> str:
        return variant_key(self.mode.name, self.ranked_options)

    def with_new_pieces(self) -> "Plan":
        """Return the plan of another game of the same kind, with new pieces; practice with given pieces ends."""
        return replace(self, seed=None, token="", is_practice=self.is_practice and self.seed is None, rival=None)

    def game(self, overrides: dict[str, Any]) -> Game:  # Any: the values of rule fields are of many types
        """Return the game by the rules of the mode; the overrides apply where the mode leaves them open."""
        return Game(self.mode.rules_with(overrides, self.options), self.seed, board=self.board)


def options_of(mode: str, variant: str) -> dict[str, OptionValue]:
    """Return the options in a text of `variant_key`, except options that the mode lacks."""
    given = {name: value for name, _equals, value in (pair.partition("=") for pair in variant.split())}
    options: dict[str, OptionValue] = {}
    for option in MODES[mode].options if mode in MODES else ():
        if option.name in given:
            options[option.name] = _option_value(option, given[option.name])
    return options


def _option_value(option: Option, text: str) -> OptionValue:
    if isinstance(option, Switch):
        return text == "True"
    return int(text) if isinstance(option, Number) and text.removeprefix("-").isdecimal() else text
