"""What a terminal reports of keys, and what that means for play."""

from typing import Final, NamedTuple

from piecement.terminal.key_events import KeyboardCapabilities


class Support(NamedTuple):
    title: str
    """In a few words."""
    meaning: str
    """In a sentence or two."""


_UNKNOWN: Final = Support("Waiting for the terminal", "It has not said yet what it tells of keys.")
_PRESSES: Final = Support(
    "Presses only",
    "This terminal tells no releases: a held key moves a piece at the keyboard's own rate, and DAS and ARR have no "
    "effect. Keys to the walls help.",
)
_INFERRED: Final = Support(
    "Releases inferred", "This terminal tells releases, but they are not asked for, as set here."
)
_ARROWS: Final = Support(
    "Releases of arrows", "This terminal tells the releases of arrows and the like, but not of letters."
)
_ALL: Final = Support(
    "Press and release", "This terminal tells every press and release: DAS, ARR and soft drop are the game's own."
)


def support(keyboard: KeyboardCapabilities | None, *, wants_releases: bool = True) -> Support:
    """Return what there is to say of a terminal, which may be asked for less than it can; None has not answered."""
    if keyboard is None:
        return _UNKNOWN
    if not keyboard.release_events:
        return _PRESSES
    if not wants_releases:
        return _INFERRED
    return _ALL if keyboard.text_keys else _ARROWS
