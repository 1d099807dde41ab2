"""Panels beside the field, by kind."""

from typing import Final

from piecement.render.panels import figures, pieces, rival, texts
from piecement.render.panels.panel import PanelMaker
from piecement.render.skins.look import PanelKind

_MODULES: Final = (figures, pieces, rival, texts)
PANELS: Final[dict[PanelKind, PanelMaker]] = {kind: make for one in _MODULES for kind, make in one.PANELS.items()}
