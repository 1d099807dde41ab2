"""Panels beside the field, by kind."""

from typing import Final

from piecement.render.panels.calm import FOOTER, HEADLINE, HELD, MARK, QUEUE, SPLITS, figure_panel
from piecement.render.panels.figures import ATTACK, EXTRAS, FOCUS, GOAL, RACE, STATS, TIME
from piecement.render.panels.panel import PanelMaker
from piecement.render.panels.pieces import HOLD, NEXT, PIECES
from piecement.render.panels.text import FPS, LEGEND, MESSAGES, MODE, PRESSED, RIVAL
from piecement.render.skins.look import PanelKind

PANELS: Final[dict[PanelKind, PanelMaker]] = {
    PanelKind.MODE: MODE,
    PanelKind.GOAL: GOAL,
    PanelKind.FOCUS: FOCUS,
    PanelKind.NEXT: NEXT,
    PanelKind.HOLD: HOLD,
    PanelKind.STATS: STATS,
    PanelKind.TIME: TIME,
    PanelKind.PIECES: PIECES,
    PanelKind.EXTRAS: EXTRAS,
    PanelKind.RACE: RACE,
    PanelKind.ATTACK: ATTACK,
    PanelKind.RIVAL: RIVAL,
    PanelKind.MESSAGES: MESSAGES,
    PanelKind.LEGEND: LEGEND,
    PanelKind.PRESSED: PRESSED,
    PanelKind.FPS: FPS,
    PanelKind.HELD: HELD,
    PanelKind.QUEUE: QUEUE,
    PanelKind.FIGURE: figure_panel,
    PanelKind.HEADLINE: HEADLINE,
    PanelKind.SPLITS: SPLITS,
    PanelKind.MARK: MARK,
    PanelKind.FOOTER: FOOTER,
}
