"""A position as a value: a board, the piece in play and the known upcoming pieces."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, Self

from piecement_engine.board.board import Board, Row
from piecement_engine.board.cascade import apply_cascade
from piecement_engine.board.geometry import Geometry, geometry
from piecement_engine.board.piece_sets import longest_side, piece_set
from piecement_engine.board.pieces import TETROMINOES, Orientation, Piece, Shape
from piecement_engine.bots.piece_paths import STEP_BUTTONS, path
from piecement_engine.bots.player import allowed_steps
from piecement_engine.bots.position import Placement as Choice
from piecement_engine.bots.position import Position as SeenPosition
from piecement_engine.bots.position import arena_of
from piecement_engine.errors import FumenError, PlacementError, RuleError, cut, suggestion
from piecement_engine.events import Spin
from piecement_engine.fumen import Page, Quiz, decode, encode, field_of
from piecement_engine.game.game import Game
from piecement_engine.game.inputs import Button, buttons_to_mask, mask_to_buttons
from piecement_engine.game.setup import Setup
from piecement_engine.game.timers import Delays
from piecement_engine.game.view import GameView
from piecement_engine.json_values import as_object
from piecement_engine.modes import MODES, Mode, OptionValue
from piecement_engine.play.drawing import as_svg, as_unicode
from piecement_engine.rules.rules import Rules

NOTHING: Final[Mapping[str, Any]] = {}  # the values of rules and options are of many types
"""No overrides."""


def rules_of(
    mode: str | Mode | Rules, *, options: Mapping[str, OptionValue] = NOTHING, rules: Mapping[str, Any] = NOTHING
) -> Rules:
    """Return the rules of a mode.

    Args:
        mode: The name of a mode, a mode, or rules.
        options: The options of the mode that differ from its defaults.
        rules: Rules by name that differ from those of the mode; the mode must not fix them.

    Raises:
        RuleError: If there is no such mode, option or rule, or the mode fixes the rule.

    >>> rules_of("20g", options={"lines": 40}, rules={"preview_count": 5}).limits.lines.value
    40
    """
    as_object(options, f"the options are {cut(repr(options))}: they are values by name")
    as_object(rules, f"the rules are {cut(repr(rules))}: they are values by name")
    if isinstance(mode, Rules):
        if options:
            raise RuleError("options are those of a mode: give the mode or its name")
        return Rules.from_dict(rules, mode)
    found = MODES.get(mode) if isinstance(mode, str) else mode
    if not isinstance(found, Mode):
        raise RuleError(f"unknown mode {cut(repr(mode))}{suggestion(mode, MODES)}: modes are {', '.join(MODES)}")
    fixed = found.fixed(options)
    for name in rules:
        if name in fixed:
            raise RuleError(f"{name} is fixed by the mode {found.name!r}: change its options, or give Rules")
    return found.rules_with(rules, options)


class Way(StrEnum):
    """The simplest way that leads a piece to a placement."""

    DROP = "drop"
    """Straight down: nothing lies above."""
    TUCK = "tuck"
    """Sideways, below an overhang."""
    TWIST = "twist"
    """Only by a rotation."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A placement that a piece can reach."""

    piece: Piece
    """The piece where it locks."""
    hold: bool = False
    """Whether the piece comes from hold, or if hold is empty from the queue."""
    spin: Spin = Spin.NONE
    """Best verdict of the spin rule over all ways to it."""
    lines: int = 0
    """Number of cleared lines, those of a cascade included."""
    way: Way = Way.DROP

    def __repr__(self) -> str:
        """Return a short form: the piece and the way, as in `T-S@3,0 twist full` for a T turned S at (3, 0)."""
        shape, orientation, x, y = self.piece
        words = ("hold" if self.hold else "", f"{shape.name}-{Orientation(orientation).name}@{x},{y}", self.way)
        return " ".join([*filter(None, words), *([self.spin] if self.spin is not Spin.NONE else [])])


