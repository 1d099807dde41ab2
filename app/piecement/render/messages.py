"""Messages over the field, and feats beside it."""

from collections.abc import Iterable
from enum import Enum, auto
from itertools import takewhile
from typing import Final, NamedTuple

from piecement.language import N_, _
from piecement.render.skins.animation import FieldSnapshot
from piecement.render.skins.look import FeatPlace, Look
from piecement.session.statistics import LeadTaken
from piecement.terminal.clock import MS
from piecement_engine.events import Accolade, Announced, Event, LevelReached, Spin

SHOWN_NS: Final = 10_000_000_000
"""Display time of a message (ns of game time)."""

_FADES_NS: Final = 8_000_000_000
_MOST: Final = 32
_FEAT_LINES: Final = 4
"""Minimum number of lines of a clear that is a feat by their number alone."""

_CLEARS: Final = (
    N_("Single"), N_("Double"), N_("Triple"), N_("Quadruple"), N_("Quintuple"), N_("Sextuple"), N_("Septuple"),
    N_("Octuple"), N_("Nonuple"), N_("Decuple"), N_("Undecuple"), N_("Duodecuple"), N_("Tredecuple"),
    N_("Quattuordecuple"), N_("Quindecuple"), N_("Sexdecuple"), N_("Septendecuple"), N_("Octodecuple"),
    N_("Novemdecuple"), N_("Vigintuple"), N_("Unvigintuple"),
)  # fmt: skip


class FieldMessage(NamedTuple):
    text: str
    is_fading: bool = False
    is_flashing: bool = False


class Messages:
    def __init__(self) -> None:
        self.texts: list[tuple[int, str]] = []
        """Last messages and their times, shown or not."""

    def on_events(self, events: Iterable[Event]) -> None:
        for event in events:
            if text := message_text(event):
                self.texts.append((event.time_ns, text))
        del self.texts[:-_MOST]

    def at(self, time_ns: int, flashing_ns: int | None = None) -> tuple[FieldMessage, ...]:
        """Return the visible messages at a game time, the newest first; those of `flashing_ns` are flashing."""
        recent = takewhile(lambda shown: time_ns - shown[0] < SHOWN_NS, reversed(self.texts))
        return tuple(
            FieldMessage(text, time_ns - its_ns >= _FADES_NS, its_ns == flashing_ns)
            for its_ns, text in recent
            if its_ns <= time_ns
        )

    def clear(self) -> None:
        self.texts.clear()


def message_text(event: Event) -> str:
    """Return the message of an event, or an empty string."""
    match event:
        case Accolade():
            return accolade_text(event)
        case Announced(text=text):
            return text
        case _:
            return " ".join(feat_lines(event))


def accolade_text(accolade: Accolade) -> str:
    """Return the text of an accolade, such as `+320 T-Spin Double B2B ×2`."""
    perfect = _("Perfect") if accolade.perfect_clear else ""
    words = f"+{accolade.points}", perfect, _clear_text(accolade), _streak_text(accolade)
    return " ".join(filter(None, words))


def feat_lines(event: Event) -> tuple[str, ...]:
    """Return the lines of a feat, or none if the event is not a feat."""
    match event:
        case Accolade():
            is_special = event.spin is not Spin.NONE or event.lines >= _FEAT_LINES
            perfect = _("Perfect clear") if event.perfect_clear else ""
            lines = perfect, _clear_text(event) if is_special else "", _streak_text(event)
            return tuple(filter(None, lines))
        case LevelReached(level=level):
            return (_("Level {level}").format(level=level),)
        case LeadTaken():
            return (_("Record pace"),)
        case _:
            return ()


def _clear_text(accolade: Accolade) -> str:
    name = accolade.shape.name
    spins = {Spin.FULL: _("{piece}-Spin"), Spin.MINI: _("{piece}-Spin Mini")}
    spin = spins.get(accolade.spin, "").format(piece=name)
    return " ".join(filter(None, (spin, _clear_name(accolade.lines))))


def _streak_text(accolade: Accolade) -> str:
    combo = _("Combo ×{count}").format(count=accolade.combo) if accolade.combo > 1 else ""
    back_to_back = _("B2B ×{count}").format(count=accolade.back_to_back) if accolade.back_to_back > 1 else ""
    return " ".join(filter(None, (combo, back_to_back)))


def _clear_name(lines: int) -> str:
    if not lines:
        return ""
    return _(_CLEARS[lines - 1]) if lines <= len(_CLEARS) else _("{count} lines").format(count=lines)


_BLINK_NS: Final = 80 * MS
_FLASH_NS: Final = 4 * _BLINK_NS
_FEAT_FADES_NS: Final = 900 * MS
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
        self.lines: tuple[str, ...] = ()
        """Lines of the current feat; empty without one."""
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
                is_same = self.lines and event.time_ns == self._start_ns
                self.lines = (*self.lines, *lines) if is_same else lines
                self._start_ns = event.time_ns
                self._height = sum(map(any, field.rows))

    def at(self, time_ns: int, look: Look) -> FeatLook | None:
        """Advance to a game time and return the feat to draw in the field, or None."""
        if not self.lines:
            return None
        age_ns = time_ns - self._start_ns
        if not 0 <= age_ns < _SHOWN_NS:
            self.clear()
            return None
        self.are_flashing = age_ns < _FLASH_NS and not look.reduced_motion
        tone = self._tone(age_ns, look)
        self.flashing_ns = self._start_ns if tone is FeatTone.FLASHING else None
        return FeatLook(self.lines, self._height, tone) if look.feats == FeatPlace.FULL else None

    def clear(self) -> None:
        self.lines = ()
        self.are_flashing = False
        self.flashing_ns = None

    def _tone(self, age_ns: int, look: Look) -> FeatTone:
        if self.are_flashing and age_ns // _BLINK_NS % 2 == 0:
            return FeatTone.FLASHING
        return FeatTone.FADING if age_ns >= _FEAT_FADES_NS and not look.reduced_motion else FeatTone.LIT
