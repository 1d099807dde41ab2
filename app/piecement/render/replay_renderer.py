"""Frames of a recording for files: drawn like the game itself, but without a screen or a clock."""

from collections.abc import Iterator
from io import StringIO
from itertools import chain
from typing import Final

from rich.console import Console, ConsoleRenderable
from rich.segment import Segment, Segments
from textual.geometry import Size
from textual.strip import Strip

from piecement.render.messages import SHOWN_NS
from piecement.render.picture import Frame, Picture
from piecement.render.scene import Caption, Scene
from piecement.render.skins.look import Look
from piecement.session.hud import STATS_INTERVAL_NS, HudStats
from piecement.session.records import origin_of
from piecement.session.replay_player import ReplayPlayer
from piecement_base.language import _
from piecement_base.origin import Origin
from piecement_engine import MODES, Recording

_AFTERGLOW_NS: Final = 1_000_000_000
"""Time that the end is shown while its effects play (ns)."""

_LEAD_NS: Final = SHOWN_NS + 1_000_000_000
"""Time before a moment in which its messages and effects can have begun (ns)."""

_LEAD_FPS: Final = 60

_FIGURES: Final = ("time", "lines", "pps")
"""Figures beside the field of a replay."""


class TooSmallError(ValueError):
    """Error for a size too small for a game; the text is one sentence with the needed size."""


class ReplayRenderer:
    """Draws the terminal rows of a recording at chosen times."""

    def __init__(self, recording: Recording, look: Look, size: Size) -> None:
        """Draw the start.

        Raises `RecordingError` if the recording does not replay, and `TooSmallError` if the size is too small.
        """
        self.size: Final = size
        self.caption: Final = caption_of(origin_of(recording))
        self.length_ns: Final = recording.time_ns + _AFTERGLOW_NS
        """Length including the effects at the end (ns)."""
        self._look: Final = look
        self._player: Final = ReplayPlayer(recording)
        self._picture: Final = Picture()
        self._stats = HudStats()
        self._stats_due_ns = 0
        self.frame = self._frame_at(0)
        """Current frame."""
        if not self.frame.layout.fits:
            needed = self.frame.layout.minimum
            raise TooSmallError(
                _("{width}x{height} is too small: it needs {columns}x{rows}.").format(
                    width=size.width, height=size.height, columns=needed.width, rows=needed.height
                )
            )

    def times(self, fps: int) -> Iterator[int]:
        """Yield the times of all frames at a frame rate, and of the end."""
        for frame in range(self.length_ns * fps // 1_000_000_000 + 1):
            yield frame * 1_000_000_000 // fps
        yield self.length_ns

    def play_to(self, time_ns: int) -> Frame:
        """Advance to a game time and return the frame."""
        events = self._player.play_to(time_ns)
        self._picture.on_events(events, self._player.view, self._look)
        self.frame = self._frame_at(time_ns)
        return self.frame

    def _frame_at(self, time_ns: int) -> Frame:
        view = self._player.view
        if time_ns >= self._stats_due_ns:
            self._stats_due_ns = time_ns + STATS_INTERVAL_NS
            self._stats = self._player.stats
        shown_ns = max(time_ns, view.time_ns)
        return self._picture.frame(Scene(view, self._look, self.caption, self.size, shown_ns, self._stats))

    def cut_to(self, time_ns: int) -> None:
        """Jump to a time between start and end, including the effects and messages visible then."""
        stop = max(0, min(time_ns, self.length_ns))
        begin = max(0, stop - _LEAD_NS)
        self._player.jump_to(begin)
        self._picture.clear()
        for frame in range((stop - begin) * _LEAD_FPS // 1_000_000_000):
            self.play_to(begin + frame * 1_000_000_000 // _LEAD_FPS)
        self._stats_due_ns = 0
        self.play_to(stop)

    def rows(self) -> list[Strip]:
        return [row.build() for row in self.frame.rows]


def caption_of(origin: Origin) -> Caption:
    """Return the caption for a replay of a game."""
    mode = MODES.get(origin.mode)
    title, focus = (_(mode.title), mode.headline) if mode else (_("Replay"), "")
    return Caption(title=title, focus=focus, figures=_FIGURES, is_timed=True)


def replay_svg(renderer: ReplayRenderer, time_ns: int) -> str:
    renderer.cut_to(time_ns)
    rows = ((*row, Segment.line()) for row in renderer.rows())
    return svg_of(Segments(chain.from_iterable(rows)), renderer.size, renderer.caption.title)


def svg_of(shown: ConsoleRenderable, size: Size, title: str) -> str:
    """Return a picture of what Rich prints in a terminal of some size."""
    console = Console(
        file=StringIO(),
        record=True,
        width=size.width,
        height=size.height,
        color_system="truecolor",
        force_terminal=True,
        legacy_windows=False,
        _environ={},
    )
    console.print(shown, soft_wrap=True, end="")
    return console.export_svg(title=f"Piecement: {title}")
