"""An entry of a board: a game that a server knows to be possible, with all that ranks it."""

from dataclasses import replace
from hashlib import sha256
from typing import Final, Literal, NamedTuple, Self

from piecement.session.records import goals_of
from piecement.storage.ranking import RESULTS, rank_keys
from piecement_engine import MODES, Recording, Result

Kind = Literal["witnessed", "proven"]
"""Whether the server gave the seed and saw the game being played, or was handed a recording later."""

BOARD_MODES: Final = tuple(name for name, mode in MODES.items() if mode.group != "Practice")
"""The modes that have boards, in the order of the menu."""


class Entry(NamedTuple):
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
    """The same for the same game, whatever is written beside it."""
    day: str = ""
    """The date of the pieces of the day, such as 2026-11-23; empty for others."""

    @classmethod
    def of(cls, kind: Kind, mode: str, recording: Recording, day: str = "") -> Self:
        """Return the entry of a game that was simulated to its end."""
        bare = replace(recording, about={}, lock_checks=b"")
        result = recording.result
        figures = {name: result.time_ns if name == "time" else int(getattr(result, name)) for name in RESULTS}
        return cls(
            kind=kind,
            mode=mode,
            result=result,
            tier=int(result.end is None or not result.end.won),
            keys=rank_keys(mode, figures, goals_of(recording.setup.rules)),
            recording=replace(recording, about={"mode": mode}).to_text(),
            digest=sha256(bare.to_text().encode()).hexdigest(),
            day=day,
        )
