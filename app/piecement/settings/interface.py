"""How the application behaves, whatever is played and however it looks."""

from typing import Annotated, Final

from pydantic import AfterValidator, Field

from piecement.knobs import Group, Knob, Names
from piecement.settings.section import Section

_RELEASES: Final = Names(
    {"auto": "Automatic", "off": "Inferred"},
    {
        "auto": "Releases are known where the terminal reports them, and inferred elsewhere.",
        "off": "Releases are inferred from the keyboard's repeats even where the terminal reports them.",
    },
)
_PLAY: Final = Group("Play")
_SIGHT: Final = Group("Motion and sight")
_KEYS: Final = Group("Keyboard")


class Interface(Section):
    """How the application behaves."""

    resume_countdown: Annotated[int, Field(ge=0, le=5), Knob(1, "counts", {0: "at once"}), _PLAY] = Field(
        default=3, title="Countdown", description="How far to count down before a paused game goes on."
    )
    pause_on_blur: Annotated[bool, _PLAY] = Field(
        default=True, title="Pause when unseen", description="Pause the game when the terminal loses the focus."
    )
    all_modes: Annotated[bool, _PLAY] = Field(
        default=False, title="All modes open", description="Play also the modes that a win in another one opens."
    )
    reduced_motion: Annotated[bool, _SIGHT] = Field(
        default=False, title="Reduced motion", description="Leave out what moves only to look good."
    )
    blindfold: Annotated[bool, _SIGHT] = Field(
        default=False, title="Blindfold", description="Hide what lies on the board. Ctrl+B does so in a game."
    )
    key_releases: Annotated[str, _RELEASES, AfterValidator(_RELEASES.check), _KEYS] = Field(
        default="auto", title="Key releases", description="How the game knows that a key was let go."
    )
    hold_to_wall: Annotated[bool, _KEYS] = Field(
        default=False,
        title="Hold to wall",
        description="Where no releases are told, a repeating move key sends a piece to the wall.",
    )
    greeted_by: str = Field(default="", description="The version that has told a new player about the keys.")

    @property
    def wants_releases(self) -> bool:
        """Whether a terminal that can is asked to report when a key is let go."""
        return self.key_releases == "auto"
