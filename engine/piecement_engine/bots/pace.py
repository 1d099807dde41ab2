"""How a bot handles the buttons: how fast, and in which way it goes to a wall."""

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
    """The speed of a player. The default plays each piece in the instant in which it spawns."""

    pieces_per_second: float | None = None
    """How many pieces to lock in a second at most; None is as many as the game allows."""
    tap_ns: int = 0
    """From one press to the next."""
    teleports: bool = True
    """Whether it goes to a wall by one press of a teleport button, rather than by many taps."""

    @property
    def piece_ns(self) -> int:
        """From one lock to the next, at least."""
        return round(SECOND / self.pieces_per_second) if self.pieces_per_second else 0

    def steps(self, view: GameView) -> frozenset[Step]:
        """Return the steps that this player can make in a game."""
        steps = allowed_steps(view.rules, view.fall_delay_ns, view.barred)
        return steps if self.teleports else steps - {Step.LEFT_WALL, Step.RIGHT_WALL}


INSTANT: Final = Pace()
"""As fast as the game allows."""


def allowed_steps(rules: Rules, fall_delay_ns: int, barred: Collection[Button]) -> frozenset[Step]:
    """Return the steps that can be made one by one; not a soft drop by a row where its press goes to the ground."""
    interval = rules.soft_drop_interval_ns
    falls_at_once = fall_delay_ns < rules.soft_drop_factor if interval is None else interval == 0
    steps = frozenset(step for step in ALL_STEPS if STEP_BUTTONS[step] not in barred)
    return steps - {Step.SOFT_DROP} if falls_at_once else steps
