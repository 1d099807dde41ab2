"""The themes of the application for the tones that a player can choose."""

from typing import Final

from textual.theme import Theme

from piecement.render.skins.palettes import BLACK_COLOUR, WHITE_COLOUR, blend
from piecement.render.skins.tones import TONES, Tones
from piecement.ui.themes import NamedColours

_DARK: Final = 0x80

_SIGNALS: Final = {
    "tetro_dark": ("#FF577E", "#6CBD46"),
    "gruvbox_dark": ("#FB4934", "#B8BB26"),
    "solarized_light": ("#DC322F", "#859900"),
    "one_half_dark": ("#E06C75", "#98C379"),
    "nes": ("#F87858", "#B8F818"),
}
"""The colours of errors and of success, for tones that have more than their text and accent."""


def tone_theme(name: str) -> Theme:
    """Return the theme for tones that have colours of their own."""
    return _theme(name, TONES[name])


def _theme(name: str, tones: Tones) -> Theme:
    background, text = tones.background or BLACK_COLOUR, tones.text or WHITE_COLOUR
    accent = tones.accent or text
    error, success = _SIGNALS.get(name, (text, accent))
    raised, plate = blend(background, text, 0.07), blend(background, text, 0.14)
    return Theme(
        name=f"piecement-{name}",
        primary=accent,
        secondary=text,
        accent=accent,
        warning=error,
        error=error,
        success=success,
        foreground=text,
        background=background,
        surface=raised,
        panel=plate,
        dark=_lightness(background) < _DARK,
        text_alpha=1,
        variables={
            **NamedColours(accent, success, error, error, blend(background, text, 0.45), raised, plate)._asdict(),
            "muted": tones.muted or blend(text, background, 0.35),
            "block-cursor-background": accent,
            "block-cursor-foreground": background,
            "block-cursor-text-style": "bold",
            "border": accent,
            "border-blurred": blend(background, text, 0.3),
            "scrollbar": blend(background, text, 0.3),
            "scrollbar-background": raised,
        },
    )


def _lightness(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue
