"""A moment of a recording as a picture in SVG."""

from io import StringIO
from itertools import chain

from rich.console import Console
from rich.segment import Segment, Segments

from piecement.render.replay_renderer import ReplayRenderer


def replay_svg(renderer: ReplayRenderer, time_ns: int) -> str:
    """Return a moment of a recording as SVG."""
    renderer.cut_to(time_ns)
    console = Console(
        file=StringIO(),
        record=True,
        width=renderer.size.width,
        height=renderer.size.height,
        color_system="truecolor",
        force_terminal=True,
        legacy_windows=False,
        _environ={},
    )
    rows = ((*row, Segment.line()) for row in renderer.rows())
    console.print(Segments(chain.from_iterable(rows)), soft_wrap=True, end="")
    return console.export_svg(title=f"Piecement: {renderer.caption.title}")
