"""Pace of a bot: the speed of its presses, and its way to a wall."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from piecement_engine.bots.piece_paths import ALL_STEPS, STEP_BUTTONS, Step
from piecement_engine.buttons import Button
from piecement_engine.rules import Rules
from piecement_engine.timing import SECOND
from piecement_engine.view import GameView


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Speed of a player. The default plays each piece at the instant at which it spawns."""

    pieces_per_second: float | None = None
    """Maximum number of pieces to lock in a second; None is as many as the game allows."""
    tap_ns: int = 0
    """Interval between presses (ns)."""
    teleports: bool = True
    """Whether it moves to a wall by one press of a teleport button, rather than by many taps."""

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


def allowed_steps(rules: Rules, fall_delay_ns: int, barred: Collection[Button]) -> frozenset[Step]:
    """Return the steps that buttons can make one by one, without soft drop if it goes to the ground at once."""
    interval = rules.soft_drop_interval_ns
    falls_at_once = fall_delay_ns < rules.soft_drop_factor if interval is None else interval == 0
    steps = frozenset(step for step in ALL_STEPS if STEP_BUTTONS[step] not in barred)
    return steps - {Step.SOFT_DROP} if falls_at_once else steps
