"""Broadcast: ticks of a running round for a group of members, each with everything since the one before."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from piecement_engine.match import BatchEntry
from piecement_net.messages.base import Message
from piecement_net.messages.from_server import Tick
from piecement_net.messages.rounds import Stream, WireAttack, WireChoice
from piecement_net.network_clock import NEVER_NS
from piecement_net.round_recordings import to_entries
from piecement_server.rooms.effects import RoomEffects


@dataclass(slots=True)
class _Channel:
    """Pending inputs of one player."""

    sent_ns: int = 0
    to_ns: int = 0
    entries: list[BatchEntry] = field(default_factory=list[BatchEntry])


class Broadcast:
    """Broadcast to members who receive ticks at the same times."""

    def __init__(self, every_ns: int, effects: RoomEffects) -> None:
        self._every_ns: Final = every_ns
        self._effects: Final = effects
        self._readers: Final[dict[int, int | None]] = {}
        """Readers, each with the seat to leave out, or None."""
        self._channels = defaultdict[int, _Channel](_Channel)
        self._events: list[WireAttack | WireChoice] = []
        self._is_pending = False
        self._flushed_ns = 0

    @property
    def due_ns(self) -> int:
        """Time of the next tick (ns); never without news or readers."""
        return self._flushed_ns + self._every_ns if self._is_pending and self._readers else NEVER_NS

    def subscribe(self, member: int, own: int | None, watermark_ns: int, now_ns: int) -> None:
        """Send a member all news from now on, except of the own seat, if any. Call it before sending the history."""
        self.flush(watermark_ns, now_ns)
        self._readers[member] = own

    def unsubscribe(self, member: int) -> None:
        self._readers.pop(member, None)

    def send(self, message: Message) -> None:
        """Send a message to all readers at once."""
        for member in self._readers:
            self._effects.send(member, message)

    def add(self, seat: int, to_ns: int, entries: Iterable[BatchEntry]) -> None:
        """Add the latest inputs of a player."""
        channel = self._channels[seat]
        self._is_pending |= to_ns > channel.sent_ns
        channel.to_ns = to_ns
        if self._readers:
            channel.entries += entries

    def add_event(self, event: WireAttack | WireChoice) -> None:
        """Add a settled attack, or the choice of a target."""
        if self._readers:
            self._is_pending = True
            self._events.append(event)

    def flush(self, watermark_ns: int, now_ns: int) -> None:
        """Send the news since the last tick to all readers, if there are any."""
        self._flushed_ns, self._is_pending = now_ns, False
        changed = [(seat, channel) for seat, channel in self._channels.items() if channel.to_ns > channel.sent_ns]
        if self._readers and (changed or self._events):
            streams = [
                Stream(seat, channel.to_ns, tuple(to_entries(channel.entries, channel.sent_ns)))
                for seat, channel in changed
            ]
            self._send_ticks(streams, watermark_ns)
        for _, channel in changed:
            channel.sent_ns = channel.to_ns
            channel.entries.clear()
        self._events.clear()

    def _send_ticks(self, streams: Sequence[Stream], watermark_ns: int) -> None:
        """Send a tick to each reader with news; readers without an own seat share one."""
        attacks = tuple([event for event in self._events if isinstance(event, WireAttack)])
        choices = tuple([event for event in self._events if isinstance(event, WireChoice)])
        ticks: dict[int | None, Tick] = {}
        for member, own in self._readers.items():
            if own not in ticks:
                others = tuple([stream for stream in streams if stream.seat != own])
                if not others and not self._events:
                    continue
                # Values that were checked on arrival; giving all fields is quicker.
                ticks[own] = Tick.model_construct(t="tick", n=0, a=0, s=others, k=attacks, c=choices, w=watermark_ns)
            self._effects.send(member, ticks[own])
