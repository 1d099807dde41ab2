"""Arrangements of the panels around a field, and the room they need."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, Self

from piecement.render.layout import PanelRequest, SmallPreviews
from piecement.render.scene import Caption
from piecement.render.skins.look import Figure, Look, PanelKind
from piecement_engine import Rules
from piecement_engine.board.piece_sets import piece_set
from piecement_engine.game.view import GameView


class Extent(NamedTuple):
    width: int
    """Cells of the widest shape."""
    height: int
    """Cells of the highest shape."""
    kinds: int
    """Number of shapes."""


TETROMINO_EXTENT = Extent(4, 2, 7)
"""Minimum extent of a set, so that boxes are never too small for their labels."""


@lru_cache(maxsize=16)
def extent_of(pieces: str) -> Extent:
    """Return the extent of a piece set, by its name in the rules."""
    shapes = piece_set(pieces)
    width = max(shape.widths[0] for shape in shapes)
    height = max(shape.heights[0] for shape in shapes)
    return Extent(max(TETROMINO_EXTENT.width, width), max(TETROMINO_EXTENT.height, height), len(shapes))


class Requirements(NamedTuple):
    """Game properties that determine a layout, besides the terminal and the look."""

    width: int = 10
    """Columns of the board."""
    skyline: int = 20
    """Visible rows of the board."""
    pieces: Extent = TETROMINO_EXTENT
    previews: int = 1
    has_hold: bool = True
    has_goal: bool = True
    caption: Caption = Caption()

    @classmethod
    def of(cls, view: GameView, caption: Caption) -> Self:
        needs, has_goal = cls.of_rules(view.rules), any(view.rules.limits.given())
        return needs._replace(width=view.width, skyline=view.skyline, has_goal=has_goal, caption=caption)

    @classmethod
    def of_rules(cls, rules: Rules) -> Self:
        """Return the minimum needs of all games by these rules."""
        return cls(
            width=rules.width,
            skyline=rules.skyline,
            pieces=extent_of(rules.pieces),
            previews=rules.preview_count,
            has_hold=rules.hold != "off",
        )

    @property
    def small_height(self) -> int:
        """Lines of a piece drawn with half-blocks."""
        return (self.pieces.height + 1) // 2


_ENOUGH: Final = 99
"""More lines than messages can fill."""
_MODE_WIDTH: Final = 16
_WIDEST_RIVAL: Final = 12
"""Maximum columns of a rival game, so that it fits between walls into the narrowest column of text."""
LISTED: Final = 18
"""Maximum number of shapes of which all are counted; of larger sets the most frequent ones are."""


class TextColumn(NamedTuple):
    """Column with the parts it would show from top to bottom."""

    least: int
    most: int
    requests: tuple[PanelRequest, ...]


class Arrangement(NamedTuple):
    """Columns on either side of the field, from the field outwards."""

    left: tuple[TextColumn, ...]
    right: tuple[TextColumn, ...]
    gap: int
    """Characters between two columns."""

    @property
    def left_width(self) -> int:
        return self._least(self.left)

    @property
    def right_width(self) -> int:
        return self._least(self.right)

    def _least(self, columns: tuple[TextColumn, ...]) -> int:
        return sum(column.least for column in columns) + self.gap * max(0, len(columns) - 1)


class LayoutContext(NamedTuple):
    needs: Requirements
    look: Look
    scale: int
    """Scale of the field, but at least 1."""
    height: int
    """Lines of a column next to the field."""
    full_height: int
    """Lines of a column further out."""


def wide(room: LayoutContext) -> Arrangement:
    """Return the arrangement with large previews and hold in columns of their own."""
    needs, scale = room.needs, room.scale
    box = 2 + needs.pieces.height * scale
    hold = PanelRequest(PanelKind.HOLD, box, box, 9, box, scale, 1)
    tall = 2 * needs.pieces.width * scale
    return Arrangement(
        left=(
            _column(room, tall + 5, tall + 5, hold, _EXTRAS),
            _headed_column(room, 18, 20, _pieces(needs, tall=True)),
        ),
        right=(
            _column(room, tall + 7, tall + 7, _tall_next(room)),
            _column(room, 26, 34, _MODE, _GOAL, _FOCUS, _TALL_RACE, _attack(room), _MESSAGES),
        ),
        gap=2,
    )


def full(room: LayoutContext) -> Arrangement:
    """Return the arrangement with all parts, the first preview large."""
    needs = room.needs
    hold_width = max(8, needs.pieces.width + 2) + 1
    right = _MODE, _GOAL, _FOCUS, _RACE, _attack(room), _next(needs), _MESSAGES
    return Arrangement(
        left=(
            _column(room, hold_width, hold_width, _small_hold(needs), _EXTRAS),
            _headed_column(room, 15, 17, _pieces(needs, tall=False)),
        ),
        right=(_column(room, max(_MODE_WIDTH, 2 * needs.pieces.width + 5), 30, *right),),
        gap=1,
    )


def compact(room: LayoutContext) -> Arrangement:
    """Return the arrangement with essential parts only, on one side."""
    needs = room.needs
    hold, queue = _small_hold(needs), _next(needs)
    requests = hold, queue, _FIGURES, _TIME, _ATTACK, _GOAL, _RACE, _MESSAGES
    column = _column(room, max(14, 2 * needs.pieces.width + 3), 26, *requests)
    return Arrangement(left=(), right=(column,), gap=0)


Arrange = Callable[[LayoutContext], Arrangement]
"""Function that makes an arrangement for a context."""

ARRANGEMENTS: Final[tuple[Arrange, ...]] = (wide, full, compact)
"""Arrangements, the widest first."""


def least_column_height(room: LayoutContext) -> int:
    requests = (_small_hold(room.needs), _next(room.needs), _FIGURES)
    return sum(request.least for request in requests if _is_shown(request.part, room))


def _headed_column(room: LayoutContext, least: int, most: int, pieces: PanelRequest) -> TextColumn:
    """Return the column of figures and keys, dropping the rules under its headings if they would push keys out."""
    keys, (_, rows) = len(room.needs.caption.legend), room.needs.caption.rival or (0, 0)
    height = 2 + (rows + 1) // 2
    board = PanelRequest(PanelKind.RIVAL, height, height, 3)

    def column(stats: PanelRequest, pieces: PanelRequest, least_keys: int, most_keys: int) -> TextColumn:
        legend = PanelRequest(PanelKind.LEGEND, least_keys, most_keys, 2)
        return _column(room, least, most, stats, _TIME, board, pieces, legend)

    ruled = column(_STATS, pieces, 2 + keys, 2 + keys)
    if _height(ruled) + len(ruled.requests) - 1 <= room.full_height:
        return ruled
    plain = _plain(_STATS), _plain(pieces)
    whole = column(*plain, 1 + keys, 1 + keys)
    return whole if _height(whole) <= room.full_height else column(*plain, min(4, 1 + keys), 1 + keys)


def _height(column: TextColumn) -> int:
    return sum(request.least for request in column.requests)


def _plain(request: PanelRequest) -> PanelRequest:
    """Return the minimum of a part with a heading, without the rule under it."""
    return request._replace(least=request.least - 1, most=request.least - 1)


def _column(room: LayoutContext, least: int, most: int, *requests: PanelRequest) -> TextColumn:
    shown = tuple(request for request in requests if _is_shown(request.part, room))
    return TextColumn(least, most, shown) if shown else _NO_COLUMN


def _is_shown(part: PanelKind, room: LayoutContext) -> bool:
    needs, caption, look, hud = room.needs, room.needs.caption, room.look, room.look.hud
    shown = {
        PanelKind.LEGEND: look.legend and bool(caption.legend),
        PanelKind.GOAL: needs.has_goal and PanelKind.GOAL in hud,
        PanelKind.FOCUS: bool(caption.focus) and PanelKind.FOCUS in hud,
        PanelKind.RACE: caption.has_race and PanelKind.RACE in hud,
        PanelKind.ATTACK: caption.has_attack and PanelKind.STATS in hud,
        PanelKind.RIVAL: caption.rival is not None and caption.rival[0] <= _WIDEST_RIVAL and PanelKind.RIVAL in hud,
        PanelKind.HOLD: needs.has_hold and PanelKind.HOLD in hud,
        PanelKind.NEXT: needs.previews > 0 and PanelKind.NEXT in hud,
    }
    return shown.get(part, part in hud)


_NO_COLUMN: Final = TextColumn(0, 0, ())
_STATS: Final = PanelRequest(PanelKind.STATS, 5, 5, 7)
_FIGURES: Final = PanelRequest(PanelKind.STATS, 3, 3, 8)
_TIME: Final = PanelRequest(PanelKind.TIME, 2, 2, 6)
_EXTRAS: Final = PanelRequest(PanelKind.EXTRAS, 2, 23, 2)
_MODE: Final = PanelRequest(PanelKind.MODE, 3, 3, 3, box=3)
_GOAL: Final = PanelRequest(PanelKind.GOAL, 2, 2, 7)
_FOCUS: Final = PanelRequest(PanelKind.FOCUS, 2, 2, 4)
_RACE: Final = PanelRequest(PanelKind.RACE, 2, 2, 3)
_TALL_RACE: Final = PanelRequest(PanelKind.RACE, 4, 4, 3)
_ATTACK: Final = PanelRequest(PanelKind.ATTACK, 3, 3, 6)
_MESSAGES: Final = PanelRequest(PanelKind.MESSAGES, 2, _ENOUGH, 5)


def _attack(room: LayoutContext) -> PanelRequest:
    """Return the attack figures, without the pace if it is already beside the field."""
    return _ATTACK._replace(least=2, most=2) if Figure.PPS in room.look.figures else _ATTACK


def _pieces(needs: Requirements, *, tall: bool) -> PanelRequest:
    short = 2 + min(6, (needs.pieces.kinds + 2) // 3)
    return PanelRequest(PanelKind.PIECES, short, max(short, 2 + min(needs.pieces.kinds, LISTED)) if tall else short, 1)


def _small_hold(needs: Requirements) -> PanelRequest:
    height = 2 + needs.small_height
    return PanelRequest(PanelKind.HOLD, height, height, 9, height)


def _next(needs: Requirements) -> PanelRequest:
    box = 2 + needs.pieces.height
    rest = (needs.previews > 1) * needs.small_height
    return PanelRequest(PanelKind.NEXT, box + rest, box + rest + (needs.previews > 1), 10, box, 1, 1, _rest(needs, 1))


def _tall_next(room: LayoutContext) -> PanelRequest:
    each = room.needs.pieces.height * room.scale + 1
    small, previews = room.needs.small_height, room.needs.previews
    shown = max(1, min(previews, room.look.large_previews, (room.height - 1) // each))
    if previews > shown > 1 and 1 + shown * each + small > room.height:
        shown -= 1  # leaves room for the small previews
    box = 1 + shown * each
    rest = small if previews > shown and box < room.height else 0
    return PanelRequest(PanelKind.NEXT, box + rest, box + rest, 10, box, room.scale, shown, _rest(room.needs, shown))


def _rest(needs: Requirements, shown: int) -> SmallPreviews | None:
    """Return the small previews, or None if all previews are large."""
    width = needs.pieces.width
    rest = needs.previews - shown
    return SmallPreviews(rest, width + 1, needs.small_height, (width + 1) // 2 + 1) if rest > 0 else None
