"""Panels of figures: statistics, time, goal, attack, race and splits."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rich.cells import cell_len

from piecement.render.cells import pad, pad_left
from piecement.render.hud_figures import FIGURES, LIMITED, HudValue, label_of, short_label
from piecement.render.layout import Slot, indentation
from piecement.render.panels.panel import Panel, PanelMaker, StyledLine, first_fitting, headed, indented, panel, placed
from piecement.render.pen import Pen
from piecement.render.rows import Row
from piecement.render.scene import Scene
from piecement.render.skins.look import Figure, PanelKind
from piecement.session.hud import HudStats, RaceSplit, RaceStanding
from piecement.session.statistics import AttackPace
from piecement_base.formatting import clock_text, finesse_text, grouped
from piecement_base.language import N_, _


class FigureText(NamedTuple):
    """Displayed figure."""

    label: str = ""
    value: str = ""
    more: str = ""
    """Rest of the label, shown if there is room for it."""


def _goal(scene: Scene) -> FigureText:
    """Return the remaining amount until the first of the game's limits, or nothing without a limit."""
    for name, limit in scene.view.rules.limits.given():
        label, more, count = LIMITED[name]
        left = max(0, limit.value - count(scene.view))
        return FigureText(_(label), clock_text(left)) if name == "time" else FigureText(_(label), str(left), _(more))
    return FigureText()


_FOCUSED: Final = {
    "score": N_("Score"),
    "time": N_("Time taken"),
    "lines": N_("Lines cleared"),
    "pieces": N_("Pieces placed"),
    "level": N_("Level"),
}


def _focused(scene: Scene) -> FigureText:
    """Return the main figure of a mode, or nothing if it has none."""
    name, view = scene.caption.focus, scene.view
    value = clock_text(view.time_ns) if name == "time" else str(getattr(view, name, ""))
    return FigureText(_(_FOCUSED.get(name, "")), value)


def _draw_stats(pen: Pen, slot: Slot, seen: tuple[int, int, int]) -> list[Row]:
    figures = zip((_("Level"), _("Score"), _("Lines")), seen, strict=True)
    is_plain = slot.height <= len(seen)
    room = slot.width - len(indentation(slot)) * is_plain
    lines: list[StyledLine] = []
    for label, value in figures:
        names = f"{label}  ", f"{label} ", ""
        lines.append(first_fitting(room, *([(name, pen.muted), (str(value), pen.strong)] for name in names)))
    return [indented(pen, slot, *line) for line in lines] if is_plain else headed(pen, slot, _("STATS"), lines)


def _figure_rows(pen: Pen, slot: Slot, figure: FigureText) -> list[Row]:
    room = slot.width - len(indentation(slot))
    name = figure.label + figure.more if cell_len(figure.label + figure.more) <= room else figure.label
    return [indented(pen, slot, (name, pen.muted)), indented(pen, slot, ("  ", pen.blank), (figure.value, pen.strong))]


Extra = tuple[Figure, str, str]
"""Optional figure with its label and value."""


def _extras(stats: HudStats) -> Iterator[Extra]:
    figures = (
        (Figure.PPS, "PPS", "{:.2f}".format, stats.pieces_per_second),
        (Figure.KPP, "KPP", "{:.2f}".format, stats.keys_per_piece),
        (Figure.FINESSE, _("Finesse"), finesse_text, stats.finesse),
        (Figure.COMBO, _("Combo"), str, stats.combo),
        (Figure.BACK_TO_BACK, "B2B", str, stats.back_to_back),
    )
    yield from ((figure, label, text(value)) for figure, label, text, value in figures if value is not None)
    if stats.alone is not None and stats.attack is not None:
        yield Figure.ATTACK, "APM", f"{stats.attack.attack_per_minute:.1f}"
        for label, rows in zip((_("Attack"), _("Spike")), stats.alone, strict=True):
            yield Figure.ATTACK, label, str(rows)


