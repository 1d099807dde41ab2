"""Settings of the interface, of online play and of storage."""

from typing import Annotated, Final

from piecement.settings.choices import names_of
from piecement.settings.retention import Retention
from piecement.settings.section import Section, setting
from piecement.settings.specs import Choices, Group, Range
from piecement_base.language import LANGUAGES, N_
from piecement_base.plan import FULL_SPEED, SLOWEST

_LANGUAGES: Final = Choices(
    lambda: {
        "auto": (N_("Automatic"), N_("Your system's language.")),
        **{name: (title, "") for name, title in LANGUAGES.items()},
    }
)


class Interface(Section):
    """Settings of the application."""

    ready_go: Annotated[bool, Group("Play")] = setting(True, "Ready, go", "Show READY and GO before a game begins.")
    resume_countdown: Annotated[int, Range(0, 5, 1, N_("counts"), {0: N_("at once")})] = setting(
        3, "Countdown", "The countdown before a paused game resumes."
    )
    pause_on_blur: bool = setting(True, "Pause when unfocused", "Pause the game when the terminal loses focus.")
    finesse: Annotated[str, names_of("finesse")] = setting(
        "off", "Finesse faults", "What happens after a piece with extra presses."
    )
    blindfold: bool = setting(False, "Blindfold", "Hide the locked blocks. Ctrl+B in a game.")
    reduced_motion: Annotated[bool, Group("Accessibility")] = setting(
        False, "Reduced motion", "Turn off decorative motion and all flashes."
    )
    no_flashes: bool = setting(False, "No flashes", "Nothing lights up and fades again; motion stays.")
    game_speed: Annotated[int, Range(SLOWEST, FULL_SPEED, 5, "%")] = setting(
        FULL_SPEED, "Game speed", "Slower games have leaderboards of their own."
    )
    soft_drop_toggle: bool = setting(False, "Soft drop stays on", "One press turns soft drop on, the next one off.")
    one_switch_ms: Annotated[int, Range(0, 10_000, 500, N_("ms"), {0: N_("off")})] = setting(
        0, "One switch", "A mark steps through columns, then placements; Space chooses. No time passes."
    )
    captions: bool = setting(False, "Captions", "Name sounds in a line below the field.")
    key_releases: Annotated[str, names_of("key_releases"), Group("Keyboard")] = setting(
        "auto", "Key releases", "How the game detects key releases."
    )
    hold_to_wall: bool = setting(False, "Hold to wall", "Without key releases, holding a move key goes to the wall.")
    gamepad: bool = setting(False, "Gamepad", "Needs piecement[gamepad]. Off over SSH and in a browser.")
    language: Annotated[str, _LANGUAGES, Group("Text")] = setting("auto", "Language", "The language of all texts.")
    style: str = "piecement"
    """The style that the settings were made from; empty for none."""
    news: str = ""
    """News that the title shows once: `styles`, or none."""
    games_played: int = 0
    """The number of games that ended, counted up to those with hints."""
    first_run_notice: str = ""
    """The version whose notice for a new player was seen."""
    lesson_step: str = ""
    """The step at which the lesson was left; empty before the first visit."""
    hides_length: bool = False
    """Whether replays hide their length until the end."""
    seen_tips: tuple[str, ...] = ()
    """The tips that were shown."""
    tip_day: str = ""
    """The day of the last tip (UTC), as `2026-11-24`."""
    silent_terminals: tuple[str, ...] = ()
    """Kinds of terminals that sent no key releases in the last game there, though they promise them."""

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

    name: str = ""
    """Name that others see; empty for that of the login."""
    servers: tuple[str, ...] = ()
    """The servers that were played on, the last one first."""
    room: dict[str, bool | int | str] = {}
    """Options of the room opened last."""
    host_stays: bool = False
    """Whether a server that was started here keeps running when the program ends."""
    following: dict[str, bool | int | str] = {}
    """The server whose account the settings follow, and what both had last; empty for none."""

    def with_server(self, address: str) -> "Online":
        """Return the section with a server as the most recent one."""
        others = (other for other in self.servers if other != address)
        return self.with_values(servers=(address, *others)[:MOST_SERVERS])


RETENTION: Final = names_of("retention")
"""Choices of retention with titles and sentences."""


class Storage(Section):
    """Settings of storage."""

    retention: Annotated[str, RETENTION] = setting(
        Retention.REPLAYS.value, "Keep", "Keeping less deletes games; it asks first."
    )
