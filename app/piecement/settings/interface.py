"""Settings of the interface, of online play and of storage."""

from typing import Annotated, Final

from pydantic import Field

from piecement.language import LANGUAGES, _
from piecement.settings.retention import Retention
from piecement.settings.section import Section
from piecement.settings.specs import Choices, Group, Range

_RELEASES: Final = Choices.of(
    {
        "auto": (_("Automatic"), _("Use the key releases your terminal reports, or guess them.")),
        "on": (_("Assume"), _("Assume that they are reported; if they aren't, keys stay held.")),
        "off": (_("Guess"), _("Always guess releases from key repeat.")),
    }
)
_LANGUAGES: Final = Choices({"auto": _("Automatic"), **LANGUAGES}, {"auto": _("Your system's language.")})
_FAULTS: Final = Choices.of(
    {
        "off": (_("Count them"), _("Extra presses are only counted.")),
        "alert": (_("Callout"), _("A message shows the extra presses of a piece.")),
        "retry": (_("Try again"), _("You get the piece again, which makes the game practice.")),
    }
)
PLAY: Final = _("Play")
SIGHT: Final = _("Accessibility")
KEYBOARD: Final = _("Keyboard")
"""Headings."""


class Interface(Section):
    """Settings of the application."""

    ready_go: Annotated[bool, Group(PLAY)] = Field(
        default=True, title=_("Ready, go"), description=_("Show READY and GO before a game begins.")
    )
    resume_countdown: Annotated[int, Range(0, 5, 1, _("counts"), {0: _("at once")})] = Field(
        default=3, title=_("Countdown"), description=_("The countdown before a paused game resumes.")
    )
    pause_on_blur: bool = Field(
        default=True, title=_("Pause when unfocused"), description=_("Pause the game when the terminal loses focus.")
    )
    finesse: Annotated[str, _FAULTS] = Field(
        default="off", title=_("Finesse faults"), description=_("What happens after a piece with extra presses.")
    )
    reduced_motion: Annotated[bool, Group(SIGHT)] = Field(
        default=False, title=_("Reduced motion"), description=_("Turn off decorative motion.")
    )
    blindfold: bool = Field(
        default=False, title=_("Blindfold"), description=_("Hide the locked blocks. Ctrl+B in a game.")
    )
    key_releases: Annotated[str, _RELEASES, Group(KEYBOARD)] = Field(
        default="auto", title=_("Key releases"), description=_("How the game detects key releases.")
    )
    hold_to_wall: bool = Field(
        default=False,
        title=_("Hold to wall"),
        description=_("Without key releases, holding a move key goes to the wall."),
    )
    gamepad: bool = Field(
        default=False, title=_("Gamepad"), description=_("Needs piecement[gamepad]. Off over SSH and in a browser.")
    )
    language: Annotated[str, _LANGUAGES, Group(_("Text"))] = Field(
        default="auto", title=_("Language"), description=_("The language of all texts. Restart to apply.")
    )
    style: str = Field(default="piecement", description="The style that the settings were made from; empty for none.")
    news: str = Field(default="", description="What the title has to say once: `styles`, or nothing.")
    games_played: int = Field(default=0, description="The number of games that ended, counted up to those with hints.")
    first_run_notice: str = Field(default="", description="The version whose notice for a new player was seen.")
    hides_length: bool = Field(default=False, description="Whether replays hide their length until the end.")
    seen_tips: tuple[str, ...] = Field(default=(), description="The tips that were shown.")
    tip_day: str = Field(default="", description="The day of the last tip (UTC), as `2026-11-24`.")

    @property
    def wants_releases(self) -> bool:
        """Whether to request key releases from terminals that support them."""
        return self.key_releases != "off"

    @property
    def assumes_releases(self) -> bool:
        """Whether to count on key releases, whatever the terminal says."""
        return self.key_releases == "on"


MOST_SERVERS: Final = 8
"""Number of recent servers to remember."""


class Online(Section):
    """Name of the player and recent servers."""

    name: str = Field(default="", description="What others call the player; none is that of the login.")
    servers: tuple[str, ...] = Field(default=(), description="The servers that were played on, the last one first.")
    room: dict[str, bool | int | str] = Field(default={}, description="What the last room was opened with.")
    following: dict[str, bool | int | str] = Field(
        default={}, description="The server whose account the settings follow, and what both had last; empty for none."
    )

    def with_server(self, address: str) -> "Online":
        """Return the section with a server as the most recent one."""
        others = (other for other in self.servers if other != address)
        return self.with_values(servers=(address, *others)[:MOST_SERVERS])


RETENTION: Final = Choices.of(
    {
        Retention.NOTHING: (_("Nothing"), _("Saves only this choice.")),
        Retention.SETTINGS: (_("Settings"), _("Saves settings. Games are gone when you quit.")),
        Retention.SCORES: (_("No replays"), _("Saves settings, results and saved games.")),
        Retention.REPLAYS: (_("Everything"), _("Saves settings, scores and replays.")),
    }
)
"""Choices of retention with titles and sentences."""


class Storage(Section):
    """Settings of storage."""

    retention: Annotated[str, RETENTION] = Field(
        default=Retention.REPLAYS.value, title=_("Keep"), description=_("Keeping less deletes games; it asks first.")
    )
