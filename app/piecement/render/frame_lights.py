"""Light on the frame of the field: of a feat, of a chain of special clears, and of danger."""

from enum import Enum, auto
from math import cos, pi
from typing import Final, NamedTuple

from piecement.render.callouts import RUN_NS, Callouts
from piecement.render.feats import FrameLight
from piecement.render.skins.animation import GLOW_STEPS
from piecement.render.skins.look import FeatPlace, Look
from piecement.render.skins.palettes import RAINBOW, RED, WHITE, YELLOW
from piecement.sound.game_listener import DANGER_FROM, music_pace
from piecement.terminal.clock import MS
from piecement_engine.events import Accolade, Event
from piecement_engine.game.view import GameView

Glow = tuple[int, int]
"""Ink and strength of the light at a place, of `GLOW_STEPS`."""

FrameGlow = tuple[Glow, ...]
"""Glow of each line of the left wall from the floor up, of each line of the right wall from the top down, and of the
floor; one for all, or none.
"""

LineGlow = tuple[Glow | None, Glow | None]
"""Glow of the left and the right wall on a line; on the floor's own line, the first is the glow of the floor."""

NO_GLOW: Final[FrameGlow] = ()


class LightPace(Enum):
    STILL = auto()
    """The light lasts until the next event."""
    SLOW = auto()
    EVERY_FRAME = auto()


class Light(NamedTuple):
    glow: FrameGlow = NO_GLOW
    pace: LightPace = LightPace.STILL


NO_LIGHT: Final = Light()

_CHAIN: Final = 2
"""Special clears in a row that make a chain."""
_CHAIN_STRENGTH: Final = 6
_BREAK_NS: Final = 600 * MS
"""Time in which the light of a broken chain fades."""
_BREATH_NS: Final = 1600 * MS
_BAND_NS: Final = 700 * MS
_BAND: Final = 8
"""Lines of a band of light, which fades towards its end."""
_SAME: Final = 3
"""Lines of one colour where colours run."""


class FrameLights:
    """Light on the frame of a game: that of a feat unless a chain is brighter, else of danger, else of a chain."""

    def __init__(self) -> None:
        self._chain = 0
        self._broken_ns: int | None = None
        """Time at which the last chain broke."""

    def on_event(self, event: Event) -> None:
        if isinstance(event, Accolade) and event.lines:
            if self._chain >= _CHAIN > event.back_to_back:
                self._broken_ns = event.time_ns
            self._chain = event.back_to_back

    def at(self, view: GameView, time_ns: int, lines: int, callouts: Callouts, look: Look) -> Light:
        """Return the light at a game time on a frame with a height in lines."""
        if not look.chosen_skin.is_modern or look.feats != FeatPlace.FULL:
            return NO_LIGHT
        is_still, chain = look.is_steady, self._of_chain(view, time_ns)
        if callouts.is_shown(time_ns) and not is_still:
            glow = _of_feat(callouts, time_ns - callouts.start_ns, lines)
            if _outshines(glow, chain):
                is_band = callouts.last.feat.light is FrameLight.BAND
                return Light(glow, LightPace.EVERY_FRAME if is_band else LightPace.SLOW)  # a step takes 90 ms
        if view.end is None and music_pace(view).density >= DANGER_FROM:
            breath = 1.0 if is_still else (1 - cos(2 * pi * time_ns / _BREATH_NS)) / 2
            glow = ((RED, round((0.25 + 0.75 * breath) * GLOW_STEPS)),)
            return Light(glow, LightPace.STILL if is_still else LightPace.SLOW)
        if view.back_to_back >= _CHAIN:
            return Light(chain)
        return Light(chain, LightPace.SLOW) if chain and not is_still else NO_LIGHT

    def _of_chain(self, view: GameView, time_ns: int) -> FrameGlow:
        """Return the light of a chain, or of one that broke a moment ago."""
        if view.back_to_back >= _CHAIN:
            return ((YELLOW, _CHAIN_STRENGTH),)
        if self._broken_ns is not None and 0 <= (age_ns := time_ns - self._broken_ns) < _BREAK_NS:
            return ((YELLOW, round(_CHAIN_STRENGTH * (1 - age_ns / _BREAK_NS))),)
        return NO_GLOW


def _outshines(glow: FrameGlow, chain: FrameGlow) -> bool:
    """Return whether the light of a feat differs from line to line, or is brighter than that of a chain, if any."""
    return glow[0][1] > chain[0][1] if chain and len(glow) == 1 else bool(glow)


def _of_feat(callouts: Callouts, age_ns: int, lines: int) -> FrameGlow:
    feat, places = callouts.last.feat, range(2 * lines + 1)
    match feat.light:
        case FrameLight.FADING:
            return ((feat.inks[0], round(GLOW_STEPS * (1 - age_ns / callouts.last.shown_ns))),)
        case FrameLight.RUNNING:
            steps = age_ns // RUN_NS
            return tuple((RAINBOW[(place + steps) // _SAME % len(RAINBOW)], GLOW_STEPS) for place in places)
        case FrameLight.BAND if age_ns < _BAND_NS:
            head = age_ns * (len(places) + _BAND) // _BAND_NS
            strengths = [round(GLOW_STEPS * (1 - behind / _BAND)) for behind in range(_BAND)]
            return tuple((WHITE, strengths[head - place] if 0 <= head - place < _BAND else 0) for place in places)
        case _:
            return NO_GLOW


def glow_at(glow: FrameGlow, height: int | None, lines: int) -> LineGlow:
    """Return the glow on a line at a height above the floor, or on that of the floor, between walls of some lines."""
    if len(glow) <= 1:
        everywhere = glow[0] if glow else None
        return everywhere, everywhere
    return (glow[-1], None) if height is None else (glow[height], glow[2 * lines - 1 - height])
