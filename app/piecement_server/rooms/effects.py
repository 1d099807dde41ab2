"""Effects: messages and work that a room, the lobby or the queue requests."""

from typing import NamedTuple

from piecement_net.errors import CodedError
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Open
from piecement_net.messages.from_server import Error
from piecement_server.rooms.match_record import MatchRecord


class Send(NamedTuple):
    """Message to a member."""

    member: int
    message: Message


class StoreMatch(NamedTuple):
    """Request to store the state of a match; the reply goes to `stored` of the lobby."""

    room: str
    record: MatchRecord


class Report(NamedTuple):
    """Report of an unexpected event, for the operator."""

    kind: str
    summary: str
    """One line for the log."""
    text: str


class FindPlace(NamedTuple):
    """Request for a server of the fleet to open a room; the reply goes to `placed` of the dispatcher."""

    member: int
    message: Open


Effect = Send | StoreMatch | Report | FindPlace


class RoomEffects:
    """Collector of effects since the last `pop`."""

    def __init__(self) -> None:
        self._waiting: list[Effect] = []

    def send(self, member: int, message: Message) -> None:
        self.add(Send(member, message))

    def refuse(self, member: int, error: CodedError) -> None:
        self.send(member, Error.of(error))

    def add(self, effect: Effect) -> None:
        self._waiting.append(effect)

    def pop(self) -> list[Effect]:
        """Return the effects so far, and forget them."""
        effects, self._waiting = self._waiting, []
        return effects
