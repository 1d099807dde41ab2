"""The columns of text beside the field, and the ways to arrange them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from piecement.render.needs import Needs
from piecement.render.skins.look import Figure, Look
from piecement.render.slots import Part, Rest, Want

_ENOUGH: Final = 99
_MODE_WIDTH: Final = 16
_WIDEST_RIVAL: Final = 12
"""So many columns of another game fit into the narrowest column of text, between its walls."""
_LISTED: Final = 18
"""So many shapes are counted on a line each at most."""


class Column(NamedTuple):
    """A column, and the parts that it would show from top to bottom."""

    least: int
    most: int
    wants: tuple[Want, ...]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The columns on either side of the field, from the field outwards."""

    left: tuple[Column, ...]
    right: tuple[Column, ...]
    gap: int
    """Between two columns."""

    @property
    def left_width(self) -> int:
        """The least width on the left."""
        return self._least(self.left)

    @property
    def right_width(self) -> int:
        """The least width on the right."""
        return self._least(self.right)

    def _least(self, columns: tuple[Column, ...]) -> int:
        return sum(column.least for column in columns) + self.gap * max(0, len(columns) - 1)


class Room(NamedTuple):
    """What an arrangement is made for."""

    needs: Needs
    look: Look
    scale: int
    """Of the field, but at least 1."""
    height: int
    """The lines that a column at the field has."""
    full_height: int
    """The lines that a column further out has."""


def wide(room: Room) -> Arrangement:
    """Show previews large, in a column of their own, and the hold too."""
    needs, scale = room.needs, room.scale
    hold = Want(Part.HOLD, *_fixed(2 + needs.pieces.height * scale), 9, 2 + needs.pieces.height * scale, scale, 1)
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


def full(room: Room) -> Arrangement:
    """Show everything, the first preview large."""
    needs = room.needs
    hold_width = max(8, needs.pieces.width + 2) + 1
    return Arrangement(
        left=(
            _column(room, hold_width, hold_width, _small_hold(needs), _EXTRAS),
            _headed_column(room, 15, 17, _pieces(needs, tall=False)),
        ),
        right=(
            _column(
                room,
                max(_MODE_WIDTH, 2 * needs.pieces.width + 5),
                30,
                *(_MODE, _GOAL, _FOCUS, _RACE, _attack(room), _next(needs), _MESSAGES),
            ),
        ),
        gap=1,
    )


def compact(room: Room) -> Arrangement:
    """Show what a player cannot do without, on one side."""
    needs = room.needs
    hold, queue = _small_hold(needs), _next(needs)
    wants = hold, queue, _FIGURES, _TIME, _ATTACK, _GOAL, _RACE, _MESSAGES
    column = _column(room, max(14, 2 * needs.pieces.width + 3), 26, *wants)
    return Arrangement(left=(), right=(column,), gap=0)


Arrange = Callable[[Room], Arrangement]
"""Makes an arrangement for a room."""

ARRANGEMENTS: Final[tuple[Arrange, ...]] = (wide, full, compact)
"""The arrangements, the roomiest first."""


def least_column_height(room: Room) -> int:
    """Return the lines of what a player cannot do without, with none between them."""
    wants = (_small_hold(room.needs), _next(room.needs), _FIGURES)
    return sum(want.least for want in wants if _is_shown(want.part, room))


def _headed_column(room: Room, least: int, most: int, pieces: Want) -> Column:
    """Return the column of figures and keys, without lines under its headings where those would push keys out."""
    keys = room.needs.legend
    ruled = _column(room, least, most, *_headed(room, _STATS, pieces, _legend(2 + keys, 2 + keys)))
    if _height(ruled) + len(ruled.wants) - 1 <= room.full_height:
        return ruled
    stats, pieces = _plain(_STATS), _plain(pieces)
    whole = _column(room, least, most, *_headed(room, stats, pieces, _legend(1 + keys, 1 + keys)))
    if _height(whole) <= room.full_height:
        return whole
    return _column(room, least, most, *_headed(room, stats, pieces, _legend(min(4, 1 + keys), 1 + keys)))


def _headed(room: Room, stats: Want, pieces: Want, legend: Want) -> tuple[Want, ...]:
    return stats, _TIME, _rival(room.needs), pieces, legend


def _height(column: Column) -> int:
    """Return the least lines of a column."""
    return sum(want.least for want in column.wants)


