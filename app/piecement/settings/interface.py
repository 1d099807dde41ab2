"""How the application behaves, whatever is played and however it looks."""

from typing import Annotated, Final

from piecement.language import LANGUAGES, _
from piecement.settings.section import Section, setting
from piecement.settings.setting_spec import Choices, Group, Range

_RELEASES: Final = Choices(
    {"auto": "Automatic", "off": "Inferred"},
    {
        "auto": "Releases are known where the terminal reports them, and inferred elsewhere.",
        "off": "Releases are inferred from the keyboard's repeats even where the terminal reports them.",
    },
)
_LANGUAGES: Final = Choices({"auto": _("Automatic"), **LANGUAGES}, {"auto": _("The language of the system.")})
SIGHT: Final = "Motion and sight"
KEYBOARD: Final = "Keyboard"
"""Headings."""

_PLAY: Final = Group("Play")
_SIGHT: Final = Group(SIGHT)
_KEYS: Final = Group(KEYBOARD)
_TEXTS: Final = Group(_("Texts"))


class Interface(Section):
    """How the application behaves."""

    resume_countdown: Annotated[int, Range(0, 5, 1, "counts", {0: "at once"}), _PLAY] = setting(
        default=3, title="Countdown", sentence="How far to count down before a paused game goes on."
    )
    pause_on_blur: Annotated[bool, _PLAY] = setting(
        default=True, title="Pause when unseen", sentence="Pause the game when the terminal loses the focus."
    )
    all_modes: Annotated[bool, _PLAY] = setting(
        default=False, title="All modes open", sentence="Play also the modes that a win in another one opens."
    )
    reduced_motion: Annotated[bool, _SIGHT] = setting(
        default=False, title="Reduced motion", sentence="Leave out what moves only to look good."
    )
    blindfold: Annotated[bool, _SIGHT] = setting(
        default=False, title="Blindfold", sentence="Hide what lies on the board. Ctrl+B does so in a game."
    )
    key_releases: Annotated[str, _RELEASES, _KEYS] = setting(
        default="auto", title="Key releases", sentence="How the game knows that a key was let go."
    )
    hold_to_wall: Annotated[bool, _KEYS] = setting(
        default=False,
        title="Hold to wall",
        sentence="Where no releases are told, a repeating move key sends a piece to the wall.",
    )
    language: Annotated[str, _LANGUAGES, _TEXTS] = setting(
        default="auto", title=_("Language"), sentence=_("The language of all texts, from the next start on.")
    )
    first_run_notice: str = setting(default="", sentence="The version whose notice for a new player was seen.")

    @property
    def wants_releases(self) -> bool:
        """Whether a terminal that can is asked to report when a key is let go."""
        return self.key_releases == "auto"
