"""Position: a board, the piece in play and the known upcoming pieces, as a value."""

import warnings
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

from piecement_engine.board.board import Board, Row
from piecement_engine.board.cascade import apply_cascade
from piecement_engine.board.drawing import as_svg, as_unicode
from piecement_engine.board.pieces import EMPTY, GREY, TETROMINOES, Orientation, Piece, Shape
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.drops import dropper
from piecement_engine.bots.piece_paths import STEP_BUTTONS, allowed_steps, path
from piecement_engine.bots.placement import Ground, Placement, Placements
from piecement_engine.errors import BoardTextError, EngineError, FumenError, PlacementError, cut
from piecement_engine.events import Spin
from piecement_engine.fumen import Page, Quiz, decode, encode, field_of
from piecement_engine.game.game import Game
from piecement_engine.game.inputs import Button, buttons_to_mask, mask_to_buttons
from piecement_engine.game.setup import Setup, names_of
from piecement_engine.game.timers import Delays
from piecement_engine.game.view import GameView
from piecement_engine.modes import Mode, rules_of
from piecement_engine.registry import is_whole
from piecement_engine.rules.rules import Rules

_Kind = TypeVar("_Kind")
"""Kind of pieces: a shape, or its name."""


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A board, the piece in play, and the known upcoming pieces: what a bot sees of a game.

    `from_text`, `from_fumen` and `of` make one. Garbage and the modifiers of a mode have no effect in it, and the level
    does not change. Positions are equal whatever the colours of their blocks.
    """

    arena: Arena
    """Rules, fall and buttons, prepared for a search."""
    bits: int
    """Filled cells and borders; see `geometry`."""
    piece: Piece | None
    """The piece in play at its spot; None if it is unknown, or had no room."""
    hold: Shape | None = None
    may_hold: bool = False
    next: tuple[Shape, ...] = ()
    level: int = 1
    combo: int = 0
    """Number of last locks that cleared lines, without a break."""
    back_to_back: int = 0
    """Number of last clears that were special, without a break."""
    rows: tuple[Row, ...] = field(default=(), compare=False)
    """Tiles of each row, lowest first, without the empty rows on top; grey ones if only the bits are given."""
    _before: "Position | None" = field(default=None, init=False, compare=False)
    _placements: Placements | None = field(default=None, init=False, compare=False)

    def __post_init__(self) -> None:
        layout = self.arena.layout
        if not self.rows and self.bits != layout.empty:
            object.__setattr__(self, "rows", _grey_rows(self.arena, self.bits))

    @classmethod
    def from_text(
        cls,
        text: str = "",
        queue: Sequence[str] = "",
        rules: str | Mode | Rules | None = None,
        *,
        hold: str | None = None,
        may_hold: bool = True,
        level: int | None = None,
        combo: int = 0,
        back_to_back: int = 0,
        fall_delay_ns: int | None = None,
        barred: Collection[str] = (),
    ) -> Self:
        """Return the position of a drawing.

        Args:
            text: The rows, highest first, each in the form of `Board.from_text`; space around them is ignored.
            queue: The names of the pieces, the piece in play first.
            rules: Rules, a mode or the name of one; the default rules if there are none.
            hold: The name of the piece in hold.
            may_hold: Whether hold may be used for the piece in play.
            level: The level, instead of the first one of the rules.
            combo: Number of last locks that cleared lines.
            back_to_back: Number of last clears that were special.
            fall_delay_ns: Time from one row to the next, instead of that of the level.
            barred: The buttons that have no effect.

        Raises:
            BoardTextError: If the text is no board of the rules.
            RuleError: If there is no such mode or piece.
            UnknownButtonError: If there is no such button.
        """
        known = Rules() if rules is None else rules_of(rules)
        setup = Setup(rules=known)
        at = known.start_level if level is None else level
        delay = Delays(known, at, 0).fall if fall_delay_ns is None else fall_delay_ns
        used = arena(known, delay, mask_to_buttons(buttons_to_mask(barred)))
        if not isinstance(text, str):
            raise BoardTextError(f"the board is {cut(repr(text))}: it is a text of rows, the highest first")
        lines = [line for line in map(str.strip, text.splitlines()) if line]
        board = Board.from_text(lines[::-1], used.layout)
        shapes = tuple(map(setup.shape_named, names_of(queue, "pieces of the queue")))
        piece = used.entry(board.bits, shapes[0]) if shapes else None
        return cls(
            used,
            board.bits,
            piece,
            hold=None if hold is None else setup.shape_named(hold),
            may_hold=may_hold and used.holds,
            next=shapes[1:] if piece else shapes,
            level=at,
            combo=combo,
            back_to_back=back_to_back,
            rows=tuple(board.tiles),
        )

    @classmethod
    def from_fumen(
        cls,
        text: str,
        page: int = 0,
        *,
        queue: Sequence[str] | None = None,
        hold: str | None = None,
        rules: str | Mode | Rules | None = None,
    ) -> Self:
        """Return the position of a page of a fumen.

        Args:
            text: The fumen, with or without the address of a site before it.
            page: The number of the page, from 0; -1 is the last one.
            queue: The names of the pieces, the piece in play first; without them those of the page's quiz, or if there
                is none the page's piece.
            hold: The name of the piece in hold; without it that of the quiz.
            rules: As for `from_text`.

        Raises:
            FumenError: If the text is no fumen, or has no such page.
            BoardTextError: If the rules have another width.
            RuleError: If there is no such mode or piece.
        """
        pages = decode(text)
        if not -len(pages) <= page < len(pages):
            raise FumenError("the fumen has no page {page}: it has {count}", page=page, count=len(pages))
        chosen = pages[page]
        quiz = chosen.quiz or Quiz("", chosen.piece.shape.name if chosen.piece else "", "")
        return cls.from_text(
            "\n".join(reversed(chosen.field)),
            quiz.current + quiz.queue if queue is None else queue,
            rules,
            hold=hold or quiz.hold or None,
        )

    @classmethod
    def of(cls, game: Game | GameView) -> Self:
        """Return the present position of a game. Raises `EngineError` while no piece is in play."""
        view = game.view if isinstance(game, Game) else game
        if not isinstance(view, GameView):
            raise EngineError(f"the game is {cut(repr(game))}: it is a Game or its view")
        if view.piece is None or view.dropped:
            raise EngineError("no piece is in play: a position needs one")
        used = arena(view.rules, view.fall_delay_ns, view.barred)
        hold = view.hold
        return cls(
            used,
            view.bits,
            view.piece,
            hold.shape if hold else None,
            used.holds and (hold is None or hold.may_swap),
            view.next,
            view.level,
            view.combo,
            view.back_to_back,
            tuple(view.rows),
        )

    @property
    def rules(self) -> Rules:
        return self.arena.rules

    @property
    def fall_delay_ns(self) -> int:
        """Time from one row to the next (ns); with 0 a piece is always on the ground."""
        return self.arena.fall_delay_ns

    @property
    def barred(self) -> frozenset[Button]:
        """Buttons that have no effect."""
        return self.arena.barred

    @property
    def board(self) -> Board:
        """A new board with these rows."""
        board = Board(self.arena.layout)
        board.set_rows(self.rows)
        return board

    @property
    def ground(self) -> Ground:
        """Board and rules, for a `Placement`."""
        return Ground(self.arena, self.bits)

    @property
    def queue(self) -> tuple[Shape, ...]:
        """Shapes of the piece in play and of the next ones, or none if no piece is in play."""
        return (self.piece.shape, *self.next) if self.piece else ()

    @property
    def is_over(self) -> bool:
        """Whether the next piece had no room."""
        return self.piece is None and bool(self.next)

    @property
    def placements(self) -> Placements:
        """All reachable placements of the piece in play and the piece from hold, one for each set of final cells.

        Tucks, twists and spins are included; placements wholly above the visible rows, which lose, are not.
        """
        if self._placements is None:
            drops, mover = dropper(self.arena).drops, self.arena.mover
            found = [
                (drop, states, held)
                for start, held in self._starts()
                for states in (mover.states(start.shape),)
                for drop in drops(self.bits, start)
            ]
            object.__setattr__(self, "_placements", Placements(self.ground, found))
        return self._placements  # type: ignore[return-value]  # set above

    def placement(self, text: str) -> Placement:
        """Return the placement with the cells of a text, as `Placement.parse` reads it; without a spin any fits.

        Raises `PlacementError` if there is none.
        """
        wanted = Placement.parse(text)
        cells, spin = wanted.piece.cells, wanted.spin
        for one in self.placements:
            if one.hold is wanted.hold and spin in (Spin.NONE, one.spin) and one.piece.cells == cells:
                return one
        like = f", such as {self.placements[0]!r}" if self.placements else ""
        raise PlacementError(f"{cut(text)} is none of the {len(self.placements)} placements of the position{like}")

    def push(self, placement: Placement | str) -> Self:
        """Return the position after a placement and its clears, with the next piece in play if it is known.

        Raises `PlacementError` if the piece cannot rest there. Of a placement it is not checked whether a way leads
        there; a text is that of one of `placements`.
        """
        placement = self._checked(placement)
        used, piece = self.arena, placement.piece
        bits, lines = used.locked(self.bits, piece)
        hold, queue = self.pieces_after(placement)
        entering = used.entry(bits, queue[0]) if queue else None
        after = type(self)(
            used,
            bits,
            entering,
            hold,
            used.holds,
            queue[1:] if entering else queue,
            self.level,
            *self.chains_after(lines, placement.spin),
            self._rows_after(piece, lines),
        )
        object.__setattr__(after, "_before", self)
        return after

    def pop(self) -> "Position":
        """Return the position before the last `push`. Raises `PlacementError` if this is a first position."""
        if self._before is None:
            raise PlacementError("no placement was pushed to this position: there is none before it")
        return self._before

    def keys(self, placement: Placement | str) -> tuple[Button, ...]:
        """Return the fewest buttons that play a placement, tapped without delay one after the other.

        `tap` plays them one by one, `place` all of them. Raises `PlacementError` if no way leads there.
        """
        placement = self._checked(placement)
        piece, spin = placement.piece, placement.spin
        start = self.arena.entry(self.bits, piece.shape) if placement.hold else self.piece
        allowed = allowed_steps(self.rules, self.fall_delay_ns, self.barred)
        steps = path(self.arena, self.bits, start, piece, spin, allowed=allowed) if start else None
        if steps is None:
            raise PlacementError(f"no way leads to {placement!r}: see the placements of the position")
        return (*((Button.HOLD,) if placement.hold else ()), *(STEP_BUTTONS[step] for step in steps))

    def at(self, orientation: str, x: int, y: int) -> Self:
        """Return the position with the piece in play at another spot.

        Args:
            orientation: N, E, S or W, each the one before turned clockwise.
            x: The column of its leftmost cell.
            y: The row of its lowest cell.

        Raises:
            PlacementError: If the piece cannot be there, or no piece is in play.
        """
        if self.piece is None or orientation not in [*Orientation.__members__]:
            raise PlacementError(f"no piece is in play that is turned {orientation!r}: a piece is turned N, E, S or W")
        if not is_whole(x) or not is_whole(y):
            raise PlacementError(f"a place is {cut(repr((x, y)))}: it is a column and a row, whole numbers from 0")
        piece = Piece(self.piece.shape, Orientation[orientation], x, y)
        if not self.board.fits(piece):
            raise PlacementError(f"{piece.shape.name} cannot be at {x},{y}: a cell is filled or outside")
        return replace(self, piece=piece)

    def __str__(self) -> str:
        """Return the rows, highest first, and a line with the pieces."""
        names = [self.piece.shape.name if self.piece else "-", " ".join(shape.name for shape in self.next) or "-"]
        pieces = "piece {}, next {}, hold {}".format(*names, self.hold.name if self.hold else "-")
        return "\n".join([*reversed(self.board.to_text()), pieces])

    def __repr__(self) -> str:
        """Return a call that makes an equal position, if the blocks are tetrominoes or grey."""
        rows = "\n".join(reversed(self.board.to_text()))
        shapes = ([self.piece.shape] if self.piece else []) + [*self.next]
        names: Sequence[str] = [shape.name for shape in shapes]
        names = "".join(names) if all(len(name) == 1 for name in names) else names
        given: dict[str, Any] = {"queue": names} if names else {}  # arguments of many types
        if self.rules != Rules():
            given["rules"] = self.rules
        if self.hold:
            given["hold"] = self.hold.name
        made = type(self).from_text("", (), self.rules, barred=self.barred)
        for name in ("may_hold", "level", "combo", "back_to_back"):
            if getattr(self, name) != getattr(made, name):
                given[name] = getattr(self, name)
        if self.fall_delay_ns != Delays(self.rules, self.level, 0).fall:
            given["fall_delay_ns"] = self.fall_delay_ns
        if self.barred:
            given["barred"] = sorted(map(str, self.barred))
        text = ", ".join([repr(rows), *(f"{name}={value!r}" for name, value in given.items())])
        piece = self.piece
        if piece is None or piece == self.arena.entry(self.bits, piece.shape):
            return f"Position.from_text({text})"
        return f"Position.from_text({text}).at({Orientation(piece.orientation).name!r}, {piece.x}, {piece.y})"

    def unicode(self, placement: Placement | None = None) -> str:
        """Return the board as blocks, with a placement shaded in it."""
        return as_unicode(self.rows, self.rules.width, placement.piece.cells if placement else ())

    def svg(self, placement: Placement | None = None) -> str:
        """Return the board as an SVG image, with a placement in it, half transparent."""
        piece = placement.piece if placement else None
        return as_svg(self.rows, self.rules.width, piece.cells if piece else (), piece.shape.tile if piece else 0)

    def _repr_svg_(self) -> str:
        """Return the image for notebooks."""
        return self.svg()

    def fumen(self, placement: Placement | None = None) -> str:
        """Return a fumen of one page: the board, a quiz of the pieces, and a placement to make.

        Raises `FumenError` if the width of the board or the size of a piece does not fit a fumen.
        """
        piece = self.piece.shape.name if self.piece else ""
        names = [piece, *(shape.name for shape in self.next), self.hold.name if self.hold else ""]
        if not set(names) <= {"", *TETROMINOES}:
            raise FumenError("the position has other pieces: a fumen has only tetrominoes")
        quiz = Quiz(names[-1], piece, "".join(names[1:-1]))
        placed = placement.piece if placement else None
        return encode([Page(field_of(self.rows), piece=placed, comment=quiz.text if any(names) else "")])

    def pieces_after(self, placement: Placement) -> tuple[Shape | None, tuple[Shape, ...]]:
        """Return the shape in hold after a placement, and the upcoming shapes, the one in play first."""
        if not placement.hold or self.piece is None:
            return self.hold, self.next
        return self.piece.shape, self.next[1:] if self.hold is None else self.next

    def chains_after(self, lines: int, spin: Spin) -> tuple[int, int]:
        """Return combo and back-to-back after a lock that clears this number of lines."""
        if not lines:
            return 0, self.back_to_back
        special = lines >= 4 or spin is not Spin.NONE
        return self.combo + 1, self.back_to_back + 1 if special else 0

    def _rows_after(self, piece: Piece, lines: int) -> tuple[Row, ...]:
        """Return the rows after the lock of a piece and its clears."""
        if lines and self.rules.cascade:
            board = self.board
            board.lock(piece)
            while full := board.full_rows():
                board.clear(full)
                apply_cascade(board, full)
            return tuple(board.tiles)
        shape, orientation, x, y = piece
        rows = list(self.rows)
        missing = y + shape.heights[orientation] - len(rows)
        if missing > 0:
            rows += [(EMPTY,) * self.arena.layout.width] * missing
        for dy, start, end, run in shape.runs[orientation]:
            row = rows[y + dy]
            rows[y + dy] = row[: x + start] + run + row[x + end :]
        return tuple([row for row in rows if EMPTY in row]) if lines else tuple(rows)

    def _starts(self) -> Iterator[tuple[Piece, bool]]:
        """Yield the pieces that can be placed, at their first spots, each with whether it comes from hold."""
        if self.piece is None:
            return
        yield self.piece, False
        other = self.hold or (self.next[0] if self.next else None)
        if self.may_hold and other is not None and other is not self.piece.shape:
            entry = self.arena.entry(self.bits, other)
            if entry:
                yield entry, True

    def _checked(self, given: object) -> Placement:
        """Return a placement of this position. Raises `PlacementError` if it does not fit."""
        placement = self.placement(given) if isinstance(given, str) else given
        if not isinstance(placement, Placement):
            raise PlacementError(f"{cut(repr(placement))} is no placement: it is a Placement, or a text like 'T-S@2,0'")
        if self.piece is None:
            raise PlacementError(f"{placement!r} cannot be placed: no piece is in play")
        other = self.hold or next(iter(self.next), None)
        shape = (other if self.may_hold else None) if placement.hold else self.piece.shape
        if placement.piece.shape is not shape:
            source = "that hold brings" if placement.hold else "in play"
            raise PlacementError(f"{placement!r} cannot be placed: it is not of the piece {source}")
        board = self.arena.board(self.bits)
        if not board.fits(placement.piece) or not board.grounded(placement.piece):
            raise PlacementError(f"{placement!r} cannot be placed: it does not rest on free cells of the board")
        return placement

    def __reduce__(self) -> tuple[object, ...]:
        """Return the fields for copies and pickles, which have no position before them."""
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)

    # Former names, for one release.

    def choices(self) -> list[Placement]:
        """Return the placements."""
        _warn("choices() is placements")
        return list(self.placements)

    def choices_and_lines(self) -> Iterator[tuple[Placement, int]]:
        """Yield all placements with the number of lines that each clears."""
        _warn("choices_and_lines() is placements: each has its lines")
        return ((placement, placement.lines) for placement in self.placements)

    def after(self, choice: Placement) -> tuple[int, int]:
        """Return the bits after a placement and its clears, and the number of lines cleared."""
        _warn("after(placement) is push(placement).bits, and lines of the placement")
        return self.arena.locked(self.bits, choice.piece)

    def played(self, choice: Placement) -> Self | None:
        """Return the position after a placement, or None if the next piece is unknown or has no room."""
        _warn("played(placement) is push(placement), whose piece may be None")
        after = self.push(choice)
        return after if after.piece else None


def _warn(text: str) -> None:
    warnings.warn(f"Position.{text} now", DeprecationWarning, stacklevel=3)


def _grey_rows(arena: Arena, bits: int) -> tuple[Row, ...]:
    layout = arena.layout
    rows = [
        tuple([GREY * (bits >> layout.bit(x, y) & 1) for x in range(layout.width)])
        for y, row in enumerate(layout.rows)
        if bits & (row | layout.above[y])
    ]
    return tuple(rows)


def options(
    queue: Sequence[_Kind], hold: _Kind | None, used: int, *, may_hold: bool
) -> Iterator[tuple[_Kind, _Kind | None, int, bool]]:
    """Yield the possible next pieces: shape, hold and used part of the queue after it, and whether it comes by hold.

    `used` is the number of pieces of the queue placed before.
    """
    if used >= len(queue):
        if may_hold and hold is not None:
            yield hold, None, used, True
        return
    shape = queue[used]
    yield shape, hold, used + 1, False
    if may_hold and hold is not None and hold is not shape:
        yield hold, shape, used + 1, True
    elif may_hold and hold is None and used + 1 < len(queue):
        yield queue[used + 1], shape, used + 2, True
