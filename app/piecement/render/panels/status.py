"""What the keys and the clock are doing."""

from typing import Final

from piecement.render.panel import panel
from piecement.render.pen import Pen, Row
from piecement.render.previews import StyledLine
from piecement.render.scene import Scene
from piecement.render.slots import Slot
from piecement_engine import Button

_SIGNS: Final[dict[Button, str]] = {
    Button.MOVE_LEFT: "←",
    Button.MOVE_RIGHT: "→",
    Button.ROTATE_LEFT: "↺",
    Button.ROTATE_RIGHT: "↻",
    Button.ROTATE_180: "↔",
    Button.ROTATE_0: "○",
    Button.SOFT_DROP: "↓",
    Button.HARD_DROP: "⇓",
    Button.SONIC_DROP: "↨",
    Button.TELEPORT_LEFT: "⇐",
    Button.TELEPORT_RIGHT: "⇒",
    Button.HOLD: "⇋",
}
_PLAIN_SIGNS: Final[dict[Button, str]] = dict(zip(_SIGNS, "<>()@0vV|{}=", strict=True))


def _pressed(scene: Scene) -> frozenset[Button]:
    return scene.view.held


def _draw_pressed(pen: Pen, slot: Slot, seen: frozenset[Button]) -> list[Row]:
    signs = _PLAIN_SIGNS if pen.skin.is_ascii else _SIGNS
    parts: StyledLine = [(sign + " ", pen.lit if button in seen else pen.muted) for button, sign in signs.items()]
    shown = [part for part, button in zip(parts, signs, strict=True) if button in seen]
    indent = " " * max(0, (slot.width - 2 * len(shown)) // 2)
    return [pen.row(slot.width, (indent, pen.blank), *shown)]


def _fps(scene: Scene) -> int | None:
    return scene.fps


def _draw_fps(pen: Pen, slot: Slot, seen: int | None) -> list[Row]:
    return [] if seen is None else [pen.row(slot.width, (f" {seen} fps", pen.muted))]


PRESSED: Final = panel(_pressed, _draw_pressed)
FPS: Final = panel(_fps, _draw_fps)
