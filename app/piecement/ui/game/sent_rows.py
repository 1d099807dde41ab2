"""Rows that the two sides of a match send each other, seen as a streak from board to board."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from piecement.render.garbage_marks import streak
from piecement.render.layout import Layout
from piecement.render.overlay import NO_OVERLAY, Overlay
from piecement.render.skins.look import Look
from piecement.session.match_series import RIVAL, YOU
from piecement.terminal.clock import MS

_RUN_NS: Final = 300 * MS
"""Time for which sent rows run between the boards."""


class _Sending(NamedTuple):
    """Rows that a side sent last."""

    total: int = 0
    """Rows sent so far in the game."""
    rows: int = 0
    at_ns: int = 0


class SentRows:
    """The last rows that each side sent, which run along the floors into the meter of the other side."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock: Final = clock
        self._sent: Final = [_Sending(), _Sending()]
        self._layouts: Final[dict[int, Layout]] = {}

    def overlay(self, side: int, totals: Sequence[int], layout: Layout, look: Look) -> Overlay:
        """Return the part on a side of the streak of the rows that were sent last, if they still run.

        The totals are the rows that each side has sent so far in the game; fewer than before mean another game. The
        other side has the layout of its last frame; before its first one, nothing is drawn.
        """
        for number, total in enumerate(totals):
            last = self._sent[number]
            if total != last.total:
                self._sent[number] = _Sending(total, max(0, total - last.total), self._clock())
        self._layouts[side] = layout
        sender = max((YOU, RIVAL), key=lambda number: self._sent[number].at_ns)
        sending = self._sent[sender]
        age_ns = self._clock() - sending.at_ns
        if not sending.rows or age_ns >= _RUN_NS or look.reduced_motion or not {YOU, RIVAL} <= self._layouts.keys():
            return NO_OVERLAY
        yours, its = self._layouts[YOU], self._layouts[RIVAL]
        meter = yours.size.width + its.field.x
        path = (yours.field.x + yours.field.width, meter) if sender == YOU else (meter, yours.field.x)
        return streak(*path, age_ns / _RUN_NS, sending.rows, -yours.size.width * side, layout, look)
