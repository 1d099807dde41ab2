"""The bar of a replay: how far it is, and its marks, such as quads and mistakes."""

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.widgets import Static

from piecement.language import _
from piecement.session.formatting import clock_text
from piecement.session.replay_player import Mark, MarkKind, ReplayPlayer
from piecement.ui.texts.bars import BAR_SIGNS
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii

MARK_NAMES: Final = {MarkKind.QUAD: _("quad"), MarkKind.SPIN: _("spin"), MarkKind.MISTAKE: _("mistake")}

_COLOURS: Final = {MarkKind.QUAD: "$good", MarkKind.SPIN: "$key", MarkKind.MISTAKE: "$bad"}
_MARKS: Final = "┬|"
"""The sign of a mark, and in ASCII."""


class ReplayBar(Static):
    """Shows state, time, a bar with marks, length and speed in one line."""

    DEFAULT_CSS = "ReplayBar { height: 1; }"

    def __init__(self) -> None:
        super().__init__(id="progress")

    def show(self, player: ReplayPlayer, *, hides_length: bool = False) -> None:
        """Show where a replay is; if its length is hidden, that shows at the end only."""
        state = _("paused") if player.is_paused else ">"
        loop = _(" loop") if player.loops else ""
        left = f" {state} {clock_text(player.view.time_ns)} "
        speed = plain_hint(f"×{player.speed:g}", ascii_only=wants_ascii(self))
        if hides_length and player.part < 1:
            self.update(Content.assemble((left, "$accent"), (f" {speed}{loop} ", "$muted")))
            return
        right = f" {clock_text(player.recording.time_ns)} {speed}{loop} "
        bar = self._bar(player.part, player.marks, player.recording.time_ns, self.size.width - len(left) - len(right))
        self.update(Content.assemble((left, "$accent"), bar, (right, "$muted")))

    def _bar(self, part: float, marks: Sequence[Mark], length_ns: int, width: int) -> Content:
        if width <= 0:
            return Content()
        ascii_only = wants_ascii(self)
        seen, here, ahead = BAR_SIGNS[ascii_only]
        at = min(width - 1, round(part * (width - 1)))
        cells = [(seen, "$accent")] * at + [(here, "$accent bold")] + [(ahead, "$muted")] * (width - 1 - at)
        for mark in marks:
            place = min(width - 1, round(mark.time_ns / max(1, length_ns) * (width - 1)))
            if place != at:
                cells[place] = _MARKS[ascii_only], _COLOURS[mark.kind]
        return Content.assemble(*cells)
