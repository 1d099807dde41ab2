"""What a room or the lobby wants done: messages to be sent, and rounds to be stored, in their order."""

from typing import NamedTuple

from piecement.online.match_record import MatchRecord
from piecement.online.messages import Message, Open


class ToMember(NamedTuple):
    """A message to somebody."""

    member: int
    message: Message


class StoreMatch(NamedTuple):
    """A match as it stands is to be stored; the lobby is then told by `stored`."""

    room: str
    record: MatchRecord


class Report(NamedTuple):
    """Something that should not be, to be kept for who looks into it."""

    kind: str
    summary: str
    """One line for the log."""
    text: str


class FindPlace(NamedTuple):
    """A server of the fleet is to be found that opens a room; the lobby is then told by `placed`."""

    member: int
    message: Open


Effect = ToMember | StoreMatch | Report | FindPlace


class RoomEffects:
    """The effects since the last look."""

    def __init__(self) -> None:
        self._waiting: list[Effect] = []

    def send(self, member: int, message: Message) -> None:
        self._waiting.append(ToMember(member, message))

    def store(self, room: str, record: MatchRecord) -> None:
        self._waiting.append(StoreMatch(room, record))

    def report(self, kind: str, summary: str, text: str) -> None:
        self._waiting.append(Report(kind, summary, text))

    def find_place(self, member: int, message: Open) -> None:
        self._waiting.append(FindPlace(member, message))

    def pop(self) -> list[Effect]:
        """Return the effects, and begin with none."""
        effects, self._waiting = self._waiting, []
        return effects
