"""Course of a game that has just ended, in its result: a chart of bars, and a table of splits."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from textual.content import Content

from piecement.render.cells import pad, pad_left
from piecement.session.course import TENTHS, GameCourse, paces_of
from piecement.session.records import FinishedGame
from piecement_base.formatting import clock_text, difference_text
from piecement_base.language import _
from piecement_base.ranking import goals_of

_LOWEST: Final = 0.6
"""Part of the slowest pace at which the bars begin, so that differences are seen."""
_SPLITS: Final = 4
"""Number of splits in the table."""


class Bars(NamedTuple):
    """Chart of a game."""

    caption: str
    heights: tuple[float, ...]
    """From 0 to 1."""
    styles: tuple[str, ...] = ()
    """Colour of each bar; none for that of all."""
    value: str = ""
    """Text at the right end of the caption."""
    width: int = 2
    """Columns of a bar, without the gap after it."""


def _scaled(values: Sequence[float], *, lowest: float = 0.0) -> tuple[float, ...]:
    """Return values as parts of the largest, of which `lowest` is the ground."""
    most = max(values, default=0.0)
    span = most - lowest
    return tuple((value - lowest) / span if span > 0 else 1.0 if most else 0.0 for value in values)


def bars(game: FinishedGame, course: GameCourse, best: GameCourse | None) -> Bars:
    """Return the chart of a game: pace of a race, score of a game for points, stack of a lost one."""
    if not game.end.won:
        top = max(1, game.recording.setup.rules.skyline)
        return Bars(_("stack height"), tuple(min(1.0, rows / top) for rows in course.heights()), value=_("top"))
    if game.main_figure != "time":
        return Bars(_("points on each level"), _scaled(course.scores_by_level()[-TENTHS:]), width=3)
    goal = goals_of(game.recording.setup.rules).get("lines", 0)
    mine = course.line_splits(goal, TENTHS)
    if len(set(mine)) != TENTHS:  # a clear that completes two parts leaves the second without a pace
        spread = course.paces()
        return Bars(_("pieces per second"), _scaled(spread, lowest=_LOWEST * min(spread, default=0.0)), width=3)
    theirs: tuple[int, ...] = best.line_splits(goal, TENTHS) if best else ()
    paces = paces_of(mine)
    heights = _scaled(paces, lowest=_LOWEST * min(paces))
    if len(set(theirs)) != TENTHS:
        return Bars(_("pace of each tenth"), heights, width=3)
    styles = tuple("$good" if own >= other else "$warn" for own, other in zip(paces, paces_of(theirs), strict=True))
    value = difference_text(max(mine), max(theirs))
    return Bars(_("pace; green: ahead of your best"), heights, styles, value=value, width=3)


def splits_table(game: FinishedGame, course: GameCourse, best: GameCourse | None) -> Content:
    """Return the times at each quarter of a race, and those of the best game; empty for other games."""
    goal = goals_of(game.recording.setup.rules).get("lines", 0)
    mine = course.line_splits(goal, _SPLITS)
    if not game.end.won or len(mine) < _SPLITS:
        return Content("")
    theirs = best.line_splits(goal, _SPLITS) if best else ()
    rows = [_row(_("you"), map(clock_text, mine))]
    if len(theirs) == _SPLITS:
        rows.append(_row(_("best"), map(clock_text, theirs)))
        rows.append(_row("", (difference_text(own, other) for own, other in zip(mine, theirs, strict=True))))
    steps = (str(-(-goal * part // _SPLITS)) for part in range(1, _SPLITS + 1))
    return Content("\n").join([_row(_("SPLITS"), steps, "$muted"), *rows])


def _row(label: str, values: Iterator[str], style: str = "") -> Content:
    return Content.assemble((pad(label, 9), "$muted"), ("".join(pad_left(value, 9) for value in values), style))
