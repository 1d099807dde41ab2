"""Recognition of members who return to a room over another connection or under another name."""

from typing import Final

from piecement.online.look_alikes import look_alike
from piecement.online.member import Member


class KnownAgain:
    """Set of members: accounts by id, guests by address, or by name if the address says nothing.

    Guests of one address cannot be told apart: each matches any other. A member with an account matches no other.
    """

    def __init__(self) -> None:
        self._members: Final[list[Member]] = []

    def add(self, member: Member) -> None:
        self._members.append(member)

    def discard(self, member: Member) -> None:
        self._members[:] = [known for known in self._members if not _is_same(known, member)]

    def knows(self, member: Member, host: Member | None) -> bool:
        """Whether a member is in the set; the host's address does not count, as the host may have guests."""
        shared = "" if host is None else host.peer
        return any(_is_same(known, member, shared) for known in self._members)


def _is_same(known: Member, member: Member, shared: str = "") -> bool:
    if known is member or (member.account and known.account == member.account):
        return True
    if member.account:
        return False
    if member.peer and known.peer and shared not in {member.peer, known.peer}:
        return member.peer == known.peer
    return look_alike(known.name, member.name)
