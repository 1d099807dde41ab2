"""Dispute: both versions of a game that differs between the server and a player's program, for a report."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from piecement_engine.events import Event, PieceLocked
from piecement_engine.rules.timing import SECOND
from piecement_net.messages.fields import MOST_LOCKS, MOST_PARTS
from piecement_net.messages.from_client import OwnGame
from piecement_net.messages.rounds import PlayedLock

_PART: Final = 8000
"""Maximum part of a recording in one message (characters)."""


def read_locks(events: Iterable[Event]) -> list[PlayedLock]:
    """Return the locks among the events of a game."""
    locks = [event for event in events if isinstance(event, PieceLocked)]
    return [played_lock(number, lock) for number, lock in enumerate(locks, 1)]


def played_lock(number: int, lock: PieceLocked) -> PlayedLock:
    shape, orientation, x, y = lock.piece
    return PlayedLock(number, lock.time_ns, shape.name, orientation, x, y)


def client_report(recording: str, locks: Sequence[PlayedLock]) -> list[OwnGame]:
    """Return the messages that report a client's game; a recording that is too long is cut."""
    # Lines are sent apart, as texts of a message hold no line breaks.
    texts = [recording[start : start + _PART] for start in range(0, max(1, len(recording)), _PART)][:MOST_PARTS]
    last = tuple(locks)[-MOST_LOCKS:]
    return [
        OwnGame(part=part, parts=len(texts), recording=tuple(text.split("\n")), locks=last if part == 1 else ())
        for part, text in enumerate(texts, 1)
    ]


class Dispute:
    """The server's version of a game, and the reported parts of the player's version."""

    def __init__(self, seat: int, agreed: int, judged: Sequence[PlayedLock], facts: Mapping[str, object]) -> None:
        """Start with the locks on the server, of which the first `agreed` match; `facts` are added to the report."""
        self._seat: Final = seat
        self._agreed: Final = agreed
        self._judged: Final = judged
        self._facts: Final = facts
        self._played: tuple[PlayedLock, ...] = ()
        self._parts: list[str] = []

    def add(self, message: OwnGame) -> bool:
        """Add a part; return whether it was the last one. A part out of order is ignored."""
        if message.part != len(self._parts) + 1:
            return False
        self._parts.append("\n".join(message.recording))
        self._played = self._played or message.locks
        return message.part >= message.parts

    @property
    def summary(self) -> str:
        """One line that names the first differing lock."""
        first = self._first
        if first is None:
            return f"the game of seat {self._seat} differs after lock {self._agreed}, and its program does not say how"
        number, judged, played = first
        here, there = _format_lock(judged), _format_lock(played)
        return f"the game of seat {self._seat} differs at lock {number}: {here} here, {there} there"

    def text(self) -> str:
        """Return the report as JSON."""
        first = None if self._first is None else dict(zip(("lock", "judged", "played"), self._first, strict=True))
        own = {"locks": self._played, "recording": "".join(self._parts)}
        return json.dumps({**self._facts, "seat": self._seat, "agreed": self._agreed, "first": first, "played": own})

    @property
    def _first(self) -> tuple[int, PlayedLock | None, PlayedLock | None] | None:
        """First differing lock: its number, the server's version and the player's, or None for a missing one."""
        if not self._played:
            return None
        played = {lock.number: lock for lock in self._played}
        judged = {lock.number: lock for lock in self._judged}
        numbers = (number for number in sorted({*played, *judged}) if number > self._agreed)
        return next(((n, judged.get(n), played.get(n)) for n in numbers if judged.get(n) != played.get(n)), None)


def _format_lock(lock: PlayedLock | None) -> str:
    if lock is None:
        return "none"
    return f"{lock.shape} turned {lock.state} at {lock.x}, {lock.y} after {lock.at / SECOND:.6f} s"
