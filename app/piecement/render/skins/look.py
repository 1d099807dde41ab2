"""Look of a game, as chosen by the player."""

from enum import StrEnum
from typing import Final, NamedTuple

from piecement.render.skins.animation import no_effect
from piecement.render.skins.endings import EndingEffect
from piecement.render.skins.line_clears import LINE_CLEARS, LineClearEffect
from piecement.render.skins.palettes import BLACK_COLOUR, PALETTES, SIXTEEN_COLOURS, Depth, Palette
from piecement.render.skins.piece_effects import HARD_DROPS, LOCKS, HardDropEffect, LockEffect
from piecement.render.skins.skins import SKINS, Skin
from piecement.render.skins.tones import TERMINAL, USUAL_COLOURS, Tones
from piecement.terminal.background import Background

SKINS_OWN: Final = "skin"
"""Name that selects the effect of the chosen skin."""

ALL_LARGE: Final = 9
"""Number of large previews that stands for all that there is room for."""

_SIXTEEN: Final = "ansi"
_SIXTEEN_ON_BLACK: Final = SIXTEEN_COLOURS[Background.DARK]
_BLACK_FIELD: Final = "color(0)"
_DARK_FIELD: Final = "#0B0B12"
"""Field of the skin Modern where the tones have none."""


class PanelKind(StrEnum):
    MODE = "mode"
    """The mode; in a calm HUD, also the best result and the mark of the game."""
    GOAL = "goal"
    FOCUS = "focus"
    NEXT = "next"
    HOLD = "hold"
    STATS = "stats"
    """One figure in a calm HUD."""
    TIME = "time"
    PIECES = "pieces"
    EXTRAS = "extras"
    RACE = "race"
    ATTACK = "attack"
    RIVAL = "rival"
    MESSAGES = "messages"
    LEGEND = "legend"
    PRESSED = "pressed"
    FPS = "fps"
    SPLITS = "splits"
    """Last steps of a race."""
    MARK = "mark"
    """Mark of the game where there is no footer."""
    FOOTER = "footer"
    """Keys below the field, and what there is no room for above."""


HUD_PARTS: Final = frozenset(PanelKind) - {
    *(PanelKind.ATTACK, PanelKind.LEGEND, PanelKind.PRESSED, PanelKind.FPS),
    *(PanelKind.SPLITS, PanelKind.MARK, PanelKind.FOOTER),
}
"""Panels that a player turns on and off one by one; the others have conditions of their own."""


class HudStyle(StrEnum):
    """Arrangement of what stands beside the field."""

    CALM = "calm"
    """Few figures, chosen by the mode."""
    NORMAL = "normal"
    """Calm, with keys per piece and finesse."""
    FULL = "full"
    """All panels, as in tetrs."""
    CUSTOM = "custom"
    """The panels that are switched on."""


class Figure(StrEnum):
    PPS = "pps"
    KPP = "kpp"
    FINESSE = "finesse"
    COMBO = "combo"
    BACK_TO_BACK = "back_to_back"
    ATTACK = "attack"


class FeatPlace(StrEnum):
    """Display of feats."""

    NONE = "none"
    BESIDE = "beside"
    """Beside the field only."""
    FULL = "full"
    """Beside the field and in it."""


class LockedColour(StrEnum):
    """Colour of the board tiles."""

    OWN = "own"
    """Colour of their piece."""
    ONE = "one"
    """Grey."""


_STEADY_CLEAR: Final = "outward"
"""Line-clear effect without flashes: the rows vanish, and nothing is lit."""


