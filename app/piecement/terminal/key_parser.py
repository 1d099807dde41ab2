"""Parser of terminal input, which extends Textual's: keys with their releases, and replies to queries."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from time import perf_counter
from typing import Final

from textual import constants, events
from textual.keys import Keys
from textual.message import Message

from piecement.terminal import replies
from piecement.terminal.clock import now_ns
from piecement.terminal.key_events import KeyDown, KeyEvent, KeyUp, press_of
from piecement.terminal.keyboard_capabilities import EVENT_TYPES
from piecement.terminal.kitty_protocol import LEGACY, RELEASE, REPEAT, TerminalKey, read_key
from piecement.terminal.menu_keys import Key
from piecement.terminal.scanner import Chunk, ChunkKind, Scanner
from piecement.terminal.textual_internals import StockParser

TerminalInput = Message | KeyEvent | replies.TerminalReply
"""Keys, releases and reports read from the terminal."""

_Press = tuple[TerminalKey, list[Key]]
"""Key of a sequence, with the keys of Textual; a release has none."""


def _legacy_key(of_textual: events.Key) -> TerminalKey:
    press = press_of(of_textual.key)
    return TerminalKey(press.key_id, press.base_id, press.modifiers, LEGACY, "")


ESCAPE_WAIT: Final = 0.025
"""Time after an ESC byte during which it may start a sequence, unless `ESCDELAY` is set (s)."""

REPLY_ESCAPE_WAIT: Final = 0.1
"""Wait after an ESC byte while a reply is pending, since replies begin with ESC too (s)."""

_LONGEST_KEY: Final = 1024
"""Maximum length of a sequence read as a key (characters): text of an input method."""

_MOST_KNOWN: Final = 512
"""Maximum number of remembered keys."""

_BROKEN: Final = "\ufffd"
"""Character that the decoder writes for invalid bytes."""

_FOCUS: Final[dict[str, type[events.Event]]] = {"\x1b[I": events.AppFocus, "\x1b[O": events.AppBlur}
_MOUSE: Final = "\x1b[<"
_PRIVATE: Final = "?"
_POSITION: Final = "R"
"""Marks of replies: their first character after the introducer, or the last one of a cursor position."""
_STRAY_PASTE_END: Final = "\x1b[201~"
_REPORT_FINALS: Final = frozenset("ty")
"""Last characters of reports that Textual reads: a size, and the setting of a mode."""
_LONGEST_REPORT: Final = 32
"""Maximum length of a report that Textual reads (characters)."""
_SIZES: Final = range(1, 1001)
"""Valid numbers of rows and columns in a report; no screen exceeds them."""


class KeyParser:
    """Parser that asks Textual's for its messages, and also yields `KeyDown`, `KeyUp` and replies of the terminal.

    Every key of stock Textual stays the same, with a `KeyDown` before each press. A release yields only a `KeyUp`.
    Unknown or overlong replies, which stock Textual turns into keys, come out as replies, and truncated input yields
    nothing. Stock Textual raises on some malformed sequences. Here each key or sequence is read by itself, and one that
    raises yields nothing.
    """

    def __init__(self, *, clock: Callable[[], float] = perf_counter) -> None:
        self.flags_in_force = 0
        """Kitty flags that the terminal confirmed."""
        self.is_capturing = False
        """Whether the game's flags were requested; they are active from the reply on."""
        self._clock = clock
        self._scanner = Scanner(ESCAPE_WAIT)
        self._replies_until = 0.0
        self._known: dict[str, list[_Press]] = {}
        """Keys read before."""
        self._stock: Final = StockParser()

    @property
    def escape_due(self) -> float | None:
        """Time to call `tick` if no more input arrives, on the parser's clock; None if nothing is pending."""
        return self._scanner.due

    def expect_replies(self) -> None:
        """Extend the wait after ESC until the terminal has replied. Call after a query."""
        self._replies_until = self._clock() + replies.REPLY_WAIT

    def feed(self, data: str) -> Iterable[TerminalInput]:
        """Return the messages and key events of input."""
        known = self._known.get(data)
        return self._read(data) if known is None or self._scanner.due is not None else self._events_of(known)

    def _read(self, data: str) -> Iterable[TerminalInput]:
        now = self._clock()
        waits_for_reply = now < self._replies_until
        self._scanner.escape_wait = REPLY_ESCAPE_WAIT if waits_for_reply else ESCAPE_WAIT
        if "ESCDELAY" in os.environ:
            self._scanner.escape_wait = constants.ESCAPE_DELAY
        for chunk in self._scanner.feed(data, now):
            yield from self._messages(chunk)

    def tick(self) -> Iterable[TerminalInput]:
        """Yield the messages of unfinished input once its time is over."""
        due = self._scanner.due
        if due is not None and self._clock() >= due:
            for chunk in self._scanner.give_up():
                yield from self._messages(chunk)

    def _messages(self, chunk: Chunk) -> Iterable[TerminalInput]:
        kind, text = chunk
        for part in text.replace(_BROKEN, "") if kind is ChunkKind.TEXT else (text,):
            with suppress(Exception):  # an error of any depth means an unreadable key
                yield from [*self._meaning(kind, part)]

    def _meaning(self, kind: ChunkKind, text: str) -> Iterable[TerminalInput]:
        if kind is ChunkKind.TEXT:
            yield from self._keys(text)
        elif kind is ChunkKind.SEQUENCE:
            yield from self._sequence(text)
        elif kind is ChunkKind.STRING:
            yield replies.read_reply(text) or replies.OtherReply(text)
        elif kind is ChunkKind.PASTE:
            yield events.Paste(text.replace("\x00", ""))
        elif kind is ChunkKind.ESCAPE:
            yield from (press_of("escape"), events.Key("escape", "\x1b"))
        else:  # ESC and a character: a known key, or the character with Alt
            yield from [*self._keys(text)] or self._keys(text[1], alt=True)

    def _sequence(self, text: str) -> Iterable[TerminalInput]:
        if (focus := _FOCUS.get(text)) is not None:
            yield focus()
        elif text.startswith(_MOUSE):
            if len(text) <= _LONGEST_REPORT and (moved := self._stock.parse_mouse_code(text)) is not None:
                yield moved
        elif (text[2:3] == _PRIVATE or text[-1] == _POSITION) and (reply := replies.read_reply(text)) is not None:
            if isinstance(reply, replies.DeviceAttributes):
                self._replies_until = 0.0
            elif isinstance(reply, replies.KeyboardFlags) and self.is_capturing:
                self.flags_in_force = reply.flags
            yield reply
            yield from self._reports(text)
        elif text != _STRAY_PASTE_END:
            keys = [*self._keys(text)] if len(text) <= _LONGEST_KEY else []
            yield from keys or [*self._reports(text)] or [replies.OtherReply(text)]

    def _reports(self, text: str) -> Iterable[Message]:
        """Yield Textual's messages for a new size or mode, from a separate parser that may fail."""
        if len(text) > _LONGEST_REPORT or text[-1] not in _REPORT_FINALS:
            return
        for message in StockParser().feed(text):
            if isinstance(message, events.Key):
                continue
            size = message.size if isinstance(message, events.Resize) else None
            if size is None or (size.width in _SIZES and size.height in _SIZES):
                yield message

    def _keys(self, sequence: str, alt: bool = False) -> Iterable[TerminalInput]:
        if len(sequence) > 2 and not constants.DISABLE_KITTY_KEY and (key := read_key(sequence)) is not None:
            found = [(key, [] if key.event == RELEASE else self._menu_keys(key, alt))]
        else:
            found = [(_legacy_key(of_textual), [Key.of(of_textual)]) for of_textual in self._stock_keys(sequence, alt)]
        if found and not alt:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[sequence] = found
        return self._events_of(found)

    def _events_of(self, presses: list[_Press]) -> Iterable[TerminalInput]:
        for key, keys in presses:
            if key.event == RELEASE:
                yield KeyUp(key.key_id, key.base_id, key.modifiers)
                continue
            tracked = key.event != LEGACY and bool(self.flags_in_force & EVENT_TYPES)
            yield KeyDown(key.key_id, key.base_id, key.modifiers, now_ns(), key.event == REPEAT, tracked)
            for of_textual in keys:
                yield of_textual.copy()

    def _menu_keys(self, key: TerminalKey, alt: bool) -> list[Key]:
        """Return the menu keys for a key; only a single one is known to belong to this physical key."""
        of_textual = [*self._stock_keys(key.plain, alt)]
        if len(of_textual) > 1:
            return [Key.of(each) for each in of_textual]
        press = KeyDown(key.key_id, key.base_id, key.modifiers, 0)
        return [Key.of(each, press) for each in of_textual]

    def _stock_keys(self, sequence: str, alt: bool) -> Iterable[events.Key]:
        """Yield Textual's keys. Raises `ValueError` for a lone surrogate, which can be neither shown nor stored."""
        for event in self._stock.keys_of(sequence, alt=alt):
            if event.key != Keys.Ignore:
                f"{event.key}{event.character}".encode()
                yield event
