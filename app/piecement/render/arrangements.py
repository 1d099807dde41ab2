"""Arrangements of the panels around a field."""

from typing import Final, NamedTuple

from piecement.render.panel_columns import PanelRequest, SmallPreviews
from piecement.render.requirements import Requirements
from piecement.render.skins.look import Figure, Look, PanelKind

_ENOUGH: Final = 99
"""More lines than messages can fill."""
_MODE_WIDTH: Final = 16
_WIDEST_RIVAL: Final = 12
"""Maximum columns of a rival game, so that it fits between walls into the narrowest column of text."""
LISTED: Final = 18
"""Maximum number of shapes of a set that are all counted; of a larger set, the most frequent ones are."""


class TextColumn(NamedTuple):
    """Column with the parts it would show from top to bottom."""

    least: int
    """Minimum width (columns)."""
    most: int
    """Maximum width (columns)."""
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


def wide(context: LayoutContext) -> Arrangement:
    """Return the arrangement with large previews and hold in columns of their own."""
    needs, scale = context.needs, context.scale
    box = 2 + needs.pieces.height * scale
    hold = PanelRequest(PanelKind.HOLD, least=box, most=box, weight=9, box=box, scale=scale, previews=1)
    tall = 2 * needs.pieces.width * scale
    held = _column(context, tall + 5, tall + 5, hold, _EXTRAS)
    figures = _headed_column(context, 18, 20, _pieces(needs, tall=True))
    queue = _column(context, tall + 7, tall + 7, _tall_next(context))
    texts = _column(context, 26, 34, _MODE, _GOAL, _FOCUS, _TALL_RACE, _attack(context), _MESSAGES)
    return Arrangement((held, figures), (queue, texts), gap=2)


def full(context: LayoutContext) -> Arrangement:
    """Return the arrangement with all parts, the first preview large."""
    needs = context.needs
    hold_width = max(8, needs.pieces.width + 2) + 1
    held = _column(context, hold_width, hold_width, _small_hold(needs), _EXTRAS)
    figures = _headed_column(context, 15, 17, _pieces(needs, tall=False))
    requests = _MODE, _GOAL, _FOCUS, _RACE, _attack(context), _next(needs), _MESSAGES
    texts = _column(context, max(_MODE_WIDTH, 2 * needs.pieces.width + 5), 30, *requests)
    return Arrangement((held, figures), (texts,), gap=1)


def compact(context: LayoutContext) -> Arrangement:
    """Return the arrangement with essential parts only, on one side."""
    needs = context.needs
    hold, queue = _small_hold(needs), _next(needs)
    requests = hold, queue, _FIGURES, _TIME, _ATTACK, _GOAL, _RACE, _MESSAGES
    column = _column(context, max(14, 2 * needs.pieces.width + 3), 26, *requests)
    return Arrangement(left=(), right=(column,), gap=0)


ARRANGEMENTS: Final = (wide, full, compact)
"""Functions that make an arrangement for a context, the widest first."""


def least_column_height(context: LayoutContext) -> int:
    """Return the height that the essential parts need (lines)."""
    requests = (_small_hold(context.needs), _next(context.needs), _FIGURES)
    return sum(request.least for request in requests if _is_shown(request.part, context))


def _headed_column(context: LayoutContext, least: int, most: int, pieces: PanelRequest) -> TextColumn:
    """Return the column of figures and keys, dropping the rules under its headings if they would push keys out."""
    keys, (_, rows) = len(context.needs.caption.legend), context.needs.caption.rival or (0, 0)
    height = 2 + (rows + 1) // 2
    board = PanelRequest(PanelKind.RIVAL, least=height, most=height, weight=3)

    def column(stats: PanelRequest, counts: PanelRequest, least_keys: int, most_keys: int) -> TextColumn:
        legend = PanelRequest(PanelKind.LEGEND, least=least_keys, most=most_keys, weight=2)
        return _column(context, least, most, stats, _TIME, board, counts, legend)

    ruled = column(_STATS, pieces, 2 + keys, 2 + keys)
    if _height(ruled) + len(ruled.requests) - 1 <= context.full_height:
        return ruled
    plain = _plain(_STATS), _plain(pieces)
    whole = column(*plain, 1 + keys, 1 + keys)
    return whole if _height(whole) <= context.full_height else column(*plain, min(4, 1 + keys), 1 + keys)


