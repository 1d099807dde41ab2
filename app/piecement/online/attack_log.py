"""The attacks of a round as far as they are known: what each player has sent, and whom each one attacks next.

Both follow from the attacks by the rules of the room, as the server goes by them; nothing of it is told. Only a target
that is drawn by lot is not known before: then it is the one who was attacked last.
"""

from bisect import insort
from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter
from typing import Final

from piecement.online.fields import WireAttack
from piecement.online.room_presets import TARGETS
from piecement_engine.match.ledger import TARGETINGS, Aim, LedgerSide
from piecement_engine.rng import Rng

_DRAWN: Final = "random"
_TIME: Final = attrgetter("at")


class AttackLog:
    """All attacks of a round, seen at a time."""

    def __init__(self, seats: Sequence[int], targets: str) -> None:
        """Begin without attacks; `targets` is what the rules of the room call the way to choose whom to attack."""
        self._seats: Final = tuple(seats)
        self._side_of: Final = {seat: side for side, seat in enumerate(seats)}
        self._targets: Final = targets
        self._attacks: Final[list[WireAttack]] = []
        self._numbers: Final[set[tuple[int, int]]] = set()
        """The target and the number of each."""
        self._sides = [LedgerSide() for _ in seats]
        self._seen = 0
        """How many of the attacks are counted."""

    @property
    def attacks(self) -> tuple[WireAttack, ...]:
        """All that are known, by their time."""
        return tuple(self._attacks)

    def add(self, attacks: Iterable[WireAttack]) -> None:
        """Learn of attacks, of which some may be known; those of nobody in the round are passed over."""
        for attack in attacks:
            is_known = (attack.target, attack.id) in self._numbers
            if is_known or not self._side_of.keys() >= {attack.target, attack.sender}:
                continue
            self._numbers.add((attack.target, attack.id))
            insort(self._attacks, attack, key=_TIME)
            if self._attacks[-1] is not attack:
                self._forget()

    def go_to(self, time_ns: int | None) -> None:
        """See the attacks up to a time of the round; None for all that are known."""
        if time_ns is not None and self._seen and self._attacks[self._seen - 1].at > time_ns:
            self._forget()
        while self._seen < len(self._attacks) and (time_ns is None or self._attacks[self._seen].at <= time_ns):
            self._count(self._attacks[self._seen])
            self._seen += 1

    def sent(self, seat: int) -> int:
        """Return how many rows a player has sent."""
        return self._sides[self._side_of[seat]].sent

    def target(self, seat: int, playing: Collection[int]) -> int | None:
        """Return whom a player attacks with the next clear, of those who still play; None where that is not known."""
        sender = self._side_of[seat]
        others = [side for side, other in enumerate(self._seats) if other in playing and side != sender]
        if seat not in playing or not others:
            return None
        if self._targets == _DRAWN and len(others) > 1:
            last = self._sides[sender].target
            return self._seats[last] if last in others else None
        aim = TARGETINGS[TARGETS[self._targets]](Aim(self._sides, sender, others, Rng(0)))
        return self._seats[aim]

    def _count(self, attack: WireAttack) -> None:
        """Count an attack as the ledger of the server does."""
        sender, target = self._side_of[attack.sender], self._side_of[attack.target]
        rows = len(attack.holes)
        self._sides[sender].sent += rows
        self._sides[sender].target = target
        self._sides[target].against += rows
        self._sides[target].attacker = sender

    def _forget(self) -> None:
        self._sides = [LedgerSide() for _ in self._seats]
        self._seen = 0
