"""The options that the application is started with."""

from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from piecement.settings.settings import Settings
    from piecement_base.plan import Plan
    from piecement_engine import Recording
    from piecement_engine.match import RoundRecording

LARGEST_SEED: Final = 2**64 - 1
"""Largest seed that can be given for the pieces of a game."""

OUTPUT_KEY: Final = "ctrl+o"
"""Shows the output of the command in the background."""


class JoinTarget(NamedTuple):
    """Server and room of a game over a network."""

    address: str
    room: str = ""
    """The name or the id of a room; empty for the list of rooms."""


HOST_HERE: Final = JoinTarget("")
"""A room at the server of the player, which is started if it does not run."""


class FirstRun(Enum):
    """Conditions for showing the welcome over the first title screen."""

    IF_NEW = auto()
    """Once, to a new player."""
    ALWAYS = auto()
    NEVER = auto()


class Launch(NamedTuple):
    """Options of the command line; one that is None is left to the settings."""

    plan: "Plan | None" = None
    """The game to start with, instead of the title."""
    fps: int | None = None
    skin: str | None = None
    ready_go: bool | None = None
    save: bool = True
    """Whether anything may be stored in this run."""
    data_folder: Path | None = None
    """Folder to store data in, instead of the folders of the user."""
    first_run: FirstRun = FirstRun.IF_NEW
    bot: str | None = None
    """The bot that is to play, by its name or as a command, instead of the player."""
    join: JoinTarget | None = None
    """The server to go to, instead of the title."""
    watch: "Recording | None" = None
    """The game to watch first."""
    watch_match: "RoundRecording | None" = None
    """The round of a match to watch first."""
    command: str = ""
    """A command line that runs in the background meanwhile."""
    mute: bool = False
    """Whether nothing is heard in this run, until the player turns sound on."""

    def override(self, settings: "Settings") -> "Settings":
        """Return settings with the options that replace some of them in this run."""
        for section, name in (("graphics", "skin"), ("graphics", "fps"), ("interface", "ready_go")):
            if (value := getattr(self, name)) is not None:
                settings = settings.with_value(section, name, value)
        return settings.with_values(sound=settings.sound.turned(on=False)) if self.mute else settings
