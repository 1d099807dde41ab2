"""Members, and all those of a room: their seats, and whom its host has removed or muted."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from piecement_engine.rules.timing import SECOND
from piecement_net.clean_texts import LONGEST_NAME
from piecement_net.errors import RoomError
from piecement_net.look_alikes import look_alike, look_alike_keys
from piecement_net.messages.base import PROTOCOL
from piecement_net.messages.rooms import Hand

ONE_EVENT_NS: Final = 5 * SECOND
"""Maximum time between lost connections that count as one event (ns)."""
MOST_WATCHERS_OF_ROOM: Final = 100
"""Maximum number of watchers that a room admits."""
MOST_NAMED: Final = 20
"""Maximum number of watchers, and of muted members, whom the state of a room names."""


@dataclass(slots=True, eq=False, kw_only=True)
class Member:
    """Client, which outlives its connections: it is away after losing one until it returns or is dropped."""

    id: int
    name: str
    """Name that others see: the chosen one, with a number in a room where it looks like another."""
    chosen_name: str = field(init=False)
    bot: bool = False
    version: int = PROTOCOL
    """Version of the protocol that the client speaks."""
    identity: str = ""
    """Digest of the client's secrets, which identifies it after a restart of the server."""
    account: str = ""
    """Id of the account, or empty for a guest."""
    peer: str = ""
    """Address of the client, as limits count it; empty if unknown. It is never stored."""
    rating: float = 1500.0
    deviation: float = 350.0
    """Deviation of `rating`; the queue and the opponent's rating use both."""
    away_ns: int | None = None
    """Time at which the connection was lost, by the server's clock; None while there is one."""
    rtt_ns: int = 0
    """Round trip time (ns)."""
    unacknowledged_ns: int | None = None
    """Time at which the oldest unacknowledged message was sent, by the server's clock, or None."""
    room: str | None = None
    """Id of the room that it plays in or watches."""

    def __post_init__(self) -> None:
        self.chosen_name = self.name

    def rename(self, name: str) -> None:
        self.name = self.chosen_name = name

    @property
    def payers(self) -> tuple[str, str]:
        """Address and account, to which the costs of the client are charged."""
        return self.peer, self.account

    @property
    def present(self) -> bool:
        return self.away_ns is None


@dataclass(slots=True, eq=False)
class Seat:
    """Seat of a player."""

    number: int
    member: Member
    hand: Hand
    percent: int = 100
    """Part of the attacks that is sent (%)."""
    most_percent: int = 100
    """Highest handicap that the player may choose, as set by the host (%)."""
    ready: bool = False
    wins: int = 0
    team: int = 0
    """Number of the team from 1, or 0 for none."""

    @property
    def side(self) -> int:
        """Number that only the seats of one team share."""
        return self.team or -1 - self.number


