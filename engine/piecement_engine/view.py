"""A read-only view of a game, for drawing, bots and anyone who only looks."""

from collections.abc import Mapping, Sequence
from typing import Final

from piecement_engine.board import Board, Row
from piecement_engine.buttons import Button, mask_to_buttons
from piecement_engine.events import End
from piecement_engine.incoming import RowCounts, WaitingRows
from piecement_engine.native import mypyc_attr
from piecement_engine.piece_queue import Hold
from piecement_engine.pieces import Piece, Shape
from piecement_engine.rules import Rules
from piecement_engine.state import NEVER, GameState
from piecement_engine.text_picture import text_picture
from piecement_engine.timers import LOCK, LOCK_DELAY


@mypyc_attr(allow_interpreted_subclasses=True)
class GameView:
    """What a game looks like now. It is live: it shows the game as it goes on."""

    __slots__ = ("_game",)

    def __init__(self, game: GameState) -> None:
        self._game: Final = game

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a view of the same game."""
        return isinstance(other, GameView) and self._game is other._game

    def __hash__(self) -> int:
        return hash(self._game)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._game,)

    def __str__(self) -> str:
        """Return the visible rows, highest first, and a line of counts.

        The piece in play has small letters, `@` where it has none. It comes with the hidden rows that it needs.
        """
        hold = self.hold
        counts = f"lines {self.lines}  score {self.score}  level {self.level}"
        rows = self._game._board.to_text()
        pieces = (hold.shape if hold else None, self.next)
        return text_picture(rows, (self.width, self.skyline), self.piece, counts, pieces)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {summary(self)}>"

    @property
    def rules(self) -> Rules:
        return self._game.setup.rules

    @property
    def seed(self) -> int:
        return self._game.setup.seed

    @property
    def time_ns(self) -> int:
        """The game time, in ns; after the end, that of the end."""
        return self._game._time

    @property
    def end(self) -> End | None:
        """How it ended, or None while it goes on."""
        return self._game._end

    @property
    def level(self) -> int:
        return self._game._progress.level

    @property
    def score(self) -> int:
        return self._game._progress.score

    @property
    def lines(self) -> int:
        """The lines cleared; those that are just leaving are not counted yet."""
        return self._game._progress.lines

    @property
    def combo(self) -> int:
        """How many of the last locks cleared lines, without a break."""
        return self._game._progress.combo

    @property
    def back_to_back(self) -> int:
        """How many of the last clears were special, without a break."""
        return self._game._progress.back_to_back

    @property
    def width(self) -> int:
        """Columns of the playfield."""
        return self.rules.width

    @property
    def height(self) -> int:
        """Rows of the playfield, hidden ones included."""
        return self.rules.height

    @property
    def skyline(self) -> int:
        """Visible rows."""
        return self.rules.skyline

    @property
    def rows(self) -> Sequence[Row]:
        """The tiles of each row, lowest first, without the empty rows on top. 0 is an empty cell."""
        return self._game._board.tiles

    @property
    def board(self) -> Board:
        """A copy of the board."""
        return self._game._board.copy()

    @property
    def piece(self) -> Piece | None:
        game = self._game
        return game._piece if game._in_play or game._dropped else None

    @property
    def ghost(self) -> Piece | None:
        """The piece in play where a hard drop would put it."""
        piece = self.piece
        return piece and self._game._board.dropped(piece)

    @property
    def dropped(self) -> bool:
        """Whether the piece in play is hard dropped and only waits for its lock."""
        return self._game._dropped

    @property
    def lock_due_ns(self) -> int | None:
        """When the piece in play will lock if nothing changes (ns), or None while it is in the air."""
        due = min(self._game._due[LOCK], self._game._due[LOCK_DELAY])
        return None if due == NEVER else due

    @property
    def next_timer_ns(self) -> int:
        """A game time (ns) before which nothing happens unless a button changes; the next timer may be due later."""
        return self._game._idle_until

    @property
    def fall_delay_ns(self) -> int:
        """How long a piece takes now to fall by a row, without soft drop."""
        return self._game._delays.fall

    @property
    def lock_delay_ns(self) -> int:
        """How long a piece may rest now before it locks."""
        return self._game._delays.lock

    @property
    def hold(self) -> Hold | None:
        return self._game._queue.hold

    @property
    def next(self) -> tuple[Shape, ...]:
        """The shapes to come, as far as the rules show them."""
        queue = self._game._queue
        return tuple(queue.known[: queue.shown])

    @property
    def known(self) -> tuple[Shape, ...]:
        """The shapes to come that are drawn already: one more than shown after a refused initial hold."""
        return tuple(self._game._queue.known)

    @property
    def average_bonus(self) -> float | None:
        """The points of a clear or spin on average, those of drops not counted; None before the first one (tetrs)."""
        progress = self._game._progress
        return progress.bonus_points / progress.bonuses if progress.bonuses else None

    @property
    def pieces(self) -> int:
        """How many pieces have locked."""
        return self._game._progress.pieces

    @property
    def pieces_locked(self) -> Mapping[str, int]:
        """How many pieces of each shape have locked, by name."""
        return {shape.name: count for shape, count in self._game._progress.locked.items()}

    @property
    def waiting_rows(self) -> tuple[WaitingRows, ...]:
        """The garbage rows of other players that wait, the first to rise first."""
        incoming = self._game._incoming
        return () if incoming is None else incoming.waiting

    @property
    def garbage(self) -> RowCounts:
        """The counts of garbage rows in a match, as far as this game knows."""
        incoming = self._game._incoming
        return RowCounts() if incoming is None else incoming.counts

    @property
    def held(self) -> frozenset[Button]:
        """The buttons that are held down."""
        return mask_to_buttons(self._game._given)

    @property
    def barred(self) -> frozenset[Button]:
        """The buttons that do nothing in this game."""
        return mask_to_buttons(~self._game._allowed)


def summary(view: GameView) -> str:
    """Return the time and the counts of a game in a few words."""
    counts = f"{view.time_ns / 1e9:.3f} s: {view.pieces} pieces, {view.lines} lines, {view.score} points"
    return f"{counts}, ended by {view.end}" if view.end else counts
