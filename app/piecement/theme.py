"""The colours of the application: a theme for every depth of colour, and what the game's drawing takes from it."""

from collections.abc import Mapping
from typing import Final

from textual.theme import Theme

from piecement.skins import Depth, Tones

_GROUND: Final = "#12121C"
_FIELD: Final = "#0B0B12"
_TEXT: Final = "#E4E8F6"
_MUTED: Final = "#8C92AC"
_ACCENT: Final = "#5CD0E8"
_AMBER: Final = "#FECB00"

_RGB: Final = Theme(
    name="piecement",
    primary=_ACCENT,
    secondary="#A482FF",
    accent=_AMBER,
    warning="#F57A3E",
    error="#FF577E",
    success="#69BE28",
    foreground=_TEXT,
    background=_GROUND,
    surface="#191926",
    panel="#232334",
    variables={
        "muted": _MUTED,
        "block-cursor-background": _ACCENT,
        "block-cursor-foreground": _GROUND,
        "block-cursor-text-style": "bold",
        "border": _ACCENT,
        "border-blurred": "#3A3A52",
    },
)

_PLAIN: Final = {
    "muted": "ansi_default",
    "border-blurred": "ansi_default",
    "ansi-background": "ansi_black",
    "ansi-foreground": "ansi_white",
}

_ANSI: Final = Theme(
    name="piecement-16",
    ansi=True,
    primary="ansi_cyan",
    secondary="ansi_magenta",
    warning="ansi_yellow",
    error="ansi_red",
    success="ansi_green",
    accent="ansi_yellow",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        **_PLAIN,
        "border": "ansi_cyan",
        "block-cursor-text-style": "bold",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_cyan",
    },
)

_MONOCHROME: Final = Theme(
    name="piecement-mono",
    ansi=True,
    primary="ansi_default",
    secondary="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    success="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        **_PLAIN,
        "border": "ansi_default",
        "block-cursor-text-style": "reverse",
        "block-cursor-foreground": "ansi_default",
        "block-cursor-background": "ansi_default",
    },
)

THEMES: Final[Mapping[Depth, Theme]] = {Depth.RGB: _RGB, Depth.ANSI: _ANSI, Depth.NONE: _MONOCHROME}
"""The theme that goes with a palette of each depth."""

TONES: Final = Tones(
    text=_TEXT, muted=_MUTED, accent=_ACCENT, frame="#C3C8E0", grid="#2C2C40", ground=_GROUND, field=_FIELD
)
"""The colours of what is not a tile in a game, to go with the theme in full colour."""

AUTOMATIC: Final = "auto"
"""The palette that follows from what the terminal can."""

_AUTOMATIC_PALETTES: Final[Mapping[str | None, str]] = {"standard": "ansi", "windows": "ansi", None: "monochrome"}


def palette_for(chosen: str, colour_system: str | None) -> str:
    """Return the name of the palette to use, the terminal's colours being of this system (as Rich names it)."""
    return _AUTOMATIC_PALETTES.get(colour_system, "tetrs") if chosen == AUTOMATIC else chosen