def _draw_extras(pen: Pen, slot: Slot, seen: HudStats) -> list[Row]:
    extras = [extra for extra in _extras(seen) if extra[0] in pen.look.figures]
    is_loose = len(extras) * 3 - 1 <= slot.height
    rows: list[Row] = []
    for _figure, label, value in extras:
        rows.append(pen.row(slot.width, (label, pen.muted)))
        rows.append(pen.row(slot.width, (" " + value, pen.strong)))
        rows += [pen.row(slot.width)] if is_loose else []
    return rows if is_loose else rows[: slot.height // 2 * 2]


def _attack(scene: Scene) -> tuple[float, AttackPace]:
    stats = scene.stats
    return stats.pieces_per_second or 0.0, stats.attack or AttackPace(0.0, 0.0)


def _draw_attack(pen: Pen, slot: Slot, seen: tuple[float, AttackPace]) -> list[Row]:
    pace, (attack, versus) = seen
    figures = ("PPS", f"{pace:.2f}"), ("APM", f"{attack:.1f}"), ("VS", f"{versus:.1f}")
    return [
        indented(pen, slot, (pad(label, 5), pen.muted), (value, pen.strong)) for label, value in figures[-slot.height :]
    ]


def _draw_standings(pen: Pen, slot: Slot, seen: tuple[RaceStanding, ...]) -> list[Row]:
    rows: list[Row] = []
    for (label, value, ahead, short), more in zip(seen, _beside(pen, slot, seen), strict=True):
        is_whole = cell_len(indentation(slot) + label) <= slot.width
        rows.append(indented(pen, slot, (label if is_whole else short, pen.muted)))
        style = pen.lit if ahead else pen.strong
        rows.append(indented(pen, slot, ("  ", pen.blank), (value, style), (more, pen.muted)))
    return rows


def _beside(pen: Pen, slot: Slot, seen: tuple[RaceStanding, ...]) -> list[str]:
    """Return the text after each value: the second value after the first if it has no line of its own."""
    texts = [""] * len(seen)
    if len(seen) > 1 and slot.height < 2 * len(seen):
        more = f" {'>' if pen.skin.is_ascii else '→'} {seen[1].value}"
        texts[0] = more if cell_len(f"{indentation(slot)}  {seen[0].value}{more}") <= slot.width else ""
    return texts


_BAR: Final = 8
"""Characters of a bar."""


def _draw_figure(pen: Pen, slot: Slot, seen: HudValue) -> list[Row]:
    label, short = (seen.label or label_of(slot.figure)).upper(), short_label(slot.figure).upper()
    value, least = _value_forms(seen.value)
    style = pen.strong if seen.ahead is None else pen.good if seen.ahead else pen.bad
    if slot.label_width:
        close = f"{short} ".lstrip()
        forms = (pad(f"{label} ", slot.label_width), value), (f"{label} ", value), (close, value), (close, least)
        line = first_fitting(slot.width, *([(name, pen.muted), (shown, style)] for name, shown in forms))
        return [pen.row(slot.width, *line)]
    shown = first_fitting(slot.width, [(value, style)], [(least, style)])
    heading = first_fitting(slot.width, *([(name, pen.muted)] for name in (label, short)))
    rows = [placed(pen, slot, heading), placed(pen, slot, shown)]
    if seen.bar is not None:
        filled = round(seen.bar * _BAR)
        bar = [("━", pen.heading) if number < filled else ("╌", pen.muted) for number in range(_BAR)]
        if seen.mark is not None:
            bar[min(_BAR - 1, int(seen.mark * _BAR))] = "│", pen.key
        rows.append(placed(pen, slot, bar))
    elif seen.more:
        rows.append(placed(pen, slot, [(seen.more, pen.muted)]))
    return rows


def _value_forms(value: str | int) -> tuple[str, str]:
    """Return a value whole and short: a number without its groups, a time without hundredths."""
    if isinstance(value, int):
        return grouped(value), str(value)
    return value, value.partition(".")[0] if ":" in value else value


def _stats(slot: Slot, pen: Pen) -> Panel[HudValue] | Panel[tuple[int, int, int]]:
    """Return the panel of the figure that a slot names, or of level, score and lines."""
    if slot.figure:
        return Panel(slot, pen, FIGURES[slot.figure].value, _draw_figure)
    return Panel(slot, pen, lambda scene: (scene.view.level, scene.view.score, scene.view.lines), _draw_stats)


def _draw_splits(pen: Pen, slot: Slot, seen: tuple[RaceSplit, ...]) -> list[Row]:
    steps = max((cell_len(split.step) for split in seen), default=0)
    values = max((cell_len(split.value) for split in seen), default=0)
    rows: list[Row] = []
    room = slot.width - len(indentation(slot))
    for step, value, difference, ahead in seen:
        first, then = (f"{pad_left(step, steps)}  ", pen.muted), (pad_left(value, values), pen.text)
        last = difference, pen.good if ahead else pen.bad
        short = [first, last if difference else then]
        rows.append(placed(pen, slot, first_fitting(room, [first, then, ("  ", pen.blank), last], short, short[1:])))
    return rows


PANELS: Final[dict[PanelKind, PanelMaker]] = {
    PanelKind.STATS: _stats,
    PanelKind.TIME: panel(lambda scene: FigureText(_("Time"), scene.time_text), _figure_rows),
    PanelKind.GOAL: panel(_goal, _figure_rows),
    PanelKind.FOCUS: panel(_focused, _figure_rows),
    PanelKind.EXTRAS: panel(lambda scene: scene.stats, _draw_extras),
    PanelKind.ATTACK: panel(_attack, _draw_attack),
    PanelKind.RACE: panel(lambda scene: scene.stats.race, _draw_standings),
    PanelKind.FPS: panel(
        lambda scene: scene.fps,
        lambda pen, slot, fps: [] if fps is None else [pen.row(slot.width, (f" {fps} fps", pen.muted))],
    ),
    PanelKind.SPLITS: panel(lambda scene: scene.stats.splits, _draw_splits),
}
