"""Input of a bot at the buttons of a session."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from piecement.session.bots.loaded_bot import LoadedBot
from piecement_engine import Event
from piecement_engine.bots import Pace, Playable, Player
from piecement_engine.rules.timing import MILLISECOND

if TYPE_CHECKING:
    from piecement.session.bots.slices import MayThink

_LONGEST_TAP_NS: Final = 40 * MILLISECOND


def button_pace(pieces_per_second: float) -> Pace:
    """Return the button timing of a bot at the given pieces per second."""
    return Pace(pieces_per_second=pieces_per_second, tap_ns=min(_LONGEST_TAP_NS, round(1e8 / pieces_per_second)))


class BotInput:
    """Presses the buttons before a frame and thinks after it.

    Every failure of the bot is raised as `BotError` and leaves the game unchanged.
    """

    def __init__(self, current: Playable, loaded_bot: LoadedBot, pieces_per_second: float) -> None:
        self.loaded_bot: Final = loaded_bot
        self._current: Final = current
        self._player: Final = Player(current, loaded_bot.bot, button_pace(pieces_per_second))
        self._events: list[Event] = []
        self._has_asked = False
        """Whether the bot has thought since the last call of `think`."""

    def set_pace(self, pieces_per_second: float) -> None:
        self._player.pace = button_pace(pieces_per_second)

    def advance(self, time_ns: int) -> list[Event]:
        """Advance the game with the presses that are due and return all events since the last call."""
        self._play(time_ns, lambda: False)
        events, self._events = self._events, []
        return events

    def think(self, may_think: "MayThink") -> bool:
        """Think about the current piece and return whether time ran out before the thinking was finished."""
        was_stopped = False

        def may_go_on() -> bool:  # a program whose reply is awaited is asked once a call
            nonlocal was_stopped
            if self.loaded_bot.is_awaited and self._has_asked:
                return False
            self._has_asked = True
            was_stopped = not may_think()
            return not was_stopped

        self._has_asked = False
        self._play(self._current.view.time_ns, may_go_on)
        return was_stopped

    def _play(self, time_ns: int, may_think: Callable[[], bool]) -> None:
        if self._current.view.end is not None:
            return
        try:
            self._events += self._player.advance(time_ns, may_think)
        except Exception as error:
            raise self.loaded_bot.failure(error) from error
