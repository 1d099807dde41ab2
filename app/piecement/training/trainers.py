"""Trainers: rules without gravity, modes with them, and attempts at exercises."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from piecement_engine import Mode, Rules
from piecement_engine.rules.rules import LONGEST_NS
from piecement_engine.rules.timing import MILLISECOND

STILL_RULES: Final = Rules(
    rotation_system="srs",
    randomizer="bag",
    preview_count=5,
    fall_delay_ns=LONGEST_NS,
    soft_drop_interval_ns=33 * MILLISECOND,
)
"""Guideline pieces and rotations, without gravity."""

PATIENT_RULES: Final = replace(STILL_RULES, lock_delay_ns=LONGEST_NS, locking="infinite", no_soft_drop_lock=True)
"""Rules without gravity by which a piece locks only at a hard drop."""


def trainer_mode(name: str, title: str, rules: Rules, keeps: frozenset[str] = frozenset()) -> Mode:
    """Return the mode of a trainer, whose games are stored; `keeps` is that of `Mode`."""
    return Mode(name=name, title=title, sentence="", rules=rules, ranking=("time",), headline="pieces", keeps=keeps)


@dataclass(frozen=True, slots=True)
class Attempt:
    """Result of one attempt at an exercise."""

    trainer: str
    """Value of the trainer's node."""
    exercise: str
    """Name of the exercise within the trainer."""
    solved: bool
    faults: int = 0
    time_ms: int = 0
    pieces: int = 0
    """Number of placed pieces."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    """JSON values that only this trainer stores."""
