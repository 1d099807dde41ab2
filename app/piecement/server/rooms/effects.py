"""Effects: messages and work that a room or the lobby requests, and deadlines."""

from heapq import heappop, heappush
from typing import NamedTuple

from piecement.net.messages.base import Message
from piecement.net.messages.from_client import Open
from piecement.net.round_clock import NEVER_NS
from piecement.server.rooms.match_record import MatchRecord


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
    """Request for a server of the fleet to open a room; the reply goes to `placed` of the lobby."""

    member: int
    message: Open


Effect = Send | StoreMatch | Report | FindPlace


class RoomEffects:
    """Effects since the last `pop`."""

    def __init__(self) -> None:
        self._waiting: list[Effect] = []

    def send(self, member: int, message: Message) -> None:
        self._waiting.append(Send(member, message))

    def store(self, room: str, record: MatchRecord) -> None:
        self._waiting.append(StoreMatch(room, record))

    def report(self, kind: str, summary: str, text: str) -> None:
        self._waiting.append(Report(kind, summary, text))

    def find_place(self, member: int, message: Open) -> None:
        self._waiting.append(FindPlace(member, message))

    def pop(self) -> list[Effect]:
        """Return the effects, and start again with none."""
        effects, self._waiting = self._waiting, []
        return effects


class Deadlines:
    """Time of the next action of each room, by id, with quick access to the earliest.

    >>> deadlines = Deadlines()
    >>> deadlines.set("cellar", 5)
    >>> deadlines.set("attic", 7)
    >>> deadlines.set("cellar", 9)
    >>> deadlines.next_ns, deadlines.pop_due(8), deadlines.next_ns
    (7, ['attic'], 9)
    """

    def __init__(self) -> None:
        self._times: dict[str, int] = {}
        self._queue: list[tuple[int, str]] = []
        """Heap of times and rooms, some of them outdated."""

    @property
    def next_ns(self) -> int:
        queue = self._queue
        while queue and self._times.get(queue[0][1]) != queue[0][0]:
            heappop(queue)
        return queue[0][0] if queue else NEVER_NS

    def set(self, room: str, time_ns: int) -> None:
        """Schedule the action of a room, replacing the previous time."""
        if time_ns != self._times.get(room):
            self._times[room] = time_ns
            heappush(self._queue, (time_ns, room))

    def forget(self, room: str) -> None:
        self._times.pop(room, None)

    def pop_due(self, now_ns: int) -> list[str]:
        """Remove and return the rooms whose time has come."""
        due: list[str] = []
        while self.next_ns <= now_ns:
            _, room = heappop(self._queue)
            del self._times[room]
            due.append(room)
        return due
