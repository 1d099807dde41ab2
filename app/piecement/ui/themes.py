"""The colours of the application: a theme for every depth of colour that a terminal can have.

The first frame needs this module, so it keeps to what is quickly imported.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

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
    """Colour of headings."""
    key: str
    """Colour of keys in a footer."""
    good: str
    bad: str
    warn: str
    wall: str
    """Walls of a field in the skin Modern."""
    on_focus: str
    """Text in the focus bar, whose ground is the accent."""
    blurred: str
    """Borders and scrollbars without the focus."""
    frame: str = ""
    """Frames of the other skins."""
    grid: str = ""


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


_VARIABLES: Final = ("key", "good", "bad", "warn", "wall", "raised", "plate", "muted")
"""Tokens that style sheets use by their own names, as Textual has none for them or another one."""


def theme_of_tokens(
    name: str,
    tokens: Tokens,
    variables: Mapping[str, str],
    *,
    is_dark: bool,
    secondary: str,
    **options: Any,  # those of Textual's themes
) -> Theme:
    """Return a theme of tokens, with more variables and options of Textual."""
    return Theme(
        name=name,
        primary=tokens.accent,
        secondary=secondary,
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
            **{token: getattr(tokens, token) for token in _VARIABLES},
            "border": tokens.accent,
            "border-blurred": tokens.blurred,
            "block-cursor-background": tokens.accent,
            "block-cursor-foreground": tokens.on_focus,
            "block-cursor-text-style": "bold",
            **variables,
        },
        **options,
    )


def scrollbars_of(tokens: Tokens) -> dict[str, str]:
    """Return the variables of scrollbars in 24 bit."""
    return {"scrollbar": tokens.blurred, "scrollbar-background": tokens.raised}


def _rgb(name: str, tokens: Tokens, *, is_dark: bool) -> Theme:
    variables = scrollbars_of(tokens) | {"scrollbar-hover": tokens.wall, "scrollbar-active": tokens.accent}
    return theme_of_tokens(name, tokens, variables, is_dark=is_dark, secondary=tokens.muted)


_RGB: Final = _rgb("piecement", DARK, is_dark=True)
_RGB_LIGHT: Final = _rgb("piecement-light", LIGHT, is_dark=False)

_SCROLLBARS: Final = tuple(f"scrollbar-background{state}" for state in ("", "-hover", "-active"))

_OWN: Final = "ansi_default"
"""The terminal's own colour of text, or of its background."""

_NO_COLOURS: Final = Tokens(*[_OWN] * len(Tokens._fields))


def _ansi(
    name: str,
    tokens: Tokens = _NO_COLOURS,
    *,
    is_dark: bool = True,
    secondary: str = "ansi_magenta",
    cursor: str = _OWN,
    cursor_style: str = "none",  # not bold: many terminals show bold black as grey
    scrollbar: str = _OWN,
) -> Theme:
    """Return a theme of the terminal's sixteen colours.

    `cursor` is the colour of its background, `scrollbar` that of the bar's ground.
    """
    variables = {
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "block-cursor-text-style": cursor_style,
        "block-cursor-background": cursor,
        **dict.fromkeys(_SCROLLBARS, scrollbar),
    }
    return theme_of_tokens(name, tokens, variables, is_dark=is_dark, secondary=secondary, ansi=True, boost=_OWN)


_RED_ERRORS: Final = _NO_COLOURS._replace(bad="ansi_red")
_ON_DARK: Final = _RED_ERRORS._replace(
    accent="ansi_cyan", key="ansi_yellow", warn="ansi_yellow", good="ansi_green", on_focus="ansi_black"
)
_ON_LIGHT: Final = _RED_ERRORS._replace(
    accent="ansi_blue", key="ansi_blue", warn="ansi_magenta", good="ansi_blue", on_focus="ansi_bright_white"
)
_ON_ANY: Final = _RED_ERRORS._replace(
    accent="ansi_magenta", key="ansi_magenta", warn="ansi_magenta", on_focus="ansi_bright_white"
)

# Lists of Textual cannot reverse the line with the cursor, so it is bold and underlined.
MONOCHROME: Final = _ansi("piecement-mono", secondary=_OWN, cursor_style="bold underline", scrollbar="ansi_black")
"""The theme without colours."""

_SIXTEEN: Final[Mapping[str, Theme]] = {
    "dark": _ansi("piecement-16", _ON_DARK, cursor="ansi_cyan"),
    "light": _ansi("piecement-16-light", _ON_LIGHT, is_dark=False, cursor="ansi_blue"),
    "unknown": _ansi("piecement-16-any", _ON_ANY, cursor="ansi_blue"),
}

THEMES: Final = (_RGB, _RGB_LIGHT, *_SIXTEEN.values(), MONOCHROME)
"""The themes for the tones by default, one of which suits each terminal."""


def theme_for(depth: str, background: str) -> Theme:
    """Return the theme for a depth of colour and a background.

    They are the values of `Depth` and `Background` as text, whose modules the first frame does not wait for.
    """
    if depth == "rgb":
        return _RGB_LIGHT if background == "light" else _RGB
    return MONOCHROME if depth == "none" else _SIXTEEN[background]


_DEPTHS: Final[Mapping[str | None, str]] = {"standard": "ansi", "windows": "ansi", None: "none"}


def depth_of(colour_system: str | None) -> str:
    """Return the depth of colour for a colour system of Rich: 256 colours are replaced by the nearest, as 24 bit."""
    return _DEPTHS.get(colour_system, "rgb")
