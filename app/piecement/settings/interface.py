"""Settings of the interface, of online play and of storage."""

from typing import Annotated, ClassVar, Final

from piecement.language import LANGUAGES, _
from piecement.settings.retention import Retention
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, Range

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

    GROUPS: ClassVar = {"ready_go": PLAY, "reduced_motion": SIGHT, "key_releases": KEYBOARD, "language": _("Text")}

    ready_go: bool = setting(_("Ready, go"), _("Show READY and GO before a game begins."), default=True)
    resume_countdown: Annotated[int, Range(0, 5, 1, _("counts"), {0: _("at once")})] = setting(
        _("Countdown"), _("The countdown before a paused game resumes."), default=3
    )
    pause_on_blur: bool = setting(
        _("Pause when unfocused"), _("Pause the game when the terminal loses focus."), default=True
    )
    finesse: Annotated[str, _FAULTS] = setting(
        _("Finesse faults"), _("What happens after a piece with extra presses."), default="off"
    )
    reduced_motion: bool = setting(_("Reduced motion"), _("Turn off decorative motion."), default=False)
    blindfold: bool = setting(_("Blindfold"), _("Hide the locked blocks. Ctrl+B in a game."), default=False)
    key_releases: Annotated[str, _RELEASES] = setting(
        _("Key releases"), _("How the game detects key releases."), default="auto"
    )
    hold_to_wall: bool = setting(
        _("Hold to wall"), _("Without key releases, holding a move key goes to the wall."), default=False
    )
    gamepad: bool = setting(_("Gamepad"), _("Needs piecement[gamepad]. Off over SSH and in a browser."), default=False)
    language: Annotated[str, _LANGUAGES] = setting(
        _("Language"), _("The language of all texts. Restart to apply."), default="auto"
    )
    style: str = setting(sentence="The style that the settings were made from; empty for none.", default="piecement")
    news: str = setting(sentence="What the title has to say once: `styles`, or nothing.", default="")
    games_played: int = setting(sentence="The number of games that ended, counted up to those with hints.", default=0)
    first_run_notice: str = setting(sentence="The version whose notice for a new player was seen.", default="")
    hides_length: bool = setting(sentence="Whether replays hide their length until the end.", default=False)
    seen_tips: tuple[str, ...] = setting(sentence="The tips that were shown.", default=())
    tip_day: str = setting(sentence="The day of the last tip (UTC), as `2026-11-24`.", default="")

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

    name: str = setting(sentence="What others call the player; none is that of the login.", default="")
    servers: tuple[str, ...] = setting(sentence="The servers that were played on, the last one first.", default=())
    room: dict[str, bool | int | str] = setting(sentence="What the last room was opened with.", default={})
    following: dict[str, bool | int | str] = setting(
        sentence="The server whose account the settings follow, and what both had last; empty for none.", default={}
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

    retention: Annotated[str, RETENTION] = setting(
        _("Keep"), _("Keeping less deletes games; it asks first."), default=Retention.REPLAYS.value
    )
