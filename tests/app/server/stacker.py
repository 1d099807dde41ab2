"""A player who thinks next to nothing: it stacks for a while, clears four rows at once, and then lets go.

It is for matches by the thousand, in which the search of a real bot would cost more than all that is to be proven.
"""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

from piecement_engine import Game
from piecement_engine.board.pieces import Shape
from piecement_engine.events import Event
from piecement_engine.game.inputs import Button
from piecement_engine.game.view import GameView
from piecement_engine.rules.timing import MILLISECOND, SECOND

_WAIT_NS: Final = 10 * MILLISECOND
_HOLDS: Final = 0.05
_MOST_HEIGHT: Final = 12
"""Above it the column for quads is filled as any other."""
_TURNS: Final = ((), (Button.ROTATE_RIGHT,), (Button.ROTATE_RIGHT, Button.ROTATE_RIGHT), (Button.ROTATE_LEFT,))


class Stacker:
    """Plays one game by ordinary buttons; its seed fixes how."""

    def __init__(self, game: Game, seed: int) -> None:
        random = Random(seed)
        self._random: Final = random
        self._game: Final = game
        self._piece_ns: Final = round(SECOND / random.uniform(8, 16))
        self._tap_ns: Final = random.choice((0, 3 * MILLISECOND, 10 * MILLISECOND))
        self._pieces: Final = random.randrange(15, 70)
        """After how many it only throws them anywhere."""
        self._presses: Iterator[Button] = iter(())
        self._due_ns = game.view.time_ns

    def advance(self, time_ns: int) -> list[Event]:
        """Play on to a time."""
        events: list[Event] = []
        view, game = self._game.view, self._game
        while view.end is None and self._due_ns <= time_ns:
            events += game.update(max(self._due_ns, view.time_ns), ())
            if view.end is None:
                events += self._press()
        if view.end is None:
            events += game.update(time_ns)
        return events

    def _press(self) -> list[Event]:
        view = self._game.view
        if view.piece is None or view.dropped:
            self._due_ns = view.time_ns + _WAIT_NS
            return []
        button = next(self._presses, None)
        if button is None:
            self._presses = self._plan()
            self._due_ns = view.time_ns + self._piece_ns
            return []
        self._due_ns = view.time_ns + self._tap_ns
        return [] if button in view.barred else self._game.update(view.time_ns, (button,))

    def _plan(self) -> Iterator[Button]:
        """Yield the presses for the piece in play, which end with its drop."""
        view, random = self._game.view, self._random
        if random.random() < _HOLDS:
            yield Button.HOLD
        if view.piece is None:
            return
        if view.pieces < self._pieces:
            turns, column = best_place(view.piece.shape, heights(view))
        else:
            turns, column = random.randrange(4), random.randrange(view.width)
        yield from _TURNS[turns]
        turned = self._game.view.piece
        aside = column - turned.x if turned is not None else 0
        yield from [Button.MOVE_RIGHT if aside > 0 else Button.MOVE_LEFT] * abs(aside)
        yield Button.HARD_DROP


def heights(view: GameView) -> list[int]:
    """Return the height of each column of a board."""
    tops = [0] * view.width
    for y, row in enumerate(view.rows, start=1):
        for x, tile in enumerate(row):
            if tile:
                tops[x] = y
    return tops


def best_place(shape: Shape, tops: list[int]) -> tuple[int, int]:
    """Return the turn of a piece and its left column that cover little and lie low.

    The last column is left free for an I, which clears four rows there.
    """
    is_open = max(tops) > _MOST_HEIGHT or (shape.name == "I" and min(tops[:-1]) > 3)
    ways = enumerate(_bottoms(shape))
    places = (
        (_cost(bottom, tops[x : x + len(bottom)]), turns, x)
        for turns, bottom in ways
        for x in range(len(tops) - len(bottom) + is_open)
    )
    _, turns, x = min(places)
    return turns, x


def _cost(bottom: tuple[int, ...], tops: list[int]) -> int:
    rests_at = max(top - low for low, top in zip(bottom, tops, strict=True))
    covered = sum(rests_at + low - top for low, top in zip(bottom, tops, strict=True))
    return 3 * covered + rests_at


@cache
def _bottoms(shape: Shape) -> list[tuple[int, ...]]:
    """Return the lowest cell in each column of a piece, as turned N, E, S and W."""
    return [
        tuple(min(y for x, y in cells if x == column) for column in range(width))
        for cells, width in zip(shape.orientations, shape.widths, strict=True)
    ]
