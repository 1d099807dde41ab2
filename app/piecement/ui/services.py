"""What the screens use of the application around them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from piecement.storage.store import Store
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.ui.appearance import Appearance
from piecement.ui.game_starter import GameStarter
from piecement.ui.keyboard import Keyboard
from piecement.ui.live_settings import LiveSettings

if TYPE_CHECKING:
    from piecement.session.bots.slices import Later
    from piecement.terminal.canvas.frame_timers import FrameTimer


@dataclass(frozen=True, slots=True)
class Services:
    """All of them. The `build` of a screen's module picks those that the screen needs."""

    terminal: KeyboardApp[None]
    store: Store
    settings: LiveSettings
    appearance: Appearance
    keyboard: Keyboard
    games: GameStarter
    clock: Callable[[], int]
    """What all that moves goes by."""
    frame_timer: "Callable[[], FrameTimer] | None"
    """What wakes the frames of a game, if not what suits the platform."""
    later: "Later | None"
    """What the computer waits by while it thinks, if not the event loop."""
    warn: Callable[..., None]
    """Tell the player in sentences what went wrong."""
