"""Bracket of a tournament as messages hold it; `piecement_net.bracket` draws and advances it."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from piecement_net.clean_texts import PlayerName
from piecement_net.messages import fields
from piecement_net.messages.base import Part

EntrantNumber = Annotated[int, Field(ge=0, lt=fields.MOST_SEATS)]
"""Place of an entrant among the seeds, from 0."""


class Entrant(Part):
    """Player of a tournament."""

    p: fields.Seat
    name: PlayerName
    gone: bool = False
    """Whether the player left the room: every further match is a walkover."""


class Pairing(Part):
    """Match of a bracket. A side is None until its entrant is known; the lower one of a bye stays so."""

    upper: EntrantNumber | None = None
    lower: EntrantNumber | None = None
    wins: tuple[fields.Wins, fields.Wins] = (0, 0)
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
    """Bracket of a tournament."""

    entrants: Annotated[tuple[Entrant, ...], Field(min_length=2, max_length=fields.MOST_SEATS)]
    """Entrants, the best seed first."""
    pairings: Annotated[tuple[Pairing, ...], Field(min_length=1, max_length=fields.MOST_SEATS - 1)]
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
