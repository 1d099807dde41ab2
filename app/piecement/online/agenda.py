"""When each room has something to do next."""

from heapq import heappop, heappush
from typing import Final

NEVER_NS: Final = 1 << 62


class Agenda:
    """One time for each room, by its id; the next one is found at once.

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
        """A heap of these times with their rooms, and of former ones."""

    @property
    def next_ns(self) -> int:
        queue = self._queue
        while queue and self._times.get(queue[0][1]) != queue[0][0]:
            heappop(queue)
        return queue[0][0] if queue else NEVER_NS

    def set(self, room: str, time_ns: int) -> None:
        """Have a room do something at a time, and not at that which was said before."""
        if time_ns != self._times.get(room):
            self._times[room] = time_ns
            heappush(self._queue, (time_ns, room))

    def forget(self, room: str) -> None:
        self._times.pop(room, None)

    def take(self, now_ns: int) -> list[str]:
        """Return the rooms whose time has come; they have none from now on."""
        due: list[str] = []
        while self.next_ns <= now_ns:
            _, room = heappop(self._queue)
            del self._times[room]
            due.append(room)
        return due
