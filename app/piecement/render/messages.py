"""The messages beside the field, each for ten seconds of game time."""

from collections.abc import Iterable
from itertools import takewhile
from typing import Final, NamedTuple

from piecement_engine.events import Accolade, Announced, Event, Spin

SHOWN_NS: Final = 10_000_000_000
"""How long a message is shown, in game time."""

_FADES_NS: Final = 8_000_000_000
_MOST: Final = 32

_CLEARS: Final = (
    "Single", "Double", "Triple", "Quadruple", "Quintuple", "Sextuple", "Septuple", "Octuple", "Nonuple", "Decuple",
    "Undecuple", "Duodecuple", "Tredecuple", "Quattuordecuple", "Quindecuple", "Sexdecuple", "Septendecuple",
    "Octodecuple", "Novemdecuple", "Vigintuple", "Unvigintuple",
)  # fmt: skip


class Message(NamedTuple):
    text: str
    is_fading: bool = False


class Messages:
    def __init__(self) -> None:
        self._texts: list[tuple[int, str]] = []

    def on_events(self, events: Iterable[Event]) -> None:
        for event in events:
            text = message_text(event)
            if text:
                self._texts.append((event.time_ns, text))
        del self._texts[:-_MOST]

    def at(self, time_ns: int) -> tuple[Message, ...]:
        """Return the messages at a game time, the newest first."""
        recent = takewhile(lambda shown: time_ns - shown[0] < SHOWN_NS, reversed(self._texts))
        return tuple(Message(text, time_ns - its_ns >= _FADES_NS) for its_ns, text in recent if its_ns <= time_ns)

    def clear(self) -> None:
        self._texts.clear()


def message_text(event: Event) -> str:
    """Return the message about an event; empty for none."""
    match event:
        case Accolade():
            return accolade_text(event)
        case Announced(text=text):
            return text
        case _:
            return ""


def accolade_text(accolade: Accolade) -> str:
    """Return, say, `+320 T-Spin Double (2.B2B)`."""
    spin = {Spin.FULL: f"{accolade.shape.name}-Spin", Spin.MINI: f"{accolade.shape.name}-Spin Mini"}
    words = (
        f"+{accolade.points}",
        "Perfect" if accolade.perfect_clear else "",
        spin.get(accolade.spin, ""),
        _clear_name(accolade.lines),
        f"({accolade.combo}.combo)" if accolade.combo > 1 else "",
        f"({accolade.back_to_back}.B2B)" if accolade.back_to_back > 1 else "",
    )
    return " ".join(word for word in words if word)


def _clear_name(lines: int) -> str:
    if not lines:
        return ""
    return _CLEARS[lines - 1] if lines <= len(_CLEARS) else f"{lines} lines"
