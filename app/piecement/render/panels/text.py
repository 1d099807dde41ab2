"""Words: the mode, the keys, the messages."""

from textwrap import wrap
from typing import Final

from piecement.render.boxes import boxed, headed
from piecement.render.messages import Message
from piecement.render.panel import panel
from piecement.render.pen import Pen, Row
from piecement.render.previews import StyledLine
from piecement.render.scene import Legend, Scene
from piecement.render.slots import Slot, indentation


def _mode(scene: Scene) -> str:
    return scene.caption.title


def _draw_mode(pen: Pen, slot: Slot, seen: str) -> list[Row]:
    return boxed(pen, slot, "mode", [[(seen.upper(), pen.heading)]])


def _legend(scene: Scene) -> Legend:
    return scene.caption.legend


def _draw_legend(pen: Pen, slot: Slot, seen: Legend) -> list[Row]:
    told = [(label, pen.words(keys)) for label, keys in seen]
    label_width = 1 + max((len(label) for label, _ in told), default=0)
    lines = [_legend_line(pen, label, keys, label_width, slot.width) for label, keys in told]
    return headed(pen, slot, "CONTROLS", lines)


def _legend_line(pen: Pen, label: str, keys: str, label_width: int, width: int) -> StyledLine:
    """Return a line with its keys whole: closer together if they have to be, and the last ones left out."""
    if label_width + len(keys) > width:
        names = keys.removeprefix("[").removesuffix("]").split("] [")
        while len(names) > 1 and len(label) + 1 + len("/".join(names)) > width:
            names.pop()
        keys = "/".join(names)
        label_width = min(label_width, max(len(label) + 1, width - len(keys)))
    return [(label.ljust(label_width), pen.muted), (keys, pen.text)]


def _messages(scene: Scene) -> tuple[Message, ...]:
    return scene.messages


def _draw_messages(pen: Pen, slot: Slot, seen: tuple[Message, ...]) -> list[Row]:
    indent = indentation(slot)
    rows: list[Row] = []
    for i, message in enumerate(seen):
        style = pen.muted if message.is_fading else pen.lit if i == 0 else pen.text
        lines = wrap(pen.words(message.text), slot.width - len(indent), subsequent_indent=" ")
        rows += [pen.row(slot.width, (indent, pen.blank), (line, style)) for line in lines]
    return rows


MODE: Final = panel(_mode, _draw_mode)
LEGEND: Final = panel(_legend, _draw_legend)
MESSAGES: Final = panel(_messages, _draw_messages)
