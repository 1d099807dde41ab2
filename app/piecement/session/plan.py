"""What is going to be played, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from piecement.session.origin import Marks
from piecement.session.statistics import RoundStatistics
from piecement_engine import Game, Mode, Recording
from piecement_engine.modes import OptionValue
from piecement_engine.notices import End

if TYPE_CHECKING:
    from piecement.storage.scores import Placing


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

    def with_new_pieces(self) -> "Plan":
        """Return the plan of playing the same again with other pieces."""
        return replace(self, seed=None)

    def game(self, wishes: dict[str, Any]) -> Game:  # Any: the values of rule fields are of many types
        """Return the game, by the mode's rules; the player's wishes fill in what the mode leaves open."""
        return Game(self.mode.rules_with(wishes, self.options), self.seed, board=self.board)


class Played(NamedTuple):
    """A game that can be looked through."""

    recording: Recording
    pieces: int


@dataclass(frozen=True, slots=True)
class Result:
    """A game that is over."""

    plan: Plan
    end: End
    score: int
    level: int
    lines: int
    pieces: int
    time_ns: int
    statistics: RoundStatistics
    recording: Recording
    marks: Marks = field(default_factory=Marks)
    """What keeps it from competing."""
    placing: "Placing | None" = None
    """How it compares with the games before it, once it is kept."""
