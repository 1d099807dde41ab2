"""Detection of the keyboard capabilities of a terminal."""

import asyncio
from collections.abc import Callable

from textual.message import Message

from piecement.terminal.answers import ANSWER_WAIT, TerminalAnswer
from piecement.terminal.key_events import KeyboardCapabilities


class KeyboardDetected(Message, bubble=False):
    """Message to the app with the detected keyboard capabilities."""

    def __init__(self, capabilities: KeyboardCapabilities) -> None:
        super().__init__()
        self.capabilities = capabilities


class TerminalAnswered(Message, bubble=False):
    """Message to the app with a reply of the terminal."""

    def __init__(self, answer: TerminalAnswer) -> None:
        super().__init__()
        self.answer = answer


class Detection:
    """Waits for the reply to the query for the kitty flags.

    The flags, the reply to the fence without flags before it, or silence decide. A later reply still counts.
    """

    def __init__(self, decided: Callable[[KeyboardCapabilities], object]) -> None:
        self._decided = decided
        self._flags_seen = False
        self._silence: asyncio.TimerHandle | None = None

    def start_wait(self) -> None:
        """Start the wait, just after the query was written."""
        self.give_up()
        self._flags_seen = False
        self._silence = asyncio.get_running_loop().call_later(ANSWER_WAIT, self._decide, None)

    def answered(self, flags: int | None) -> None:
        """Handle a reply: the flags, or None for the fence."""
        if flags is not None:
            self._flags_seen = True
            self._decide(flags)
        elif not self._flags_seen:
            self._decide(None)

    def give_up(self) -> None:
        """Cancel the wait."""
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None

    def _decide(self, flags: int | None) -> None:
        self.give_up()
        self._decided(KeyboardCapabilities(flags))
