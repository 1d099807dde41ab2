"""Finesse: the fewest presses that move a piece over its placement, and the presses that could have been saved.

The definition is the usual one, that of "two-step finesse" (https://harddrop.com/forums/index.php?topic=2250.0) and of
the tables of guideline games. Any placement that a drop can reach has a fewest number of presses, over an empty field:
taps, holds to the wall (or any hold; a teleport counts the same) and rotations, by the game's own rotation system, from
the spawn. Drops and hold do not count as presses. Under SRS on ten columns no placement takes more than three presses,
or four if an upside-down piece is rotated by quarters. Each press beyond the fewest, between a lock and the next one,
is a *fault*, and the piece is a faulty one.

Some pieces are never faulty: those that could not just be dropped (tucks, spins, and placements that need soft drop);
those that spawned so close above the stack that it may have been in their way; all pieces under instant gravity; and
those without a press once they were in play. If no half turn was pressed for a piece, two quarter turns are not a
fault. Presses for a piece that goes into hold are dropped.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple, Self

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.piece_sets import longest_side
from piecement_engine.board.pieces import Cells, Piece, Shape, spawn_places
from piecement_engine.events import Event, PieceHeld, PieceLocked, PieceSpawned
from piecement_engine.game.inputs import BUTTON_BITS, Button
from piecement_engine.game.view import GameView
from piecement_engine.rotation import ROTATION_SYSTEMS, RotationSystem
from piecement_engine.rules.rules import Rules

_DROPS: Final = (Button.SOFT_DROP, Button.HARD_DROP, Button.SONIC_DROP, Button.HOLD)
_COUNTED: Final = sum(BUTTON_BITS[button] for button in Button if button not in _DROPS)
_HALF_TURN: Final = BUTTON_BITS[Button.ROTATE_180]


class Press(NamedTuple):
    """A press of a button. A move may be held to the wall."""

    button: Button
    held: bool = False


Presses = tuple[Press, ...]

_Places = Mapping[tuple[Cells, int], Presses]
"""Shortest presses for each pair of cells and leftmost column."""

_TURNS: Final = {1: Press(Button.ROTATE_RIGHT), 2: Press(Button.ROTATE_180), 3: Press(Button.ROTATE_LEFT)}
_MOVES: Final = tuple(
    (dx, Press(button), Press(button, held=True)) for dx, button in ((-1, Button.MOVE_LEFT), (1, Button.MOVE_RIGHT))
)


def fewest_presses(rules: Rules, piece: Piece, *, half_turns: bool = True) -> int | None:
    """Return the fewest presses that move a new piece over the cells of this one, without drops; None if none do.

    All placements of a shape are found together, and cached.
    """
    presses = shortest_presses(rules, piece, half_turns=half_turns)
    return None if presses is None else len(presses)


def shortest_presses(rules: Rules, piece: Piece, *, half_turns: bool = True) -> Presses | None:
    """Return a shortest sequence of presses that moves a new piece over the cells of this one; None if none does.

    Among equally short ones, it prefers taps to holds.
    """
    return _places(_well(rules, half_turns=half_turns), piece.shape).get(
        (piece.shape.orientations[piece.orientation], piece.x)
    )


def reachable_places(rules: Rules, shape: Shape, *, half_turns: bool = True) -> tuple[tuple[Cells, int], ...]:
    """Return the cells and the leftmost column of a shape, for all placements that presses reach on an empty field."""
    return tuple(_places(_well(rules, half_turns=half_turns), shape))


def _well(rules: Rules, *, half_turns: bool) -> "_Well":
    system, turns = ROTATION_SYSTEMS[rules.rotation_system], (1, 3, 2) if half_turns else (1, 3)
    return _Well(rules.width, rules.height, rules.skyline, rules.spawn_facing, system, turns)


class _Well(NamedTuple):
    """An empty field, and the rotations of pieces in it."""

    width: int
    height: int
    skyline: int
    facing: str
    system: RotationSystem
    turns: tuple[int, ...]


@lru_cache(maxsize=512)
def _places(well: _Well, shape: Shape) -> _Places:
    board = Board(geometry(well.width, well.height, longest_side((shape,))))
    entering = well.system.spawn(board, spawn_places(well.width, well.skyline, well.facing)[shape])
    reached: dict[tuple[int, int], tuple[Piece, Presses]] = {}  # by orientation and column, as the field is empty
    if entering is not None:
        fallen = entering if board.grounded(entering) else entering._replace(y=entering.y - 1)
        reached[fallen[1:3]] = fallen, ()
    known = set(reached)
    places: dict[tuple[Cells, int], Presses] = {}
    while reached:
        after: dict[tuple[int, int], tuple[Piece, Presses]] = {}
        for piece, presses in reached.values():
            places.setdefault((piece.shape.orientations[piece.orientation], piece.x), presses)
            for press, further in _steps(board, well, piece):
                if further[1:3] not in known:
                    after.setdefault(further[1:3], (further, (*presses, press)))
        known.update(after)
        reached = after
    return places


def _steps(board: Board, well: _Well, piece: Piece) -> Iterator[tuple[Press, Piece]]:
    shape, orientation, x, y = piece
    for dx, tap, hold in _MOVES:
        wall = 0 if dx < 0 else well.width - shape.widths[orientation]
        if x != wall:
            yield tap, Piece(shape, orientation, x + dx, y)
            yield hold, Piece(shape, orientation, wall, y)
    for quarters in well.turns:
        turned = well.system.rotate(board, piece, quarters)
        if turned:
            yield _TURNS[quarters], turned[0]


class _FirstPress(NamedTuple):
    """Rules and board at the first press for a piece in play."""

    rules: Rules
    board: Board
    falls_at_once: bool


@dataclass(slots=True)
class Finesse:
    """Finesse counts of a game. Record every press before the game handles it, and every event after."""

    faults: int = 0
    """Number of presses of all pieces that could have been saved."""
    faulty: int = 0
    """Number of pieces with more presses than necessary."""
    _presses: list[int] = field(default_factory=list[int], repr=False, compare=False)
    """Masks of the presses for this piece."""
    _ahead: list[int] = field(default_factory=list[int], repr=False, compare=False)
    """Masks of the presses for the next piece, made while this one only waits for its lock."""
    _first: _FirstPress | None = field(default=None, repr=False, compare=False)
    _in_play: bool = field(default=False, repr=False, compare=False)

    def press(self, view: GameView, pressed: int) -> None:
        """Record a mask of buttons that are about to be pressed, in a game played up to this moment."""
        presses = self._ahead if view.dropped else self._presses
        presses.append(pressed & _COUNTED)
        if self._first is None and view.piece is not None and not view.dropped:
            self._first = _FirstPress(view.rules, view.board, view.fall_delay_ns == 0)

    def count(self, events: Iterable[Event]) -> None:
        """Record the events of a game."""
        for event in events:
            if isinstance(event, PieceSpawned):
                self._in_play = True
            elif isinstance(event, PieceLocked):
                faults = max(0, self._faults(event.piece))
                self.faults += faults
                self.faulty += faults > 0
                self._begin(self._ahead)
            elif isinstance(event, PieceHeld) and self._in_play:
                self._begin([])

    def copy(self) -> Self:
        return replace(self, _presses=list(self._presses), _ahead=list(self._ahead))

    def part(self, pieces: int) -> float:
        """Return the share of pieces without a fault, 0 to 1; 1 if there are no pieces."""
        return 1 - self.faulty / pieces if pieces else 1.0

    def _begin(self, presses: list[int]) -> None:
        self._presses, self._ahead, self._first, self._in_play = presses, [], None, False

    def _faults(self, piece: Piece) -> int:
        presses = sum(map(int.bit_count, self._presses))
        if not presses or self._first is None or not _is_plain(self._first, piece):
            return 0
        half_turns = any(pressed & _HALF_TURN for pressed in self._presses)
        fewest = fewest_presses(self._first.rules, piece, half_turns=half_turns)
        return 0 if fewest is None else presses - fewest


def _is_plain(first: _FirstPress, piece: Piece) -> bool:
    """Return whether a piece could be moved high above the stack, and then dropped."""
    rules, board, falls_at_once = first
    above = rules.skyline - longest_side((piece.shape,))
    if falls_at_once or above < 0 or board.reaches(above):
        return False
    return board.dropped(piece._replace(y=above)).y <= piece.y
