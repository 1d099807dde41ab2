"""Game messages: texts beside the field, and feats that flash in it."""

from collections.abc import Iterable
from itertools import takewhile
from typing import Final, NamedTuple

from piecement.language import N_, _
from piecement.session.live_stats import LeadTaken
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
        self._texts: list[tuple[int, str]] = []

    def on_events(self, events: Iterable[Event]) -> None:
        for event in events:
            if text := message_text(event):
                self._texts.append((event.time_ns, text))
        del self._texts[:-_MOST]

    def at(self, time_ns: int, flashing_ns: int | None = None) -> tuple[FieldMessage, ...]:
        """Return the visible messages at a game time, the newest first; those of `flashing_ns` are flashing."""
        recent = takewhile(lambda shown: time_ns - shown[0] < SHOWN_NS, reversed(self._texts))
        return tuple(
            FieldMessage(text, time_ns - its_ns >= _FADES_NS, its_ns == flashing_ns)
            for its_ns, text in recent
            if its_ns <= time_ns
        )

    def clear(self) -> None:
        self._texts.clear()


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