def _legend(least: int, most: int) -> Want:
    return Want(Part.LEGEND, least, most, 2)


def _plain(want: Want) -> Want:
    """Return the least of a part that has a heading, without the line under it."""
    return want._replace(least=want.least - 1, most=want.least - 1)


def _column(room: Room, least: int, most: int, *wants: Want) -> Column:
    shown = tuple(want for want in wants if _is_shown(want.part, room))
    return Column(least, most, shown) if shown else _NO_COLUMN


def _is_shown(part: Part, room: Room) -> bool:
    needs, look = room.needs, room.look
    hud = {str(chosen) for chosen in look.hud}
    shown = {
        Part.LEGEND: look.legend and needs.legend > 0,
        Part.GOAL: needs.has_goal and Part.GOAL in hud,
        Part.FOCUS: needs.has_focus and Part.FOCUS in hud,
        Part.RACE: needs.has_race and Part.RACE in hud,
        Part.ATTACK: needs.has_attack and Part.STATS in hud,
        Part.RIVAL: needs.rival is not None and needs.rival[0] <= _WIDEST_RIVAL and Part.RIVAL in hud,
        Part.HOLD: needs.has_hold and Part.HOLD in hud,
        Part.NEXT: needs.previews > 0 and Part.NEXT in hud,
    }
    return shown.get(part, part in hud)


def _fixed(lines: int) -> tuple[int, int]:
    return lines, lines


_NO_COLUMN: Final = Column(0, 0, ())
_STATS: Final = Want(Part.STATS, *_fixed(5), 7)
_FIGURES: Final = Want(Part.STATS, *_fixed(3), 8)
_TIME: Final = Want(Part.TIME, *_fixed(2), 6)
_EXTRAS: Final = Want(Part.EXTRAS, 2, 14, 2)
_MODE: Final = Want(Part.MODE, *_fixed(3), 3, box=3)
_GOAL: Final = Want(Part.GOAL, *_fixed(2), 7)
_FOCUS: Final = Want(Part.FOCUS, *_fixed(2), 4)
_RACE: Final = Want(Part.RACE, *_fixed(2), 3)
_TALL_RACE: Final = Want(Part.RACE, *_fixed(4), 3)
_ATTACK: Final = Want(Part.ATTACK, *_fixed(3), 6)
_MESSAGES: Final = Want(Part.MESSAGES, 2, _ENOUGH, 5)


def _rival(needs: Needs) -> Want:
    rows = needs.rival[1] if needs.rival else 0
    return Want(Part.RIVAL, *_fixed(2 + (rows + 1) // 2), 3)


def _attack(room: Room) -> Want:
    """Return the figures of a match, without the pace that stands beside the field already."""
    return _ATTACK._replace(least=2, most=2) if Figure.PPS in room.look.figures else _ATTACK


def _pieces(needs: Needs, *, tall: bool) -> Want:
    short = 2 + min(6, (needs.pieces.kinds + 2) // 3)
    return Want(Part.PIECES, short, max(short, 2 + min(needs.pieces.kinds, _LISTED)) if tall else short, 1)


def _small_hold(needs: Needs) -> Want:
    height = 2 + needs.small_height
    return Want(Part.HOLD, *_fixed(height), 9, height)


def _next(needs: Needs) -> Want:
    box = 2 + needs.pieces.height
    rest = (needs.previews > 1) * needs.small_height
    return Want(Part.NEXT, box + rest, box + rest + (needs.previews > 1), 10, box, 1, 1, _rest(needs, 1))


def _tall_next(room: Room) -> Want:
    each = room.needs.pieces.height * room.scale + 1
    small, previews = room.needs.small_height, room.needs.previews
    shown = max(1, min(previews, (room.height - 1) // each))
    if previews > shown > 1 and 1 + shown * each + small > room.height:
        shown -= 1  # leaves room for those that are not large
    box = 1 + shown * each
    rest = small if previews > shown and box < room.height else 0
    return Want(Part.NEXT, *_fixed(box + rest), 10, box, room.scale, shown, _rest(room.needs, shown))


def _rest(needs: Needs, shown: int) -> Rest | None:
    """Return what is to be shown of the previews that are not large."""
    width = needs.pieces.width
    rest = needs.previews - shown
    return Rest(rest, width + 1, needs.small_height, (width + 1) // 2 + 1) if rest > 0 else None
