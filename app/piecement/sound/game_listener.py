"""Sound effects of one game, derived from its events, buttons and stack height."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from piecement.sound.event_table import EFFECT_CUES, EffectCue
from piecement.sound.names import Effect
from piecement_engine import Button, Event, GameView
from piecement_engine.events import GameEnded

_DANGER_FROM: Final = 75
_DANGER_UNTIL: Final = 55
"""Stack heights that start a warning and that re-arm it (percent of the field)."""

_FROM_OTHERS: Final = frozenset(
    {
        Effect.TETRA,
        Effect.SPIN_CLEAR,
        Effect.PERFECT_CLEAR,
        Effect.GARBAGE_RISING,
    }
)
"""Effects played for another player's game: important ones, but no moves."""


class MusicPace(NamedTuple):
    """Game values that the music follows."""

    level: int
    density: int
    """Stack height as a percentage of the field."""


class GameListener:
    """Reads a game and passes its effects to `play` in order, without changing the game."""

    def __init__(self, play: Callable[[EffectCue], object], *, is_own: bool = True) -> None:
        self._play: Final = play
        self._is_own: Final = is_own
        self._drops_softly = False
        self._is_in_danger = False

    def on_events(self, events: Iterable[Event], view: GameView) -> None:
        """Play the effects of events and of the state after them."""
        for heard in self._heard(events):
            self._play(heard)
        if self._is_own:
            self._watch(view)

    def reset(self, view: GameView) -> None:
        """Reset the baseline to the current state, such as after a jump in a replay."""
        self._drops_softly = Button.SOFT_DROP in view.held
        self._is_in_danger = music_pace(view).density >= _DANGER_FROM

    def _heard(self, events: Iterable[Event]) -> Iterator[EffectCue]:
        for event in events:
            if (table := EFFECT_CUES.get(type(event))) is None:
                continue
            for heard in table(event):
                if self._is_own or heard.effect in _FROM_OTHERS:
                    yield heard
                elif isinstance(event, GameEnded):
                    yield EffectCue(Effect.WON if heard.effect is Effect.GAME_OVER else Effect.GAME_OVER)

    def _watch(self, view: GameView) -> None:
        drops, was = Button.SOFT_DROP in view.held, self._drops_softly
        self._drops_softly = drops
        if drops and not was and view.end is None:
            self._play(EffectCue(Effect.SOFT_DROP))
        height = music_pace(view).density
        if height >= _DANGER_FROM and not self._is_in_danger and view.end is None:
            self._is_in_danger = True
            self._play(EffectCue(Effect.DANGER))
        elif height < _DANGER_UNTIL:
            self._is_in_danger = False


def music_pace(view: GameView) -> MusicPace:
    return MusicPace(view.level, min(100, 100 * len(view.rows) // view.skyline))
