"""A graph with axes, drawn by plotext in the characters of the skin and the colours of the theme."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from math import ceil, floor
from typing import Any, ClassVar, Final, Literal, cast

from rich.style import Style
from rich.text import Span, Text
from textual.widget import Widget

from piecement.session.formatting import clock_text
from piecement.ui.texts.plain_hints import app_of, wants_ascii

Kind = Literal["points", "line", "bars"]

SIGNS: Final[dict[Kind, str]] = {"points": "●", "line": "⠒", "bars": "█"}
"""Sign of each kind of curve, also shown before its name."""

_ASCII_SIGNS: Final[dict[Kind, str]] = {"points": "o", "line": "*", "bars": "#"}
_ASCII_FRAME: Final = str.maketrans("│─┤┬└", "|-+++")
_KINDS: Final[tuple[Kind, ...]] = ("points", "line", "bars")
_BELOW: Final = 3
"""The rows of the axis below, its numbers, and what they are."""

_ROWS_A_TICK: Final = 2
_COLUMNS_A_TICK: Final = 12


@dataclass(frozen=True, slots=True)
class Scale:
    """Format of the values along an axis, and its readable steps, smallest first."""

    text: Callable[[float], str]
    steps: tuple[float, ...]

    def ticks(self, low: float, high: float, most: int) -> list[float]:
        """Return values that enclose a range: at most so many, or the two that the largest step gives."""
        ranges = [_range(low, high, step) for step in self.steps]
        numbers, step = next((found for found in ranges if len(found[0]) <= most), ranges[-1])
        return [number * step for number in numbers]


def _range(low: float, high: float, step: float) -> tuple[range, float]:
    """Return by which numbers a step is to be multiplied to enclose a range, and the step."""
    first = floor(low / step)
    return range(first, max(ceil(high / step), first + 1) + 1), step


def _decades(first: int) -> tuple[float, ...]:
    return tuple(step * 10.0**power for power in range(first, 9) for step in (1, 2, 5))


COUNTS: Final = Scale(lambda value: f"{value:.0f}", _decades(0))
PACES: Final = Scale(lambda value: f"{value:.2f}", _decades(-2))
TIMES: Final = Scale(
    lambda seconds: clock_text(round(seconds * 1e9)),
    (*_decades(-2)[:9], *(5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0), *(3600 * n for n in _decades(0))),
)


@dataclass(frozen=True, slots=True)
class Curve:
    """Values from left to right."""

    kind: Kind
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Graph:
    """Curves over the same places, which count from 1."""

    scale: Scale
    curves: tuple[Curve, ...] = ()
    x_label: str = ""
    x_ticks: tuple[tuple[int, str], ...] | None = None
    """Labels by place; None for numbers."""

    @property
    def length(self) -> int:
        """Number of places."""
        return max((len(curve.values) for curve in self.curves), default=0)


class Plot(Widget):
    """A graph."""

    DEFAULT_CSS = "Plot { height: 10; }"
    COMPONENT_CLASSES: ClassVar[set[str]] = {"plot--axis", *(f"plot--{kind}" for kind in _KINDS)}

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.graph: Graph = Graph(COUNTS)
        """Current graph."""

    def on_mount(self) -> None:
        """Keep to the characters of the skin."""
        self.watch(app_of(self), "ascii_only", self._draw_anew, init=False)

    def show(self, graph: Graph) -> None:
        """Show a graph, or nothing where it has no values."""
        self.graph = graph
        self.display = bool(graph.length)
        self.refresh()

    def _draw_anew(self) -> None:
        self.refresh()

    def render(self) -> Text:
        """Return the graph as large as there is room."""
        width, height = self.size
        if not self.graph.length or not width or not height:
            return Text()
        ascii_only = wants_ascii(self)
        drawn = Text.from_ansi(_drawn(self.graph, width, height, _ASCII_SIGNS if ascii_only else SIGNS))
        names = ("axis", *_KINDS)
        styles = [self.get_component_rich_style(f"plot--{name}", partial=True) for name in names]
        plain = drawn.plain.translate(_ASCII_FRAME) if ascii_only else drawn.plain
        return Text(plain, spans=[_styled(span, styles) for span in drawn.spans], no_wrap=True)


def sign_of_curve(kind: Kind, *, ascii_only: bool) -> str:
    """Return the sign of a curve in text."""
    return _ASCII_SIGNS[kind] if ascii_only else SIGNS[kind]


def _styled(span: Span, styles: Sequence[Style]) -> Span:
    """Return a part in the style that the number of its colour stands for."""
    style = span.style
    color = style.color if isinstance(style, Style) else None
    return Span(span.start, span.end, styles[color.number or 0] if color else "")


def _drawn(graph: Graph, width: int, height: int, signs: dict[Kind, str]) -> str:
    """Return a graph with numbers for colours: 0 is the axes, then come the kinds of curves."""
    plotter = cast("Any", import_module("plotext"))  # it has no types, and is needed on no other screen
    plotter.clear_figure()
    plotter.limit_size(False, False)
    plotter.theme("clear")
    plotter.xaxes(True, False)
    plotter.yaxes(True, False)
    plotter.ticks_color(0)
    plotter.xlabel(graph.x_label)
    _set_scales(plotter, graph, width, height)
    for curve in graph.curves:
        _draw_curve(plotter, curve, signs)
    return str(plotter.build())


def _set_scales(plotter: Any, graph: Graph, width: int, height: int) -> None:
    """Set the size, and the numbers along both axes."""
    values = [value for curve in graph.curves for value in curve.values]
    has_bars = any(curve.kind == "bars" for curve in graph.curves)
    rows = max(2, height - _BELOW)
    ticks = graph.scale.ticks(0 if has_bars else min(values), max(values), max(2, (rows - 1) // _ROWS_A_TICK + 1))
    rows -= (rows - 1) % (len(ticks) - 1)  # so that they stand at the same distance from each other
    texts = list(map(graph.scale.text, ticks))
    room = width - max(map(len, texts)) - 1
    margin = 0 if has_bars else 0.5
    plotter.plotsize(width - (_spare(room, graph.length) if has_bars else 0), rows + _BELOW)
    plotter.yticks(ticks, texts)
    plotter.ylim(ticks[0], ticks[-1])
    plotter.xticks(*_x_ticks(graph, room))
    plotter.xlim(1 - margin, max(graph.length, 2 - has_bars) + margin)


def _draw_curve(plotter: Any, curve: Curve, signs: dict[Kind, str]) -> None:
    color = 1 + _KINDS.index(curve.kind)
    places, values = zip(*((x, y) for x, y in zip(count(1), curve.values) if y or curve.kind != "bars"), strict=True)
    match curve.kind:
        case "line":
            is_braille = signs is SIGNS
            plotter.plot(places, values, marker="braille" if is_braille else signs["line"], color=color)
        case "points":
            plotter.scatter(places, values, marker=signs["points"], color=color)
        case "bars":
            plotter.scatter(places, values, marker=signs["bars"], color=color, fillx=True)


def _spare(room: int, length: int) -> int:
    """Return the number of columns to leave free, for bars at equal distances."""
    return room - (max(1, (room - 1) // max(1, length - 1)) * (length - 1) + 1)


def _x_ticks(graph: Graph, room: int) -> tuple[list[int], list[str]]:
    most = max(2, room // _COLUMNS_A_TICK)
    if graph.x_ticks is not None:
        step = -(-len(graph.x_ticks) // most)
        kept = graph.x_ticks[::-1][::step]
        return [place for place, _ in kept], [text for _, text in kept]
    ticks = list(map(round, COUNTS.ticks(1, graph.length, most)))
    between = ticks[1] - ticks[0]
    places = sorted({1, *(place for place in ticks if 1 < place <= graph.length - between / 2), graph.length})
    return places, list(map(str, places))
