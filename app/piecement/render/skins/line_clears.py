"""The effects of a line clear: how full rows go in the time before they leave the board."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from piecement.render.skins.inks import ORANGE, RED, WHITE, YELLOW
from piecement.render.skins.stage import Animation, Layer, Spot, Stage
from piecement_engine.events import LinesCleared

_GONE: Final = "  "


class LineClearEffect(Protocol):
    """Makes the animations of a line clear."""

    def play(self, cleared: LinesCleared, stage: Stage, /) -> list[Animation]: ...


Wipe = Callable[[int, int, float], tuple[str, int] | None]
"""Tells what covers column x of a row of some width when a part (0 to 1) of the delay is over; None for nothing."""


@dataclass(frozen=True, slots=True)
class NoClear:
    """Shows the rows until they go."""

    def play(self, _cleared: LinesCleared, _stage: Stage, /) -> list[Animation]:
        return []


@dataclass(frozen=True, slots=True)
class WipedClear:
    """Covers all cells of the rows, over the whole delay."""

    wipe: Wipe

    def play(self, cleared: LinesCleared, stage: Stage, /) -> list[Animation]:
        if not cleared.delay_ns:
            return []
        rows = [y for y in cleared.rows if y <= stage.height]

        def spots(age_ns: int) -> Iterator[Spot]:
            covered = [(x, self.wipe(x, stage.width, age_ns / cleared.delay_ns)) for x in range(stage.width)]
            return (Spot(x, y, *cover) for y in rows for x, cover in covered if cover)

        end_ns = cleared.time_ns + cleared.delay_ns
        return [Animation(cleared.time_ns, end_ns, Layer.OVER, spots, follows_rows=True)]


def _shrink(x: int, width: int, part: float) -> tuple[str, int]:
    """Draw a white bar that loses a character on either side with each of ten frames, where there are ten columns."""
    cut = int(10 * part) * width // 10
    return "".join("█" if cut <= place < 2 * width - cut else " " for place in (2 * x, 2 * x + 1)), WHITE


def _blink_dollars(_x: int, _width: int, part: float) -> tuple[str, int]:
    return (_GONE if int(10 * part) in {2, 3, 6, 7} else "$$"), WHITE


def _wipe_from_left(x: int, width: int, part: float) -> tuple[str, int]:
    return (_GONE if x < int(10 * part) * width // 10 else "▮▮"), WHITE


def _vanish(part_due: float) -> Wipe:
    return lambda _x, _width, part: (_GONE, WHITE) if part >= part_due else None


def _blink(_x: int, _width: int, part: float) -> tuple[str, int] | None:
    return (_GONE, WHITE) if int(6 * part) % 2 else None


def _white(_x: int, _width: int, _part: float) -> tuple[str, int]:
    return "██", WHITE


def _left_to_right(x: int, width: int, part: float) -> tuple[str, int] | None:
    return (_GONE, WHITE) if x < part * width else None


def _from_centre(x: int, width: int) -> float:
    return abs(x + 0.5 - width / 2)


def _outward(x: int, width: int, part: float) -> tuple[str, int] | None:
    return (_GONE, WHITE) if _from_centre(x, width) < part * width / 2 else None


def _inward(x: int, width: int, part: float) -> tuple[str, int] | None:
    return (_GONE, WHITE) if width / 2 - _from_centre(x, width) < part * width / 2 else None


_FIRE: Final = (WHITE, WHITE, YELLOW, ORANGE, RED)


def _burn_outward(x: int, width: int, part: float) -> tuple[str, int] | None:
    step = int(part * (width / 2 + len(_FIRE)) - _from_centre(x, width))
    if step >= len(_FIRE):
        return _GONE, WHITE
    return ("▓▓", _FIRE[step]) if step >= 0 and part * (width / 2 + len(_FIRE)) > _from_centre(x, width) else None


UNICODE_SHRINK: Final = WipedClear(_shrink)
ASCII_BLINK: Final = WipedClear(_blink_dollars)
ELECTRONIKA_60_WIPE: Final = WipedClear(_wipe_from_left)

WIPED_CLEARS: Final[dict[str, LineClearEffect]] = {
    "none": NoClear(),
    "vanish at half": WipedClear(_vanish(0.5)),
    "vanish at once": WipedClear(_vanish(0.0)),
    "blink": WipedClear(_blink),
    "white flash": WipedClear(_white),
    "left to right": WipedClear(_left_to_right),
    "outward": WipedClear(_outward),
    "inward": WipedClear(_inward),
    "burn outward": WipedClear(_burn_outward),
}
