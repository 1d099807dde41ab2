"""Messages beside the field."""

from typing import Final, NamedTuple

from piecement.session.events import BestBeaten, LeadTaken, MatchEnded
from piecement_base.formatting import grouped
from piecement_base.language import N_, _, phrase_text
from piecement_engine.events import Accolade, Announced, Event, LevelReached, Spin

SHOWN_NS: Final = 10_000_000_000
"""Display time of a message (ns of game time)."""

_FADES_NS: Final = 8_000_000_000
"""Age from which a message is fading (ns)."""
_FLASH_NS: Final = 320_000_000
"""Time for which the message of a feat flashes."""
_MOST: Final = 32
"""Maximum number of remembered messages."""

_CLEARS: Final = (
    N_("Single"), N_("Double"), N_("Triple"), N_("Quad"), N_("Quintuple"), N_("Sextuple"), N_("Septuple"),
    N_("Octuple"), N_("Nonuple"), N_("Decuple"), N_("Undecuple"), N_("Duodecuple"), N_("Tredecuple"),
    N_("Quattuordecuple"), N_("Quindecuple"), N_("Sexdecuple"), N_("Septendecuple"), N_("Octodecuple"),
    N_("Novemdecuple"), N_("Vigintuple"), N_("Unvigintuple"),
)  # fmt: skip


EVENTS_WITH_TEXT: Final = (Accolade, Announced, LevelReached, LeadTaken, BestBeaten, MatchEnded)
"""Events with a message or a callout."""


class FieldMessage(NamedTuple):
    text: str
    is_fading: bool = False
    is_flashing: bool = False


class Messages:
    def __init__(self) -> None:
        self._texts: list[tuple[int, str]] = []
        """Last messages and their times, shown or not."""

    def on_event(self, event: Event) -> None:
        if text := message_text(event):
            self._texts = [*self._texts[1 - _MOST :], (event.time_ns, text)]

    def withdraw(self, text: str) -> None:
        """Show a message no more."""
        self._texts = [(time_ns, other) for time_ns, other in self._texts if other != text]

    def at(self, time_ns: int, called_ns: int | None = None) -> tuple[FieldMessage, ...]:
        """Return the visible messages at a game time, the newest first; those of a callout at `called_ns` may flash."""
        shown: list[FieldMessage] = []
        for start_ns, text in reversed(self._texts):
            age_ns = time_ns - start_ns
            if age_ns >= SHOWN_NS:
                break
            if age_ns >= 0:
                shown.append(FieldMessage(text, age_ns >= _FADES_NS, start_ns == called_ns and age_ns < _FLASH_NS))
        return tuple(shown)


def message_text(event: Event) -> str:
    """Return the message of an event, or an empty string."""
    match event:
        case Accolade():
            return accolade_text(event)
        case Announced(text=text):
            return phrase_text(text)
        case LevelReached(level=level):
            return _("Level {level}").format(level=level)
        case LeadTaken():
            return _("Ahead of best")
        case _:
            return ""


def accolade_text(accolade: Accolade) -> str:
    """Return the text of an accolade, such as `+320 T-Spin Double B2B ×2`."""
    perfect = _("Perfect") if accolade.perfect_clear else ""
    words = grouped(accolade.points, "+"), perfect, clear_text(accolade.shape.name, accolade.spin, accolade.lines)
    streaks = [
        text.format(count=count)
        for text, count in ((_("Combo ×{count}"), accolade.combo), (_("B2B ×{count}"), accolade.back_to_back))
        if count > 1
    ]
    return " ".join(filter(None, (*words, *streaks)))


def clear_text(piece: str, spin: Spin, lines: int) -> str:
    """Return the name of a clear or spin by a piece, such as `T-Spin Double`."""
    spins = {Spin.FULL: _("{piece}-Spin"), Spin.MINI: _("{piece}-Spin Mini")}
    clear = _(_CLEARS[lines - 1]) if 0 < lines <= len(_CLEARS) else _("{count} lines").format(count=lines)
    return " ".join(filter(None, (spins.get(spin, "").format(piece=piece), clear if lines else "")))
