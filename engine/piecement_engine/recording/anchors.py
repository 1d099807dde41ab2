"""Anchors of a replayer: copies of a game along its way, from which a seek replays."""

from bisect import bisect_right
from typing import Final, Generic, NamedTuple

from piecement_engine.game.game import Game
from piecement_engine.game.input_log import InputLog
from piecement_engine.recording.trackers import T

CLOSEST_NS: Final = 2_000_000_000
"""Game time between two anchors at first (ns)."""
_MOST_ANCHORS: Final = 64


class Cut(NamedTuple):
    """A moment to which a game can go back."""

    inputs: int
    """Number of inputs before that moment."""
    time_ns: int


class Anchor(NamedTuple, Generic[T]):
    """A copy of a game at a moment, with the counts until then. All inputs of that instant were applied."""

    game: Game
    """The game without its inputs: in all anchors together, these would grow with the square of the length."""
    tracker: T
    inputs: int
    """Number of inputs before the anchor."""

    @property
    def time_ns(self) -> int:
        return self.game._time


def anchor_of(game: Game, tracker: T) -> Anchor[T]:
    copied = game.copy()
    copied._log = InputLog()
    return Anchor(copied, tracker.copy(), len(game._log))


class Anchors(Generic[T]):
    """Anchors of a game, in the order of time."""

    def __init__(self, anchors: list[Anchor[T]], spacing_ns: int = CLOSEST_NS) -> None:
        self._all = anchors
        self._spacing_ns = spacing_ns
        self.due_ns = anchors[-1].time_ns + spacing_ns
        """Time from which an anchor after all others is due (ns)."""

    def due_after(self, time_ns: int) -> int:
        """Return the time of the next missing anchor on the way from a time."""
        after = self._after(time_ns)
        due_ns = self._all[after - 1].time_ns + self._spacing_ns
        for anchor in self._all[after:]:
            if anchor.time_ns > due_ns:
                break
            due_ns = anchor.time_ns + self._spacing_ns
        return max(due_ns, time_ns)

    def add(self, anchor: Anchor[T]) -> None:
        self._all.insert(self._after(anchor.time_ns), anchor)
        if len(self._all) > _MOST_ANCHORS:
            del self._all[1:-1:2]
            self._spacing_ns *= 2
        self.due_ns = self._all[-1].time_ns + self._spacing_ns

    def before(self, time_ns: int) -> Anchor[T]:
        """Return the last anchor that is not after a time."""
        return self._all[self._after(time_ns) - 1]

    def until(self, cut: Cut) -> "Anchors[T]":
        """Return the anchors that are not after a moment."""
        return Anchors(self.back_from(cut)[::-1], self._spacing_ns)

    def back_from(self, cut: Cut) -> list[Anchor[T]]:
        """Return the anchors that are not after a moment, the last one first. The very first one is before all."""
        first, *others = self._all
        left = [at for at in others if at.inputs <= cut.inputs and at.time_ns <= cut.time_ns]
        return [*reversed(left), first]

    def _after(self, time_ns: int) -> int:
        """Return the index of the first anchor after a time. The very first one is before all times."""
        return bisect_right(self._all, time_ns, lo=1, key=lambda anchor: anchor.time_ns)
