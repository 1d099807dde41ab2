"""A player for tests and measurements: sees the board, thinks a little, and has fingers that are never quite exact."""

from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Final

from piecement_engine import Board, Button, Game, Piece, Rules
from piecement_engine.game.inputs import BUTTON_BITS
from piecement_engine.game.view import GameView

MS: Final = 1_000_000
_TURNS: Final = (None, Button.ROTATE_RIGHT, Button.ROTATE_180, Button.ROTATE_LEFT)
_WAIT_MS: Final = 5

_Change = tuple[int, int]
"""A time in ms, and the bit of a button that is pressed or released then."""


@dataclass
class NimblePlayer:
    """Plays with keys pressed and released as a fast player does; times are rounded up to `grid_ms`."""

    game: Game
    random: Random
    pieces_a_second: float
    grid_ms: int = 1
    presses: int = 0
    _held: int = 0
    _plan: list[_Change] = field(default_factory=list[_Change])

    def play(self, until_ms: int) -> Game:
        """Play to a time, or to the end of the game."""
        self.game.update(self.game.view.time_ns)
        while self.game.view.end is None and self._now_ms < until_ms:
            if self.game.view.piece is None or self.game.view.dropped:
                self.game.update((self._now_ms + _WAIT_MS) * MS)
            else:
                self._place()
        return self.game

    @property
    def _now_ms(self) -> int:
        return -(-self.game.view.time_ns // MS)

    def _place(self) -> None:
        """Bring the piece in play to a good place."""
        piece = self.game.view.piece
        assert piece is not None
        goal = best_place(self.game.view, self.random)
        spawned = time = self._now_ms
        time += self._around(60, 20)
        turn = _TURNS[goal.orientation]
        if turn is not None:
            self._last_tap(turn, time, self._around(65, 15))
            time += self._around(35, 15)
        time = self._shift(goal.x - _x_after_turn(self.game, turn), time)
        time = max(time, spawned + round(1000 / self.pieces_a_second) - 120 + self._around(20, 15))
        self._last_tap(Button.HARD_DROP, time, self._around(65, 15))
        self._carry_out()

    def _shift(self, columns: int, time: int) -> int:
        """Plan to move by so many columns; return when that is done."""
        button = Button.MOVE_LEFT if columns < 0 else Button.MOVE_RIGHT
        if abs(columns) >= 3:
            length = 167 + 33 * (abs(columns) - 1) - 16 + self.random.randrange(-6, 7)
            self._last_tap(button, time, length)
            return time + length + self._around(5, 10)
        for _ in range(abs(columns)):
            self._last_tap(button, time, self._around(50, 12))
            time += self._around(85, 18)
        return time

    def _last_tap(self, button: Button, time: int, length: int) -> None:
        self.presses += 1
        self._plan += [(time, BUTTON_BITS[button]), (time + length, BUTTON_BITS[button])]

    def _carry_out(self) -> None:
        for time, bit in sorted(self._plan):
            if self.game.view.end is None:
                now = max(time, self._now_ms)
                self._held ^= bit
                self.game.play(-(-now // self.grid_ms) * self.grid_ms * MS, self._held)
        self._plan.clear()

    def _around(self, middle: int, spread: int) -> int:
        return max(5, round(self.random.gauss(middle, spread)))


def nimble_game(seed: int, seconds: int, *, pieces_a_second: float = 2.5, rules: Rules | None = None) -> Game:
    """Return a game that was played so for a while."""
    game = Game(rules or Rules(preview_count=4, start_level=3), seed=seed)
    return NimblePlayer(game, Random(seed), pieces_a_second).play(seconds * 1000)


def best_place(view: GameView, random: Random) -> Piece:
    """Return the best spot for the piece in play, by height, holes and bumps."""
    piece, board = view.piece, view.board
    assert piece is not None
    places = [
        Piece(piece.shape, orientation, x, view.skyline)
        for orientation in range(4)
        for x in range(view.width - piece.shape.widths[orientation] + 1)
    ]
    return max((board.dropped(place) for place in places), key=lambda place: _worth(board, place) + random.random())


def _worth(board: Board, piece: Piece) -> float:
    after = board.copy()
    after.lock(piece)
    rows = after.full_rows()
    after.clear(rows)
    columns = list(zip(*after.tiles, strict=True)) if after.tiles else []
    heights = [max((y + 1 for y, tile in enumerate(column) if tile), default=0) for column in columns]
    holes = sum(not tile for column, height in zip(columns, heights, strict=True) for tile in column[:height])
    bumps = sum(abs(left - right) for left, right in pairwise(heights))
    return 5 * len(rows) - 3 * sum(heights) / 5 - 20 * holes - bumps


def _x_after_turn(game: Game, turn: Button | None) -> int:
    """Return the column of the piece in play once it is turned."""
    if turn is not None:
        game = game.copy()
        game.update(game.view.time_ns, {turn})
    piece = game.view.piece
    assert piece is not None
    return piece.x
