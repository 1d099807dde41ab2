"""Animated GIFs of games, drawn by Pillow, which the extra `video` installs.

Each frame holds only the lines that changed, with a palette of its own, and is written once the next frame begins.
"""

from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME
from textual.geometry import Size

from piecement.render.replay_renderer import ReplayRenderer
from piecement.terminal.canvas.canvas import LazyRow, changed_rows
from piecement_base.atomic_file import written_atomically
from piecement_base.errors import StorageError
from piecement_base.language import _

try:
    from PIL import GifImagePlugin, Image, ImageDraw, ImageFont
except ImportError as error:
    raise StorageError(_("Pillow is not installed: run pip install 'piecement[video]'.")) from error

USUAL_FPS: Final = 20
"""Default number of frames a second."""

_WIDTH: Final = 8
_HEIGHT: Final = 16
"""Size of a cell (pixels), by which the rectangles below are drawn."""

_FONT_SIZE: Final = 13
_FONTS: Final = ("DejaVuSansMono.ttf", "Menlo.ttc", "consola.ttf")
_SHORTEST_CS: Final = 2
"""Duration of a frame below which viewers play it slowly (hundredths of a second)."""

_Colour = tuple[int, int, int]
_Box = tuple[int, int, int, int]
"""Edges of a rectangle in a cell: left, top, right, bottom, the last two exclusive (pixels)."""

_QUADRANTS: Final[tuple[_Box, ...]] = ((0, 0, 4, 8), (4, 0, 8, 8), (0, 8, 4, 16), (4, 8, 8, 16))
"""Upper left, upper right, lower left and lower right, each a bit of the signs below."""
_BLOCKS: Final[dict[str, tuple[_Box, ...]]] = {
    "▀": ((0, 0, 8, 8),),
    "▔": ((0, 0, 8, 2),),
    "▐": ((4, 0, 8, 16),),
    "▕": ((7, 0, 8, 16),),
    **{chr(0x2580 + eighths): ((0, _HEIGHT - 2 * eighths, 8, 16),) for eighths in range(1, 9)},
    **{chr(0x2590 - eighths): ((0, 0, eighths, 16),) for eighths in range(1, 8)},
    **{
        sign: tuple(box for bit, box in enumerate(_QUADRANTS) if bits >> bit & 1)
        for sign, bits in zip("▖▗▘▙▚▛▜▝▞▟", (4, 8, 1, 13, 9, 7, 11, 2, 6, 14), strict=True)
    },
}
"""Rectangles of the block characters, so that they join."""

_SHADES: Final = {"░": 0.25, "▒": 0.5, "▓": 0.75}


def write_gif(renderer: ReplayRenderer, path: Path, fps: int = USUAL_FPS) -> Generator[float, None, None]:
    """Write the frames to a file; yield the written fraction after each.

    The file appears once all is written; a generator that is closed before leaves none. Raises `StorageError` and
    `RecordingError`.
    """
    animation = _Animation(renderer.size)
    with written_atomically(path) as file:
        for time_ns in renderer.times(fps):
            for data in animation.show(renderer.play_to(time_ns).rows, time_ns):
                file.write(data)
            yield time_ns / renderer.length_ns
        for data in animation.end(renderer.length_ns):
            file.write(data)


class _Animation:
    """The picture of a terminal, and the bytes of the frame that it shows."""

    def __init__(self, size: Size) -> None:
        self._image: Final = Image.new("RGB", (size.width * _WIDTH, size.height * _HEIGHT), _colour(None, back=True))
        self._draw: Final = ImageDraw.Draw(self._image)
        self._font: Final = _font()
        self._rows: tuple[LazyRow, ...] = ()
        self._frame: tuple[Image.Image, int] | None = None
        """Changed part of the picture, and its top (pixels)."""
        self._since_cs = 0

    def show(self, rows: tuple[LazyRow, ...], time_ns: int) -> Iterable[bytes]:
        """Show rows from a time on; return the bytes of the frame before, if they differ from it."""
        changed = [*changed_rows(rows, self._rows)]
        is_first, self._rows = self._frame is None, rows
        if not changed:
            return ()
        for y in changed:
            self._draw_row(y, rows[y].build())
        # A header has a palette, which no frame uses: each brings its own.
        before = GifImagePlugin.getheader(self._image.quantize(2), info={"loop": 0})[0] if is_first else ()
        data = [*before, *self._written(time_ns)]
        top, bottom = min(changed) * _HEIGHT, (max(changed) + 1) * _HEIGHT
        part = self._image.crop((0, top, self._image.width, bottom))
        self._frame = part.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE), top
        return data

    def end(self, time_ns: int) -> Iterable[bytes]:
        """Return the bytes of the last frame, and of the end."""
        return (*self._written(time_ns), b";")

    def _written(self, until_ns: int) -> Iterable[bytes]:
        if self._frame is None:
            return ()
        image, top = self._frame
        length = max(_SHORTEST_CS, until_ns // 10_000_000 - self._since_cs)
        self._since_cs += length
        return GifImagePlugin.getdata(image, (0, top), duration=length * 10, include_color_table=True)

    def _draw_row(self, y: int, row: Iterable[Segment]) -> None:
        x = 0
        for text, style, _control in row:
            front, back = _colour(style, back=False), _colour(style, back=True)
            if style is not None and style.reverse:
                front, back = back, front
            self._fill(x * _WIDTH, y * _HEIGHT, (0, 0, cell_len(text) * _WIDTH, _HEIGHT), back)
            for sign in text:
                self._draw_cell(x * _WIDTH, y * _HEIGHT, sign, front, back)
                x += cell_len(sign)

    def _draw_cell(self, x: int, y: int, sign: str, front: _Colour, back: _Colour) -> None:
        part = _SHADES.get(sign)
        if part is not None:
            red, green, blue = (round(a * part + b * (1 - part)) for a, b in zip(front, back, strict=True))
            self._fill(x, y, (0, 0, _WIDTH, _HEIGHT), (red, green, blue))
        if sign in _BLOCKS:
            for box in _BLOCKS[sign]:
                self._fill(x, y, box, front)
        elif part is None and not sign.isspace():
            self._draw.text((x, y + _HEIGHT - 4), sign, front, self._font, anchor="ls")

    def _fill(self, x: int, y: int, box: _Box, colour: _Colour) -> None:
        left, top, right, bottom = box
        self._draw.rectangle((x + left, y + top, x + right - 1, y + bottom - 1), colour)


def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for name in _FONTS:
        try:
            return ImageFont.truetype(name, _FONT_SIZE)
        except OSError:
            continue
    return ImageFont.load_default(_FONT_SIZE - 2)


def _colour(style: Style | None, *, back: bool) -> _Colour:
    chosen = None if style is None else style.bgcolor if back else style.color
    theme = SVG_EXPORT_THEME
    if chosen is None:
        return theme.background_color if back else theme.foreground_color
    return chosen.get_truecolor(theme, foreground=not back)
