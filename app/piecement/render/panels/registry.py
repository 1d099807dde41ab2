"""Which panel draws which part."""

from typing import Final

from piecement.render.panel import PanelMaker
from piecement.render.panels.figures import ATTACK, EXTRAS, FOCUS, GOAL, STATS, TIME
from piecement.render.panels.pieces import PIECES
from piecement.render.panels.queue import HOLD, NEXT
from piecement.render.panels.race import RACE
from piecement.render.panels.rival import RIVAL
from piecement.render.panels.status import FPS, PRESSED
from piecement.render.panels.text import LEGEND, MESSAGES, MODE
from piecement.render.slots import Part

PANELS: Final[dict[Part, PanelMaker]] = {
    Part.MODE: MODE,
    Part.GOAL: GOAL,
    Part.FOCUS: FOCUS,
    Part.NEXT: NEXT,
    Part.HOLD: HOLD,
    Part.STATS: STATS,
    Part.TIME: TIME,
    Part.PIECES: PIECES,
    Part.EXTRAS: EXTRAS,
    Part.RACE: RACE,
    Part.ATTACK: ATTACK,
    Part.RIVAL: RIVAL,
    Part.MESSAGES: MESSAGES,
    Part.LEGEND: LEGEND,
    Part.PRESSED: PRESSED,
    Part.FPS: FPS,
}
