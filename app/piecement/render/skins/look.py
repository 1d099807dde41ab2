"""What a player chose of the looks of a game."""

from enum import StrEnum
from typing import Final, NamedTuple

from piecement.render.skins.hard_drops import HARD_DROPS, HardDropEffect
from piecement.render.skins.legibility import usual_colour
from piecement.render.skins.line_clears import LINE_CLEARS, LineClearEffect
from piecement.render.skins.locks import LOCKS, LockEffect
from piecement.render.skins.palette import Depth, Palette
from piecement.render.skins.palettes import PALETTES, SIXTEEN_COLOURS
from piecement.render.skins.skin import Skin
from piecement.render.skins.skins import SKINS
from piecement.render.skins.tones import TERMINAL, Tones
from piecement.terminal.background import Background

SKINS_OWN: Final = "skin"
"""The name that stands for the effect of whatever skin is chosen."""

_SIXTEEN: Final = "ansi"


class HudPart(StrEnum):
    MODE = "mode"
    GOAL = "goal"
    FOCUS = "focus"
    NEXT = "next"
    HOLD = "hold"
    STATS = "stats"
    TIME = "time"
    PIECES = "pieces"
    EXTRAS = "extras"
    RACE = "race"
    RIVAL = "rival"
    MESSAGES = "messages"


class Figure(StrEnum):
    PPS = "pps"
    KPP = "kpp"
    FINESSE = "finesse"
    COMBO = "combo"
    BACK_TO_BACK = "back_to_back"


class FeatPlace(StrEnum):
    """Where a feat flashes."""

    NONE = "none"
    BESIDE = "beside"
    FULL = "full"
    """In the field too."""


class LockedColour(StrEnum):
    """What colour the tiles of the board have."""

    OWN = "own"
    """That of the piece that left them."""
    ONE = "one"
    """Grey, all of them."""


class Look(NamedTuple):
    """Everything that decides how a game is drawn, but for its state and the size of the terminal."""

    skin: str = "unicode"
    palette: str = "tetrs"
    tones: Tones = TERMINAL
    background: Background = Background.DARK
    """What lies behind everything where the tones leave that to the terminal."""
    hard_drop: str = SKINS_OWN
    lock: str = SKINS_OWN
    line_clear: str = SKINS_OWN
    feats: str = FeatPlace.FULL
    """Where feats flash, as `FeatPlace` has it."""
    reduced_motion: bool = False
    """Whether all effects are left out, whatever is chosen."""
    ghost: bool = True
    grid: bool = False
    spawn_preview: bool = False
    """Whether the place where the next piece comes in is marked."""
    lock_meter: bool = False
    """Whether the bottom of the field shows how much of the lock delay is left."""
    pressed_keys: bool = False
    """Whether the buttons held are shown under the field."""
    legend: bool = True
    """Whether the keys are listed."""
    hud: frozenset[HudPart] = frozenset(HudPart)
    figures: frozenset[Figure] = frozenset(Figure)
    """Which figures the part `extras` has."""
    show_fps: bool = False
    blindfold: bool = False
    """Whether the tiles of the board are hidden."""
    locked_colour: LockedColour = LockedColour.OWN

    @property
    def chosen_skin(self) -> Skin:
        return SKINS[self.skin]

    @property
    def chosen_palette(self) -> Palette:
        """The palette itself; that of sixteen colours suits the background."""
        return SIXTEEN_COLOURS[self.background] if self.palette == _SIXTEEN else PALETTES[self.palette]

    @property
    def chosen_tones(self) -> Tones:
        """The tones, unless the palette leaves no room for their colours."""
        return self.tones if self.chosen_palette.depth is Depth.RGB else TERMINAL

    @property
    def seen_on(self) -> str | None:
        """About what colour lies behind everything but the field; None where that is unknown."""
        return self.chosen_tones.background or usual_colour(self.background)

    @property
    def field_background(self) -> str | None:
        """The colour painted behind the field; None is the terminal's own."""
        return self.chosen_tones.field or self.chosen_tones.background

    @property
    def field_seen_on(self) -> str | None:
        """About what colour lies behind the field."""
        return self.field_background or usual_colour(self.background)

    @property
    def hard_drop_effect(self) -> HardDropEffect:
        name = self._effect_name(self.hard_drop)
        return self.chosen_skin.hard_drop if name == SKINS_OWN else HARD_DROPS[name]

    @property
    def lock_effect(self) -> LockEffect:
        name = self._effect_name(self.lock)
        return self.chosen_skin.lock if name == SKINS_OWN else LOCKS[name]

    @property
    def line_clear_effect(self) -> LineClearEffect:
        name = self._effect_name(self.line_clear)
        return self.chosen_skin.line_clear if name == SKINS_OWN else LINE_CLEARS[name]

    def _effect_name(self, chosen: str) -> str:
        return "none" if self.reduced_motion else chosen
