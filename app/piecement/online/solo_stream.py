"""Input stream of a witnessed game, from its session to the server."""

from typing import Final

from piecement.online.messages.boards import SoloInputs
from piecement.session.session import Session

_QUIET_NS: Final = 500_000_000
"""Interval between batches without input (ns)."""
_MOST: Final = 200
"""Maximum number of inputs in one message."""


class SoloStream:
    """Reader of a session, with the position up to which it was sent."""

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._sent_inputs = 0
        self._sent_ns = -_QUIET_NS
        self.is_done = False
        """Whether the end of the game was sent."""

    @property
    def is_unranked(self) -> bool:
        """Whether an action in the game excludes it from boards."""
        return bool(self._session.unranked)

    def next_batch(self, now_ns: int) -> SoloInputs | None:
        """Return the inputs since the last batch, or None if there is nothing to send."""
        session = self._session
        if self.is_done or not session.has_begun:
            return None
        inputs = session.inputs_since(self._sent_inputs)[:_MOST]
        ends = session.is_over and len(inputs) < _MOST
        if not inputs and not ends and (now_ns - self._sent_ns < _QUIET_NS or not session.is_running):
            return None
        to_ns = session.view.time_ns if len(inputs) < _MOST else inputs[-1][0]
        self._sent_inputs += len(inputs)
        self._sent_ns, self.is_done = now_ns, ends
        return SoloInputs(to=to_ns, e=tuple((at_ns, mask) for at_ns, mask in inputs))
