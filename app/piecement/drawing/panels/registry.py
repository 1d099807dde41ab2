"""Which panel draws which part."""

from typing import Final

from piecement.drawing.panel import PanelMaker
from piecement.drawing.panels.figures import ATTACK, EXTRAS, FOCUS, GOAL, STATS, TIME
from piecement.drawing.panels.pieces import PIECES
from piecement.drawing.panels.queue import HOLD, NEXT
from piecement.drawing.panels.race import RACE
from piecement.drawing.panels.rival import RIVAL
from piecement.drawing.panels.status import FPS, PRESSED
from piecement.drawing.panels.text import LEGEND, MESSAGES, MODE
from piecement.drawing.slots import Part

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
