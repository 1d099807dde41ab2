"""The review of a recorded game: for each piece, how much worse the player's placement is than the bot's."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from piecement_engine.bots.features import Features, board_features, eroded_cells, landing_height
from piecement_engine.bots.position import Placement, Position
from piecement_engine.bots.search import Search
from piecement_engine.events import Event, PieceHeld, PieceLocked, PieceSpawned
from piecement_engine.game import Game
from piecement_engine.pieces import Piece
from piecement_engine.recording import Recording


@dataclass(frozen=True, slots=True)
class Verdict:
    """The bot's evaluation of a placement."""

    position: Position
    """What the player saw."""
    played: Placement
    """The player's placement, with its value for the bot."""
    best: Placement
    """The bot's placement."""
    number: int
    """How many pieces had locked before."""
    time_ns: int
    """When it locked."""

    @property
    def loss(self) -> float:
        """How much the bot's choice is better, on the scale of its evaluator; at least 0."""
        return max(0.0, self.best.value - self.played.value)

    def changes(self) -> dict[str, float]:
        """Return the features that differ after the bot's placement: the bot's value minus the player's."""
        best, played = placed_features(self.position, self.best), placed_features(self.position, self.played)
        deltas = (ours - theirs for ours, theirs in zip(best, played, strict=True))
        return {name: delta for name, delta in zip(Features._fields, deltas, strict=True) if delta}


def placed_features(position: Position, choice: Placement) -> Features:
    arena = position.arena
    cells = arena.cells(choice.piece)
    after, _ = position.after(choice)
    eroded = eroded_cells(arena.layout, position.bits | cells, cells)
    return board_features(arena.layout, after, landing_height(choice.piece), eroded)


def compare(position: Position, choice: Placement, search: Search) -> Iterator[tuple[Placement, Placement] | None]:
    """Yield None while thinking, and at last the choice with its value and the bot's own."""
    best = yield from _concluded(search.think(position))
    played = yield from _concluded(search.think(position, choice))
    if best is not None:
        yield played or Placement(choice.piece, choice.hold, choice.spin, float("-inf")), best


def _concluded(thoughts: Iterator[Placement | None]) -> Generator[None, None, Placement | None]:
    last: Placement | None = None
    for choice in thoughts:
        last = choice
        yield
    return last


def review(recording: Recording, search: Search) -> Iterator[Verdict | None]:
    """Yield a verdict for each piece of a game that was placed, and None now and then while thinking.

    Pieces that spawned and locked between two presses, so that nobody saw them, are skipped.
    """
    game = Game.from_setup(recording.setup)
    reader = _LockReader(game)
    for time_ns, change in (*recording.inputs, (recording.time_ns, None)):
        locks = reader.record(game.update(time_ns))
        if change is not None and game.view.end is None:
            locks += reader.record(game.play(time_ns, change))
        for position, choice, number, lock_ns in locks:
            for answer in compare(position, choice, search):
                yield answer and Verdict(position, *answer, number, lock_ns)
        if game.view.end is not None:
            return


_Lock = tuple[Position, Placement, int, int]
"""What a player saw, what came of it, how many pieces had locked before, and when."""


class _LockReader:
    """Reads the locks of a game, each with the position that the player saw when the piece spawned."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._seen: Position | None = None
        self._held = False
        self._locked = 0

    def record(self, events: list[Event]) -> list[_Lock]:
        locks: list[_Lock] = []
        last_spawn = max((i for i, event in enumerate(events) if isinstance(event, PieceSpawned)), default=-1)
        for index, event in enumerate(events):
            match event:
                case PieceHeld():
                    self._held = True
                case PieceSpawned() if not (self._held and self._seen):
                    self._seen = self._position(event.piece) if index == last_spawn else None
                    self._held = False
                case PieceLocked():
                    if self._seen is not None:
                        locks.append((self._seen, Placement(event.piece, self._held), self._locked, event.time_ns))
                    self._seen = None
                    self._held = False
                    self._locked += 1
                case _:
                    pass
        return locks

    def _position(self, spawned: Piece) -> Position | None:
        """Return what there is to see now, with the piece where it came in."""
        view = self._game.view
        if view.end is not None or view.piece is None or view.piece.shape is not spawned.shape or view.dropped:
            return None
        position = Position.of(view)
        entry = position.arena.entry(position.bits, spawned.shape)
        return position.at(entry) if entry else None
