"""Messages beside the field, and what feats are called in it."""

import sys
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

from piecement.language import N_, _
from piecement.session.formatting import grouped
from piecement.session.statistics import LeadTaken
from piecement.terminal.clock import MS
from piecement_engine.events import Accolade, Announced, Event, LevelReached, Spin

SHOWN_NS: Final = 10_000_000_000
"""Display time of a message (ns of game time)."""

_FADES_NS: Final = 8_000_000_000
_FLASH_NS: Final = 320_000_000
"""Time for which the message of a feat flashes."""
_CHANGES_NS: Final = (0, _FLASH_NS, _FADES_NS, SHOWN_NS)
"""Ages at which a message looks otherwise."""
_MOST: Final = 32

_CLEARS: Final = (
    N_("Single"), N_("Double"), N_("Triple"), N_("Quad"), N_("Quintuple"), N_("Sextuple"), N_("Septuple"),
    N_("Octuple"), N_("Nonuple"), N_("Decuple"), N_("Undecuple"), N_("Duodecuple"), N_("Tredecuple"),
    N_("Quattuordecuple"), N_("Quindecuple"), N_("Sexdecuple"), N_("Septendecuple"), N_("Octodecuple"),
    N_("Novemdecuple"), N_("Vigintuple"), N_("Unvigintuple"),
)  # fmt: skip


TOLD: Final = (Accolade, Announced, LevelReached, LeadTaken)
"""Events with a message; all but `Announced` may have a callout."""


class FieldMessage(NamedTuple):
    text: str
    is_fading: bool = False
    is_flashing: bool = False


class Messages:
    def __init__(self) -> None:
        self._texts: list[tuple[int, str]] = []
        """Last messages and their times, shown or not."""
        self._shown: tuple[FieldMessage, ...] = ()
        """Visible messages from `_since_ns` until `_until_ns`."""
        self._since_ns = self._until_ns = 0

    def on_event(self, event: Event) -> None:
        if text := message_text(event):
            self._texts = [*self._texts[1 - _MOST :], (event.time_ns, text)]
            self._until_ns = 0

    def at(self, time_ns: int, called_ns: int | None = None) -> tuple[FieldMessage, ...]:
        """Return the visible messages at a game time, the newest first; those of a callout at `called_ns` may flash."""
        if not self._since_ns <= time_ns < self._until_ns:
            self._since_ns, self._until_ns = time_ns, sys.maxsize
            shown: list[FieldMessage] = []
            for its_ns, text in reversed(self._texts):
                age = time_ns - its_ns
                if age >= SHOWN_NS:
                    break
                self._until_ns = min(self._until_ns, its_ns + _CHANGES_NS[bisect_right(_CHANGES_NS, age)])
                if age >= 0:
                    shown.append(FieldMessage(text, age >= _FADES_NS, its_ns == called_ns and age < _FLASH_NS))
            self._shown = tuple(shown)
        return self._shown


def message_text(event: Event) -> str:
    """Return the message of an event, or an empty string."""
    match event:
        case Accolade():
            return accolade_text(event)
        case Announced(text=text):
            return text
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
    return " ".join(filter(None, (spins.get(spin, "").format(piece=piece), _clear_name(lines))))


def _clear_name(lines: int) -> str:
    if not lines:
        return ""
    return _(_CLEARS[lines - 1]) if lines <= len(_CLEARS) else _("{count} lines").format(count=lines)


_CALLOUT_NS: Final = 600 * MS
_LEVEL_NS: Final = 500 * MS
_FEW_LINES: Final = 4
"""Minimum number of lines of a clear that is a feat by their number alone."""
_COMBO: Final = 3
"""Minimum length of a combo that is a feat."""


class Callout(NamedTuple):
    large: tuple[str, ...] = ()
    """Names in large type on a plate."""
    small: tuple[str, ...] = ()
    """Lines under them."""
    shown_ns: int = _CALLOUT_NS
    rank: int = 0
    """Weight: 0 for a level or a lead, 1 for a streak, 2 for a spin or many lines, 3 for a perfect clear."""

    def joined(self, other: "Callout", later_ns: int) -> "Callout":
        """Return both as one, with another callout that came some time later; the lesser stands small below."""
        shown_ns = max(self.shown_ns, later_ns + other.shown_ns)
        if self.rank == other.rank:
            return Callout(self.large + other.large, self.small + other.small, shown_ns, self.rank)
        greater, lesser = (self, other) if self.rank > other.rank else (other, self)
        return Callout(greater.large, (*greater.small, *lesser.large, *lesser.small), shown_ns, greater.rank)


NO_CALLOUT: Final = Callout()


def callout_of(event: Event) -> Callout:
    match event:
        case Accolade():
            perfect = [_("Perfect clear")] if event.perfect_clear else []
            is_special = event.spin is not Spin.NONE or event.lines >= _FEW_LINES
            special = [clear_text(event.shape.name, event.spin, event.lines)] if is_special else []
            streaks = tuple(_streaks(event))
            rank = 3 if perfect else 2 if special else 1 if streaks else 0
            return Callout((*perfect, *special), streaks, rank=rank)
        case LevelReached(level=level):
            return Callout((_("Level {level}").format(level=level),), shown_ns=_LEVEL_NS)
        case LeadTaken():
            return Callout(small=(_("Ahead of best"),))
        case _:
            return NO_CALLOUT


def _streaks(event: Accolade) -> Iterator[str]:
    if event.back_to_back > 1:
        yield _("Back-to-back ×{count}").format(count=event.back_to_back)
    if event.combo >= _COMBO:
        yield _("Combo ×{count}").format(count=event.combo)
