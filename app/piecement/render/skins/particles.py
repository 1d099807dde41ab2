"""Line clears whose tiles fly apart as particles: position = origin + momentum · t + acceleration · t² / 2."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from piecement.render.skins.inks import WHITE
from piecement.render.skins.line_clears import WIPED_CLEARS, LineClearEffect
from piecement.render.skins.stage import MS, Animation, Layer, Spot, Stage
from piecement_engine.events import LinesCleared
from piecement_engine.pieces import EMPTY

_MOST: Final = 120
"""So many particles fly at most, however large the field."""


class Particle(NamedTuple):
    """Where a particle starts, in cells, how fast, in cells a second, and its colour."""

    x: float
    y: float
    speed_x: float
    speed_y: float
    ink: int


Vector = tuple[float, float]
"""To the right and up, in cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticleClear:
    """The rows vanish at once and each of their tiles becomes a particle. The same clear always flies the same."""

    duration_ms: int
    glyphs: str
    """What a particle looks like, from young to old; each character is half a cell."""
    acceleration: Vector = (0, 0)
    momentum: Vector = (0, 0)
    scatter: Vector = (0, 0)
    """How far the momentum may be off, either way."""
    is_wide: bool = False
    """Whether a particle fills its cell."""

    def play(self, cleared: LinesCleared, stage: Stage, /) -> list[Animation]:
        fly = self._flight(self._particles(cleared, stage), stage)
        end_ns = cleared.time_ns + self.duration_ms * MS
        flight = Animation(cleared.time_ns, end_ns, Layer.UNDER, fly)
        if not cleared.delay_ns:
            return [flight]
        blank = WIPED_CLEARS["vanish at once"].play(cleared, stage)
        over_rows = _only_in(cleared.rows, fly)
        gone_ns = min(end_ns, cleared.time_ns + cleared.delay_ns)
        return [flight, *blank, Animation(cleared.time_ns, gone_ns, Layer.OVER, over_rows, follows_rows=True)]

    def _particles(self, cleared: LinesCleared, stage: Stage) -> list[Particle]:
        random = Random(f"{cleared.time_ns} {cleared.rows}")
        origins = [(x, y) for y in cleared.rows for x in range(stage.width)]
        return [
            Particle(
                x + 0.5,
                y + 0.5,
                self.momentum[0] + random.uniform(-1, 1) * self.scatter[0],
                self.momentum[1] + random.uniform(-1, 1) * self.scatter[1],
                (stage.rows[y][x] if y < len(stage.rows) else EMPTY) or WHITE,
            )
            for x, y in origins[:: 1 + len(origins) // _MOST]
        ]

    def _flight(self, particles: list[Particle], stage: Stage) -> Callable[[int], Iterator[Spot]]:
        def fly(age_ns: int) -> Iterator[Spot]:
            t = age_ns / 1e9
            fall_x, fall_y = self.acceleration[0] * t * t / 2, self.acceleration[1] * t * t / 2
            glyph = self.glyphs[min(age_ns * len(self.glyphs) // (self.duration_ms * MS), len(self.glyphs) - 1)]
            for start_x, start_y, speed_x, speed_y, ink in particles:
                x, y = start_x + speed_x * t + fall_x, start_y + speed_y * t + fall_y
                if 0 <= x < stage.width and 0 <= y < stage.height:
                    yield Spot(int(x), int(y), self._placed(glyph, x), ink)

        return fly

    def _placed(self, glyph: str, x: float) -> str:
        if self.is_wide:
            return glyph + glyph
        return " " + glyph if x % 1 >= 0.5 else glyph + " "


def _only_in(rows: tuple[int, ...], fly: Callable[[int], Iterator[Spot]]) -> Callable[[int], Iterator[Spot]]:
    wanted = frozenset(rows)
    return lambda age_ns: (spot for spot in fly(age_ns) if spot.y in wanted)


_DOWN: Final = (0, -200)

LINE_CLEARS: Final[dict[str, LineClearEffect]] = {
    **WIPED_CLEARS,
    "pop": ParticleClear(
        duration_ms=1000, glyphs="█▓▒░", acceleration=_DOWN, momentum=(0, 30), scatter=(10, 5), is_wide=True
    ),
    "pop more": ParticleClear(
        duration_ms=1000, glyphs="█▓▒░", acceleration=_DOWN, momentum=(0, 45), scatter=(50, 5), is_wide=True
    ),
    "confetti": ParticleClear(
        duration_ms=1000, glyphs="▀▄▀▄▀▄▀▄", acceleration=_DOWN, momentum=(0, 55), scatter=(55, 25)
    ),
    "stardust": ParticleClear(duration_ms=450, glyphs="*+·", acceleration=(650, 80), scatter=(70, 10)),
    "blast": ParticleClear(
        duration_ms=500, glyphs="█▓▒░", acceleration=(0, 10), momentum=(0, -40), scatter=(50, 10), is_wide=True
    ),
    "sparks": ParticleClear(duration_ms=400, glyphs="■▪·", scatter=(60, 60)),
    "braille sparks": ParticleClear(duration_ms=300, glyphs="⣿⢷⠶⠂", scatter=(60, 60)),
    "ascii sparks": ParticleClear(duration_ms=500, glyphs="#*+.", momentum=(0, 40), scatter=(0, 40)),
}
"""The effects of a line clear by name; `skin` stands for the skin's own."""
