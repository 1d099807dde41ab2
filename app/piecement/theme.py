"""The colours of the application: a theme for every depth of colour that a terminal can have.

The first frame needs this module, so it keeps to what is quickly imported.
"""

from collections.abc import Mapping
from typing import Final

from textual.theme import Theme

GROUND: Final = "#12121C"
FIELD: Final = "#0B0B12"
TEXT: Final = "#E4E8F6"
MUTED: Final = "#8C92AC"
ACCENT: Final = "#5CD0E8"
FRAME: Final = "#C3C8E0"
GRID: Final = "#2C2C40"
_AMBER: Final = "#FECB00"

_RGB: Final = Theme(
    name="piecement",
    primary=ACCENT,
    secondary="#A482FF",
    accent=_AMBER,
    warning="#F57A3E",
    error="#FF577E",
    success="#69BE28",
    foreground=TEXT,
    background=GROUND,
    surface="#191926",
    panel="#232334",
    variables={
        "muted": MUTED,
        "block-cursor-background": ACCENT,
        "block-cursor-foreground": GROUND,
        "block-cursor-text-style": "bold",
        "border": ACCENT,
        "border-blurred": "#3A3A52",
        "scrollbar": "#3A3A52",
        "scrollbar-hover": "#565676",
        "scrollbar-active": ACCENT,
        "scrollbar-background": "#191926",
    },
)

_TERMINALS_OWN: Final = {
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
        **_TERMINALS_OWN,
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
        **_TERMINALS_OWN,
        "border": "ansi_default",
        # Textual's lists know no reverse.
        "block-cursor-text-style": "bold underline",
        "block-cursor-foreground": "ansi_default",
        "block-cursor-background": "ansi_default",
    },
)

THEMES: Final[Mapping[str, Theme]] = {"rgb": _RGB, "ansi": _ANSI, "none": _MONOCHROME}
"""The theme for each depth of colour; the names are those of `piecement.skins.Depth`."""

_DEPTHS: Final[Mapping[str | None, str]] = {"standard": "ansi", "windows": "ansi", None: "none"}


def depth_of(colour_system: str | None) -> str:
    """Return the depth of colour that suits a terminal, whose colours are of a system as Rich names it."""
    return _DEPTHS.get(colour_system, "rgb")
