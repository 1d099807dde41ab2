"""A side of a game: a session, the hands and the bot that play it, and its picture."""

from collections.abc import Callable, Iterable
from typing import Final

from piecement.input.keyboard_input import ButtonChange, KeyboardInput
from piecement.render.skins.look import Look
from piecement.session.session import Session
from piecement.terminal.key_events import KeyEvent
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.painter import Painter
from piecement_engine import Event


class Side:
    """One field, and whoever plays there. What happens in the session goes to its picture, and then to who is told."""

    def __init__(
        self,
        current: Session,
        hands: KeyboardInput,
        bot_controller: BotController,
        painter: Painter,
        told: Callable[[list[Event]], object],
    ) -> None:
        """Prepare to play; `told` hears what happened after each of the things that can happen at once."""
        self.session: Final = current
        self.bot_controller: Final = bot_controller
        self.painter: Final = painter
        self._hands: Final = hands
        self._told: Final = told

    @property
    def rests_until_ns(self) -> int:
        """The moment of the clock before which nothing but the clock of the game changes; 0 if every frame counts."""
        if self.bot_controller.is_at_work or self.painter.needs_every_frame or not self._hands.is_idle:
            return 0
        return self.session.next_event_at_ns

    def feed(self, event: KeyEvent) -> None:
        """Take a key at the moment it changes."""
        self._apply(self._hands.handle(event))

    def let_go(self, now_ns: int) -> None:
        """Let go of all buttons."""
        self._apply(self._hands.release_all(now_ns))

    def advance(self, now_ns: int) -> None:
        """Let the session run to the present moment."""
        self._apply(self._hands.poll(now_ns))
        self.take(self.bot_controller.advance())
        self.take(self.session.advance())

    def halt(self, now_ns: int, at_ns: int | None = None) -> None:
        """Stop the session, at a moment that may lie a little in the past, and whatever goes on beside it."""
        self.bot_controller.rest()
        self._hands.release_all(now_ns)
        self.painter.feed(self.session.pause(at_ns))
        self.painter.rest()

    def take_back(self, undo: Callable[[], bool], now_ns: int) -> bool:
        """Go back in the session; return whether there was anything to take back."""
        self._hands.release_all(now_ns)
        if not undo():
            return False
        self.painter.forget()
        return True

    def dress(self, look: Look) -> None:
        """Draw in a look from now on, with the keys that are bound now."""
        self.painter.dress(look, self._hands.bindings)

    def take(self, game_events: list[Event]) -> None:
        """Take in what happened in the session."""
        self.painter.feed(game_events)
        self._told(game_events)

    def _apply(self, changes: Iterable[ButtonChange]) -> None:
        for change in changes:
            self.take(self.session.hold(change.held, change.time_ns))
