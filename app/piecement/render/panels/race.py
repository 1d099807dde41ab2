"""How the game stands against the best one."""

from typing import Final

from piecement.render.panel import panel
from piecement.render.pen import Pen, Row
from piecement.render.scene import Scene
from piecement.render.slots import Slot, indentation
from piecement.session.live_stats import Standing

_JOINED: Final = " → "
_PLAINLY_JOINED: Final = " > "


def _standings(scene: Scene) -> tuple[Standing, ...]:
    return scene.stats.race


def _draw_standings(pen: Pen, slot: Slot, seen: tuple[Standing, ...]) -> list[Row]:
    indent = (indentation(slot), pen.blank)
    rows: list[Row] = []
    for (label, value, ahead), more in zip(seen, _beside(pen, slot, seen), strict=True):
        rows.append(pen.row(slot.width, indent, (label, pen.muted)))
        style = pen.lit if ahead else pen.strong
        rows.append(pen.row(slot.width, indent, ("  ", pen.blank), (value, style), (more, pen.muted)))
    return rows


def _beside(pen: Pen, slot: Slot, seen: tuple[Standing, ...]) -> list[str]:
    """Return what stands behind each value: where there is no line for the second, that one behind the first."""
    first, *others = [standing.value for standing in seen] or [""]
    more = (
        (_PLAINLY_JOINED if pen.skin.is_ascii else _JOINED) + others[0]
        if others and slot.height < 2 * len(seen)
        else ""
    )
    if len(f"{indentation(slot)}  {first}{more}") > slot.width:
        more = ""
    return [more if i == 0 else "" for i in range(len(seen))]


RACE: Final = panel(_standings, _draw_standings)