def _height(column: TextColumn) -> int:
    return sum(request.least for request in column.requests)


def _plain(request: PanelRequest) -> PanelRequest:
    """Return the minimum of a part with a heading, without the rule under it."""
    return request._replace(least=request.least - 1, most=request.least - 1)


def _column(context: LayoutContext, least: int, most: int, *requests: PanelRequest) -> TextColumn:
    shown = tuple(request for request in requests if _is_shown(request.part, context))
    return TextColumn(least, most, shown) if shown else _NO_COLUMN


def _is_shown(part: PanelKind, context: LayoutContext) -> bool:
    needs, caption, look, hud = context.needs, context.needs.caption, context.look, context.look.hud
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
_STATS: Final = PanelRequest(PanelKind.STATS, least=5, most=5, weight=7)
_FIGURES: Final = PanelRequest(PanelKind.STATS, least=3, most=3, weight=8)
_TIME: Final = PanelRequest(PanelKind.TIME, least=2, most=2, weight=6)
_EXTRAS: Final = PanelRequest(PanelKind.EXTRAS, least=2, most=23, weight=2)
_MODE: Final = PanelRequest(PanelKind.MODE, least=3, most=3, weight=3, box=3)
_GOAL: Final = PanelRequest(PanelKind.GOAL, least=2, most=2, weight=7)
_FOCUS: Final = PanelRequest(PanelKind.FOCUS, least=2, most=2, weight=4)
_RACE: Final = PanelRequest(PanelKind.RACE, least=2, most=2, weight=3)
_TALL_RACE: Final = PanelRequest(PanelKind.RACE, least=4, most=4, weight=3)
_ATTACK: Final = PanelRequest(PanelKind.ATTACK, least=3, most=3, weight=6)
_MESSAGES: Final = PanelRequest(PanelKind.MESSAGES, least=2, most=_ENOUGH, weight=5)


def _attack(context: LayoutContext) -> PanelRequest:
    """Return the attack figures, without the pace if it is already beside the field."""
    return _ATTACK._replace(least=2, most=2) if Figure.PPS in context.look.figures else _ATTACK


def _pieces(needs: Requirements, *, tall: bool) -> PanelRequest:
    short = 2 + min(6, (needs.pieces.kinds + 2) // 3)
    most = max(short, 2 + min(needs.pieces.kinds, LISTED)) if tall else short
    return PanelRequest(PanelKind.PIECES, least=short, most=most, weight=1)


def _small_hold(needs: Requirements) -> PanelRequest:
    height = 2 + needs.small_height
    return PanelRequest(PanelKind.HOLD, least=height, most=height, weight=9, box=height)


def _next(needs: Requirements) -> PanelRequest:
    box = 2 + needs.pieces.height
    has_rest = needs.previews > 1
    least = box + (needs.small_height if has_rest else 0)
    most, rest = least + has_rest, _rest(needs, 1)
    return PanelRequest(PanelKind.NEXT, least, most, weight=10, box=box, scale=1, previews=1, rest=rest)


def _tall_next(context: LayoutContext) -> PanelRequest:
    each = context.needs.pieces.height * context.scale + 1
    small, previews = context.needs.small_height, context.needs.previews
    shown = max(1, min(previews, context.look.large_previews, (context.height - 1) // each))
    if previews > shown > 1 and 1 + shown * each + small > context.height:
        shown -= 1  # leaves room for the small previews
    box = 1 + shown * each
    height = box + (small if previews > shown and box < context.height else 0)
    scale, rest = context.scale, _rest(context.needs, shown)
    return PanelRequest(PanelKind.NEXT, height, height, weight=10, box=box, scale=scale, previews=shown, rest=rest)


def _rest(needs: Requirements, shown: int) -> SmallPreviews | None:
    """Return the small previews, or None if all previews are large."""
    width = needs.pieces.width
    rest = needs.previews - shown
    return SmallPreviews(rest, width + 1, needs.small_height, (width + 1) // 2 + 1) if rest > 0 else None
