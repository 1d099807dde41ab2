"""Figures of the calm HUD: at most five, chosen by the mode."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from piecement.language import _
from piecement.render.scene import Scene
from piecement.session.formatting import clock_text, count_text, grouped
from piecement.session.statistics import finesse_text
from piecement_engine import Mode, Rules
from piecement_engine.game.view import GameView
from piecement_engine.modes.garbage import RisingRows
from piecement_engine.modes.practice import NoTopOut
from piecement_engine.modes.puzzle import STAGES, Puzzle


class HudFigure(StrEnum):
    LEVEL = "level"
    SCORE = "score"
    LINES = "lines"
    TIME = "time"
    LEFT = "left"
    """Rest of the goal."""
    PACE = "pace"
    """Standing in a race."""
    PPS = "pps"
    KPP = "kpp"
    FINESSE = "finesse"
    PLACED = "placed"
    RISING = "rising"
    """Pieces until a row rises."""
    STAGE = "stage"
    QUEUED = "queued"
    """Pieces left in a stage."""
    SENT = "sent"
    APM = "apm"


SCORE_FIGURES: Final = (HudFigure.LEVEL, HudFigure.SCORE, HudFigure.LINES, HudFigure.TIME)
RACE_FIGURES: Final = (HudFigure.LEFT, HudFigure.TIME, HudFigure.PACE, HudFigure.PPS)
MATCH_FIGURES: Final = (HudFigure.SENT, HudFigure.PPS, HudFigure.APM)
MORE_FIGURES: Final = (HudFigure.KPP, HudFigure.FINESSE)
"""Figures that the normal HUD has beside those of the calm one."""


def figures_of(mode: Mode, rules: Rules) -> tuple[HudFigure, ...]:
    """Return the figures of a mode with its rules, the most important first."""
    kinds = {modifier.kind for modifier in rules.modifiers}
    if Puzzle.kind in kinds:
        return HudFigure.STAGE, HudFigure.QUEUED, HudFigure.TIME
    if RisingRows.kind in kinds:
        return HudFigure.LEFT, HudFigure.RISING, HudFigure.TIME
    if NoTopOut.kind in kinds or not mode.ranking:
        return HudFigure.LINES, HudFigure.TIME
    if "time" in mode.ranking:
        return RACE_FIGURES
    if "pieces" in mode.ranking:
        return HudFigure.LEFT, HudFigure.PLACED, HudFigure.PACE, HudFigure.PPS
    return SCORE_FIGURES


class HudValue(NamedTuple):
    """Figure as it is shown."""

    value: str
    bar: float | None = None
    """Filled fraction of the bar below, from 0 to 1; None for no bar."""
    more: str = ""
    """Second, muted value."""
    ahead: bool | None = None
    """Whether the value is better than that of the best game; None if there is nothing to compare."""
    label: str = ""
    """Label instead of that of the figure."""


_NOTHING: Final = "–"
_LINES_A_LEVEL: Final = 10

LIMITED: Final[dict[str, tuple[str, str, Callable[[GameView], int]]]] = {
    "time": (_("Time left"), "", lambda view: view.time_ns),
    "pieces": (_("Pieces left"), _(" to place"), lambda view: view.pieces),
    "lines": (_("Lines left"), _(" to clear"), lambda view: view.lines),
    "level": (_("Levels left"), _(" to advance"), lambda view: view.level - 1),
    "score": (_("Points left"), _(" to score"), lambda view: view.score),
}
"""Label of the rest of each limit, the rest of the label, and the value of the game so far."""


def _left(scene: Scene) -> HudValue:
    view = scene.view
    for name, limit in view.rules.limits.given():
        if name != "time":
            label, _more, count = LIMITED[name]
            done = min(count(view), limit.value)
            return HudValue(grouped(limit.value - done), done / limit.value, label=label)
    return HudValue(grouped(view.lines), label=_("Lines"))


def _level(scene: Scene) -> HudValue:
    view = scene.view
    is_even = view.rules.level_up and view.rules.leveling == "ten_lines"
    return HudValue(str(view.level), view.lines % _LINES_A_LEVEL / _LINES_A_LEVEL if is_even else None)


def _time(scene: Scene) -> HudValue:
    limit, time_ns = scene.view.rules.limits.time, scene.view.time_ns
    if limit is None:
        return HudValue(scene.time_text)
    return HudValue(clock_text(max(0, limit.value - time_ns)), label=_("Time left"))


def _pace(scene: Scene) -> HudValue:
    if not scene.stats.race:
        return HudValue(_NOTHING)
    first, *others = scene.stats.race
    is_compared = first.ahead or first.value[:1] in {"+", "-"}
    return HudValue(first.value, more=others[0].value if others else "", ahead=first.ahead if is_compared else None)


def _stage(scene: Scene) -> HudValue:
    stage = min(scene.view.level, len(STAGES))
    return HudValue(_("{number} of {count}").format(number=stage, count=len(STAGES)))


def _rising(scene: Scene) -> HudValue:
    left = scene.view.rises_in
    return HudValue(_NOTHING if left is None else count_text("pieces", left))


def _rate(number: float | None, digits: int = 2) -> HudValue:
    return HudValue(_NOTHING if number is None else f"{number:.{digits}f}")


_FIGURES: Final[dict[HudFigure, tuple[str, Callable[[Scene], HudValue]]]] = {
    HudFigure.LEVEL: (_("Level"), _level),
    HudFigure.SCORE: (_("Score"), lambda scene: HudValue(grouped(scene.view.score))),
    HudFigure.LINES: (_("Lines"), lambda scene: HudValue(grouped(scene.view.lines))),
    HudFigure.TIME: (_("Time"), _time),
    HudFigure.LEFT: (_("Lines left"), _left),
    HudFigure.PACE: (_("Pace"), _pace),
    HudFigure.PPS: ("PPS", lambda scene: _rate(scene.stats.pieces_per_second)),
    HudFigure.KPP: (_("Keys/piece"), lambda scene: _rate(scene.stats.keys_per_piece)),
    HudFigure.FINESSE: (_("Finesse"), lambda scene: HudValue(finesse_text(scene.stats.finesse) or _NOTHING)),
    HudFigure.PLACED: (_("Pieces"), lambda scene: HudValue(grouped(scene.view.pieces))),
    HudFigure.RISING: (_("Next row"), _rising),
    HudFigure.STAGE: (_("Stage"), _stage),
    HudFigure.QUEUED: (_("Pieces left"), lambda scene: HudValue(str(len(scene.view.known) + bool(scene.view.piece)))),
    HudFigure.SENT: (_("Sent"), lambda scene: HudValue(str(scene.view.garbage.sent))),
    HudFigure.APM: ("APM", lambda scene: _rate(scene.stats.attack and scene.stats.attack.attack_per_minute, 1)),
}
"""Label of each figure, at most eleven letters, and its value."""

LABELS: Final = {figure: label for figure, (label, _value) in _FIGURES.items()}

_TALL: Final = frozenset({HudFigure.LEVEL, HudFigure.LEFT, HudFigure.PACE})
"""Figures with a line under their value."""


def value_of(scene: Scene, figure: HudFigure) -> HudValue:
    label, select = _FIGURES[figure]
    value = select(scene)
    return value if value.label else value._replace(label=label)


def height_of(figure: HudFigure) -> int:
    """Return the number of lines of a figure with its label above it."""
    return 3 if figure in _TALL else 2
