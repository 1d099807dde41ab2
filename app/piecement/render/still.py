"""A moment of a recording as a picture in SVG."""

from io import StringIO
from itertools import chain

from rich.console import Console
from rich.segment import Segment, Segments

from piecement.render.film import Film


def still(film: Film, time_ns: int) -> str:
    """Return a moment of a film as SVG."""
    film.cut_to(time_ns)
    console = Console(
        file=StringIO(),
        record=True,
        width=film.size.width,
        height=film.size.height,
        color_system="truecolor",
        force_terminal=True,
        legacy_windows=False,
        _environ={},
    )
    rows = ((*row, Segment.line()) for row in film.rows())
    console.print(Segments(chain.from_iterable(rows)), soft_wrap=True, end="")
    return console.export_svg(title=f"Piecement: {film.caption.title}")
