"""Disputes of a room: games on which a player's program and the server disagree, until both versions are here."""

from typing import Final

from piecement_net.dispute import Dispute
from piecement_net.messages.from_client import OwnGame
from piecement_server.rooms.effects import Report, RoomEffects

MOST_WAITING: Final = 2
"""Maximum number of disputes in a room: each holds the recordings of a round."""


class Disputes:
    """Disputes that wait for the player's version, one per member."""

    def __init__(self, effects: RoomEffects) -> None:
        self._effects: Final = effects
        self._waiting: dict[int, Dispute] = {}

    def begin(self, member: int, dispute: Dispute) -> None:
        self.end(member)
        while len(self._waiting) >= MOST_WAITING:
            self.end(next(iter(self._waiting)))
        self._waiting[member] = dispute

    def add(self, member: int, message: OwnGame) -> None:
        """Add a part of a member's version; unrequested parts are ignored."""
        dispute = self._waiting.get(member)
        if dispute is not None and dispute.add(message):
            self.end(member)

    def end(self, member: int) -> None:
        """Report the dispute of a member, if any, with the parts received."""
        dispute = self._waiting.pop(member, None)
        if dispute is not None:
            self._effects.add(Report("desync", dispute.summary, dispute.text()))

    def end_all(self) -> None:
        for member in list(self._waiting):
            self.end(member)
