"""Detection of what a keyboard reports: the reply of the terminal, and releases that it promises but never sends."""

import asyncio
from collections.abc import Callable

from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.terminal.replies import REPLY_WAIT


class KeyboardDetection:
    """Waits for the reply to the query for the kitty flags.

    The flags decide, or device attributes without flags before them, or silence. A later reply still counts.
    """

    def __init__(self, announce: Callable[[KeyboardCapabilities], object]) -> None:
        self._announce = announce
        self._flags_seen = False
        self._timeout: asyncio.TimerHandle | None = None

    def start_wait(self) -> None:
        """Start the wait, just after the query was written."""
        self.cancel_wait()
        self._flags_seen = False
        self._timeout = asyncio.get_running_loop().call_later(REPLY_WAIT, self._decide, None)

    def handle_reply(self, flags: int | None) -> None:
        """Handle a reply: the flags, or None for device attributes, the reply to the last query."""
        if flags is not None:
            self._flags_seen = True
            self._decide(flags)
        elif not self._flags_seen:
            self._decide(None)

    def cancel_wait(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    def _decide(self, flags: int | None) -> None:
        self.cancel_wait()
        self._announce(KeyboardCapabilities(flags))


class MissingReleases:
    """Detector of missing key releases.

    The same physical key pressed twice without a release between is proof that the terminal, or a multiplexer in
    between, sends none. From then on presses are untracked, so that holds are inferred from repeats, until a release
    comes after all.
    """

    def __init__(self) -> None:
        self.are_missing = False
        """Whether promised releases do not come."""
        self._down: dict[str, KeyDown] = {}
        """Tracked presses without a release so far, by place."""

    def mark(self, event: KeyEvent) -> list[KeyUp]:
        """Note an event and return the releases missing before it; a press whose release will not come is untracked."""
        if not isinstance(event, KeyDown):
            self._down.pop(event.place, None)
            self.are_missing = False
        elif event.tracked:
            if self.are_missing:
                event.tracked = False
            elif not event.repeat and self._down.setdefault(event.place, event) is not event:
                self.are_missing, event.tracked = True, False
                missing = [KeyUp(key.key_id, key.base_id, key.modifiers, event.time_ns) for key in self._down.values()]
                self._down.clear()
                return missing
        return []

    def forget_presses(self) -> None:
        """Forget keys whose release another program may have got, as after a lost focus or a new request."""
        self._down.clear()
