"""Panels beside the field, by kind."""

from typing import Final

from piecement.render.panels import figures, piece_counts, pieces, rival, texts
from piecement.render.panels.panel import PanelMaker
from piecement.render.skins.look import PanelKind

PANELS: Final[dict[PanelKind, PanelMaker]] = {
    **figures.PANELS,
    **piece_counts.PANELS,
    **pieces.PANELS,
    **rival.PANELS,
    **texts.PANELS,
}
