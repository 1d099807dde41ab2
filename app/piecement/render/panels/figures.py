"""Figure panels: score and level, time, goal, race and statistics of play."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from piecement.language import _
from piecement.render.panels.panel import PanelMaker, StyledLine, headed, panel
from piecement.render.pen import Pen, Row
from piecement.render.scene import Focus, Scene
from piecement.render.skins.look import Figure, PanelKind
from piecement.render.slots import Slot, indentation
from piecement.session.formatting import clock_text
from piecement.session.statistics import AttackPace, RaceStanding, Stats, finesse_text
from piecement_engine.game.view import GameView

_JOINED: Final = " → "
_PLAINLY_JOINED: Final = " > "


class FigureText(NamedTuple):
    """Displayed figure."""

    label: str = ""
    more: str = ""
    """Rest of the label, shown if there is room for it."""
    value: str = ""


def time_figure(label: str, time_ns: int) -> FigureText:
    return FigureText(label, "", clock_text(time_ns))


_COUNTED: Final[dict[str, tuple[str, str, Callable[[GameView], int]]]] = {
    "time": (_("Time left"), "", lambda view: view.time_ns),
    "pieces": (_("Pieces left"), _(" to place"), lambda view: view.pieces),
    "lines": (_("Lines left"), _(" to clear"), lambda view: view.lines),
    "level": (_("Levels left"), _(" to advance"), lambda view: view.level),
    "score": (_("Points left"), _(" to score"), lambda view: view.score),
}
"""Label of the remaining amount, the rest of the label, and the current value of the game."""


def goal(view: GameView) -> FigureText | None:
    """Return the remaining amount until the first of the game's limits, or None without a limit."""
    for name, limit in view.rules.limits.given():
        label, more, count = _COUNTED[name]
        reached_at = limit.value + (name == "level")  # a level limit ends the game above its value, not at it
        left = max(0, reached_at - count(view))
        return time_figure(label, left) if name == "time" else FigureText(label, more, str(left))
    return None


_FOCUSED: Final[dict[Focus, tuple[str, Callable[[GameView], int]]]] = {
    Focus.SCORE: (_("Score"), lambda view: view.score),
    Focus.TIME: (_("Time taken"), lambda view: view.time_ns),
    Focus.LINES: (_("Lines cleared"), lambda view: view.lines),
    Focus.PIECES: (_("Pieces placed"), lambda view: view.pieces),
    Focus.LEVEL: (_("Level"), lambda view: view.level),
}


def focused(view: GameView, focus: Focus) -> FigureText:
    """Return the main figure of a mode."""
    label, value = _FOCUSED[focus]
    return time_figure(label, value(view)) if focus is Focus.TIME else FigureText(label, "", str(value(view)))


def _draw_stats(pen: Pen, slot: Slot, seen: tuple[int, int, int]) -> list[Row]:
    figures = zip((_("Level"), _("Score"), _("Lines")), seen, strict=True)
    lines: list[StyledLine] = [[(f"{label}  ", pen.muted), (str(value), pen.strong)] for label, value in figures]
    if slot.height <= len(lines):
        return [pen.row(slot.width, (indentation(slot), pen.blank), *line) for line in lines]
    return headed(pen, slot, _("STATS"), lines)


def _figure_rows(pen: Pen, slot: Slot, figure: FigureText) -> list[Row]:
    room = slot.width - len(indentation(slot))
    indent = (indentation(slot), pen.blank)
    name = figure.label + figure.more if len(figure.label + figure.more) <= room else figure.label
    return [
        pen.row(slot.width, indent, (name, pen.muted)),
        pen.row(slot.width, indent, ("  ", pen.blank), (figure.value, pen.strong)),
    ]


def _focus(scene: Scene) -> FigureText:
    return focused(scene.view, scene.caption.focus) if scene.caption.focus else FigureText()


Extra = tuple[Figure, str, str]
"""Optional figure with its label and value."""


