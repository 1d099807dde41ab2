"""How far a game is from its end, and how far it has come."""

from collections.abc import Callable
from typing import Final, NamedTuple

from piecement.render.scene import Focus, View
from piecement.session.clock_text import clock_text


class FigureText(NamedTuple):
    """A figure as it is told."""

    label: str = ""
    more: str = ""
    """The rest of the label, where there is room for it."""
    value: str = ""


def time_figure(label: str, time_ns: int) -> FigureText:
    """Return how a time is told."""
    return FigureText(label, "", clock_text(time_ns))


_COUNTED: Final[dict[str, tuple[str, str, Callable[[View], int]]]] = {
    "time": ("Time left", "", lambda view: view.time_ns),
    "pieces": ("Pieces left", " to place", lambda view: view.pieces),
    "lines": ("Lines left", " to clear", lambda view: view.lines),
    "level": ("Levels left", " to advance", lambda view: view.level),
    "score": ("Points left", " to score", lambda view: view.score),
}
"""The label of what is left, what else it says where there is room, and how far the game has come."""


def goal(view: View) -> FigureText | None:
    """Return what is left until the first of the game's limits; None for a game without one."""
    for name, limit in view.rules.limits.given():
        label, more, count = _COUNTED[name]
        left = max(0, limit.value - count(view))
        return time_figure(label, left) if name == "time" else FigureText(label, more, str(left))
    return None


_FOCUSED: Final[dict[Focus, tuple[str, Callable[[View], int]]]] = {
    Focus.SCORE: ("Score", lambda view: view.score),
    Focus.TIME: ("Time taken", lambda view: view.time_ns),
    Focus.LINES: ("Lines cleared", lambda view: view.lines),
    Focus.PIECES: ("Pieces placed", lambda view: view.pieces),
    Focus.LEVEL: ("Level", lambda view: view.level),
}


def focused(view: View, focus: Focus) -> FigureText:
    """Return the figure that a mode is about."""
    label, value = _FOCUSED[focus]
    return time_figure(label, value(view)) if focus is Focus.TIME else FigureText(label, "", str(value(view)))
