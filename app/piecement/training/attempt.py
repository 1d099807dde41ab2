"""Attempts at an exercise of a trainer."""

from collections.abc import Mapping
from dataclasses import dataclass, field


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
