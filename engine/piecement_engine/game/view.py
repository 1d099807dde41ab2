"""The view of a game, read-only, for drawing and bots."""

from collections.abc import Mapping, Sequence
from typing import Final

from piecement_engine.board.board import Board, Row
from piecement_engine.board.pieces import Cells, Piece, Shape
from piecement_engine.events import End
from piecement_engine.game.incoming import RowCounts, WaitingRows
from piecement_engine.game.inputs import Button, mask_to_buttons
from piecement_engine.game.piece_queue import Hold
from piecement_engine.game.state import NEVER, GameState
from piecement_engine.game.timers import LOCK, LOCK_DELAY
from piecement_engine.native import Bits, mypyc_attr
from piecement_engine.rules.rules import Rules


@mypyc_attr(allow_interpreted_subclasses=True)
class GameView:
    """The present state of a game. It is live: it changes with the game."""

    __slots__ = ("_game", "rules")

    def __init__(self, game: GameState) -> None:
        self._game: Final = game
        self.rules: Final[Rules] = game._rules

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a view of the same game."""
        return isinstance(other, GameView) and self._game is other._game

    def __hash__(self) -> int:
        return hash(self._game)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._game,)

    def __str__(self) -> str:
        """Return the visible rows, highest first, and a line of counts.

        The piece in play has small letters, or `@` if its shape has no letter. Hidden rows appear if it is there.
        """
        piece, hold = self.piece, self.hold
        cells: Cells = ()
        sign = "@"
        if piece is not None:
            cells = piece.cells
            if len(piece.shape.name) == 1:
                sign = piece.shape.name.lower()
        rows: list[list[str]] = [list(row) for row in self._game._board.to_text()]
        height = max([self.skyline, *[y + 1 for _, y in cells]])
        rows += [["."] * self.width for _ in range(height - len(rows))]
        for x, y in cells:
            rows[y][x] = sign
        lines = ["".join(row) for row in rows]
        names = " ".join([shape.name for shape in self.next]) or "-"
        counts = f"lines {self.lines}  score {self.score}  level {self.level}"
        last = f"{counts}  hold {hold.shape.name if hold else '-'}  next {names}"
        return "\n".join([*lines[::-1], last])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {summary(self)}>"

    @property
    def seed(self) -> int:
        return self._game.setup.seed

    @property
    def time_ns(self) -> int:
        """Game time (ns); after the end, that of the end."""
        return self._game._time

    @property
    def end(self) -> End | None:
        """Reason for the end, or None if the game is still running."""
        return self._game._end

    @property
    def level(self) -> int:
        return self._game._progress.level

    @property
    def score(self) -> int:
        return self._game._progress.score

    @property
    def lines(self) -> int:
        """Number of cleared lines. Rows of a running line clear count at its end."""
        return self._game._progress.lines

    @property
    def combo(self) -> int:
        """Number of last locks that cleared lines, without a break."""
        return self._game._progress.combo

    @property
    def back_to_back(self) -> int:
        """Number of last clears that were special, without a break."""
        return self._game._progress.back_to_back

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.rules.width

    @property
    def height(self) -> int:
        """Number of rows, hidden ones included."""
        return self.rules.height

    @property
    def skyline(self) -> int:
        """Number of visible rows."""
        return self.rules.skyline

    @property
    def rows(self) -> Sequence[Row]:
        """Tiles of each row, lowest first, without the empty rows on top. 0 is an empty cell."""
        return self._game._board.tiles

    @property
    def board(self) -> Board:
        """A copy of the board."""
        return self._game._board.copy()

    @property
    def bits(self) -> Bits:
        """Filled cells and borders of the board as one integer; see `geometry`."""
        return self._game._board.bits

    @property
    def piece(self) -> Piece | None:
        game = self._game
        return game._piece if game._in_play or game._dropped else None

    @property
    def ghost(self) -> Piece | None:
        """The piece in play where a hard drop would put it."""
        game = self._game
        return game._board.dropped(game._piece) if game._in_play or game._dropped else None

    @property
    def dropped(self) -> bool:
        """Whether the piece in play is hard dropped and only waits for its lock."""
        return self._game._dropped

    @property
    def lock_due_ns(self) -> int | None:
        """Time at which the piece in play locks if nothing changes (ns), or None if no lock is due."""
        due = min(self._game._due[LOCK], self._game._due[LOCK_DELAY])
        return None if due == NEVER else due

    @property
    def next_timer_ns(self) -> int:
        """Time before which nothing happens unless a button changes (ns). The next timer may be due later."""
        return self._game._idle_until

    @property
    def fall_delay_ns(self) -> int:
        """Present time from one row to the next, without soft drop (ns)."""
        return self._game._delays.fall

    @property
    def lock_delay_ns(self) -> int:
        """Present time on the ground before a piece locks (ns)."""
        return self._game._delays.lock

    @property
    def hold(self) -> Hold | None:
        return self._game._queue.hold

    @property
    def next(self) -> tuple[Shape, ...]:
        """Upcoming shapes visible under the rules."""
        queue = self._game._queue
        return tuple(queue.known[: queue.shown])

    @property
    def known(self) -> tuple[Shape, ...]:
        """Upcoming shapes that are drawn already, shown or not: a refused initial hold draws one more."""
        return tuple(self._game._queue.known)

    @property
    def average_bonus(self) -> float | None:
        """Mean points of a clear or spin, without those of drops (tetrs); None before the first one."""
        progress = self._game._progress
        return progress.bonus_points / progress.bonuses if progress.bonuses else None

    @property
    def pieces(self) -> int:
        """Number of locked pieces."""
        return self._game._progress.pieces

    @property
    def pieces_locked(self) -> Mapping[str, int]:
        """Number of locked pieces of each shape, by name."""
        return {shape.name: count for shape, count in self._game._progress.locked.items()}

    @property
    def waiting_rows(self) -> tuple[WaitingRows, ...]:
        """Waiting garbage rows of other players, the first to rise first."""
        incoming = self._game._incoming
        return () if incoming is None else incoming.waiting

    @property
    def garbage(self) -> RowCounts:
        """Counts of garbage rows in a match, known to this game."""
        incoming = self._game._incoming
        return RowCounts() if incoming is None else incoming.counts

    @property
    def rises_in(self) -> int | None:
        """Number of pieces until a row of a modifier rises if none clears lines, or None where none is known."""
        return next((hooks.rises_in for hooks in self._game._hooks if hooks.rises_in is not None), None)

    @property
    def grade(self) -> str:
        """The grade of the player so far; empty in a game without grades."""
        return next((hooks.grade for hooks in self._game._hooks if hooks.grade), "")

    @property
    def section_times_ns(self) -> tuple[int, ...]:
        """Times of the sections that were passed (ns)."""
        return next((hooks.section_times_ns for hooks in self._game._hooks if hooks.section_times_ns), ())

    @property
    def attack(self) -> int | None:
        """Rows that the clears so far would send, or None where no modifier counts them."""
        return next((hooks.attack for hooks in self._game._hooks if hooks.attack is not None), None)

    @property
    def outcomes(self) -> tuple[int, ...]:
        """Number of pieces by which each attempt so far at a puzzle solved it; 0 for a failed one."""
        return next((hooks.outcomes for hooks in self._game._hooks if hooks.outcomes), ())

    @property
    def par(self) -> int | None:
        """The fewest pieces that can win this game, or None where it is unknown."""
        return next((hooks.par for hooks in self._game._hooks if hooks.par is not None), None)

    @property
    def held(self) -> frozenset[Button]:
        """Buttons that are held down."""
        return mask_to_buttons(self._game._given)

    @property
    def barred(self) -> frozenset[Button]:
        """Buttons that have no effect in this game."""
        return mask_to_buttons(~self._game._allowed)


def summary(view: GameView) -> str:
    """Return the time and the counts of a game as a short text."""
    counts = f"{view.time_ns / 1e9:.3f} s: {view.pieces} pieces, {view.lines} lines, {view.score} points"
    return f"{counts}, ended by {view.end}" if view.end else counts
