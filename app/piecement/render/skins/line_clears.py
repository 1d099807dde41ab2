"""Line-clear effects: full rows vanish during the clear delay, or fly apart."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from piecement.render.skins.animation import Animation, EffectCell, FieldSnapshot, Layer, no_effect
from piecement.render.skins.palettes import ORANGE, RED, WHITE, YELLOW
from piecement.terminal.clock import MS
from piecement_engine.board.pieces import EMPTY
from piecement_engine.events import LinesCleared
from piecement_engine.quick import new_tuple

_GONE: Final = "  "

_MOST_PARTICLES: Final = 120
"""Maximum number of particles, regardless of the size of the field."""


LineClearEffect = Callable[[LinesCleared, FieldSnapshot], list[Animation]]
"""Function that returns the animations of a line clear."""


Wipe = Callable[[int, int, float], tuple[str, int] | None]
"""Function of a column, the width of the row and the fraction of the delay.

It returns the glyph and ink that cover the cell, or None.
"""


def wiped(wipe: Wipe, duration_ms: int = 0) -> LineClearEffect:
    """Return an effect that covers all cells of the rows for the whole delay.

    The wipe is done in the given time, 0 for the whole delay.
    """

    def play(cleared: LinesCleared, field: FieldSnapshot) -> list[Animation]:
        if not cleared.delay_ns:
            return []
        rows = [y for y in cleared.rows if y <= field.height]
        duration_ns = min(duration_ms * MS or cleared.delay_ns, cleared.delay_ns)

        def cells_at(age_ns: int) -> list[EffectCell]:
            part = min(1.0, age_ns / duration_ns)
            covers = [(x, *cover) for x in range(field.width) if (cover := wipe(x, field.width, part))]
            return [new_tuple(EffectCell, (x, y, glyph, ink, 0)) for y in rows for x, glyph, ink in covers]

        end_ns = cleared.time_ns + cleared.delay_ns
        return [Animation(cleared.time_ns, end_ns, Layer.OVER, cells_at, follows_rows=True)]

    return play


def _shrink(x: int, width: int, part: float) -> tuple[str, int]:
    """Return a white bar that shrinks by a character on either side in each of ten steps (on ten columns)."""
    cut = int(10 * part) * width // 10
    return "".join("█" if cut <= place < 2 * width - cut else " " for place in (2 * x, 2 * x + 1)), WHITE


def _vanishing(is_gone: Callable[[int, int, float], bool]) -> LineClearEffect:
    """Return an effect that hides the cells of which a function of column, width and part of the delay is true."""
    return wiped(lambda x, width, part: (_GONE, WHITE) if is_gone(x, width, part) else None)


def _from_centre(x: int, width: int) -> float:
    return abs(x + 0.5 - width / 2)


_FIRE: Final = (WHITE, WHITE, YELLOW, ORANGE, RED)


def _burn_outward(x: int, width: int, part: float) -> tuple[str, int] | None:
    step = part * (width / 2 + len(_FIRE)) - _from_centre(x, width)
    if step >= len(_FIRE):
        return _GONE, WHITE
    return ("▓▓", _FIRE[int(step)]) if step > 0 else None


WHITE_OUTWARD: Final = wiped(
    lambda x, width, part: ("██", WHITE) if _from_centre(x, width) <= part * width / 2 + 0.5 else None, 117
)
"""Rows that turn white within seven frames of sixty a second."""

UNICODE_SHRINK: Final = wiped(_shrink)
ASCII_BLINK: Final = wiped(lambda _x, _width, part: (_GONE if int(10 * part) in {2, 3, 6, 7} else "$$", WHITE))
ELECTRONIKA_60_WIPE: Final = wiped(lambda x, width, part: (_GONE if x < int(10 * part) * width // 10 else "▮▮", WHITE))

_VANISH_AT_ONCE: Final = _vanishing(lambda _x, _width, _part: True)


Vector = tuple[float, float]
"""Distance to the right and up (cells)."""


def particles(
    duration_ms: int,
    glyphs: str,
    *,
    acceleration: Vector = (0, 0),
    momentum: Vector = (0, 0),
    scatter: Vector = (0, 0),
    is_wide: bool = False,
) -> LineClearEffect:
    """Return an effect in which the rows vanish at once, each tile becoming a particle, the same way every time.

    Its position is origin + momentum · t + acceleration · t² / 2, with the momentum up to `scatter` off in either
    direction. `glyphs` are those of a particle from young to old; each character is half a cell, or fills it if
    `is_wide`.
    """

    def play(cleared: LinesCleared, field: FieldSnapshot) -> list[Animation]:
        random = Random(f"{cleared.time_ns} {cleared.rows}")
        origins = [(x, y) for y in cleared.rows for x in range(field.width)]
        flying = [
            (
                x + 0.5,
                y + 0.5,
                momentum[0] + random.uniform(-1, 1) * scatter[0],
                momentum[1] + random.uniform(-1, 1) * scatter[1],
                (field.rows[y][x] if y < len(field.rows) else EMPTY) or WHITE,
            )
            for x, y in origins[:: 1 + len(origins) // _MOST_PARTICLES]
        ]

        def fly(age_ns: int) -> Iterator[EffectCell]:
            t = age_ns / 1e9
            fall_x, fall_y = acceleration[0] * t * t / 2, acceleration[1] * t * t / 2
            glyph = glyphs[min(age_ns * len(glyphs) // (duration_ms * MS), len(glyphs) - 1)]
            for start_x, start_y, speed_x, speed_y, ink in flying:
                x, y = start_x + speed_x * t + fall_x, start_y + speed_y * t + fall_y
                if 0 <= x < field.width and 0 <= y < field.height:
                    placed = glyph + glyph if is_wide else " " + glyph if x % 1 >= 0.5 else glyph + " "
                    yield EffectCell(int(x), int(y), placed, ink)

        end_ns = cleared.time_ns + duration_ms * MS
        flight = Animation(cleared.time_ns, end_ns, Layer.UNDER, fly)
        if not cleared.delay_ns:
            return [flight]

        # The rows stand until the delay is over: particles over them are drawn above their cells, others below tiles.
        def over_rows(age_ns: int) -> Iterator[EffectCell]:
            return (cell for cell in fly(age_ns) if cell.y in cleared.rows)

        gone_ns = min(end_ns, cleared.time_ns + cleared.delay_ns)
        over = Animation(cleared.time_ns, gone_ns, Layer.OVER, over_rows, follows_rows=True)
        return [flight, *_VANISH_AT_ONCE(cleared, field), over]

    return play


_DOWN: Final = (0, -200)

LINE_CLEARS: Final[dict[str, LineClearEffect]] = {
    "none": no_effect,
    "vanish at half": _vanishing(lambda _x, _width, part: part >= 0.5),
    "vanish at once": _VANISH_AT_ONCE,
    "blink": _vanishing(lambda _x, _width, part: int(6 * part) % 2 == 1),
    "white flash": wiped(lambda _x, _width, _part: ("██", WHITE)),
    "left to right": _vanishing(lambda x, width, part: x < part * width),
    "outward": _vanishing(lambda x, width, part: _from_centre(x, width) < part * width / 2),
    "inward": _vanishing(lambda x, width, part: width / 2 - _from_centre(x, width) < part * width / 2),
    "burn outward": wiped(_burn_outward),
    "pop": particles(1000, "█▓▒░", acceleration=_DOWN, momentum=(0, 30), scatter=(10, 5), is_wide=True),
    "pop more": particles(1000, "█▓▒░", acceleration=_DOWN, momentum=(0, 45), scatter=(50, 5), is_wide=True),
    "confetti": particles(1000, "▀▄▀▄▀▄▀▄", acceleration=_DOWN, momentum=(0, 55), scatter=(55, 25)),
    "stardust": particles(450, "*+·", acceleration=(650, 80), scatter=(70, 10)),
    "blast": particles(500, "█▓▒░", acceleration=(0, 10), momentum=(0, -40), scatter=(50, 10), is_wide=True),
    "sparks": particles(400, "■▪·", scatter=(60, 60)),
    "braille sparks": particles(300, "⣿⢷⠶⠂", scatter=(60, 60)),
    "ascii sparks": particles(500, "#*+.", momentum=(0, 40), scatter=(0, 40)),
}
"""Line-clear effects by name; `skin` selects the skin's own."""
