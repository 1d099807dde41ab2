"""Panels of text: mode, mark, messages, and keys."""

from functools import lru_cache
from typing import Final

from rich.cells import cell_len

from piecement.render.cells import pad, wrap
from piecement.render.layout import FieldSide, Slot, indentation
from piecement.render.messages import FieldMessage
from piecement.render.panels.panel import (
    Panel,
    PanelMaker,
    StyledLine,
    boxed,
    first_fitting,
    headed,
    in_words,
    indented,
    line_width,
    panel,
)
from piecement.render.pen import Pen
from piecement.render.rows import Row
from piecement.render.scene import Legend
from piecement.render.skins.look import PanelKind
from piecement_base.language import _
from piecement_engine import Button

_DRAWN: Final = (*tuple(Button)[:5], Button.ROTATE_0, *tuple(Button)[5:-1])
"""Buttons in the order of their signs: the turn by 0, the last of all, beside the other rotations."""
_SIGNS: Final = dict(zip(_DRAWN, "←→↺↻↔○↓⇓↨⇐⇒⇋", strict=True))
_PLAIN_SIGNS: Final = dict(zip(_DRAWN, "<>()@0vV|{}=", strict=True))


def _draw_mode(pen: Pen, slot: Slot, seen: tuple[str, str, str]) -> list[Row]:
    title, best, mark = seen
    if slot.box:
        return boxed(pen, slot, _("mode"), [[(title.upper(), pen.heading)]])
    lines = (title.upper(), pen.key), (best, pen.muted), (mark.upper(), pen.warn)
    return [pen.row(slot.width, (in_words(text, slot.width), style)) for text, style in lines if text]


def _draw_mark(pen: Pen, slot: Slot, seen: tuple[str, Legend]) -> list[Row]:
    """Return the mark, and an action after it if there is room."""
    mark, hints = seen
    word: StyledLine = [(in_words(mark.upper(), slot.width), pen.warn)]
    keys: StyledLine = [
        part for verb, key in hints for part in ((" ", pen.blank), (key, pen.key), (f" {verb}", pen.muted))
    ]
    return [pen.row(slot.width, *first_fitting(slot.width, [*word, *keys], word))]


def _messages(slot: Slot, pen: Pen) -> Panel[tuple[FieldMessage, ...]]:
    """Return the panel of messages, which draws each one once: a new one finds the others there."""

    @lru_cache(maxsize=64)
    def rows(message: FieldMessage, *, is_last: bool) -> list[Row]:
        style = pen.muted if message.is_fading else pen.lit if is_last else pen.text
        style = pen.flash if message.is_flashing else style
        lines = wrap(pen.words(message.text), slot.width - len(indentation(slot)), indent=" ")
        return [indented(pen, slot, (line, style)) for line in lines]

    def draw(_pen: Pen, _slot: Slot, seen: tuple[FieldMessage, ...]) -> list[Row]:
        return [row for number, message in enumerate(seen) for row in rows(message, is_last=number == 0)]

    return Panel(slot, pen, lambda scene: scene.messages, draw)


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


def _draw_pressed(pen: Pen, slot: Slot, seen: frozenset[Button]) -> list[Row]:
    signs = _PLAIN_SIGNS if pen.skin.is_ascii else _SIGNS
    shown: StyledLine = [(f"{sign} ", pen.lit) for button, sign in signs.items() if button in seen]
    if slot.side is FieldSide.RIGHT:
        return [indented(pen, slot, (_("keys").upper(), pen.muted)), indented(pen, slot, *shown)]
    label = f"{_('keys').upper()} "
    room = slot.width - 2 * len(shown)
    if shown and room >= cell_len(label):
        room -= cell_len(label)
        shown.insert(0, (label, pen.muted))
    return [pen.row(slot.width, (" " * max(0, room // 2), pen.blank), *shown)]


_BETWEEN: Final = (3, 2, 1)
"""Blanks between the keys of the footer, the fewer the less room there is."""


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
    PanelKind.MODE: panel(lambda scene: (scene.caption.title, scene.caption.best, scene.caption.mark), _draw_mode),
    PanelKind.MARK: panel(lambda scene: (scene.caption.mark, scene.caption.main_hint), _draw_mark),
    PanelKind.MESSAGES: _messages,
    PanelKind.LEGEND: panel(lambda scene: scene.caption.legend, _draw_legend),
    PanelKind.PRESSED: panel(lambda scene: scene.view.held, _draw_pressed),
    PanelKind.FOOTER: panel(lambda scene: (scene.caption.mark, scene.caption.hints), _draw_footer),
}
