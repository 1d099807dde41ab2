"""Participant of a match: fixed when it begins, independent of later changes to the member and the account."""

from dataclasses import dataclass
from typing import Self

from piecement.net.messages.base import Hand
from piecement.server.rooms.match_record import SeatRecord
from piecement.server.rooms.members import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """Player of one match."""

    seat: int
    name: str
    account: str
    """Id of the account that gets the result, or empty for a guest."""
    identity: str
    """Digest that identifies the client after a restart of the server."""
    bot: bool
    rated: bool
    """Whether the rating of the account depends on the match."""
    rating: float
    deviation: float
    """Deviation of `rating` at the start of the match; the opponent's rating uses both if the account is deleted."""

    @classmethod
    def of(cls, seat: int, member: Member, *, rated: bool) -> Self:
        """Return the participant for a member who begins to play."""
        return cls(
            seat=seat,
            name=member.name,
            account=member.account,
            identity=member.identity,
            bot=member.bot,
            rated=rated,
            rating=member.rating,
            deviation=member.deviation,
        )

    @classmethod
    def stored(cls, record: SeatRecord, *, rated: bool) -> Self:
        """Return the participant from a record made before a restart of the server."""
        return cls(
            seat=record.seat,
            name=record.name,
            account=record.account,
            identity=record.identity,
            bot=record.bot,
            rated=rated,
            rating=record.rating,
            deviation=record.deviation,
        )

    def record(self, hand: Hand, percent: int, wins: int) -> SeatRecord:
        """Return the record to store, with the present number of wins."""
        return SeatRecord(
            seat=self.seat,
            name=self.name,
            bot=self.bot,
            identity=self.identity,
            account=self.account,
            rating=self.rating,
            deviation=self.deviation,
            hand=hand,
            percent=percent,
            wins=wins,
        )
