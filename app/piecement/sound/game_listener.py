"""Listens to one game: finds what is heard of its events, of its buttons, and of how high it is stacked."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from piecement.sound.event_table import HEARD, Heard
from piecement.sound.names import Effect
from piecement_engine import Button, Event, GameView
from piecement_engine.events import GameEnded

_DANGER_FROM: Final = 75
_DANGER_UNTIL: Final = 55
"""How much of the field's height the stack has to take for a warning, and what it has to fall below before another."""

_FROM_OTHERS: Final = frozenset(
    {
        Effect.TETRA,
        Effect.SPIN_CLEAR,
        Effect.PERFECT_CLEAR,
        Effect.GARBAGE_RISING,
    }
)
"""What is heard of another player's game: what matters to one's own, and no move of it."""


class MusicPace(NamedTuple):
    """What the music follows."""

    level: int
    density: int
    """How much of the field's height the stack takes, from 0 to 100."""


class GameListener:
    """Listens to a game; `play` gets what is heard, in its order. It looks only, and never changes the game."""

    def __init__(self, play: Callable[[Heard], object], *, is_own: bool = True) -> None:
        self._play: Final = play
        self._is_own: Final = is_own
        self._drops_softly = False
        self._is_in_danger = False

    def hear(self, events: Iterable[Event], view: GameView) -> None:
        """Listen to events, and to how the game is after them."""
        for heard in self._heard(events):
            self._play(heard)
        if self._is_own:
            self._watch(view)

    def forget(self, view: GameView) -> None:
        """Take the game as it is now for what was there before: a replay jumped, say."""
        self._drops_softly = Button.SOFT_DROP in view.held
        self._is_in_danger = pace_of(view).density >= _DANGER_FROM

    def _heard(self, events: Iterable[Event]) -> Iterator[Heard]:
        for event in events:
            if (table := HEARD.get(type(event))) is None:
                continue
            for heard in table(event):
                if self._is_own or heard.effect in _FROM_OTHERS:
                    yield heard
                elif isinstance(event, GameEnded):
                    yield Heard(Effect.WON if heard.effect is Effect.GAME_OVER else Effect.GAME_OVER)

    def _watch(self, view: GameView) -> None:
        drops, was = Button.SOFT_DROP in view.held, self._drops_softly
        self._drops_softly = drops
        if drops and not was and view.end is None:
            self._play(Heard(Effect.SOFT_DROP))
        height = pace_of(view).density
        if height >= _DANGER_FROM and not self._is_in_danger and view.end is None:
            self._is_in_danger = True
            self._play(Heard(Effect.DANGER))
        elif height < _DANGER_UNTIL:
            self._is_in_danger = False


def pace_of(view: GameView) -> MusicPace:
    return MusicPace(view.level, min(100, 100 * len(view.rows) // view.skyline))
