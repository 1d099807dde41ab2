"""The colours of the application: a theme for every depth of colour that a terminal can have.

The first frame needs this module, so it keeps to what is quickly imported.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from textual.theme import Theme


class Tokens(NamedTuple):
    """Colours of an application theme in 24 bit."""

    surface: str
    raised: str
    """Ground of cards and panels."""
    plate: str
    """Ground of what lies over a field."""
    text: str
    muted: str
    accent: str
    key: str
    """Colour of headings and of keys in a footer."""
    good: str
    bad: str
    warn: str
    wall: str
    """Walls of a field in the skin Modern."""
    on_focus: str
    """Text in the focus bar, whose ground is the accent."""
    frame: str
    """Frames of the other skins."""
    grid: str
    blurred: str
    """Borders and scrollbars without the focus."""


FIELD: Final = "#0B0B12"
"""Ground of the field, dark on every terminal: no palette works on a light one."""

DARK: Final = Tokens(
    surface="#12121C", raised="#191926", plate="#232334", text="#E4E8F6", muted="#8C92AC", accent="#5CD0E8",
    key="#FECB00", good="#7BD13B", bad="#FF6B8A", warn="#FFA057", wall="#66668A", on_focus="#12121C",
    frame="#C3C8E0", grid="#2C2C40", blurred="#3A3A52",
)  # fmt: skip

LIGHT: Final = Tokens(
    surface="#F6F6FA", raised="#FFFFFF", plate="#FFFFFF", text="#1B1C2A", muted="#5A5F78", accent="#00657E",
    key="#7A5200", good="#2F6B00", bad="#B00037", warn="#9A4600", wall="#7D8099", on_focus="#FFFFFF",
    frame="#5A5F78", grid="#2C2C40", blurred="#C4C6D4",
)  # fmt: skip


class NamedColours(NamedTuple):
    """Variables of a theme for the colours that Textual has no name for."""

    key: str
    good: str
    bad: str
    warn: str
    wall: str
    raised: str
    plate: str


def _rgb(name: str, tokens: Tokens, *, is_dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=tokens.accent,
        secondary=tokens.muted,
        accent=tokens.accent,
        warning=tokens.warn,
        error=tokens.bad,
        success=tokens.good,
        foreground=tokens.text,
        background=tokens.surface,
        surface=tokens.raised,
        panel=tokens.plate,
        dark=is_dark,
        variables={
            **{name: getattr(tokens, name) for name in NamedColours._fields},
            "muted": tokens.muted,
            "block-cursor-background": tokens.accent,
            "block-cursor-foreground": tokens.on_focus,
            "block-cursor-text-style": "bold",
            "border": tokens.accent,
            "border-blurred": tokens.blurred,
            "scrollbar": tokens.blurred,
            "scrollbar-hover": tokens.wall,
            "scrollbar-active": tokens.accent,
            "scrollbar-background": tokens.raised,
        },
    )


_RGB: Final = _rgb("piecement", DARK, is_dark=True)
_RGB_LIGHT: Final = _rgb("piecement-light", LIGHT, is_dark=False)

_SCROLLBARS: Final = tuple(f"scrollbar-background{state}" for state in ("", "-hover", "-active"))

_OWN: Final = "ansi_default"
"""The terminal's own colour of text, or of its background."""


def _ansi(
    name: str,
    *,
    is_dark: bool = True,
    accent: str = _OWN,
    key: str = _OWN,
    warning: str = _OWN,
    success: str = _OWN,
    error: str = "ansi_red",
    secondary: str = "ansi_magenta",
    cursor: tuple[str, str] = (_OWN, _OWN),
    cursor_style: str = "none",  # not bold: many terminals show bold black as grey
    scrollbar: str = _OWN,
) -> Theme:
    """Return a theme of the terminal's sixteen colours.

    `cursor` is the colour of its text and of its background, `scrollbar` that of the bar's ground.
    """
    return Theme(
        name=name,
        ansi=True,
        dark=is_dark,
        primary=accent,
        secondary=secondary,
        warning=warning,
        error=error,
        success=success,
        accent=accent,
        foreground=_OWN,
        background=_OWN,
        surface=_OWN,
        panel=_OWN,
        boost=_OWN,
        variables={
            "muted": _OWN,
            "border-blurred": _OWN,
            "ansi-background": "ansi_black",
            "ansi-foreground": "ansi_white",
            **NamedColours(key, success, error, warning, _OWN, _OWN, _OWN)._asdict(),
            "border": accent,
            "block-cursor-text-style": cursor_style,
            "block-cursor-foreground": cursor[0],
            "block-cursor-background": cursor[1],
            **dict.fromkeys(_SCROLLBARS, scrollbar),
        },
    )


_ANSI: Final = _ansi(
    "piecement-16",
    accent="ansi_cyan",
    key="ansi_yellow",
    warning="ansi_yellow",
    success="ansi_green",
    cursor=("ansi_black", "ansi_cyan"),
)

_ANSI_LIGHT: Final = _ansi(
    "piecement-16-light",
    is_dark=False,
    accent="ansi_blue",
    key="ansi_blue",
    warning="ansi_magenta",
    success="ansi_blue",
    cursor=("ansi_bright_white", "ansi_blue"),
)

_ANSI_ON_ANY: Final = _ansi(
    "piecement-16-any",
    accent="ansi_magenta",
    key="ansi_magenta",
    warning="ansi_magenta",
    cursor=("ansi_bright_white", "ansi_blue"),
)

# Textual's lists know no reverse.
MONOCHROME: Final = _ansi(
    "piecement-mono", error=_OWN, secondary=_OWN, cursor_style="bold underline", scrollbar="ansi_black"
)
"""The theme without colours."""

_SIXTEEN: Final[Mapping[str, Theme]] = {"dark": _ANSI, "light": _ANSI_LIGHT, "unknown": _ANSI_ON_ANY}

THEMES: Final = (_RGB, _RGB_LIGHT, *_SIXTEEN.values(), MONOCHROME)
"""The themes that any terminal is shown in."""


def theme_for(depth: str, background: str) -> Theme:
    """Return the theme for a depth of colour, a `Depth` of the skins, and a `Background`."""
    if depth == "rgb":
        return _RGB_LIGHT if background == "light" else _RGB
    return MONOCHROME if depth == "none" else _SIXTEEN[background]


_DEPTHS: Final[Mapping[str | None, str]] = {"standard": "ansi", "windows": "ansi", None: "none"}


def depth_of(colour_system: str | None) -> str:
    """Return the depth of colour that suits a terminal, whose colours are of a system as Rich names it."""
    return _DEPTHS.get(colour_system, "rgb")