_SEEN: Final = ("piece", "next", "hold", "may_hold", "level", "combo", "back_to_back")
"""Fields that a position for bots has too."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Position:
    """A board, the piece in play, and the known upcoming pieces.

    `from_text`, `from_fumen` and `of` make one. Garbage and the modifiers of a mode have no effect in it, and the level
    does not change.
    """

    rules: Rules
    rows: tuple[Row, ...]
    """Tiles of each row, lowest first, without the empty rows on top."""
    piece: Piece | None
    """The piece in play at its spot; None if it is unknown, or had no room."""
    next: tuple[Shape, ...] = ()
    hold: Shape | None = None
    may_hold: bool = False
    level: int = 1
    combo: int = 0
    """Number of last locks that cleared lines, without a break."""
    back_to_back: int = 0
    """Number of last clears that were special, without a break."""
    fall_delay_ns: int
    """Time from one row to the next (ns); with 0 a piece is always on the ground."""
    barred: frozenset[Button] = frozenset()
    """Buttons that have no effect."""

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
        unusable = mask_to_buttons(buttons_to_mask(barred))
        known = Rules() if rules is None else rules_of(rules)
        setup = Setup(rules=known)
        lines = [line for line in map(str.strip, text.splitlines()) if line]
        board = Board.from_text(lines[::-1], _layout(known))
        at = known.start_level if level is None else level
        position = cls(
            rules=known,
            rows=tuple(board.tiles),
            piece=None,
            hold=None if hold is None else setup.shape_named(hold),
            may_hold=may_hold and known.hold != "off" and Button.HOLD not in unusable,
            level=at,
            combo=combo,
            back_to_back=back_to_back,
            fall_delay_ns=Delays(known, at, 0).fall if fall_delay_ns is None else fall_delay_ns,
            barred=unusable,
        )
        return position._entered([setup.shape_named(name) for name in queue])

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
        seen = SeenPosition.of(view)
        return cls(
            rules=view.rules,
            rows=tuple(view.rows),
            fall_delay_ns=view.fall_delay_ns,
            barred=view.barred,
            **{name: getattr(seen, name) for name in _SEEN},
        )

    @property
    def board(self) -> Board:
        """A new board with these rows."""
        board = Board(_layout(self.rules))
        board.set_rows(self.rows)
        return board

    @property
    def is_over(self) -> bool:
        """Whether the next piece had no room."""
        return self.piece is None and bool(self.next)

    @property
    def placements(self) -> tuple[Placement, ...]:
        """All reachable placements of the piece in play and the piece from hold, one for each set of final cells.

        Tucks, twists and spins are included; placements wholly above the visible rows, which lose, are not. They are
        searched at each use.
        """
        seen = self._seen
        if seen is None:
            return ()
        board = self.board
        tops = tuple(max((y + 1 for y, row in enumerate(self.rows) if row[x]), default=0) for x in range(board.width))
        return tuple(
            Placement(choice.piece, choice.hold, choice.spin, lines, _way(board, tops, choice.piece))
            for choice, lines in seen.choices_and_lines()
        )

    def push(self, placement: Placement) -> Self:
        """Return the position after a placement and its clears, with the next piece in play if it is known.

        Raises `PlacementError` if the piece cannot rest there. It is not checked whether a way leads there: see
        `placements`.
        """
        seen = self._checked(placement)
        hold, queue = seen.pieces_after(Choice(placement.piece, placement.hold))
        board = self.board
        board.lock(placement.piece)
        lines = 0
        while rows := board.full_rows():
            lines += len(rows)
            board.clear(rows)
            if self.rules.cascade:
                apply_cascade(board, rows)
        combo, back_to_back = seen.chains_after(lines, placement.spin)
        after = replace(
            self, rows=tuple(board.tiles), hold=hold, may_hold=seen.arena.holds, combo=combo, back_to_back=back_to_back
        )
        return after._entered(queue)

    def keys(self, placement: Placement) -> tuple[Button, ...]:
        """Return the fewest buttons that play a placement, tapped without delay one after the other.

        `tap` plays them one by one, `place` all of them. Raises `PlacementError` if no way leads there.
        """
        seen = self._checked(placement)
        start = seen.arena.entry(seen.bits, placement.piece.shape) if placement.hold else seen.piece
        allowed = allowed_steps(self.rules, self.fall_delay_ns, self.barred)
        piece, spin = placement.piece, placement.spin
        steps = path(seen.arena, seen.bits, start, piece, spin, allowed=allowed) if start else None
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
        if self.piece is None or orientation not in Orientation.__members__:
            raise PlacementError(f"no piece is in play that is turned {orientation!r}: a piece is turned N, E, S or W")
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
        if piece is None or piece == self._entered([piece.shape]).piece:
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

    @property
    def _seen(self) -> SeenPosition | None:
        """The position for bots, or None if no piece is in play."""
        if self.piece is None:
            return None
        board = self.board
        return SeenPosition(
            arena=arena_of(self.rules, board.geometry, self.fall_delay_ns, self.barred),
            bits=board.bits,
            **{name: getattr(self, name) for name in _SEEN},
        )

    def _checked(self, placement: Placement) -> SeenPosition:
        """Return the position for bots. Raises `PlacementError` if the placement does not fit."""
        seen = self._seen
        if seen is None:
            raise PlacementError(f"{placement!r} cannot be placed: no piece is in play")
        other = self.hold or next(iter(self.next), None)
        shape = (other if self.may_hold else None) if placement.hold else seen.piece.shape
        if placement.piece.shape is not shape:
            source = "that hold brings" if placement.hold else "in play"
            raise PlacementError(f"{placement!r} cannot be placed: it is not of the piece {source}")
        board = self.board
        if not board.fits(placement.piece) or not board.grounded(placement.piece):
            raise PlacementError(f"{placement!r} cannot be placed: it does not rest on free cells of the board")
        return seen

    def _entered(self, queue: Sequence[Shape]) -> Self:
        """Return the position with the first piece of a queue in play, or with none if it has no room."""
        board = self.board
        arena = arena_of(self.rules, board.geometry, self.fall_delay_ns, self.barred)
        piece = arena.entry(board.bits, queue[0]) if queue else None
        if piece and not self.fall_delay_ns:
            piece = board.dropped(piece)
        return replace(self, piece=piece, next=tuple(queue[1:] if piece else queue))


def _layout(rules: Rules) -> Geometry:
    return geometry(rules.width, rules.height, longest_side(piece_set(rules.pieces)))


def _way(board: Board, tops: Sequence[int], piece: Piece) -> Way:
    """Return the simplest way to a placement, found by moving the piece back up into the open without rotation."""
    shape, orientation, _, _ = piece
    lowest = dict(reversed(shape.orientations[orientation]))
    fresh, known = [piece], {piece}
    while fresh:
        at = fresh.pop()
        if all(tops[at.x + dx] <= at.y + dy for dx, dy in lowest.items()):
            return Way.DROP if at is piece else Way.TUCK
        for dx, dy in ((-1, 0), (1, 0), (0, 1)):
            before = Piece(shape, orientation, at.x + dx, at.y + dy)
            if before not in known and board.fits(before):
                known.add(before)
                fresh.append(before)
    return Way.TWIST
