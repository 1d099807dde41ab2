"""Painting no more of a row than has changed.

Textual paints a changed part of a row from the left edge of its widget on, and ends each row with a line feed. For a
canvas that fills the terminal that is most of what a frame would send.
"""

from rich.console import Console
from textual._compositor import ChopsUpdate, Compositor
from textual.strip import Strip


class TrimmedUpdate(ChopsUpdate):
    """A partial update that begins where the change does."""

    def render_segments(self, console: Console) -> str:
        """Return what to write to the terminal."""
        return "".join(
            f"\x1b[{y + 1};{left + 1}H{part.render(console)}"
            for y, start, stop in self.spans
            for left, part in self._parts(y, start, stop)
        )

    def _parts(self, y: int, start: int, stop: int) -> list[tuple[int, Strip]]:
        parts: list[tuple[int, Strip]] = []
        for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
            left, right = max(x, start), min(end, stop)
            if strip is not None and left < right:
                parts.append((left, strip if (left, right) == (x, end) else strip.crop(left - x, right - x)))
        return parts


class TrimmingCompositor(Compositor):
    """A compositor whose partial updates are trimmed."""

    def render_partial_update(self) -> TrimmedUpdate | None:
        """Return what changed, if anything did."""
        update = super().render_partial_update()
        return None if update is None else TrimmedUpdate(update.chops, update.spans, update.chop_ends)
