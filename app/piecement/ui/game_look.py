"""The look of games and the theme of the application, from the settings and what the terminal supports."""

from functools import lru_cache
from typing import Any, Final

from textual.color import Color
from textual.theme import Theme

from piecement.render.skins.look import HUD_PARTS, Figure, HudStyle, LockedColour, Look
from piecement.render.skins.palettes import BLACK_COLOUR, PALETTES, WHITE_COLOUR, Depth, Palette, blend
from piecement.render.skins.tones import TONES as CHOSEN_TONES
from piecement.render.skins.tones import Tones
from piecement.settings.graphics import AUTOMATIC, HINTED_GAMES, Graphics
from piecement.settings.settings import Settings
from piecement.terminal.background import Background
from piecement.ui.themes import DARK, FIELD, LIGHT, Tokens, scrollbars_of, theme_for, theme_of_tokens


def _tones(tokens: Tokens) -> Tones:
    alike = {name: getattr(tokens, name) for name in Tones._fields if name in Tokens._fields}
    return Tones(**alike, background=tokens.surface, field=FIELD)


TONES: Final = _tones(DARK)
"""Colours of everything but tiles, for the theme of the application in 24 bit on a dark terminal."""

LIGHT_TONES: Final = _tones(LIGHT)

_GREY: Final = "nes"
"""Tones of the game alone: on their grey, menus would be hard to read."""

_ASCII: Final = "ascii"
_AUTOMATIC: Final = {"rgb": "tetrs", "ansi": "ansi", "none": "monochrome"}

_NAMED_ALIKE: Final = tuple(
    name for name in Graphics.names() if name in Look._fields and name not in {"hud", "key_hints"}
)
"""The settings that are fields of a look under the same name."""


def palette_name(settings: Settings, depth: str) -> str:
    """Return the palette that was chosen, or the one that suits a terminal with this depth of colour."""
    chosen = settings.graphics.palette
    if chosen != AUTOMATIC:
        return chosen
    skin = settings.graphics.skin  # Modern and some custom skins have a palette of the same name
    return skin if depth == Depth.RGB and skin in PALETTES else _AUTOMATIC[depth]


def palette_of(settings: Settings, depth: str) -> Palette:
    return PALETTES[palette_name(settings, depth)]


def background_of(settings: Settings, found: Background) -> Background:
    """Return the terminal's background as the player has set it, or as it was detected."""
    chosen = settings.graphics.ground
    return found if chosen == AUTOMATIC else Background(chosen)


def theme_of(settings: Settings, depth: str, background: Background = Background.DARK) -> Theme:
    """Return the theme of the application on a background that was found; it has no more colours than the palette."""
    palette_depth, tones = palette_of(settings, depth).depth, settings.graphics.tones
    background = background_of(settings, background)
    if palette_depth is not Depth.RGB or tones in {AUTOMATIC, _GREY}:
        return theme_for(palette_depth, background)
    return theme_for(Depth.ANSI, background) if tones == "terminal" else _tone_theme(tones)


def look_of(
    settings: Settings,
    depth: str,
    *,
    may_move: bool,
    background: Background = Background.DARK,
    is_ascii: bool = False,
    has_tints: bool = True,
    has_seams: bool = False,
    revision: int = 0,
) -> Look:
    """Return the look of a game in a terminal: its background, and whether it shows only ASCII, tints, and seams.

    `revision` is that of the custom files.
    """
    graphics = settings.graphics
    background = background_of(settings, background)
    palette_tones = LIGHT_TONES if background is Background.LIGHT else TONES
    alike: dict[str, Any] = {name: getattr(graphics, name) for name in _NAMED_ALIKE}  # settings are of many types
    switches = graphics if graphics.hud == HudStyle.CUSTOM else Graphics()
    figures = frozenset(figure for figure in Figure if getattr(switches, f"show_{figure}"))
    hints = graphics.key_hints
    return Look(**alike)._replace(
        skin=_ASCII if is_ascii else graphics.skin,
        background=background,
        palette=palette_name(settings, depth),
        tones=palette_tones if graphics.tones == AUTOMATIC else CHOSEN_TONES[graphics.tones],
        reduced_motion=not may_move,
        no_flashes=settings.interface.no_flashes,
        hud_style=graphics.hud,
        hud=frozenset(part for part in HUD_PARTS if getattr(switches, f"show_{part}", bool(figures))),
        legend=switches.legend,
        pressed_keys=switches.pressed_keys,
        key_hints=hints == "on" or (hints == "first" and settings.interface.games_played < HINTED_GAMES),
        figures=figures,
        blindfold=settings.interface.blindfold,
        has_tints=has_tints,
        has_seams=has_seams,
        locked_colour=LockedColour(graphics.locked_colour),
        revision=revision,
    )


def beside_menus(look: Look) -> Look:
    """Return a look for a field beside text: its ground is that of menus, even if games have another."""
    if look.tones != CHOSEN_TONES[_GREY]:
        return look
    tones = LIGHT_TONES if look.background is Background.LIGHT else TONES
    return look._replace(tones=tones._replace(field=look.tones.field))


_SIGNALS: Final = {
    "tetro_dark": ("#FF577E", "#6CBD46"),
    "gruvbox_dark": ("#FB4934", "#B8BB26"),
    "solarized_light": ("#DC322F", "#859900"),
    "one_half_dark": ("#E06C75", "#98C379"),
}
"""The colours of errors and of success, for tones that define them; other tones use their text and accent."""


@lru_cache
def _tone_theme(name: str) -> Theme:
    """Return the theme for tones that have colours of their own."""
    tones = CHOSEN_TONES[name]
    background, text = tones.background or BLACK_COLOUR, tones.text or WHITE_COLOUR
    accent = tones.accent or text
    error, success = _SIGNALS.get(name, (text, accent))
    tokens = Tokens(
        surface=background, raised=blend(background, text, 0.07), plate=blend(background, text, 0.14), text=text,
        muted=tones.muted or blend(text, background, 0.35), accent=accent, key=accent, good=success, bad=error,
        warn=error, wall=blend(background, text, 0.45), on_focus=background, blurred=blend(background, text, 0.3),
    )  # fmt: skip
    is_dark = Color.parse(background).brightness < 0.5
    variables = scrollbars_of(tokens)
    return theme_of_tokens(f"piecement-{name}", tokens, variables, is_dark=is_dark, secondary=text, text_alpha=1)


def bare(look: Look) -> Look:
    """Return a look with nothing beside the field, and nothing hidden in it."""
    return look._replace(
        hud_style=HudStyle.CUSTOM,
        hud=frozenset(),
        legend=False,
        key_hints=False,
        pressed_keys=False,
        show_fps=False,
        blindfold=False,
    )