class Look(NamedTuple):
    """Settings of drawing, independent of the game state and the terminal size."""

    skin: str = "unicode"
    palette: str = "tetrs"
    tones: Tones = TERMINAL
    background: Background = Background.DARK
    """Terminal background, for tones that leave it to the terminal."""
    hard_drop: str = SKINS_OWN
    lock: str = SKINS_OWN
    line_clear: str = SKINS_OWN
    feats: str = FeatPlace.FULL
    """Display of feats, a `FeatPlace`."""
    reduced_motion: bool = False
    """Whether to disable all effects, overriding other settings."""
    no_flashes: bool = False
    """Whether to disable all effects that light up and fade."""
    ghost: bool = True
    edges: bool = False
    """Whether each block of Modern has a lighter upper edge in 24-bit colours; a terminal without tints shows a gap."""
    grid: bool = False
    spawn_preview: bool = False
    """Whether to mark the spawn of the next piece."""
    lock_meter: bool = False
    """Whether the bottom of the field shows the remaining lock delay."""
    pressed_keys: bool = False
    """Whether to show held buttons under the field."""
    legend: bool = True
    """Whether to list the keys."""
    hud_style: str = HudStyle.CUSTOM
    """Arrangement beside the field, a `HudStyle`."""
    hud: frozenset[PanelKind] = HUD_PARTS
    """Panels of a full or custom HUD."""
    figures: frozenset[Figure] = frozenset(Figure)
    """Figures of the part `extras`."""
    large_previews: int = ALL_LARGE
    """Maximum number of next pieces at full size."""
    key_hints: bool = False
    """Whether the footer of a calm HUD names the keys."""
    show_fps: bool = False
    blindfold: bool = False
    """Whether to hide the board tiles."""
    locked_colour: LockedColour = LockedColour.OWN
    has_tints: bool = True
    """Whether the terminal shows faint tints of a ground; a terminal with 256 colours does not."""
    has_seams: bool = False
    """Whether the terminal draws block characters less high than its lines."""
    revision: int = 0
    """Number of times that custom looks were read: a skin may have changed under its name."""

    @property
    def is_calm(self) -> bool:
        """Whether the HUD is the calm one, or that with a few figures more."""
        return self.hud_style in {HudStyle.CALM, HudStyle.NORMAL}

    @property
    def chosen_skin(self) -> Skin:
        """Skin by its name, in the variant for the colours of the palette."""
        skin = SKINS[self.skin]
        return skin.by_depth.get(self.chosen_palette.tile_depth, skin) if skin.by_depth else skin

    @property
    def chosen_palette(self) -> Palette:
        """Palette by its name; that of sixteen colours depends on the background."""
        return SIXTEEN_COLOURS[self.background] if self.palette == _SIXTEEN else PALETTES[self.palette]

    @property
    def chosen_tones(self) -> Tones:
        """Tones, or the terminal's own if the palette is not 24-bit."""
        return self.tones if self.chosen_palette.depth is Depth.RGB else TERMINAL

    @property
    def seen_on(self) -> str | None:
        """Approximate colour behind everything except the field; None if unknown."""
        return self.chosen_tones.background or USUAL_COLOURS[self.background]

    @property
    def field_palette(self) -> Palette:
        """Palette of the cells of the field: that of a dark terminal if the field is black."""
        return _SIXTEEN_ON_BLACK if self.field_background == _BLACK_FIELD else self.chosen_palette

    @property
    def field_background(self) -> str | None:
        """Colour painted behind the field; None for the terminal's own."""
        if not SKINS[self.skin].is_modern:
            return self.chosen_tones.field or self.chosen_tones.background
        depths = {Depth.RGB: self.chosen_tones.field or _DARK_FIELD, Depth.ANSI: _BLACK_FIELD}
        return depths.get(self.chosen_palette.tile_depth)

    @property
    def field_seen_on(self) -> str | None:
        """Approximate colour behind the field; None if unknown."""
        if self.field_background == _BLACK_FIELD:
            return BLACK_COLOUR
        return self.field_background or USUAL_COLOURS[self.background]

    @property
    def is_steady(self) -> bool:
        """Whether no light may come and go."""
        return self.reduced_motion or self.no_flashes

    @property
    def hard_drop_effect(self) -> HardDropEffect:
        name = "none" if self.is_steady else self.hard_drop
        return self.chosen_skin.hard_drop if name == SKINS_OWN else HARD_DROPS[name]

    @property
    def lock_effect(self) -> LockEffect:
        name = "none" if self.is_steady else self.lock
        return self.chosen_skin.lock if name == SKINS_OWN else LOCKS[name]

    @property
    def line_clear_effect(self) -> LineClearEffect:
        name = "none" if self.reduced_motion else _STEADY_CLEAR if self.no_flashes else self.line_clear
        return self.chosen_skin.line_clear if name == SKINS_OWN else LINE_CLEARS[name]

    def ending_effect(self, *, won: bool) -> EndingEffect:
        """Return the effect of a win, or of the loss of a match."""
        skin = self.chosen_skin
        return no_effect if self.is_steady else skin.win if won else skin.crumble
