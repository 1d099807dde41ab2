"""Log of the attacks in a round: rows sent, and the target of each player at any time.

Targets follow from the attacks and the choices of targets by the rules of the room, as on the server; no message holds
them. A random target is not known beforehand: the log then returns the last target of the player.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from piecement_engine.match.ledger_side import LedgerSide, count_attack
from piecement_engine.match.targeting import Aim, target_of
from piecement_engine.rng import Rng
from piecement_net.messages.rounds import TargetName, WireAttack, WireChoice
from piecement_net.room_rules import TARGETS

_DRAWN: Final = "random"
_TIME: Final = attrgetter("at")


class AttackLog:
    """Attacks and choices of targets of a round. Questions are about a time of it, None for all that is known."""

    def __init__(self, seats: Sequence[int], targets: TargetName, sides: Sequence[int] = ()) -> None:
        """Start without attacks; `targets` is the targeting of the room rules.

        `sides` has the number of each player's side; players of a team share one.
        """
        self._seats: Final = tuple(seats)
        self._side_of: Final = {seat: side for side, seat in enumerate(seats)}
        self._targets: Final = targets
        self._teams: Final = tuple(sides or seats)
        self._events: Final[list[WireAttack | WireChoice]] = []
        self._known: Final[set[WireAttack | WireChoice]] = set()
        self._sides = [LedgerSide() for _ in seats]
        self._counted = 0
        """Number of events that `_sides` count."""

    @property
    def attacks(self) -> tuple[WireAttack, ...]:
        """All known attacks, in order of time."""
        return tuple(event for event in self._events if isinstance(event, WireAttack))

    @property
    def choices(self) -> tuple[WireChoice, ...]:
        """All known choices of targets, in order of time."""
        return tuple(event for event in self._events if isinstance(event, WireChoice))

    def add(self, events: Iterable[WireAttack | WireChoice]) -> None:
        """Add attacks and choices, ignoring known ones and players outside the round."""
        for event in events:
            seats = {event.seat} if isinstance(event, WireChoice) else {event.target, event.sender}
            if event not in self._known and self._side_of.keys() >= seats:
                self._known.add(event)
                place = bisect_right(self._events, event.at, key=_TIME)
                self._events.insert(place, event)
                if place < self._counted:
                    self._forget()

    def sent(self, seat: int, time_ns: int | None = None) -> int:
        """Return the number of rows a player has sent."""
        return self._counted_to(time_ns)[self._side_of[seat]].sent

    def fixed(self, seat: int, time_ns: int | None = None) -> int | None:
        """Return the opponent that a player has chosen, or None if a targeting decides."""
        chosen = self._counted_to(time_ns)[self._side_of[seat]].chosen
        return None if chosen is None or chosen < 0 else self._seats[chosen]

    def targeting(self, seat: int, time_ns: int | None = None) -> str:
        """Return the targeting of a player, by its name in the engine."""
        return self._counted_to(time_ns)[self._side_of[seat]].targeting or TARGETS[self._targets]

    def target(self, seat: int, playing: Mapping[int, int], time_ns: int | None = None) -> int | None:
        """Return the remaining player targeted by the next clear, or None if unknown.

        `playing` has the seats of the players who still play, each with the height of the stack.
        """
        sender = self._side_of[seat]
        others = [
            side
            for side, other in enumerate(self._seats)
            if other in playing and self._teams[side] != self._teams[sender]
        ]
        if seat not in playing or not others:
            return None
        counted = self._counted_to(time_ns)
        if self.targeting(seat, time_ns) == _DRAWN and len(others) > 1 and counted[sender].chosen not in others:
            last = counted[sender].target
            return self._seats[last] if last in others else None
        sides = [replace(side, height=playing.get(of, 0)) for of, side in zip(self._seats, counted, strict=True)]
        return self._seats[target_of(Aim(sides, sender, others, Rng(0)), TARGETS[self._targets])]

    def _counted_to(self, time_ns: int | None) -> Sequence[LedgerSide]:
        """Return the counts of each side up to a time; counting continues from the last time, unless that was later."""
        if time_ns is not None and self._counted and self._events[self._counted - 1].at > time_ns:
            self._forget()
        while self._counted < len(self._events) and (time_ns is None or self._events[self._counted].at <= time_ns):
            event = self._events[self._counted]
            if isinstance(event, WireAttack):
                count_attack(self._sides, self._side_of[event.sender], self._side_of[event.target], len(event.holes))
            else:
                choice = TARGETS[event.to] if isinstance(event.to, str) else self._side_of.get(event.to, -1)
                self._sides[self._side_of[event.seat]].choose(choice)
            self._counted += 1
        return self._sides

    def _forget(self) -> None:
        self._sides = [LedgerSide() for _ in self._seats]
        self._counted = 0
