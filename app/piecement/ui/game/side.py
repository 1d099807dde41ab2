"""A side of a game: a session, the keys and the bot that play it, and its picture."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Final

from textual.geometry import Size

from piecement.input.keyboard_input import ButtonChange, KeyboardInput
from piecement.render.overlay import Overlay
from piecement.session.session import Session
from piecement.terminal.key_events import KeyEvent
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.painter import Painter
from piecement.ui.sounds import Ear
from piecement_engine import Event

FULL_WIDTH: Final = 36
"""The columns for a field with the most important figures beside it."""

_SMALL_FIELD: Final = 12
"""The columns for a field alone, drawn small."""


class Side:
    """One field and its player. Each side gets all key events, and uses those that are bound there."""

    def __init__(
        self,
        session: Session,
        keys: KeyboardInput,
        bot: BotController,
        painter: Painter,
        observer: Callable[[list[Event]], object] | None = None,
    ) -> None:
        """Join the parts of a side; the observer is called with the events of the game, in their order."""
        self.session: Final = session
        self.keys: Final = keys
        self.bot: Final = bot
        self.painter: Final = painter
        self._observer: Final = observer
        self.ear: Ear | None = None
        """What listens to the game."""

    @property
    def idle_until_ns(self) -> int:
        """The time before which nothing but the clock of the game changes; 0 if every frame counts."""
        if self.bot.is_at_work or self.painter.needs_every_frame or not self.keys.is_idle:
            return 0
        return self.session.next_event_at_ns

    @property
    def is_keyed(self) -> bool:
        """Whether keys play here: no bot, and nobody over a network."""
        return not self.bot.plays and bool(self.keys.bindings.pairs)

    def apply_key(self, event: KeyEvent) -> None:
        """Apply a key event, unless a bot plays; the bot thinks no more until the next frame is drawn."""
        self.bot.pause_thinking()
        if not self.bot.plays:
            self._apply(self.keys.handle(event))

    def advance(self, now_ns: int) -> None:
        self._apply(self.keys.poll(now_ns))
        self.on_events(self.bot.advance())
        self.on_events(self.session.advance())

    def halt(self, now_ns: int, at_ns: int | None) -> None:
        """Stop the session, the keys and the bot, at a time that may be a little in the past; None is now."""
        self.bot.pause_thinking()
        self.keys.release_all(now_ns)
        self.on_events(self.session.pause(at_ns))

    def toggle_bot(self, now_ns: int) -> None:
        """Have the bot play, or the player again."""
        self._apply(self.keys.release_all(now_ns))
        self.bot.toggle()

    def undo(self, undo: Callable[[], bool], now_ns: int) -> bool:
        """Undo something in the session; return whether there was anything to undo."""
        self.keys.release_all(now_ns)
        if not undo():
            return False
        self.painter.forget_events()
        if self.ear is not None:
            self.ear.forget()
        return True

    def draw(self, now_ns: int, overlay: Overlay, fps: int | None) -> None:
        self.painter.draw(now_ns, overlay, self.bot.advice(), fps)

    def on_events(self, events: list[Event]) -> None:
        self.painter.on_events(events)
        if self.ear is not None:
            self.ear.hear(events, self.session.view)
        if events and self._observer is not None:
            self._observer(events)

    def _apply(self, changes: Iterable[ButtonChange]) -> None:
        for change in changes:
            self.on_events(self.session.hold(change.held, change.time_ns))


def shares(size: Size, sides: int) -> list[Size]:
    """Divide a terminal among sides: equally, or enough for the first one and the rest for the others."""
    others = sides - 1
    is_wide = size.width >= sides * FULL_WIDTH
    rest = size.width - size.width // sides if is_wide else max(others * _SMALL_FIELD, size.width - FULL_WIDTH)
    widths = [rest * number // others for number in range(sides)] if others else [0]
    return [Size(size.width - widths[-1], size.height), *(Size(b - a, size.height) for a, b in pairwise(widths))]
