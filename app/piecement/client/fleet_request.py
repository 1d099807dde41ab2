"""Request for a room or a match, which leads a client from server to server of a fleet."""

from typing import Final

from piecement_net.address import Address
from piecement_net.errors import OnlineError
from piecement_net.messages.accounts import Queue, Queued
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Join, Open
from piecement_net.messages.from_server import Moved, RoomState, Welcome

_MOST_MOVES: Final = 3
"""Maximum number of times in a row that servers may forward the client for one room or match."""
_SETTLED_NS: Final = 4_000_000_000
"""Time at a server after which the count of forwards restarts (ns): opponents may leave while the player waits."""

Request = Open | Join | Queue


class FleetRequest:
    """Pending request for a room that was not entered yet, or for a match, if there is one."""

    def __init__(self) -> None:
        self._request: Request | None = None
        self._address: Address | None = None
        """Address that the server forwards the client to."""
        self._moves = self._moved_ns = 0

    def note(self, message: Message) -> bool:
        """Note a message to a server, if it is a request; return whether to send it."""
        if isinstance(message, Queue) and message.on and isinstance(self._request, Queue) and self._request.ticket:
            return False  # another server of the fleet has the request already
        if isinstance(message, Request):
            is_cancelled = isinstance(message, Queue) and not message.on
            self._request, self._moves = None if is_cancelled else message, 0
        return True

    def follow(self, message: Message) -> Request | None:
        """Follow a message of a server; return the request if it is to be repeated there."""
        match message:
            case Welcome() if self._moves:
                return self._request
            case RoomState():
                self._request, self._moves = None, 0
            case Queued() if message.on and isinstance(self._request, Queue):
                self._request = self._request.model_copy(update={"ticket": ""})
            case _:
                pass
        return None

    def move(self, message: Moved, here: Address, now_ns: int) -> None:
        """Prepare to repeat the request at another server of the fleet. Raises `OnlineError` if that is not allowed."""
        if now_ns - self._moved_ns > _SETTLED_NS:
            self._moves = 0
        self._moves, self._moved_ns = self._moves + 1, now_ns
        target = Address.parse(message.address)
        if self._request is None or self._moves > _MOST_MOVES or not here.may_send_to(target):
            raise OnlineError("moved", address=message.address)
        if isinstance(self._request, Open):
            self._request = self._request.model_copy(update={"here": True})
        elif isinstance(self._request, Queue):
            self._request = self._request.model_copy(update={"ticket": message.ticket})
        self._address = target

    def take_address(self) -> Address | None:
        """Return the address that the server forwards the client to, once, or None."""
        address, self._address = self._address, None
        return address
