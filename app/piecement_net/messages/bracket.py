"""Bracket of a tournament: single elimination of seeded entrants, with byes. Values only, without a clock or chance."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Self

from pydantic import Field, model_validator

from piecement_net.clean_texts import PlayerName
from piecement_net.messages.base import Part
from piecement_net.messages.fields import MOST_SEATS, Seat, Wins

EntrantNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
"""Place of an entrant among the seeds, from 0."""


class Entrant(Part):
    """Player of a tournament."""

    p: Seat
    name: PlayerName
    gone: bool = False
    """Whether the player left the room: every further match is a walkover."""


class Pairing(Part):
    """Match of a bracket. A side is None until its entrant is known; the lower one of a bye stays so."""

    upper: EntrantNumber | None = None
    lower: EntrantNumber | None = None
    wins: tuple[Wins, Wins] = (0, 0)
    """Rounds won by the upper and the lower entrant."""
    winner: EntrantNumber | None = None
    walkover: bool = False
    """Whether the winner advanced because the other player left or was away."""

    @property
    def open_sides(self) -> tuple[int, int] | None:
        """The upper and the lower entrant, if both are known and no winner."""
        if self.winner is not None or self.upper is None or self.lower is None:
            return None
        return self.upper, self.lower


class Bracket(Part):
    """Bracket: changes return another one."""

    entrants: Annotated[tuple[Entrant, ...], Field(min_length=2, max_length=MOST_SEATS)]
    """Entrants, the best seed first."""
    pairings: Annotated[tuple[Pairing, ...], Field(min_length=1, max_length=MOST_SEATS - 1)]
    """Pairings of the first round from top to bottom, then those of the second, up to the final."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        entrants, size = len(self.entrants), len(self.pairings) + 1
        if size & (size - 1) or not size // 2 < entrants <= size:
            raise ValueError(f"{entrants} entrants do not make {size - 1} pairings")
        for pairing in self.pairings:
            sides = (pairing.upper, pairing.lower)
            if any(side is not None and side >= entrants for side in sides) or pairing.winner not in {None, *sides}:
                raise ValueError("a pairing names an entrant that it does not have")
        return self

    @classmethod
    def drawn(cls, entrants: Sequence[Entrant]) -> Self:
        """Draw a bracket of seeds: the first two meet in the final at the earliest, and byes go to the best."""
        order = [0]
        while len(order) < len(entrants):
            order = [seed for better in order for seed in (better, 2 * len(order) - 1 - better)]
        size = len(order)
        drawn = cls(entrants=tuple(entrants), pairings=(Pairing(),) * (size - 1))
        for index in range(size // 2):
            upper, lower = order[2 * index], order[2 * index + 1]
            is_bye = lower >= len(entrants)
            drawn = drawn._with(index, upper=upper, lower=None if is_bye else lower)
            if is_bye:
                drawn = drawn._won(index, upper)
        return drawn

    @property
    def rounds(self) -> tuple[tuple[Pairing, ...], ...]:
        """Pairings by round: the first one, up to the final."""
        rounds, start, count = list[tuple[Pairing, ...]](), 0, (len(self.pairings) + 1) // 2
        while count:
            rounds.append(self.pairings[start : start + count])
            start, count = start + count, count // 2
        return tuple(rounds)

    @property
    def current(self) -> Pairing | None:
        """Pairing that is played, or next to be played; None once there is a champion."""
        return next((pairing for pairing in self.pairings if pairing.open_sides), None)

    @property
    def pair(self) -> tuple[Entrant, Entrant] | None:
        """Entrants of the current pairing."""
        sides = self.current.open_sides if self.current else None
        return (self.entrants[sides[0]], self.entrants[sides[1]]) if sides else None

    @property
    def seats(self) -> frozenset[int]:
        """Seats of the current pairing."""
        return frozenset(entrant.p for entrant in self.pair or ())

    @property
    def champion(self) -> Entrant | None:
        winner = self.pairings[-1].winner
        return None if winner is None else self.entrants[winner]

    def scored(self, wins: Mapping[int, int]) -> Self:
        """Return the bracket with the rounds that the current pair has won, by seat."""
        if self.current is None or self.pair is None:
            return self
        before = zip(self.pair, self.current.wins, strict=True)
        upper, lower = (wins.get(entrant.p, known) for entrant, known in before)
        return self._with(self.pairings.index(self.current), wins=(upper, lower))

    def decided(self, winner: int, *, walkover: bool = False) -> Self:
        """Return the bracket after the current match, won by the player of a seat; then all walkovers follow."""
        current = self.current
        if current is None or current.open_sides is None:
            return self
        index, (upper, lower) = self.pairings.index(current), current.open_sides
        number = lower if self.entrants[lower].p == winner else upper
        return self._with(index, walkover=walkover)._won(index, number).after_walkovers()

    def without(self, seat: int) -> Self:
        """Return the bracket after a player left; the matches of that player are decided by `after_walkovers`."""
        entrants = (
            entrant.model_copy(update={"gone": True}) if entrant.p == seat else entrant for entrant in self.entrants
        )
        return self.model_copy(update={"entrants": tuple(entrants)})

    def after_walkovers(self) -> Self:
        """Decide all pairings in which a player has left: for the other one, or the upper if both have."""
        for index, pairing in enumerate(self.pairings):
            if pairing.open_sides:
                upper, lower = pairing.open_sides
                if self.entrants[upper].gone or self.entrants[lower].gone:
                    winner = upper if self.entrants[lower].gone else lower
                    return self._with(index, walkover=True)._won(index, winner).after_walkovers()
        return self

    def _won(self, index: int, winner: int | None) -> Self:
        """Return the bracket with the winner of a pairing, who advances to the next one."""
        after = self._with(index, winner=winner)
        target = (len(self.pairings) + 1 + index) // 2
        if target == len(self.pairings):
            return after
        return after._with(target, **{"lower" if index % 2 else "upper": winner})

    def _with(self, index: int, **changes: object) -> Self:
        pairings = list(self.pairings)
        pairings[index] = pairings[index].model_copy(update=changes)
        return self.model_copy(update={"pairings": tuple(pairings)})
