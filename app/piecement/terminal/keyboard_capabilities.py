"""Capabilities of a keyboard: the key events that the terminal reports, and their description for the player."""

from typing import Final, NamedTuple

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
