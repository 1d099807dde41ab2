"""Panels of figures, text and keys, and of a rival."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from piecement.render.cells import pad, pad_left, wrap
from piecement.render.field_place import FieldSide, Slot, indentation
from piecement.render.hud_figures import FIGURES, LIMITED, HudValue, label_of, short_label
from piecement.render.messages import FieldMessage
from piecement.render.panels.panel import (
    Panel,
    PanelMaker,
    StyledLine,
    boxed,
    first_fitting,
    headed,
    in_words,
    line_width,
    panel,
    placed,
)
from piecement.render.pen import Pen, Row
from piecement.render.scene import Legend, Scene
from piecement.render.skins.look import Figure, PanelKind
from piecement.render.skins.skins import HALF
from piecement.render.still_board import StillBoard, board_rows
from piecement.session.statistics import AttackPace, RaceSplit, RaceStanding, Rival, Stats, finesse_text
from piecement_base.formatting import clock_text, grouped
from piecement_base.language import N_, _
from piecement_engine import Button

_DRAWN: Final = (*tuple(Button)[:5], Button.ROTATE_0, *tuple(Button)[5:-1])
_SIGNS: Final = dict(zip(_DRAWN, "←→↺↻↔○↓⇓↨⇐⇒⇋", strict=True))
_PLAIN_SIGNS: Final = dict(zip(_DRAWN, "<>()@0vV|{}=", strict=True))


def _draw_legend(pen: Pen, slot: Slot, seen: Legend) -> list[Row]:
    shown = [(label, pen.words(keys)) for label, keys in seen]
    label_width = 1 + max((cell_len(label) for label, _ in shown), default=0)
    lines = [_legend_line(pen, label, keys, label_width, slot.width) for label, keys in shown]
    return headed(pen, slot, _("CONTROLS"), lines)


def _legend_line(pen: Pen, label: str, keys: str, label_width: int, width: int) -> StyledLine:
    """Return a line with complete keys, moved closer together or dropping the last ones if necessary."""
    if label_width + cell_len(keys) > width:
        names = keys.removeprefix("[").removesuffix("]").split("] [")
        while len(names) > 1 and cell_len(label) + 1 + cell_len("/".join(names)) > width:
            names.pop()
        keys = "/".join(names)
        label_width = min(label_width, max(cell_len(label) + 1, width - cell_len(keys)))
    return [(pad(label, label_width), pen.muted), (keys, pen.text)]


def _messages(slot: Slot, pen: Pen) -> Panel[tuple[FieldMessage, ...]]:
    """Return the panel of messages, which draws each one once: a new one finds the others there."""

    @lru_cache(maxsize=64)
    def rows(message: FieldMessage, *, is_last: bool) -> list[Row]:
        style = pen.muted if message.is_fading else pen.lit if is_last else pen.text
        style = pen.flash if message.is_flashing else style
        lines = wrap(pen.words(message.text), slot.width - len(indentation(slot)), indent=" ")
        return [_row(pen, slot, (line, style)) for line in lines]

    def draw(_pen: Pen, _slot: Slot, seen: tuple[FieldMessage, ...]) -> list[Row]:
        return [row for number, message in enumerate(seen) for row in rows(message, is_last=number == 0)]

    return Panel(slot, pen, lambda scene: scene.messages, draw)


def _draw_pressed(pen: Pen, slot: Slot, seen: frozenset[Button]) -> list[Row]:
    signs = _PLAIN_SIGNS if pen.skin.is_ascii else _SIGNS
    parts: StyledLine = [(sign + " ", pen.lit if button in seen else pen.muted) for button, sign in signs.items()]
    shown = [part for part, button in zip(parts, signs, strict=True) if button in seen]
    if slot.side is FieldSide.RIGHT:
        return [_row(pen, slot, (_("keys").upper(), pen.muted)), _row(pen, slot, *shown)]
    indent = " " * max(0, (slot.width - 2 * len(shown)) // 2)
    return [pen.row(slot.width, (indent, pen.blank), *shown)]


_BEST: Final = N_("best")

Seen = tuple[tuple[int, int], Rival]
"""Columns and visible rows, and the content of the rival game."""


def _draw_rival(pen: Pen, slot: Slot, seen: Seen) -> list[Row]:
    (width, skyline), rival = seen
    box = pen.skin.box
    wall = box.vertical, pen.frame
    rows = [_edge(pen, slot, box.top_left, f"{_(_BEST):{box.horizontal}^{width}}", box.top_right)]
    board = StillBoard(width, skyline + skyline % 2, rival.rows).with_piece(rival.piece)
    for cells in board_rows(board, pen, HALF):
        inside = [(segment.text, segment.style or pen.blank) for segment in cells]
        rows.append(pen.row(slot.width, wall, *inside, wall))
    return [*rows, _edge(pen, slot, box.bottom_left, box.horizontal * width, box.bottom_right)]


def _edge(pen: Pen, slot: Slot, left: str, line: str, right: str) -> Row:
    return pen.row(slot.width, (left + line + right, pen.frame))


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
    return [_row(pen, slot, *line) for line in lines] if is_plain else headed(pen, slot, _("STATS"), lines)


def _figure_rows(pen: Pen, slot: Slot, figure: FigureText) -> list[Row]:
    room = slot.width - len(indentation(slot))
    name = figure.label + figure.more if cell_len(figure.label + figure.more) <= room else figure.label
    return [
        _row(pen, slot, (name, pen.muted)),
        _row(pen, slot, ("  ", pen.blank), (figure.value, pen.strong)),
    ]


def _row(pen: Pen, slot: Slot, *parts: tuple[str, Style]) -> Row:
    """Return parts of text side by side, away from the wall of the field."""
    return pen.row(slot.width, (indentation(slot), pen.blank), *parts)


Extra = tuple[Figure, str, str]
"""Optional figure with its label and value."""


def _extras(stats: Stats) -> Iterator[Extra]:
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


def _draw_extras(pen: Pen, slot: Slot, seen: Stats) -> list[Row]:
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
        _row(pen, slot, (pad(label, 5), pen.muted), (value, pen.strong)) for label, value in figures[-slot.height :]
    ]


def _draw_standings(pen: Pen, slot: Slot, seen: tuple[RaceStanding, ...]) -> list[Row]:
    rows: list[Row] = []
    for (label, value, ahead, short), more in zip(seen, _beside(pen, slot, seen), strict=True):
        is_whole = cell_len(indentation(slot) + label) <= slot.width
        rows.append(_row(pen, slot, (label if is_whole else short, pen.muted)))
        style = pen.lit if ahead else pen.strong
        rows.append(_row(pen, slot, ("  ", pen.blank), (value, style), (more, pen.muted)))
    return rows


def _beside(pen: Pen, slot: Slot, seen: tuple[RaceStanding, ...]) -> list[str]:
    """Return the text after each value: the second value after the first if it has no line of its own."""
    texts = [""] * len(seen)
    if len(seen) > 1 and slot.height < 2 * len(seen):
        more = f" {'>' if pen.skin.is_ascii else '→'} {seen[1].value}"
        texts[0] = more if len(f"{indentation(slot)}  {seen[0].value}{more}") <= slot.width else ""
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
        return Panel(slot, pen, FIGURES[slot.figure][2], _draw_figure)
    return Panel(slot, pen, lambda scene: (scene.view.level, scene.view.score, scene.view.lines), _draw_stats)


_BETWEEN: Final = (3, 2, 1)
"""Blanks between the keys of the footer, the fewer the less room there is."""


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


def _draw_mode(pen: Pen, slot: Slot, seen: tuple[str, str, str]) -> list[Row]:
    if slot.box:
        return boxed(pen, slot, _("mode"), [[(seen[0].upper(), pen.heading)]])
    lines = zip((seen[0].upper(), seen[1], seen[2].upper()), (pen.key, pen.muted, pen.warn), strict=True)
    return [pen.row(slot.width, (in_words(text, slot.width), style)) for text, style in lines if text]


def _draw_mark(pen: Pen, slot: Slot, seen: tuple[str, Legend]) -> list[Row]:
    """Return the mark, and an action after it if there is room."""
    mark, hints = seen
    word: StyledLine = [(in_words(mark.upper(), slot.width), pen.warn)]
    keys: StyledLine = [
        part for verb, key in hints for part in ((" ", pen.blank), (key, pen.key), (f" {verb}", pen.muted))
    ]
    return [pen.row(slot.width, *first_fitting(slot.width, [*word, *keys], word))]


def _draw_footer(pen: Pen, slot: Slot, seen: tuple[str, Legend]) -> list[Row]:
    """Return the line of keys, close together or without the first ones if there is no room for all."""
    mark, hints = seen
    parts: list[StyledLine] = [[(key, pen.key), (f" {verb}", pen.muted)] for verb, key in hints]
    if mark and slot.is_marked:
        parts.append([(mark.upper(), pen.warn)])
    line: StyledLine = []
    while parts and not line:
        blanks = [(" " * between, pen.blank) for between in _BETWEEN]
        lines = ([*parts[0], *(each for part in parts[1:] for each in (blank, *part))] for blank in blanks)
        line = first_fitting(slot.width, *lines)
        parts.pop(0)
    return [pen.row(slot.width, (" " * ((slot.width - line_width(line)) // 2), pen.blank), *line)]


PANELS: Final[dict[PanelKind, PanelMaker]] = {
    PanelKind.STATS: _stats,
    PanelKind.TIME: panel(lambda scene: FigureText(_("Time"), scene.time_text), _figure_rows),
    PanelKind.GOAL: panel(_goal, _figure_rows),
    PanelKind.FOCUS: panel(_focused, _figure_rows),
    PanelKind.EXTRAS: panel(lambda scene: scene.stats, _draw_extras),
    PanelKind.ATTACK: panel(_attack, _draw_attack),
    PanelKind.RACE: panel(lambda scene: scene.stats.race, _draw_standings),
    PanelKind.MODE: panel(lambda scene: (scene.caption.title, scene.caption.best, scene.caption.mark), _draw_mode),
    PanelKind.LEGEND: panel(lambda scene: scene.caption.legend, _draw_legend),
    PanelKind.MESSAGES: _messages,
    PanelKind.PRESSED: panel(lambda scene: scene.view.held, _draw_pressed),
    PanelKind.FPS: panel(
        lambda scene: scene.fps,
        lambda pen, slot, fps: [] if fps is None else [pen.row(slot.width, (f" {fps} fps", pen.muted))],
    ),
    PanelKind.RIVAL: panel(lambda scene: (scene.caption.rival or (0, 0), scene.rival or Rival((), None)), _draw_rival),
    PanelKind.MARK: panel(
        lambda scene: (scene.caption.mark, scene.caption.main_hint),
        _draw_mark,
    ),
    PanelKind.SPLITS: panel(lambda scene: scene.stats.splits, _draw_splits),
    PanelKind.FOOTER: panel(lambda scene: (scene.caption.mark, scene.caption.hints), _draw_footer),
}
