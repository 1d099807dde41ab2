"""Accounts of members that are being looked up or changed. This module reads no clock.

The life of an account at the server: a newcomer is a guest, whose greeting is passed to the stores; so is each later
request of `ACCOUNT_CHANGES`. Until the response arrives the account is pending, and the messages of the member are
held: no match may begin for an account that is about to be another. The response names the account from then on; then
the held messages are handled.

If the stores could not answer a greeting, the member plays as a guest, and the greeting waits. One greeting at a time
is repeated, every five seconds until the stores answer again, and not while its member plays a match. Meanwhile the
messages of the member are handled as usual: if it took an account by one of them, the response to the greeting no
longer counts.
"""

from typing import Final

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import OnlineError
from piecement_net.messages.accounts import Profile
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Hello
from piecement_net.rate_limits import CostLedger
from piecement_server.requests import ACCOUNT_CHANGES, Request, Response, guest_name
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.members import Member

_REPEAT_EVERY_NS: Final = 5 * SECOND
"""Minimum interval between repeated greetings while the stores do not answer (ns)."""
_DECISIVE: Final = (Hello, *ACCOUNT_CHANGES)
"""Messages whose response decides the account of the member."""


class PendingAccounts:
    """Accounts of members that are being looked up or changed, or could not be looked up."""

    def __init__(self, lobby: Lobby, ledger: CostLedger) -> None:
        self._lobby: Final = lobby
        self._ledger: Final = ledger
        self._held: Final[dict[int, list[tuple[str, Message]]]] = {}
        """Messages of members whose accounts are pending, each with the payer of its place."""
        self._unanswered: Final[dict[int, Hello]] = {}
        """Greetings that the stores could not answer."""
        self._repeat_from_ns = 0
        """Time from which one of them may be repeated."""

    def begin(self, member: int) -> None:
        """Hold the messages of a member from now on; call it with each greeting and each change of the account."""
        self._held[member] = []

    def is_pending(self, member: int) -> bool:
        return member in self._held

    def hold(self, member: int, peer: str, message: Message) -> None:
        """Hold a message, for which the address of its sender pays. Raises `OnlineError` if its share is used up."""
        payer = peer or f"member {member}"
        if not self._ledger.hold("held_message", [payer]):
            raise OnlineError("too_many_messages", rate=self._ledger.limits.messages.a_second)
        self._held[member].append((payer, message))

    def end(self, request: Request) -> list[Message]:
        """Return the messages that were held until the response to a request, and hold no more."""
        is_decisive = isinstance(request.message, _DECISIVE) and not request.again
        return self._release(request.member) if is_decisive else []

    def forget(self, member: int) -> None:
        """Drop everything of a member who has left."""
        self._release(member)
        self._unanswered.pop(member, None)

    def _release(self, member: int) -> list[Message]:
        held = self._held.pop(member, [])
        for payer, _ in held:
            self._ledger.release("held_message", [payer])
        return [message for _, message in held]

    def apply(self, member: Member, request: Request, response: Response, now_ns: int) -> None:
        """Apply a response to its member: the account, its rating, and outside of rooms the name."""
        message = request.message
        if response.is_unavailable:
            if isinstance(message, Hello) and not member.account:
                self._unanswered[member.id] = message
                self._repeat_from_ns = now_ns + _REPEAT_EVERY_NS
                self._rename(member, guest_name(message.name))
            return
        self._repeat_from_ns = 0
        if isinstance(message, Hello) and member.account:
            return  # taken while the greeting was repeated
        if isinstance(message, _DECISIVE):
            self._unanswered.pop(member.id, None)
            member.account = response.account
        elif response.account != member.account:
            return  # the member has changed the account since
        for profile in response.messages:
            if isinstance(profile, Profile):
                member.rating, member.deviation = profile.rating, profile.deviation
        if response.name:
            self._rename(member, response.name)

    def take_due(self, now_ns: int) -> Request | None:
        """Remove and return an unanswered greeting if it is time to repeat one."""
        if not self._unanswered or now_ns < self._repeat_from_ns:
            return None
        self._repeat_from_ns = now_ns + _REPEAT_EVERY_NS
        member = next(filter(self._may_be_decided, self._unanswered), None)
        return None if member is None else Request(member, "", self._unanswered.pop(member), again=True)

    def _may_be_decided(self, member: int) -> bool:
        """Return whether a member is here, plays no match, and has no pending account."""
        is_here = member in self._lobby.members  # not if it was sent out while its connection was lost
        return is_here and not self._lobby.takes_part(member) and member not in self._held

    @staticmethod
    def _rename(member: Member, name: str) -> None:
        if member.room is None:  # the players of a room know each other by their names
            member.rename(name)
