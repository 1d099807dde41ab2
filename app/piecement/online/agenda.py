"""Agenda of rooms: the next time at which each has something to do."""

from heapq import heappop, heappush
from typing import Final

NEVER_NS: Final = 1 << 62


class Agenda:
    """Time of the next action of each room, by id, with quick access to the earliest.

    >>> agenda = Agenda()
    >>> agenda.set("cellar", 5)
    >>> agenda.set("attic", 7)
    >>> agenda.set("cellar", 9)
    >>> agenda.next_ns, agenda.take(8), agenda.next_ns
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

    def take(self, now_ns: int) -> list[str]:
        """Remove and return the rooms whose time has come."""
        due: list[str] = []
        while self.next_ns <= now_ns:
            _, room = heappop(self._queue)
            del self._times[room]
            due.append(room)
        return due