class Members:
    """All members of a room. No two of their names look alike."""

    def __init__(self, most_seats: int, teams: int = 0) -> None:
        self.host: Member | None = None
        """Member who opened the room, or the longest present player once that member has left."""
        self._most_seats: Final = most_seats
        self.teams: Final = range(1, teams + 1)
        """Numbers of the teams."""
        self.seats: tuple[Seat, ...] = ()
        """Taken seats, in the order of their numbers."""
        self.pair: frozenset[int] = frozenset()
        """Seats of the pair whose match is played in a tournament; empty if all play."""
        self.watchers: tuple[Member, ...] = ()
        self.members: tuple[Member, ...] = ()
        """Players and watchers."""
        self._seats: dict[int, Seat] = {}
        self.barred: Final[list[Member]] = []
        """Members whom the host has removed for good."""
        self._muted: list[Member] = []
        """Members whom the host has muted, even if they have left since."""

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Seats of the match: all of them, or those of the pair."""
        return tuple(seat for seat in self.seats if seat.number in self.pair) if self.pair else self.seats

    @property
    def by_arrival(self) -> tuple[Seat, ...]:
        """Taken seats in the order of joining."""
        return tuple(self._seats.values())

    def find_seat(self, member: Member) -> Seat | None:
        return next((seat for seat in self._seats.values() if seat.member is member), None)

    def free_seat(self, member: Member, barred: Collection[int]) -> int:
        """Return the first seat that is not barred and free, or the member's own. Raises `RoomError` without any."""
        taken = {seat.number for seat in self.seats if seat.member is not member}
        number = next((number for number in range(self._most_seats) if number not in {*taken, *barred}), None)
        if number is None:
            raise RoomError("seats_taken")
        return number

    def add_player(self, member: Member, hand: Hand, barred: Collection[int]) -> Seat:
        """Seat a member at the first free seat that is not barred, in the smallest team, and return the seat."""
        number = self.free_seat(member, barred)
        self._make_name_distinct(member)
        taken = [seat.team for seat in self.seats]
        team = min(self.teams, key=taken.count, default=0)
        wins = max((seat.wins for seat in self.seats if team and seat.team == team), default=0)
        seat = Seat(number, member, hand, team=team, wins=wins)
        self.put(seat)
        return seat

    def put(self, seat: Seat) -> None:
        self._seats[seat.number] = seat
        self.host = self.host or seat.member
        self._list(*self.watchers)

    def check_watcher(self, member: Member) -> None:
        """Raise `RoomError` if there is no place for another watcher."""
        if member not in self.watchers and len(self.watchers) >= MOST_WATCHERS_OF_ROOM:
            raise RoomError("too_many_watchers", most=MOST_WATCHERS_OF_ROOM)

    def add_watcher(self, member: Member) -> None:
        self._make_name_distinct(member)
        self._list(*self.watchers, member)

    def remove(self, member: Member) -> None:
        seat = self.find_seat(member)
        if seat is not None:
            del self._seats[seat.number]
        if self.host is member:
            self.host = next((other.member for other in self._seats.values()), None)
        self._list(*(watcher for watcher in self.watchers if watcher is not member))

    @property
    def all_present(self) -> bool:
        """Whether there are enough players, and all are connected."""
        return self.are_enough and all(seat.member.present for seat in self.playing)

    @property
    def are_enough(self) -> bool:
        """Whether there are players of two sides."""
        return len({seat.side for seat in self.playing}) >= 2

    def is_barred(self, member: Member) -> bool:
        return any(self._are_one(known, member) for known in self.barred)

    def mute(self, member: Member, *, on: bool) -> None:
        """Mute a member, or end that. Raises `RoomError` if the host could not find another one to unmute it."""
        if on and not self.is_muted(member) and len(self.muted_names) >= MOST_NAMED:
            raise RoomError("too_many_muted", most=MOST_NAMED)
        others = [known for known in self._muted if not self._are_one(known, member)]
        self._muted = [*others, member] if on else others

    def is_muted(self, member: Member) -> bool:
        return any(self._are_one(known, member) for known in self._muted)

    @property
    def muted_names(self) -> tuple[str, ...]:
        """Names of muted members of the room, up to `MOST_NAMED`."""
        return tuple(member.name for member in self.members if self.is_muted(member))[:MOST_NAMED]

    def clear_ready(self) -> None:
        for seat in self._seats.values():
            seat.ready = False

    def _list(self, *watchers: Member) -> None:
        """Rebuild the tuples, which are read far more often than they change."""
        self.seats = tuple(self._seats[number] for number in sorted(self._seats))
        self.watchers = watchers
        self.members = (*(seat.member for seat in self.seats), *watchers)

    def _are_one(self, known: Member, member: Member) -> bool:
        """Return whether two members count as one player: by account, guests by address, or by name if it is unknown.

        At the address of the host, names distinguish guests. If `member` has an account, only that counts.
        """
        if known is member or (member.account and known.account == member.account):
            return True
        if member.account:
            return False
        host_address = "" if self.host is None else self.host.peer
        if member.peer and known.peer and host_address not in {member.peer, known.peer}:
            return member.peer == known.peer
        return look_alike(known.name, member.name)

    def _make_name_distinct(self, member: Member) -> None:
        """Append a number in brackets to the chosen name if it looks like the name of another member."""
        taken = frozenset[str]().union(*(look_alike_keys(other.name) for other in self.members if other is not member))
        member.name, number = member.chosen_name, 2
        while not taken.isdisjoint(look_alike_keys(member.name)):
            suffix = f" ({number})"
            member.name = member.chosen_name[: LONGEST_NAME - len(suffix)].strip() + suffix
            number += 1


def lost_together(members: Iterable[Member]) -> bool:
    """Return whether the connections of all members were lost in one event."""
    times_ns = [member.away_ns for member in members]
    lost_ns = [time_ns for time_ns in times_ns if time_ns is not None]
    return len(lost_ns) == len(times_ns) > 1 and max(lost_ns) - min(lost_ns) <= ONE_EVENT_NS
