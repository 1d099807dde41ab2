"""What is kept of a game: the record of one that ended, and the same as it is read again."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Self

from piecement.session import moments
from piecement.session.counts import Counts, recount
from piecement.session.marks import Marks
from piecement.session.origin import Origin, mode_title
from piecement.session.statistics import SessionStatistics, pieces_per_second, presses_per_piece
from piecement_engine import End, Recording, Rules
from piecement_engine.rules_versions import as_version_1


def rules_hash(rules: Rules) -> str:
    """Return a short text that is the same for the same rules only, whatever the defaults are or will be."""
    canonical = json.dumps(as_version_1(rules), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2s(canonical.encode(), digest_size=8).hexdigest()


def goals_of(rules: Rules) -> dict[str, int]:
    """Return the results that win a game by its limits."""
    return {name: limit.value + (name == "level") for name, limit in rules.limits.given() if limit.win}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game that ended, to be kept."""

    origin: Origin
    ended: datetime
    end: End
    time_ns: int
    score: int
    lines: int
    level: int
    pieces: int
    counts: Counts
    progress: bool = True
    """Whether anything was achieved: a line, a point or a level."""
    seed: int | None = None
    rules: str = ""
    """What `rules_hash` says of its rules."""
    goals: Mapping[str, int] = field(default_factory=dict[str, int], hash=False)
    """The results that win the game; what goes beyond them does not make it better."""
    recording: Recording | None = None

    @classmethod
    def of(cls, recording: Recording, statistics: SessionStatistics, origin: Origin, ended: datetime) -> Self:
        """Return the record of a session that ended."""
        return cls._made(recording, origin, ended, Counts.of(statistics))

    @classmethod
    def of_recording(cls, recording: Recording) -> Self:
        """Return the record of a recorded game that ended, for which it is replayed.

        Raises `RecordingError` if it cannot be.
        """
        origin = Origin.from_dict(recording.about)
        ended = moments.from_text(recording.about.get("ended", recording.about.get("started")))
        return cls._made(recording, origin, ended, Counts.of(recount(recording)))

    @classmethod
    def _made(cls, recording: Recording, origin: Origin, ended: datetime, counts: Counts) -> Self:
        result, setup = recording.result, recording.setup
        start_level = setup.rules.start_level if setup.start.level is None else setup.start.level
        return cls(
            origin=origin,
            ended=ended,
            end=result.end or End.FORFEIT,
            time_ns=result.time_ns,
            score=result.score,
            lines=result.lines,
            level=result.level,
            pieces=result.pieces,
            counts=counts,
            progress=result.lines > setup.start.lines or result.score > setup.start.score or result.level > start_level,
            seed=setup.seed,
            rules=rules_hash(setup.rules),
            goals=goals_of(setup.rules),
            recording=replace(recording, about={**origin.to_dict(), "ended": moments.to_text(ended)}),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """A game as it is kept."""

    id: int
    mode: str
    variant: str
    preset: str
    marks: Marks
    started: datetime
    ended: datetime
    end: End
    time_ns: int
    score: int
    lines: int
    level: int
    pieces: int
    counts: Counts
    seed: int | None
    rules: str
    has_recording: bool

    @property
    def mode_title(self) -> str:
        """What a player calls the mode."""
        return mode_title(self.mode)

    @property
    def pieces_per_second(self) -> float:
        """The pace; 0 without time."""
        return pieces_per_second(self.pieces, self.time_ns)

    @property
    def finesse(self) -> float | None:
        """The part of the pieces that took no press too many, if that was counted."""
        return self.counts.finesse(self.pieces)

    @property
    def presses_per_piece(self) -> float:
        """How many presses a piece took; 0 without pieces."""
        return presses_per_piece(self.counts.presses, self.pieces)


@dataclass(frozen=True, slots=True)
class Placing:
    """How a game that was just kept compares with those before it."""

    id: int
    place: int | None
    """1 for the best of its mode so far; None where it does not compete."""
    best_before: StoredGame | None
    """The best of the mode among all the others."""

    @property
    def is_best(self) -> bool:
        """Whether it is the best of its mode now."""
        return self.place == 1
