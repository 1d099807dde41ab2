"""Stream of a game of one player to a server that witnesses it."""

from typing import Final

from piecement.session.session import Session
from piecement_net.messages.leaderboards import SoloInputs

_QUIET_NS: Final = 500_000_000
"""Interval between batches without input (ns)."""
_MOST_INPUTS: Final = 200
"""Maximum number of inputs in one message."""


class SoloStream:
    """Reader of a session, with the position up to which it was sent."""

    def __init__(self, session: Session) -> None:
        self.session: Final = session
        self._sent_inputs = 0
        self._sent_ns = -_QUIET_NS
        self.is_done = False
        """Whether the end of the game was sent."""

    def next_batch(self, now_ns: int) -> SoloInputs | None:
        """Return the inputs since the last batch, or None if there is nothing to send."""
        session = self.session
        if self.is_done or not session.has_begun:
            return None
        inputs = session.inputs_since(self._sent_inputs)[:_MOST_INPUTS]
        ends = session.is_over and len(inputs) < _MOST_INPUTS
        if not inputs and not ends and (now_ns - self._sent_ns < _QUIET_NS or not session.is_running):
            return None
        to_ns = session.view.time_ns if len(inputs) < _MOST_INPUTS else inputs[-1][0]
        self._sent_inputs += len(inputs)
        self._sent_ns, self.is_done = now_ns, ends
        return SoloInputs(to=to_ns, e=tuple((at_ns, mask) for at_ns, mask in inputs))
