"""Effects of each game event."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from piecement.sound.names import Effect
from piecement_engine.events import (
    Accolade,
    Announced,
    AttackMade,
    AttackTaken,
    BlocksSank,
    End,
    Event,
    GameEnded,
    HardDropped,
    LevelReached,
    PieceHeld,
    PieceLocked,
    PieceMoved,
    PieceRotated,
    RowsRaised,
    Spin,
)


class EffectCue(NamedTuple):
    effect: Effect
    step: int = 0
    """Number of combo steps by which the pitch rises."""


_CLEARS: Final = (Effect.SINGLE, Effect.DOUBLE, Effect.TRIPLE, Effect.TETRA)


def _accolade(event: Accolade) -> Iterator[EffectCue]:
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


def _end(event: GameEnded) -> Iterator[EffectCue]:
    yield EffectCue(Effect.WON if event.end is End.COMPLETED else Effect.GAME_OVER)


def _always(effect: Effect) -> Callable[[Any], Iterator[EffectCue]]:  # Any: each is called with its own kind of event
    return lambda _: iter((EffectCue(effect),))


EFFECT_CUES: Final[Mapping[type[Event], Callable[[Any], Iterator[EffectCue]]]] = {
    PieceMoved: _always(Effect.MOVE),
    PieceRotated: _always(Effect.ROTATE),
    PieceHeld: _always(Effect.HOLD),
    HardDropped: _always(Effect.HARD_DROP),
    PieceLocked: _always(Effect.LOCK),
    Accolade: _accolade,
    BlocksSank: _always(Effect.SINK),
    LevelReached: _always(Effect.LEVEL_UP),
    RowsRaised: _always(Effect.GARBAGE_RISING),
    AttackMade: _always(Effect.ATTACK),
    AttackTaken: lambda event: iter((EffectCue(Effect.GARBAGE_WAITING),) if event.rows > event.cancelled else ()),
    Announced: _always(Effect.NEWS),
    GameEnded: _end,
}
"""Effects by event type."""
