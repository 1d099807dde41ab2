"""How the game stands against the best one."""

from typing import Final

from piecement.drawing.panel import panel
from piecement.drawing.pen import Pen, Row
from piecement.drawing.scene import Scene, Standing
from piecement.drawing.slots import Slot, indentation


def _standings(scene: Scene) -> tuple[Standing, ...]:
    return scene.stats.race


def _draw_standings(pen: Pen, slot: Slot, seen: tuple[Standing, ...]) -> list[Row]:
    indent = (indentation(slot), pen.blank)
    rows: list[Row] = []
    for label, value, ahead in seen:
        rows.append(pen.row(slot.width, indent, (label, pen.muted)))
        rows.append(pen.row(slot.width, indent, ("  ", pen.blank), (value, pen.lit if ahead else pen.strong)))
    return rows


RACE: Final = panel(_standings, _draw_standings)
