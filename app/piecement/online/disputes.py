"""The disputes of a room: each is reported once its player has told his side of it, or will not any more."""

from typing import Final

from piecement.online.dispute import Dispute
from piecement.online.messages import OwnGame
from piecement.online.room_effects import RoomEffects

MOST_WAITING: Final = 2
"""How many disputes of a room wait at most: each holds the recordings of a round."""


class Disputes:
    """The disputes that wait for what the program of a player has to say, one a member."""

    def __init__(self, effects: RoomEffects) -> None:
        self._effects: Final = effects
        self._waiting: dict[int, Dispute] = {}

    def begin(self, member: int, dispute: Dispute) -> None:
        self.end(member)
        while len(self._waiting) >= MOST_WAITING:
            self.end(next(iter(self._waiting)))
        self._waiting[member] = dispute

    def add(self, member: int, message: OwnGame) -> None:
        """Add what a program tells of its game; what nobody asked for is passed over."""
        dispute = self._waiting.get(member)
        if dispute is not None and dispute.add(message):
            self.end(member)

    def end(self, member: int) -> None:
        """Report the dispute of a member, if there is one, with what is known of it."""
        dispute = self._waiting.pop(member, None)
        if dispute is not None:
            self._effects.report("desync", dispute.summary, dispute.text())

    def end_all(self) -> None:
        for member in list(self._waiting):
            self.end(member)
