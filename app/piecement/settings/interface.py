"""Settings of the interface, and facts it remembers: tips shown, games played."""

from typing import Annotated, Final

from piecement.settings.choices import names_of
from piecement.settings.section import Section, setting
from piecement.settings.specs import Group
from piecement.settings.values import Choices, Range
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
    attract_s: Annotated[int, Range(0, 3600, 5, N_("s"), {0: N_("never")}), Group("Main menu")] = setting(
        30, "Demo after", "Idle time at the main menu before a bot demo starts."
    )
    language: Annotated[str, _LANGUAGES, Group("Text")] = setting("auto", "Language", "The language of all texts.")
    style: str = "piecement"
    """The style that the settings were made from; empty for none."""
    news: str = ""
    """News that the main menu shows once: `styles`, or empty."""
    games_played: int = 0
    """Number of finished games, counted only while key hints are shown."""
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
    """Kinds of terminals that report key releases but sent none in the last game there."""

    @property
    def wants_releases(self) -> bool:
        """Whether to request key releases from terminals that support them."""
        return self.key_releases != "off"

    @property
    def assumes_releases(self) -> bool:
        """Whether to assume key releases, whatever the terminal reports."""
        return self.key_releases == "on"
