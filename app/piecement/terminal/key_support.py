"""Key support: the kinds of key reports of a terminal, and their effect on play."""

from typing import Final, NamedTuple

from piecement.language import _
from piecement.terminal.key_events import KeyboardCapabilities


class Support(NamedTuple):
    title: str
    """Short title."""
    meaning: str
    """One or two sentences for the player."""


_UNKNOWN: Final = Support(_("Waiting for the terminal"), _("It has not answered yet what it reports of keys."))
_PRESSES: Final = Support(
    _("Presses only"),
    _(
        "This terminal can't report key releases: a held key moves the piece at the keyboard's own rate, and DAS and "
        "ARR have no effect. Teleport keys help."
    ),
)
_INFERRED: Final = Support(
    _("Releases guessed"), _("This terminal can report key releases, but your settings turn that off.")
)
_ARROWS: Final = Support(
    _("Releases of arrows"), _("This terminal reports the releases of arrow keys, but not of letters.")
)
_ALL: Final = Support(
    _("Press and release"), _("This terminal reports every press and release: DAS, ARR and soft drop work fully.")
)


def support(keyboard: KeyboardCapabilities | None, *, wants_releases: bool = True) -> Support:
    """Return the description of a terminal, where the settings may turn releases off; None is for no reply yet."""
    if keyboard is None:
        return _UNKNOWN
    if not keyboard.release_events:
        return _PRESSES
    if not wants_releases:
        return _INFERRED
    return _ALL if keyboard.text_keys else _ARROWS
