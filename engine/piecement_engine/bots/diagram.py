"""Diagrams: positions as they are made from drawings and fumens, and shown as texts, pictures and fumens."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from piecement_engine.board.board import Board, Row
from piecement_engine.board.drawing import as_svg, as_unicode
from piecement_engine.board.pieces import ORIENTATIONS, TETROMINOES, Piece, Shape
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.bit_boards import grey_rows
from piecement_engine.bots.placement import Placement, PlacementSite
from piecement_engine.errors import BoardTextError, FumenError, RuleError, cut_repr
from piecement_engine.fumen import Page, Quiz, decode, encode, field_of
from piecement_engine.game.inputs import Button, buttons_to_mask, mask_to_buttons
from piecement_engine.game.setup import Setup, Start, texts_of
from piecement_engine.game.timers import Delays
from piecement_engine.json_values import is_whole
from piecement_engine.modes import Mode, rules_of
from piecement_engine.rules.rules import Rules


@dataclass(frozen=True, slots=True, repr=False)
class Diagram:
    """Base of a `Position`, with its fields: made from a drawing or a fumen, and shown as text, picture or fumen."""

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

    def __post_init__(self) -> None:
        layout = self.arena.layout
        if not self.rows and self.bits != layout.empty:
            object.__setattr__(self, "rows", grey_rows(layout, self.bits))

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
            RuleError: If there is no such mode or piece, or a number is impossible.
            UnknownButtonError: If there is no such button.
        """
        known = Rules() if rules is None else rules_of(rules)
        setup = Setup(rules=known, start=Start(level=level, combo=combo, back_to_back=back_to_back))
        at = known.start_level if level is None else level
        delay = Delays(known, at, 0).fall if fall_delay_ns is None else fall_delay_ns
        if not is_whole(delay, 0):
            raise RuleError(f"fall_delay_ns is {cut_repr(delay)}: it must be a whole number of ns, at least 0")
        used = arena(known, delay, mask_to_buttons(buttons_to_mask(barred)))
        if not isinstance(text, str):
            raise BoardTextError(f"the board is {cut_repr(text)}: it is a text of rows, the highest first")
        lines = [line for line in map(str.strip, text.splitlines()) if line]
        board = Board.from_text(lines[::-1], used.layout)
        shapes = tuple(map(setup.shape_named, texts_of(queue, "pieces of the queue")))
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
        if not is_whole(page, -len(pages), len(pages) - 1):
            raise FumenError("the fumen has no page {page}: it has {count}", page=cut_repr(page), count=len(pages))
        chosen = pages[page]
        quiz = chosen.quiz or Quiz("", chosen.piece.shape.name if chosen.piece else "", "")
        return cls.from_text(
            "\n".join(reversed(chosen.field)),
            quiz.current + quiz.queue if queue is None else queue,
            rules,
            hold=hold or quiz.hold or None,
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
    def site(self) -> PlacementSite:
        """Board and rules, for a `Placement`."""
        return PlacementSite(self.arena, self.bits)

    @property
    def queue(self) -> tuple[Shape, ...]:
        """Shapes of the piece in play and of the next ones, or none if no piece is in play."""
        return (self.piece.shape, *self.next) if self.piece else ()

    @property
    def is_over(self) -> bool:
        """Whether the next piece had no room."""
        return self.piece is None and bool(self.next)

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
            return f"{type(self).__name__}.from_text({text})"
        at = f"at({ORIENTATIONS[piece.orientation]!r}, {piece.x}, {piece.y})"
        return f"{type(self).__name__}.from_text({text}).{at}"

    def unicode(self, placement: Placement | str | None = None) -> str:
        """Return the board as blocks, with a placement shaded in it."""
        piece = _piece_of(placement)
        return as_unicode(self.rows, self.rules.width, piece.cells if piece else ())

    def svg(self, placement: Placement | str | None = None) -> str:
        """Return the board as an SVG image, with a placement in it, half transparent."""
        piece = _piece_of(placement)
        return as_svg(self.rows, self.rules.width, piece.cells if piece else (), piece.shape.tile if piece else 0)

    def _repr_svg_(self) -> str:
        """Return the image for notebooks."""
        return self.svg()

    def fumen(self, placement: Placement | str | None = None) -> str:
        """Return a fumen of one page: the board, a quiz of the pieces, and a placement to make.

        Raises `FumenError` if the width of the board or the size of a piece does not fit a fumen.
        """
        piece = self.piece.shape.name if self.piece else ""
        names = [piece, *(shape.name for shape in self.next), self.hold.name if self.hold else ""]
        if not set(names) <= {"", *TETROMINOES}:
            raise FumenError("the position has other pieces: a fumen has only tetrominoes")
        quiz = Quiz(names[-1], piece, "".join(names[1:-1]))
        return encode([Page(field_of(self.rows), piece=_piece_of(placement), comment=quiz.text if any(names) else "")])

    def __reduce__(self) -> tuple[object, ...]:
        """Return the fields for copies and pickles, which have no position before them."""
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)


def _piece_of(placement: Placement | str | None) -> Piece | None:
    """Return the piece of a placement or of its text."""
    found = Placement.parse(placement) if isinstance(placement, str) else placement
    return found.piece if found else None
