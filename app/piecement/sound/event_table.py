"""Which effects are heard for each event of a game, and where each effect is seen: nothing is told by sound alone."""

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
    LinesCleared,
    PieceHeld,
    PieceLocked,
    PieceMoved,
    PieceRotated,
    PieceSpawned,
    RowsDue,
    RowsRaised,
    Spin,
)


class Heard(NamedTuple):
    effect: Effect
    step: int = 0
    """How many steps higher it sounds."""


_CLEARS: Final = (Effect.SINGLE, Effect.DOUBLE, Effect.TRIPLE, Effect.TETRA)


def _accolade(event: Accolade) -> Iterator[Heard]:
    if event.perfect_clear:
        yield Heard(Effect.PERFECT_CLEAR)
    elif event.spin is not Spin.NONE:
        yield Heard(Effect.SPIN_CLEAR if event.lines else Effect.SPIN)
    elif event.lines:
        yield Heard(_CLEARS[min(event.lines, len(_CLEARS)) - 1])
    if event.lines and event.back_to_back > 1:
        yield Heard(Effect.BACK_TO_BACK)
    if event.lines and event.combo > 1:
        yield Heard(Effect.COMBO, event.combo - 2)


def _end(event: GameEnded) -> Iterator[Heard]:
    yield Heard(Effect.WON if event.end is End.COMPLETED else Effect.GAME_OVER)


def _always(effect: Effect) -> Callable[[Any], Iterator[Heard]]:  # Any: each is called with its own kind of event
    return lambda _: iter((Heard(effect),))


HEARD: Final[Mapping[type[Event], Callable[[Any], Iterator[Heard]]]] = {
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
    AttackTaken: lambda event: iter((Heard(Effect.GARBAGE_WAITING),) if event.rows > event.cancelled else ()),
    Announced: _always(Effect.NEWS),
    GameEnded: _end,
}
"""What is heard for each kind of event."""

SILENT: Final[Mapping[type[Event], str]] = {
    PieceSpawned: "A piece follows each lock, which is heard.",
    LinesCleared: "The accolade of the same moment is heard.",
    RowsDue: "The rows rise a moment later, and are heard then.",
}
"""The kinds of events that are not heard, and why."""

SEEN: Final[Mapping[Effect, str]] = {
    Effect.MOVE: "the piece moves",
    Effect.ROTATE: "the piece turns",
    Effect.HOLD: "the shape is in hold",
    Effect.SOFT_DROP: "the piece falls faster",
    Effect.HARD_DROP: "the piece is at the ground, with the effect that is set",
    Effect.LOCK: "the piece becomes part of the board, with the effect that is set",
    Effect.SINK: "blocks sink",
    Effect.SINGLE: "the lines are cleared, and the message names them",
    Effect.DOUBLE: "the lines are cleared, and the message names them",
    Effect.TRIPLE: "the lines are cleared, and the message names them",
    Effect.TETRA: "the lines are cleared, and the message names them",
    Effect.SPIN: "the message names the spin",
    Effect.SPIN_CLEAR: "the message names the spin",
    Effect.BACK_TO_BACK: "the figure of back-to-back, and the message",
    Effect.COMBO: "the figure of the combo, and the message",
    Effect.PERFECT_CLEAR: "the field is empty, and the message says so",
    Effect.ATTACK: "the counts of the match, and the bar of the other side",
    Effect.GARBAGE_WAITING: "the bar of rows that wait",
    Effect.GARBAGE_RISING: "the rows come in from below",
    Effect.DANGER: "the stack is near the top of the field",
    Effect.COUNT: "the number of the countdown",
    Effect.GO: "the number of the countdown is gone",
    Effect.LEVEL_UP: "the figure of the level, and the message",
    Effect.NEWS: "the message",
    Effect.WON: "the end over the field, and the screen after it",
    Effect.GAME_OVER: "the end over the field, and the screen after it",
    Effect.MENU_STEP: "the cursor is on another entry",
    Effect.MENU_CHOOSE: "another screen opens",
    Effect.MENU_BACK: "the screen closes",
}
"""Where a player sees what an effect tells."""
