"""Members of a room: players with their seats, and watchers."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from piecement.online.clean_texts import LONGEST_NAME
from piecement.online.errors import RoomError
from piecement.online.look_alikes import look_alike
from piecement.online.member import Member
from piecement.online.messages import Hand

MOST_WATCHERS: Final = 100


@dataclass(slots=True, eq=False)
class Seat:
    """Seat of a player."""

    number: int
    member: Member
    hand: Hand
    percent: int = 100
    """Part of the attacks that is sent (%)."""
    most_percent: int = 100
    """Maximum that the player may choose, which the host sets (%)."""
    ready: bool = False
    wins: int = 0


class People:
    """All members of a room. No two of their names look alike."""

    def __init__(self, most_seats: int) -> None:
        self.host: Member | None = None
        """Member who opened the room, or the longest present player once that member has left."""
        self._most_seats: Final = most_seats
        self.seats: tuple[Seat, ...] = ()
        """Taken seats, in the order of their numbers."""
        self.watchers: tuple[Member, ...] = ()
        self.members: tuple[Member, ...] = ()
        """Players and watchers."""
        self._seats: dict[int, Seat] = {}
        self._watchers: dict[int, Member] = {}

    def seat_of(self, member: Member) -> Seat | None:
        return next((seat for seat in self._seats.values() if seat.member is member), None)

    def seat(self, number: int) -> Seat | None:
        return self._seats.get(number)

    def named(self, name: str) -> Member | None:
        """Return the member with a name, or None."""
        return next((member for member in self.members if member.name == name), None)

    def add_player(self, member: Member, hand: Hand, barred: Collection[int] = ()) -> Seat:
        """Seat a member at the first free seat that is not barred, and return the seat."""
        free = (number for number in range(self._most_seats) if number not in self._seats and number not in barred)
        number = next(free, None)
        if number is None:
            raise RoomError("seats_taken")
        self._name_apart(member)
        seat = Seat(number, member, hand)
        self.put(seat)
        return seat

    def put(self, seat: Seat) -> None:
        self._seats[seat.number] = seat
        self.host = self.host or seat.member
        self._list()

    def add_watcher(self, member: Member) -> None:
        if len(self._watchers) >= MOST_WATCHERS:
            raise RoomError("too_many_watchers", most=MOST_WATCHERS)
        self._name_apart(member)
        self._watchers[member.id] = member
        self._list()

    def remove(self, member: Member) -> None:
        self._watchers.pop(member.id, None)
        seat = self.seat_of(member)
        if seat is not None:
            del self._seats[seat.number]
        if self.host is member:
            self.host = next((other.member for other in self._seats.values()), None)
        self._list()

    @property
    def all_ready(self) -> bool:
        """Whether there are enough players, and all are ready."""
        return self.all_present and all(seat.ready for seat in self._seats.values())

    @property
    def all_present(self) -> bool:
        """Whether there are enough players, and all are connected."""
        return len(self._seats) >= 2 and all(seat.member.present for seat in self._seats.values())

    def clear_ready(self) -> None:
        for seat in self._seats.values():
            seat.ready = False

    def clear_wins(self) -> None:
        for seat in self._seats.values():
            seat.wins = 0

    def _list(self) -> None:
        """Rebuild the tuples, which are read far more often than they change."""
        self.seats = tuple(self._seats[number] for number in sorted(self._seats))
        self.watchers = tuple(self._watchers.values())
        self.members = (*(seat.member for seat in self.seats), *self.watchers)

    def _name_apart(self, member: Member) -> None:
        """Append a number to a name that looks like another one here."""
        others = [other.name for other in self.members if other is not member]
        name, number = member.name, 2
        while any(look_alike(member.name, other) for other in others):
            member.name = f"{name[: LONGEST_NAME - 3]} {number}"
            number += 1
