"""Feats of a game, flashing for a moment of game time in the field, or beside it as messages."""

from collections.abc import Iterable
from enum import Enum, auto
from typing import Final, NamedTuple

from piecement.render.field_messages import feat_lines
from piecement.render.skins.animation import FieldSnapshot
from piecement.render.skins.look import FeatPlace, Look
from piecement.terminal.clock import MS
from piecement_engine.events import Event

_BLINK_NS: Final = 80 * MS
_FLASH_NS: Final = 4 * _BLINK_NS
_FADES_NS: Final = 900 * MS
_SHOWN_NS: Final = 1300 * MS


class FeatTone(Enum):
    FLASHING = auto()
    LIT = auto()
    FADING = auto()


class FeatLook(NamedTuple):
    """Text of a feat in the field."""

    lines: tuple[str, ...]
    height: int
    """Number of rows with tiles at the time of the feat; the words are above them."""
    tone: FeatTone


class Feats:
    """Current feat of a game; a new one replaces the last."""

    def __init__(self) -> None:
        self._start_ns = 0
        self._lines: tuple[str, ...] = ()
        self._height = 0
        self.are_flashing = False
        """Whether a blinking feat needs frames."""
        self.flashing_ns: int | None = None
        """Time of the messages to flash, or None."""

    def on_events(self, events: Iterable[Event], field: FieldSnapshot, look: Look) -> None:
        if look.feats == FeatPlace.NONE:
            return
        for event in events:
            if lines := feat_lines(event):
                is_same = self._lines and event.time_ns == self._start_ns
                self._lines = (*self._lines, *lines) if is_same else lines
                self._start_ns = event.time_ns
                self._height = sum(map(any, field.rows))

    def at(self, time_ns: int, look: Look) -> FeatLook | None:
        """Advance to a game time and return the feat to draw in the field, or None."""
        if not self._lines:
            return None
        age_ns = time_ns - self._start_ns
        if not 0 <= age_ns < _SHOWN_NS:
            self.clear()
            return None
        self.are_flashing = age_ns < _FLASH_NS and not look.reduced_motion
        tone = self._tone(age_ns, look)
        self.flashing_ns = self._start_ns if tone is FeatTone.FLASHING else None
        return FeatLook(self._lines, self._height, tone) if look.feats == FeatPlace.FULL else None

    def clear(self) -> None:
        self._lines = ()
        self.are_flashing = False
        self.flashing_ns = None

    def _tone(self, age_ns: int, look: Look) -> FeatTone:
        if self.are_flashing and age_ns // _BLINK_NS % 2 == 0:
            return FeatTone.FLASHING
        return FeatTone.FADING if age_ns >= _FADES_NS and not look.reduced_motion else FeatTone.LIT
