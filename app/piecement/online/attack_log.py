"""Attack log of a round, from which clients derive sent rows and next targets.

Both follow from the attacks by the rules of the room, as on the server; no message holds them. Only a random target is
not known beforehand: then it is the player attacked last.
"""

from bisect import insort
from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter
from typing import Final

from piecement.online.fields import WireAttack
from piecement.online.room_presets import TARGETS
from piecement_engine.match.ledger import TARGETINGS, Aim, LedgerSide, count_attack
from piecement_engine.rng import Rng

_DRAWN: Final = "random"
_TIME: Final = attrgetter("at")


class AttackLog:
    """Attacks of a round up to a time."""

    def __init__(self, seats: Sequence[int], targets: str) -> None:
        """Start without attacks; `targets` is the targeting of the room rules."""
        self._seats: Final = tuple(seats)
        self._side_of: Final = {seat: side for side, seat in enumerate(seats)}
        self._targets: Final = targets
        self._attacks: Final[list[WireAttack]] = []
        self._numbers: Final[set[tuple[int, int]]] = set()
        """Target and number of each known attack."""
        self._sides = [LedgerSide() for _ in seats]
        self._seen = 0
        """Number of attacks counted so far."""

    @property
    def attacks(self) -> tuple[WireAttack, ...]:
        """All known attacks, in order of time."""
        return tuple(self._attacks)

    def add(self, attacks: Iterable[WireAttack]) -> None:
        """Add attacks, ignoring known ones and players outside the round."""
        for attack in attacks:
            is_known = (attack.target, attack.id) in self._numbers
            if is_known or not self._side_of.keys() >= {attack.target, attack.sender}:
                continue
            self._numbers.add((attack.target, attack.id))
            insort(self._attacks, attack, key=_TIME)
            if self._attacks[-1] is not attack:
                self._forget()

    def go_to(self, time_ns: int | None) -> None:
        """Count the attacks up to a time of the round, or all of them for None."""
        if time_ns is not None and self._seen and self._attacks[self._seen - 1].at > time_ns:
            self._forget()
        while self._seen < len(self._attacks) and (time_ns is None or self._attacks[self._seen].at <= time_ns):
            attack = self._attacks[self._seen]
            count_attack(self._sides, self._side_of[attack.sender], self._side_of[attack.target], len(attack.holes))
            self._seen += 1

    def sent(self, seat: int) -> int:
        """Return the number of rows a player has sent."""
        return self._sides[self._side_of[seat]].sent

    def target(self, seat: int, playing: Collection[int]) -> int | None:
        """Return the remaining player targeted by the next clear, or None if unknown."""
        sender = self._side_of[seat]
        others = [side for side, other in enumerate(self._seats) if other in playing and side != sender]
        if seat not in playing or not others:
            return None
        if self._targets == _DRAWN and len(others) > 1:
            last = self._sides[sender].target
            return self._seats[last] if last in others else None
        aim = TARGETINGS[TARGETS[self._targets]](Aim(self._sides, sender, others, Rng(0)))
        return self._seats[aim]

    def _forget(self) -> None:
        self._sides = [LedgerSide() for _ in self._seats]
        self._seen = 0
