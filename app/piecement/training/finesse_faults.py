"""Finesse faults of the player: by piece in attempts of the drill, and by placement in a recorded game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from piecement.training.finesse_drill import DrillTarget
from piecement_engine import Event, Finesse, GameView, PressTracker, Recording
from piecement_engine.events import PieceLocked

_WIDTH: Final = 10
"""Width of the boards whose placements the drill has (columns)."""

_LONGEST_NS: Final = 600_000_000_000
"""Maximum length of a game to count faults in (ns); replaying a longer one would delay the drill."""


def faults_by_piece(figures: Iterable[tuple[str, int, int, int]]) -> Mapping[str, float]:
    """Return the mean number of faults in an attempt by the letter of the piece, the largest first.

    Figures are the name of a target, the attempts at it, the clean ones, and the faults.
    """
    attempts, faults = Counter[str](), Counter[str]()
    for name, tried, _, wasted in figures:
        attempts[name[0]] += tried
        faults[name[0]] += wasted
    return dict(sorted(((letter, faults[letter] / attempts[letter]) for letter in attempts), key=lambda pair: -pair[1]))


@dataclass(slots=True)
class PlaceFaults(PressTracker):
    """Tracker that counts the finesse faults of a game by placement."""

    faults: Counter[str] = field(default_factory=Counter[str])
    _finesse: Finesse = field(default_factory=Finesse)

    def press(self, view: GameView, pressed: int) -> None:
        self._finesse.press(view, pressed)

    def count(self, events: Sequence[Event]) -> None:
        for event in events:
            before = self._finesse.faults
            self._finesse.count((event,))
            if isinstance(event, PieceLocked) and self._finesse.faults > before:
                self.faults[DrillTarget.of(event.piece).name] += self._finesse.faults - before


def faults_of(recording: Recording) -> Mapping[str, int]:
    """Return the faults of a recorded game by placement name.

    Games that are not ten columns wide or too long to replay have none. Raises `RecordingError` if the recording does
    not replay.
    """
    rules = recording.setup.rules
    if recording.time_ns > _LONGEST_NS or rules.width != _WIDTH or rules.pieces != "tetrominoes":
        return {}
    replayer = recording.replayer(PlaceFaults())
    replayer.run(recording.time_ns)
    return replayer.tracker.faults
