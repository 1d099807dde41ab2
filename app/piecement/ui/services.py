"""The parts of the application that screens use."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from piecement.storage.store import Store
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.ui.account_settings import FollowingSettings
from piecement.ui.appearance import Appearance
from piecement.ui.connection import Connection
from piecement.ui.live_settings import Keyboard, LiveSettings
from piecement.ui.played_games import PlayedGames
from piecement.ui.sounds import Sounds

if TYPE_CHECKING:
    from piecement.session.bots.slices import Later
    from piecement.terminal.canvas.frame_clock import FrameTimer


class Services(NamedTuple):
    """The services that each screen is made with."""

    terminal: KeyboardApp[None]
    store: Store
    settings: LiveSettings
    appearance: Appearance
    keyboard: Keyboard
    games: PlayedGames
    online: Connection
    following: FollowingSettings
    sounds: Sounds
    clock: Callable[[], int]
    """The time in ns that animations and games go by."""
    frame_timer: "Callable[[], FrameTimer] | None"
    """Returns the timer for the frames of a game; None for that of the platform."""
    later: "Later | None"
    """Schedules the next slice of a bot's thinking; None for the event loop."""
    warn: Callable[..., None]
    """Show the player warnings, a sentence each."""