def _extras(stats: Stats) -> tuple[Extra, ...]:
    figures = (
        (Figure.PPS, "PPS", None if stats.pieces_per_second is None else f"{stats.pieces_per_second:.2f}"),
        (Figure.KPP, "KPP", None if stats.keys_per_piece is None else f"{stats.keys_per_piece:.2f}"),
        (Figure.FINESSE, _("Finesse"), None if stats.finesse is None else finesse_text(stats.finesse)),
        (Figure.COMBO, _("Combo"), None if stats.combo is None else str(stats.combo)),
        (Figure.BACK_TO_BACK, "B2B", None if stats.back_to_back is None else str(stats.back_to_back)),
        *_attack_alone(stats),
    )
    return tuple((figure, label, value) for figure, label, value in figures if value is not None)


def _attack_alone(stats: Stats) -> Iterator[Extra]:
    if stats.alone is not None and stats.attack is not None:
        yield Figure.ATTACK, "APM", f"{stats.attack.attack_per_minute:.1f}"
        for label, rows in zip((_("Attack"), _("Spike")), stats.alone, strict=True):
            yield Figure.ATTACK, label, str(rows)


def _draw_extras(pen: Pen, slot: Slot, seen: Stats) -> list[Row]:
    extras = [extra for extra in _extras(seen) if extra[0] in pen.look.figures]
    is_loose = len(extras) * 3 - 1 <= slot.height
    rows: list[Row] = []
    for _figure, label, value in extras:
        rows.append(pen.row(slot.width, (label, pen.muted)))
        rows.append(pen.row(slot.width, (" " + value, pen.strong)))
        rows += [pen.row(slot.width)] if is_loose else []
    return rows


def _attack(scene: Scene) -> tuple[float, AttackPace]:
    stats = scene.stats
    return stats.pieces_per_second or 0.0, stats.attack or AttackPace(0.0, 0.0)


def _draw_attack(pen: Pen, slot: Slot, seen: tuple[float, AttackPace]) -> list[Row]:
    pace, (attack, versus) = seen
    indent = (indentation(slot), pen.blank)
    figures = ("PPS", f"{pace:.2f}"), ("APM", f"{attack:.1f}"), ("VS", f"{versus:.1f}")
    return [
        pen.row(slot.width, indent, (f"{label:<5}", pen.muted), (value, pen.strong))
        for label, value in figures[-slot.height :]
    ]


def _draw_standings(pen: Pen, slot: Slot, seen: tuple[RaceStanding, ...]) -> list[Row]:
    indent = (indentation(slot), pen.blank)
    rows: list[Row] = []
    for (label, value, ahead), more in zip(seen, _beside(pen, slot, seen), strict=True):
        rows.append(pen.row(slot.width, indent, (label, pen.muted)))
        style = pen.lit if ahead else pen.strong
        rows.append(pen.row(slot.width, indent, ("  ", pen.blank), (value, style), (more, pen.muted)))
    return rows


def _beside(pen: Pen, slot: Slot, seen: tuple[RaceStanding, ...]) -> list[str]:
    """Return the text after each value: the second value after the first if it has no line of its own."""
    first, *others = [standing.value for standing in seen] or [""]
    more = (
        (_PLAINLY_JOINED if pen.skin.is_ascii else _JOINED) + others[0]
        if others and slot.height < 2 * len(seen)
        else ""
    )
    if len(f"{indentation(slot)}  {first}{more}") > slot.width:
        more = ""
    return [more if i == 0 else "" for i in range(len(seen))]


PANELS: Final[dict[PanelKind, PanelMaker]] = {
    PanelKind.STATS: panel(lambda scene: (scene.view.level, scene.view.score, scene.view.lines), _draw_stats),
    PanelKind.TIME: panel(lambda scene: FigureText(_("Time"), "", scene.time_text), _figure_rows),
    PanelKind.GOAL: panel(lambda scene: goal(scene.view) or FigureText(), _figure_rows),
    PanelKind.FOCUS: panel(_focus, _figure_rows),
    PanelKind.EXTRAS: panel(lambda scene: scene.stats, _draw_extras),
    PanelKind.ATTACK: panel(_attack, _draw_attack),
    PanelKind.RACE: panel(lambda scene: scene.stats.race, _draw_standings),
}
