"""The coach: review of a recorded game, by the loss of each placement of the player against that of a bot."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from piecement_engine.bots.features import Features, board_features, eroded_cells, landing_height
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.bots.search import Search
from piecement_engine.events import Event, PieceHeld, PieceLocked
from piecement_engine.game.view import GameView
from piecement_engine.recording.recording import Recording
from piecement_engine.recording.trackers import PressTracker


@dataclass(frozen=True, slots=True)
class Verdict:
    """Evaluation of a placement by the bot."""

    position: Position
    """Position before the placement."""
    played: Placement
    """Placement of the player, with its value for the bot."""
    best: Placement
    """Placement of the bot."""
    number: int
    """Number of pieces locked before."""
    time_ns: int
    """Time of the lock (ns)."""

    @property
    def loss(self) -> float:
        """Value of the bot's choice minus the player's, on the scale of the evaluator; at least 0."""
        return max(0.0, self.best.value - self.played.value)

    def changes(self) -> dict[str, float]:
        """Return the features that differ after the bot's placement: the bot's value minus the player's."""
        best, played = placed_features(self.position, self.best), placed_features(self.position, self.played)
        deltas = (ours - theirs for ours, theirs in zip(best, played, strict=True))
        return {name: delta for name, delta in zip(Features._fields, deltas, strict=True) if delta}


def placed_features(position: Position, choice: Placement) -> Features:
    """Return the features of a placement and of the board after it."""
    arena = position.arena
    cells = arena.layout.cells(choice.piece)
    after, _ = arena.locked(position.bits, choice.piece)
    eroded = eroded_cells(arena.layout, position.bits | cells, cells)
    return board_features(arena.layout, after, landing_height(choice.piece), eroded)


def compare(position: Position, choice: Placement, search: Search) -> Iterator[tuple[Placement, Placement] | None]:
    """Yield None while thinking, and finally the choice with its value and that of the bot."""
    best = yield from _concluded(search.think(position))
    played = yield from _concluded(search.think(position, choice))
    if best is not None:
        yield played or Placement(choice.piece, choice.hold, choice.spin, float("-inf"), site=position.site), best


def _concluded(thoughts: Iterator[Placement | None]) -> Generator[None, None, Placement | None]:
    last: Placement | None = None
    for choice in thoughts:
        last = choice
        yield
    return last


def review(recording: Recording, search: Search, only_ns: int | None = None) -> Iterator[Verdict | None]:
    """Yield a verdict for each piece that the player placed, and None at times while thinking.

    With `only_ns`, the only verdict is on the piece that locked at that time, and the game is replayed no further.
    Pieces that spawned and locked between two changes of buttons, without any action of the player, are skipped.
    """
    reader = _LockReader()
    replayer = recording.replayer(reader)
    while not replayer.is_at_end:
        due = replayer.next_input
        replayer.advance(recording.time_ns if due is None else due[0])
        for position, choice, number, lock_ns in reader.read():
            if only_ns is not None and lock_ns < only_ns:
                yield None
                continue
            for answer in compare(position, choice, search):
                yield answer and Verdict(position, *answer, number, lock_ns)
            if only_ns is not None:
                return


_Lock = tuple[Position, Placement, int, int]
"""Position, placement, number of pieces locked before, and time of the lock (ns)."""


class _LockReader(PressTracker):
    """Reader of the locks of a game, each with the position at the next change of buttons after the spawn."""

    __slots__ = ("_held", "_locked", "_locks", "_seen")

    def __init__(self) -> None:
        self._seen: Position | None = None
        self._held = False
        self._locked = 0
        self._locks: list[_Lock] = []

    def read(self) -> list[_Lock]:
        """Return the locks since the last call."""
        locks, self._locks = self._locks, []
        return locks

    def press(self, view: GameView, pressed: int) -> None:
        if self._seen is None and view.piece is not None and not view.dropped:
            position = Position.of(view)
            entry = position.arena.entry(position.bits, view.piece.shape)
            self._seen = replace(position, piece=entry) if entry else None
            self._held = False

    def count(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, PieceHeld):
                self._held = True
            elif isinstance(event, PieceLocked):
                if self._seen is not None:
                    choice = Placement(event.piece, self._held, site=self._seen.site)
                    self._locks.append((self._seen, choice, self._locked, event.time_ns))
                self._seen = None
                self._held = False
                self._locked += 1
