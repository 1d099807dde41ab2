"""A try at an exercise of a trainer."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a player did in an exercise."""

    trainer: str
    """The value of the trainer's node."""
    exercise: str
    """What was to be done, as the trainer names it."""
    solved: bool
    faults: int = 0
    time_ms: int = 0
    pieces: int = 0
    """The pieces that were placed."""
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    """What only this trainer knows of a try, as JSON can hold it."""
