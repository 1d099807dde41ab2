"""A batch of games: played in one call, and read as whole numbers for the arrays of environments for training."""

from typing import Final

from piecement_engine.board.pieces import Shape
from piecement_engine.events import HardDropped, PieceMoved, PieceRotated
from piecement_engine.game.game import Game
from piecement_engine.native import Bits

NO_PIECE: Final = -1
"""Number for "no piece"."""

_MOVES: Final = frozenset({PieceMoved, PieceRotated, HardDropped})
"""Events that change nothing but the spot of a piece."""


def play_each(games: list[Game], indices: list[int], inputs: list[int], step_ns: int, boards: list[Bits]) -> list[int]:
    """Advance the games at these indices by a time, and apply the input of each.

    Return the indices of those in which more has changed than the spot of a piece. `boards` has the bits of all boards
    as they were before.
    """
    changed: list[int] = []
    for index in indices:
        game = games[index]
        is_changed = False
        for event in game.play(game._time + step_ns, inputs[index]):
            if type(event) not in _MOVES:
                is_changed = True
                break
        if is_changed or game._board.bits != boards[index]:  # rows leave after their delay without an event
            changed.append(index)
    return changed


def piece_numbers(games: list[Game], shapes: dict[Shape, int]) -> list[int]:
    """Return shape, orientation, x and y of the piece in play of each game, one after the other."""
    found: list[int] = []
    for game in games:
        if game._in_play or game._dropped:
            shape, orientation, x, y = game._piece
            found += (shapes[shape], orientation, x, y)
        else:
            found += (NO_PIECE, NO_PIECE, NO_PIECE, NO_PIECE)
    return found


def queue_numbers(game: Game, shapes: dict[Shape, int], previews: int) -> list[int]:
    """Return the shape in hold, whether it may be swapped, the upcoming shapes, combo and back-to-back."""
    queue, progress = game._queue, game._progress
    hold = queue.hold
    found = [NO_PIECE, int(game._rules.hold != "off")] if hold is None else [shapes[hold.shape], int(hold.may_swap)]
    found += [shapes[shape] for shape in queue.known[: min(queue.shown, previews)]]
    found += [NO_PIECE] * (2 + previews - len(found))
    found += (progress.combo, progress.back_to_back)
    return found
