"""Settings of the interface, of online play and of storage."""

from typing import Annotated, Final

from piecement.language import LANGUAGES, _
from piecement.settings.retention import Retention
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, Range, SettingGroup

_RELEASES: Final = Choices(
    {"auto": _("Automatic"), "on": _("Assume"), "off": _("Guess")},
    {
        "auto": _("Use the key releases your terminal reports, or guess them."),
        "on": _("Assume that they are reported; if they aren't, keys stay held."),
        "off": _("Always guess releases from key repeat."),
    },
)
_LANGUAGES: Final = Choices({"auto": _("Automatic"), **LANGUAGES}, {"auto": _("Your system's language.")})
_FAULTS: Final = Choices(
    {"off": _("Count them"), "alert": _("Callout"), "retry": _("Try again")},
    {
        "off": _("Extra presses are only counted."),
        "alert": _("A message shows the extra presses of a piece."),
        "retry": _("You get the piece again, which makes the game practice."),
    },
)
PLAY: Final = _("Play")
SIGHT: Final = _("Accessibility")
KEYBOARD: Final = _("Keyboard")
"""Headings."""

_PLAY: Final = SettingGroup(PLAY)
_SIGHT: Final = SettingGroup(SIGHT)
_KEYS: Final = SettingGroup(KEYBOARD)
_TEXTS: Final = SettingGroup(_("Text"))


class Interface(Section):
    """Settings of the application."""

    ready_go: Annotated[bool, _PLAY] = setting(
        default=True, title=_("Ready, go"), sentence=_("Show READY and GO before a game begins.")
    )
    resume_countdown: Annotated[int, Range(0, 5, 1, _("counts"), {0: _("at once")}), _PLAY] = setting(
        default=3, title=_("Countdown"), sentence=_("The countdown before a paused game resumes.")
    )
    pause_on_blur: Annotated[bool, _PLAY] = setting(
        default=True, title=_("Pause when unfocused"), sentence=_("Pause the game when the terminal loses focus.")
    )
    finesse: Annotated[str, _FAULTS, _PLAY] = setting(
        default="off", title=_("Finesse faults"), sentence=_("What happens after a piece with extra presses.")
    )
    reduced_motion: Annotated[bool, _SIGHT] = setting(
        default=False, title=_("Reduced motion"), sentence=_("Turn off decorative motion.")
    )
    blindfold: Annotated[bool, _SIGHT] = setting(
        default=False, title=_("Blindfold"), sentence=_("Hide the locked blocks. Ctrl+B in a game.")
    )
    key_releases: Annotated[str, _RELEASES, _KEYS] = setting(
        default="auto", title=_("Key releases"), sentence=_("How the game detects key releases.")
    )
    hold_to_wall: Annotated[bool, _KEYS] = setting(
        default=False, title=_("Hold to wall"), sentence=_("Without key releases, holding a move key goes to the wall.")
    )
    gamepad: Annotated[bool, _KEYS] = setting(
        default=False, title=_("Gamepad"), sentence=_("Needs piecement[gamepad]. Off over SSH and in a browser.")
    )
    language: Annotated[str, _LANGUAGES, _TEXTS] = setting(
        default="auto", title=_("Language"), sentence=_("The language of all texts. Restart to apply.")
    )
    style: str = setting(default="piecement", sentence="The style that the settings were made from; empty for none.")
    news: str = setting(default="", sentence="What the title has to say once: `styles`, or nothing.")
    games_played: int = setting(default=0, sentence="The number of games that ended, counted up to those with hints.")
    first_run_notice: str = setting(default="", sentence="The version whose notice for a new player was seen.")
    hides_length: bool = setting(default=False, sentence="Whether replays hide their length until the end.")
    seen_tips: tuple[str, ...] = setting(default=(), sentence="The tips that were shown.")
    tip_day: str = setting(default="", sentence="The day of the last tip (UTC), as `2026-11-24`.")

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

    name: str = setting(default="", sentence="What others call the player; none is that of the login.")
    servers: tuple[str, ...] = setting(default=(), sentence="The servers that were played on, the last one first.")
    room: dict[str, bool | int | str] = setting(default={}, sentence="What the last room was opened with.")
    following: dict[str, bool | int | str] = setting(
        default={}, sentence="The server whose account the settings follow, and what both had last; empty for none."
    )

    def with_server(self, address: str) -> "Online":
        """Return the section with a server as the most recent one."""
        others = (other for other in self.servers if other != address)
        return self.with_values(servers=(address, *others)[:MOST_SERVERS])


RETENTION: Final = Choices(
    {
        Retention.NOTHING: _("Nothing"),
        Retention.SETTINGS: _("Settings"),
        Retention.SCORES: _("No replays"),
        Retention.REPLAYS: _("Everything"),
    },
    {
        Retention.NOTHING: _("Saves only this choice."),
        Retention.SETTINGS: _("Saves settings. Games are gone when you quit."),
        Retention.SCORES: _("Saves settings, results and saved games."),
        Retention.REPLAYS: _("Saves settings, scores and replays."),
    },
)
"""Choices of retention with titles and sentences."""


class Storage(Section):
    """Settings of storage."""

    retention: Annotated[str, RETENTION] = setting(
        default=Retention.REPLAYS.value, title=_("Keep"), sentence=_("Keeping less deletes games; it asks first.")
    )
