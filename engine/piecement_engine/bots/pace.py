"""Pace: the speed at which a player presses and locks."""

from dataclasses import dataclass
from typing import Final

from piecement_engine.bots.piece_paths import Step, allowed_steps
from piecement_engine.errors import RuleError, cut_repr
from piecement_engine.game.view import GameView
from piecement_engine.json_values import is_whole
from piecement_engine.rules.timing import SECOND


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Speed of a player. The default plays each piece at the instant at which it spawns."""

    pieces_per_second: float | None = None
    """Maximum number of pieces to lock in a second; None is as many as the game allows."""
    tap_ns: int = 0
    """Interval between presses (ns)."""
    teleports: bool = True
    """Whether it moves to a wall by one press of a teleport button, rather than by many taps."""

    def __post_init__(self) -> None:
        """Check the fields. Raises `RuleError`."""
        speed: object = self.pieces_per_second
        if speed is not None and (isinstance(speed, bool) or not isinstance(speed, int | float) or not speed > 0):
            raise RuleError(
                f"pieces_per_second is {cut_repr(speed)}: it must be a number above 0, or None for no limit"
            )
        if not is_whole(self.tap_ns, 0):
            raise RuleError(f"tap_ns is {cut_repr(self.tap_ns)}: it must be a whole number of ns, at least 0")

    @property
    def piece_ns(self) -> int:
        """Minimum interval between locks (ns)."""
        return round(SECOND / self.pieces_per_second) if self.pieces_per_second else 0

    def steps(self, view: GameView) -> frozenset[Step]:
        """Return the steps that this player can make in a game."""
        steps = allowed_steps(view.rules, view.fall_delay_ns, view.barred)
        return steps if self.teleports else steps - {Step.LEFT_WALL, Step.RIGHT_WALL}


INSTANT: Final = Pace()
"""Pace as fast as the game allows."""
