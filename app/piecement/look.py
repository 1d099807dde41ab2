"""How a game is drawn, by what the player has set and what the terminal can."""

from typing import Final

from piecement.settings import AUTOMATIC, Settings
from piecement.skins import PALETTES, Look, Palette, Tones
from piecement.theme import ACCENT, FIELD, FRAME, GRID, GROUND, MUTED, TEXT

TONES: Final = Tones(text=TEXT, muted=MUTED, accent=ACCENT, frame=FRAME, grid=GRID, ground=GROUND, field=FIELD)
"""The colours of what is no tile, to go with the theme in full colour."""

_AUTOMATIC: Final = {"rgb": "tetrs", "ansi": "ansi", "none": "monochrome"}


def palette_name(settings: Settings, depth: str) -> str:
    """Return the palette that was chosen, or the one that suits a terminal with this depth of colour."""
    chosen = settings.graphics.palette
    return _AUTOMATIC[depth] if chosen == AUTOMATIC else chosen


def palette_of(settings: Settings, depth: str) -> Palette:
    """Return the palette itself."""
    return PALETTES[palette_name(settings, depth)]


def look_of(settings: Settings, depth: str, *, may_move: bool) -> Look:
    """Return the look of a game."""
    return Look(
        skin=settings.graphics.skin,
        palette=palette_name(settings, depth),
        tones=TONES,
        ghost=settings.graphics.ghost,
        show_fps=settings.interface.show_fps,
        reduced_motion=not may_move,
    )
