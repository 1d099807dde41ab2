"""The parts of the application that screens use."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from textual.signal import Signal

from piecement.storage.store import Store
from piecement.terminal.environment import is_guest
from piecement.terminal.keyboard_app import KeyboardApp
from piecement.ui.appearance import Appearance
from piecement.ui.keyboard import Keyboard
from piecement.ui.live_settings import LiveSettings
from piecement.ui.run_state import RunState
from piecement.ui.sounds import Sounds
from piecement.ui.stored_games import StoredGames

if TYPE_CHECKING:
    from piecement.client.client import Connect
    from piecement.session.bots.slices import Later
    from piecement.terminal.canvas.frame_timers import FrameTimer
    from piecement.ui.online.online import OnlinePlay


@dataclass(eq=False)
class Services:
    """The services that each screen is made with."""

    terminal: KeyboardApp[None]
    store: Store
    settings: LiveSettings
    appearance: Appearance
    keyboard: Keyboard
    stored_games: StoredGames
    run_state: RunState
    sounds: Sounds
    clock: Callable[[], int]
    """The time in ns that animations and games go by."""
    frame_timer: "Callable[[], FrameTimer] | None"
    """Returns the timer for the frames of a game; None for that of the platform."""
    later: "Later"
    """Schedules the next slice of a bot's thinking."""
    warn: Callable[..., None]
    """Show the player warnings, a sentence each."""
    connect: "Connect | None"
    """Opens a connection to a server; None for the network."""
    online_played: Signal[None]
    """Published when there is something new to see in a round."""

    @cached_property
    def online(self) -> "OnlinePlay":
        """Online play. The modules of the network load with the first use."""
        from piecement.ui.online.online import OnlinePlay

        parts, publish = (self.terminal, self.settings, self.keyboard), partial(self.online_played.publish, None)
        return OnlinePlay(*parts, clock=self.clock, connect=self.connect, on_played=publish, warn=self.warn)

    @property
    def used_online(self) -> "OnlinePlay | None":
        """Online play; None before its first use."""
        return vars(self).get("online")

    @property
    def in_room(self) -> bool:
        """Whether the player is in a room of a server."""
        return (online := self.used_online) is not None and online.connection.in_room

    def may_host(self) -> bool:
        """Return whether a server can be started here: by no guest, and only where files may be stored."""
        return self.store.may_save and not is_guest()
