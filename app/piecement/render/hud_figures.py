"""Figures of the calm HUD: at most five, chosen by the mode."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from piecement.render.scene import Scene
from piecement_base.formatting import clock_text, count_text, finesse_text, grouped
from piecement_base.language import N_, _, pgettext
from piecement_engine import Mode, Rules
from piecement_engine.game.view import GameView
from piecement_engine.modes.garbage import RisingRows
from piecement_engine.modes.grades import GRADES, LAST_LEVEL, SECTION, Grades
from piecement_engine.modes.puzzle import Puzzle, PuzzlePack
from piecement_engine.modes.puzzle_stages import STAGES
from piecement_engine.modes.standards import Standards
from piecement_engine.modes.zen import NoTopOut

SCORE_FIGURES: Final = ("level", "score", "lines", "time")
GOAL_FIGURES: Final = ("left", "score", "time", "pps")
RACE_FIGURES: Final = ("left", "time", "pace", "pps")
MATCH_FIGURES: Final = ("sent", "pps", "apm")
"""Figures of games for a score, for a goal that the player chose, against the clock, and in a match."""
MORE_FIGURES: Final = ("kpp", "finesse")
"""Figures that the normal HUD has beside those of the calm one."""


def figures_of(mode: Mode, rules: Rules) -> tuple[str, ...]:
    """Return the figures of a mode with its rules, the most important first."""
    kinds = {modifier.kind for modifier in rules.modifiers}
    if kinds & {Puzzle.kind, PuzzlePack.kind}:
        return ("stage", "queued", "time")
    if Grades.kind in kinds:
        return ("grade", "climb", "score", "section", "time")
    if any(isinstance(modifier, Standards) and modifier.attack for modifier in rules.modifiers):
        return ("attack", "time", "pps")
    if RisingRows.kind in kinds:
        return ("left", "rising", "time")
    if NoTopOut.kind in kinds or not mode.ranking:
        return ("lines", "time")
    if "time" in mode.ranking:
        return RACE_FIGURES
    if "pieces" in mode.ranking:
        return ("left", "placed", "pace", "pps")
    chosen = {name for name, _limit in rules.limits.given()} - {name for name, _limit in mode.rules.limits.given()}
    return GOAL_FIGURES if chosen - {"time"} else SCORE_FIGURES


class HudValue(NamedTuple):
    """Figure as it is shown."""

    value: str | int
    """Text, or a number to show with its digits in groups."""
    bar: float | None = None
    """Filled fraction of the bar below, from 0 to 1; None for no bar."""
    mark: float | None = None
    """Fraction of the bar that the best game had filled by now; None for no mark."""
    more: str = ""
    """Second, muted value."""
    ahead: bool | None = None
    """Whether the value is better than that of the best game; None if there is nothing to compare."""
    label: str = ""
    """Label instead of that of the figure."""


_NOTHING: Final = "–"
_LINES_A_LEVEL: Final = 10

LIMITED: Final[dict[str, tuple[str, str, Callable[[GameView], int]]]] = {
    "time": (N_("Time left"), "", lambda view: view.time_ns),
    "pieces": (N_("Pieces left"), N_(" to place"), lambda view: view.pieces),
    "lines": (N_("Lines left"), N_(" to clear"), lambda view: view.lines),
    "level": (N_("Levels left"), N_(" to advance"), lambda view: view.level - 1),
    "score": (N_("Points left"), N_(" to score"), lambda view: view.score),
}
"""Label of the rest of each limit, the rest of the label, and the value of the game so far."""


def _left(scene: Scene) -> HudValue:
    view = scene.view
    for name, limit in view.rules.limits.given():
        if name != "time":
            label, _more, count = LIMITED[name]
            done = min(count(view), limit.value)
            return HudValue(limit.value - done, done / limit.value, scene.stats.best_part, label=_(label))
    return HudValue(view.lines, label=_("Lines"))


def _level(scene: Scene) -> HudValue:
    view = scene.view
    is_even = view.rules.level_up and view.rules.leveling == "ten_lines"
    return HudValue(str(view.level), view.lines % _LINES_A_LEVEL / _LINES_A_LEVEL if is_even else None)


def _time(scene: Scene) -> HudValue:
    limit = scene.view.rules.limits.time
    if limit is None:
        return HudValue(scene.time_text)
    return HudValue(clock_text(max(0, limit.value - scene.view.time_ns)), label=_("Time left"))


def _pace(scene: Scene) -> HudValue:
    if not scene.stats.race:
        return HudValue(_NOTHING)
    first, *others = scene.stats.race
    is_compared = first.ahead or first.value[:1] in {"+", "-"}
    return HudValue(first.value, more=others[0].value if others else "", ahead=first.ahead if is_compared else None)


def _stage(scene: Scene) -> HudValue:
    packs = (one.stages for one in scene.view.rules.modifiers if isinstance(one, PuzzlePack))
    count = len(next(packs, STAGES))
    return HudValue(_("{number} of {count}").format(number=min(scene.view.level, count), count=count))


def _grade(scene: Scene) -> HudValue:
    """Return the grade, with the points of the next one."""
    view = scene.view
    following = next((f"{name} {grouped(points)}" for points, name in GRADES if points > view.score), "")
    return HudValue(view.grade, more=following)


def _climb(scene: Scene) -> HudValue:
    """Return the level, with the first one of the next section."""
    level = scene.view.level
    following = min(LAST_LEVEL, level // SECTION * SECTION + SECTION)
    return HudValue(str(level), level % SECTION / SECTION, more=f"/ {following}")


def _section(scene: Scene) -> HudValue:
    """Return the time of this section, with that of the last one."""
    times = scene.view.section_times_ns
    last = clock_text(times[-1]) if times else ""
    return HudValue(clock_text(scene.view.time_ns - sum(times)), more=last)


def _attack(scene: Scene) -> HudValue:
    made = scene.view.attack or 0
    goal = next(one.attack for one in scene.view.rules.modifiers if isinstance(one, Standards) and one.attack)
    return HudValue(_("{number} of {count}").format(number=made, count=goal), min(1, made / goal))


def _rising(scene: Scene) -> HudValue:
    left = scene.view.rises_in
    return HudValue(_NOTHING if left is None else count_text("pieces", left))


def _rate(number: float | None, digits: int = 2) -> HudValue:
    return HudValue(_NOTHING if number is None else f"{number:.{digits}f}")


@dataclass(frozen=True, slots=True)
class HudFigure:
    """Kind of figure of the calm HUD."""

    label: str
    """Label of at most eleven letters."""
    short: str | None
    """Label of at most four letters, for little room; empty if the value needs no label, None for "Left"."""
    value: Callable[[Scene], HudValue]


FIGURES: Final[Mapping[str, HudFigure]] = {
    "level": HudFigure(N_("Level"), N_("Lv"), _level),
    "score": HudFigure(N_("Score"), "", lambda scene: HudValue(scene.view.score)),
    "lines": HudFigure(N_("Lines"), N_("Ln"), lambda scene: HudValue(scene.view.lines)),
    "time": HudFigure(N_("Time"), "", _time),
    "left": HudFigure(N_("Lines left"), None, _left),
    "pace": HudFigure(N_("Pace"), "", _pace),
    "pps": HudFigure("PPS", "PPS", lambda scene: _rate(scene.stats.pieces_per_second)),
    "kpp": HudFigure(N_("Keys/piece"), "KPP", lambda scene: _rate(scene.stats.keys_per_piece)),
    "finesse": HudFigure(
        N_("Finesse"), N_("Fin"), lambda scene: HudValue(finesse_text(scene.stats.finesse) or _NOTHING)
    ),
    "placed": HudFigure(N_("Pieces"), N_("Pcs"), lambda scene: HudValue(scene.view.pieces)),
    "rising": HudFigure(N_("Next row"), N_("Row"), _rising),
    "stage": HudFigure(N_("Stage"), N_("St"), _stage),
    "queued": HudFigure(
        N_("Pieces left"), None, lambda scene: HudValue(str(len(scene.view.known) + bool(scene.view.piece)))
    ),
    "grade": HudFigure(N_("Grade"), N_("Gr"), _grade),
    "climb": HudFigure(N_("Level"), N_("Lv"), _climb),
    "section": HudFigure(N_("Section"), "", _section),
    "attack": HudFigure(N_("Attack"), N_("Att"), _attack),
    "sent": HudFigure(N_("Sent"), N_("Sent"), lambda scene: HudValue(str(scene.view.garbage.sent))),
    "apm": HudFigure("APM", "APM", lambda scene: _rate(scene.stats.attack and scene.stats.attack.attack_per_minute, 1)),
}
"""Figures by name."""


def label_of(figure: str) -> str:
    """Return the label of a figure."""
    return _(FIGURES[figure].label)


def short_label(figure: str) -> str:
    """Return the label of a figure where there is little room, or an empty text."""
    label = FIGURES[figure].short  # "Left" alone is a direction too, so it has a context in the catalogues
    return pgettext("short for lines left", "Left") if label is None else _(label)


_TALL: Final = frozenset({"level", "left", "pace"})
"""Figures with a line under their value."""


def height_of(figure: str) -> int:
    """Return the number of lines of a figure with its label above it."""
    return 3 if figure in _TALL else 2
