"""An entry of a board: a game that a server knows to be possible, with all that ranks it."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final, Literal, NamedTuple, Self

from piecement.session.records import goals_of
from piecement.storage.ranking import rank_keys
from piecement_engine import Recording, Result
from piecement_engine.events import Event, PieceLocked
from piecement_engine.modes.mode import RESULTS
from piecement_engine.replayer import Tracker
from piecement_engine.timing import SECOND

Kind = Literal["witnessed", "proven"]
"""Whether the server gave the seed and saw the game being played, or was handed a recording later."""

COMPARED_PIECES: Final = 40
"""How many pieces lie alike at first in two games that count as the same one."""


class BoardEntry(NamedTuple):
    """A game to be put on a board."""

    kind: Kind
    mode: str
    result: Result
    tier: int
    """0 for a game that was won, 1 for another one."""
    keys: tuple[int, int, int]
    """What ranks it among those of its tier; less is better."""
    recording: str
    digest: str
    """The same for games whose first pieces are the same and lie alike, however they were brought there."""
    day: str = ""
    """The date of the pieces of the day, such as 2026-11-23; empty for others."""

    @classmethod
    def of(cls, kind: Kind, mode: str, recording: Recording, day: str = "") -> Self:
        """Return the entry of a game that was simulated to its end."""
        result = recording.result
        figures = {name: result.time_ns if name == "time" else int(getattr(result, name)) for name in RESULTS}
        return cls(
            kind=kind,
            mode=mode,
            result=result,
            tier=int(result.end is None or not result.end.won),
            keys=rank_keys(mode, figures, goals_of(recording.setup.rules)),
            recording=replace(recording, about={"mode": mode}).to_text(),
            digest=_digest(mode, recording),
            day=day,
        )


class _Places(Tracker):
    """Where the first pieces of a game lie."""

    __slots__ = ("places",)

    def __init__(self) -> None:
        self.places: list[str] = []

    def count(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, PieceLocked) and len(self.places) < COMPARED_PIECES:
                shape, orientation, x, y = event.piece
                self.places.append(f"{shape.name} {orientation} {x} {y}")

    def copy(self) -> Self:
        other = type(self)()
        other.places = list(self.places)
        return other


def _digest(mode: str, recording: Recording) -> str:
    places, budget = _Places(), recording.fair_budget()
    replayer = recording.replayer(places)
    for until_ns in range(SECOND, recording.time_ns + SECOND, SECOND):  # no further than is compared
        if len(places.places) < COMPARED_PIECES:
            replayer.run(min(until_ns, recording.time_ns), budget)
    return sha256("\n".join((mode, str(recording.setup.seed), *places.places)).encode()).hexdigest()
