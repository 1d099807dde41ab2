"""Listener to a game: turns events into sound effects, and the game into a pace for the music."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from piecement.sound.effects import Effect
from piecement_engine import Button, Event, GameView, Spin, events


class EffectCue(NamedTuple):
    effect: Effect
    step: int = 0
    """Steps by which the pitch rises: by combo, or for a lock by the piece."""


_CLEARS: Final = (Effect.SINGLE, Effect.DOUBLE, Effect.TRIPLE, Effect.TETRA)


def _accolade(event: events.Accolade) -> Iterator[EffectCue]:
    if event.perfect_clear:
        yield EffectCue(Effect.PERFECT_CLEAR)
    elif event.spin is not Spin.NONE:
        yield EffectCue(Effect.SPIN_CLEAR if event.lines else Effect.SPIN)
    elif event.lines:
        yield EffectCue(_CLEARS[min(event.lines, len(_CLEARS)) - 1])
    if event.lines and event.back_to_back > 1:
        yield EffectCue(Effect.BACK_TO_BACK)
    if event.lines and event.combo > 1:
        yield EffectCue(Effect.COMBO, event.combo - 2)


_LOCK_PITCHES: Final = 7
"""Number of lock pitches, one per tetromino."""


def _always(effect: Effect) -> Callable[[Any], Iterable[EffectCue]]:  # Any: each is called with its own kind of event
    return lambda _: (EffectCue(effect),)


def _spawn(event: events.PieceSpawned) -> Iterator[EffectCue]:
    """Yield the effect of a tetromino; other pieces have none."""
    name = f"piece_{event.piece.shape.name.lower()}"
    return (EffectCue(effect) for effect in Effect if effect == name)


EFFECT_CUES: Final[Mapping[type[Event], Callable[[Any], Iterable[EffectCue]]]] = {
    events.PieceSpawned: _spawn,
    events.PieceMoved: _always(Effect.MOVE),
    events.PieceRotated: _always(Effect.ROTATE),
    events.PieceHeld: _always(Effect.HOLD),
    events.HardDropped: _always(Effect.HARD_DROP),
    events.PieceLocked: lambda event: (EffectCue(Effect.LOCK, event.piece.shape.tile % _LOCK_PITCHES),),
    events.Accolade: _accolade,
    events.BlocksSank: _always(Effect.SINK),
    events.LevelReached: _always(Effect.LEVEL_UP),
    events.RowsRaised: _always(Effect.GARBAGE_RISING),
    events.AttackMade: _always(Effect.ATTACK),
    events.AttackTaken: lambda event: [EffectCue(Effect.GARBAGE_WAITING)] * (event.rows > event.cancelled),
    events.Announced: _always(Effect.NEWS),
    events.GameEnded: lambda event: [EffectCue(Effect.WON if event.end.won else Effect.GAME_OVER)],
}
"""Effects by event type."""


DANGER_FROM: Final = 75
"""Stack height that starts a warning (percent of the field)."""
_DANGER_UNTIL: Final = 55
"""Stack height below which the next warning may start (percent of the field)."""

_FROM_OTHERS: Final = frozenset({Effect.TETRA, Effect.SPIN_CLEAR, Effect.PERFECT_CLEAR, Effect.GARBAGE_RISING})
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
        for cue in self._cues(events):
            self._play(cue)
        if self._is_own:
            self._watch(view)

    def reset(self, view: GameView) -> None:
        """Reset the baseline to the current state, such as after a jump in a replay."""
        self._drops_softly = Button.SOFT_DROP in view.held
        self._is_in_danger = music_pace(view).density >= DANGER_FROM

    def _cues(self, happened: Iterable[Event]) -> Iterator[EffectCue]:
        for event in happened:
            if (cues_of := EFFECT_CUES.get(type(event))) is None:
                continue
            for cue in cues_of(event):  # pyright: ignore[reportArgumentType]  # the table is by type
                if self._is_own or cue.effect in _FROM_OTHERS:
                    yield cue
                elif isinstance(event, events.GameEnded):  # the other player's defeat is a victory
                    yield EffectCue(Effect.GAME_OVER if event.end.won else Effect.WON)

    def _watch(self, view: GameView) -> None:
        drops, was = Button.SOFT_DROP in view.held, self._drops_softly
        self._drops_softly = drops
        if drops and not was and view.end is None:
            self._play(EffectCue(Effect.SOFT_DROP))
        height = music_pace(view).density
        if height >= DANGER_FROM and not self._is_in_danger and view.end is None:
            self._is_in_danger = True
            self._play(EffectCue(Effect.DANGER))
        elif height < _DANGER_UNTIL:
            self._is_in_danger = False


def music_pace(view: GameView) -> MusicPace:
    return MusicPace(view.level, min(100, 100 * len(view.rows) // view.skyline))
