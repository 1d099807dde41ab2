"""The colours of the application: a theme for every depth of colour that a terminal can have.

The first frame needs this module, so it keeps to what is quickly imported.
"""

from collections.abc import Mapping
from typing import Final

from textual.theme import Theme

BACKGROUND: Final = "#12121C"
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
    background=BACKGROUND,
    surface="#191926",
    panel="#232334",
    variables={
        "muted": MUTED,
        "block-cursor-background": ACCENT,
        "block-cursor-foreground": BACKGROUND,
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


def _sixteen(
    name: str, *, is_dark: bool, primary: str, accent: str, warning: str, success: str, cursor: tuple[str, str]
) -> Theme:
    """Return a theme of the terminal's sixteen colours; `cursor` is the colour of its text and of its background."""
    return Theme(
        name=name,
        ansi=True,
        dark=is_dark,
        primary=primary,
        secondary="ansi_magenta",
        warning=warning,
        error="ansi_red",
        success=success,
        accent=accent,
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables={
            **_TERMINALS_OWN,
            "border": primary,
            # Not bold: many terminals show bold black as grey.
            "block-cursor-text-style": "none",
            "scrollbar-background": "ansi_default",
            "scrollbar-background-hover": "ansi_default",
            "scrollbar-background-active": "ansi_default",
            "block-cursor-foreground": cursor[0],
            "block-cursor-background": cursor[1],
        },
    )


_ANSI: Final = _sixteen(
    "piecement-16",
    is_dark=True,
    primary="ansi_cyan",
    accent="ansi_yellow",
    warning="ansi_yellow",
    success="ansi_green",
    cursor=("ansi_black", "ansi_cyan"),
)

_ANSI_LIGHT: Final = _sixteen(
    "piecement-16-light",
    is_dark=False,
    primary="ansi_blue",
    accent="ansi_blue",
    warning="ansi_magenta",
    success="ansi_blue",
    cursor=("ansi_bright_white", "ansi_blue"),
)

_ANSI_ON_ANY: Final = _sixteen(
    "piecement-16-any",
    is_dark=True,
    primary="ansi_magenta",
    accent="ansi_magenta",
    warning="ansi_magenta",
    success="ansi_default",
    cursor=("ansi_bright_white", "ansi_blue"),
)

MONOCHROME: Final = Theme(
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
"""The theme without colours."""

_SIXTEEN: Final[Mapping[str, Theme]] = {"dark": _ANSI, "light": _ANSI_LIGHT, "unknown": _ANSI_ON_ANY}

THEMES: Final = (_RGB, *_SIXTEEN.values(), MONOCHROME)
"""The themes that any terminal is shown in."""


def theme_for(depth: str, background: str) -> Theme:
    """Return the theme for a depth of colour, a `Depth` of the skins, and a `Background`."""
    return {"rgb": _RGB, "none": MONOCHROME}.get(depth) or _SIXTEEN[background]


_DEPTHS: Final[Mapping[str | None, str]] = {"standard": "ansi", "windows": "ansi", None: "none"}


def depth_of(colour_system: str | None) -> str:
    """Return the depth of colour that suits a terminal, whose colours are of a system as Rich names it."""
    return _DEPTHS.get(colour_system, "rgb")
