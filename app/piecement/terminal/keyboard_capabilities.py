"""Capabilities of a keyboard: the key events that the terminal reports, their detection and their description."""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp
from piecement.terminal.replies import REPLY_WAIT
from piecement_base.language import N_

EVENT_TYPES: Final = 2
"""Kitty flag that makes a terminal report repeats and releases."""

ALL_KEYS: Final = 8
"""Kitty flag that makes it report every key; without it letters, Enter, Tab, Space and Backspace have no release."""


class KeyboardCapabilities(NamedTuple):
    """Reported capabilities of the keyboard."""

    flags: int | None
    """Kitty flags that the terminal can activate; None if it does not support the protocol."""
    win32_input: bool = False
    """Whether the flags describe the win32 input mode instead of the kitty protocol."""
    lacks_releases: bool = False
    """Whether the flags promise releases that do not come."""

    @property
    def release_events(self) -> bool:
        """Whether the terminal reports releases of arrow and other function keys."""
        return self.flags is not None and bool(self.flags & EVENT_TYPES) and not self.lacks_releases

    @property
    def text_keys(self) -> bool:
        """Whether the terminal also reports releases of letters, Space and Enter."""
        return self.flags is not None and bool(self.flags & EVENT_TYPES and self.flags & ALL_KEYS)


class Support(NamedTuple):
    title: str
    """Short title."""
    meaning: str
    """One or two sentences for the player."""


_UNKNOWN: Final = Support(N_("Waiting for the terminal"), N_("It has not answered yet what it reports of keys."))
_PRESSES: Final = Support(
    N_("Presses only"),
    N_("The terminal does not report when you let go of a key: held keys repeat at your keyboard's own rate."),
)
_INFERRED: Final = Support(N_("Releases guessed"), N_("Your settings turn off the key releases of this terminal."))
_ARROWS: Final = Support(
    N_("Releases of arrows"), N_("This terminal reports the releases of arrow keys, but not of letters.")
)
_MISSING: Final = Support(
    N_("Releases missing"),
    N_("The terminal promises key releases but sends none: held keys repeat at your keyboard's own rate."),
)
_ALL: Final = Support(N_("Press and release"), N_("DAS, ARR and soft drop work exactly as set."))


def support(keyboard: KeyboardCapabilities | None, *, wants_releases: bool = True) -> Support:
    """Return the description of a terminal, where the settings may turn releases off; None is for no reply yet."""
    if keyboard is None:
        return _UNKNOWN
    if not keyboard.release_events:
        return _MISSING if keyboard.lacks_releases else _PRESSES
    if not wants_releases:
        return _INFERRED
    return _ALL if keyboard.text_keys else _ARROWS


class KeyboardDetection:
    """Waits for the reply to the query for the kitty flags.

    The flags decide, or device attributes without flags before them, or silence. A later reply still counts.
    """

    def __init__(self, decided: Callable[[KeyboardCapabilities], object]) -> None:
        self._decided = decided
        self._flags_seen = False
        self._silence: asyncio.TimerHandle | None = None

    def start_wait(self) -> None:
        """Start the wait, just after the query was written."""
        self.give_up()
        self._flags_seen = False
        self._silence = asyncio.get_running_loop().call_later(REPLY_WAIT, self._decide, None)

    def answered(self, flags: int | None) -> None:
        """Handle a reply: the flags, or None for device attributes, the reply to the last query."""
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
