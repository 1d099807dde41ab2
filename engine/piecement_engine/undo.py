"""Undo: the game as it was before the last press or the last piece.

A `History` records a running game. It copies the game every few seconds (an anchor), so that going back is a short
replay from the last anchor before the moment, however long the game is.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from piecement_engine.events import Event, PieceLocked, PieceSpawned
from piecement_engine.game import Game
from piecement_engine.inputs import FORFEIT, Input, InputLog

T = TypeVar("T")

_CLOSEST_NS: Final = 4_000_000_000
_MOST_ANCHORS: Final = 32


class Cut(NamedTuple):
    """A moment that a game can go back to."""

    inputs: int
    """How many of its inputs are left then."""
    time_ns: int


@dataclass(frozen=True, slots=True, eq=False)
class _Anchor(Generic[T]):
    """A copy of the game at a moment, with what the caller counted then."""

    game: Game
    inputs: int
    spawned_ns: int | None
    pieces: int
    beside: T


class History(Generic[T]):
    """The moments that a game can go back to. `T` is what the caller counts in a game, such as statistics."""

    def __init__(self, game: Game, beside: T) -> None:
        """Begin with a game as it is now; it cannot go back any further."""
        self._anchors: list[_Anchor[T]] = []
        self._spacing_ns = _CLOSEST_NS
        self._spawned_ns: int | None = None
        self._pieces = array("q")
        """When each piece that has locked came into play."""
        self._add_anchor(game, beside)

    def record(self, game: Game, events: Iterable[Event], beside: Callable[[], T]) -> None:
        """Record the events of a game since the last call; `beside` returns what the caller counts, as it is now."""
        for event in events:
            match event:
                case PieceSpawned():
                    self._spawned_ns = event.time_ns
                case PieceLocked() if self._spawned_ns is not None:
                    self._pieces.append(self._spawned_ns)
                case _:
                    pass
        if game.view.time_ns >= self._anchors[-1].game.view.time_ns + self._spacing_ns:
            self._add_anchor(game, beside())

    def before_last_piece(self, game: Game) -> Cut | None:
        """Return when the piece that locked last came into play; None if none has locked."""
        if not self._pieces:
            return None
        spawned_ns, inputs = self._pieces[-1], game.inputs
        cut = self._if_reachable(Cut(sum(time_ns < spawned_ns for time_ns, _ in inputs), spawned_ns))
        return cut and Cut(cut.inputs + self._causes(inputs, cut), spawned_ns)

    def before_last_press(self, game: Game) -> Cut | None:
        """Return the moment of the last press of a button, just before it; None if there was none."""
        last_press_ns = _last_press_ns(game.inputs)
        if last_press_ns is None:
            return None
        return self._if_reachable(Cut(sum(time_ns < last_press_ns for time_ns, _ in game.inputs), last_press_ns))

    def go_back(self, game: Game, cut: Cut) -> tuple[Game, T, Sequence[Input]]:
        """Drop what comes after a moment.

        Return the game as it was shortly before, what was stored with it, and the inputs from there to the moment. Play
        these inputs and update to the time of the moment, and `record` the events on the way.
        """
        anchor = self._anchor_before(cut)
        del self._anchors[self._anchors.index(anchor) + 1 :]
        earlier = anchor.game.copy()
        earlier._log = InputLog(game.inputs[: anchor.inputs])
        self._spawned_ns = anchor.spawned_ns
        del self._pieces[anchor.pieces :]
        return earlier, anchor.beside, game.inputs[anchor.inputs : cut.inputs]

    def _if_reachable(self, cut: Cut) -> Cut | None:
        """Return a moment, or None if it is before the first anchor."""
        return cut if self._is_before(self._anchors[0], cut) else None

    def _causes(self, inputs: Sequence[Input], cut: Cut) -> int:
        """Return how many inputs of the instant at which the last piece came into play locked the one before it."""
        anchor = self._anchor_before(cut)
        game = anchor.game.copy()
        events = [event for time_ns, mask in inputs[anchor.inputs : cut.inputs] for event in game.play(time_ns, mask)]
        events += game.update(cut.time_ns)
        causes = 0
        while anchor.pieces + sum(isinstance(event, PieceLocked) for event in events) < len(self._pieces) - 1:
            events += game.play(*inputs[cut.inputs + causes])
            causes += 1
        return causes

    def _anchor_before(self, cut: Cut) -> "_Anchor[T]":
        return next(anchor for anchor in reversed(self._anchors) if self._is_before(anchor, cut))

    @staticmethod
    def _is_before(anchor: _Anchor[T], cut: Cut) -> bool:
        return anchor.game.view.time_ns <= cut.time_ns and anchor.inputs <= cut.inputs

    def _add_anchor(self, game: Game, beside: T) -> None:
        copied = game.copy()
        copied._log = InputLog()  # those in all of them would grow with the square of the length
        self._anchors.append(_Anchor(copied, len(game._log), self._spawned_ns, len(self._pieces), beside))
        if len(self._anchors) > _MOST_ANCHORS:
            del self._anchors[1:-1:2]
            self._spacing_ns *= 2


def _last_press_ns(inputs: Iterable[Input]) -> int | None:
    last_press_ns = None
    held = 0
    for time_ns, mask in inputs:
        if mask == FORFEIT or (mask >= 0 and mask & ~held):
            last_press_ns = time_ns
        held = mask if mask >= 0 else held
    return last_press_ns
