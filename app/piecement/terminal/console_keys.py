"""Windows console input to key events, along with the messages that Textual makes of it.

Theory of operation. A console reports keys in three ways, and may change from one to another:

  a record of each press and release        in win32 input mode, as text, or from an old console
  text for presses, records of releases     the console of Windows 10 with terminal input, as Textual has it
  records of presses and releases at once   a terminal that sends its console no releases

The text of a record goes through Textual's parser like the input of any terminal, so that Textual's `Key`, pasted text
and the mouse stay the same. The parser finds the presses; the record identifies the key. Text with releases to follow
is held only under names that its key is sure to have; releases that arrive together with the press are ignored.
"""

from codecs import getincrementaldecoder
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Final

from textual import events

from piecement.terminal.clock import now_ns
from piecement.terminal.key_events import KeyDown, KeyUp, Modifiers
from piecement.terminal.key_parser import KeyParser, TerminalInput
from piecement.terminal.menu_keys import Key
from piecement.terminal.win32_input import RecordReader
from piecement.terminal.windows_keys import ControlState, KeyRecord

_AT_ONCE_NS: Final = 3_000_000
"""Maximum duration of a press that only a console with invented releases produces (ns)."""
_TIMES_AT_ONCE: Final = 3
"""Number of consecutive instant releases that show that releases are invented."""

_ALT: Final = frozenset({0x12, 0xA4, 0xA5})
_LEFT_CTRL: Final = frozenset({0x11, 0xA2})
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz")
_SURE_NAMES: Final = _LETTERS | {
    *("left", "right", "up", "down", "space", "enter", "tab", "backspace"),
    *("insert", "delete", "home", "end", "pageup", "pagedown"),
}
"""Keys with the same name in the text of a press and in the record of its release, also with Shift."""


def _surrogate_joiner() -> Callable[[str], str]:
    """Return a function that joins the halves of characters beyond 16 bits, and holds back a first half at the end."""
    decode = getincrementaldecoder("utf-16-le")(errors="replace").decode
    return lambda text: decode(text.encode("utf-16-le", "surrogatepass"))


class ConsoleKeys:
    """Converts records and text to messages and key events."""

    def __init__(self, parser: KeyParser, *, clock: Callable[[], int] = now_ns) -> None:
        self.parser: Final = parser
        """Parser of the text."""
        self._clock = clock
        self.wants_releases = True
        """Whether releases are wanted; otherwise no key counts as held."""
        self._reader = RecordReader()
        self._at_once = 0
        """Number of keys in a row that were released with their press; one real hold restores the trust in releases."""
        self._seen_release = False
        self._down: dict[str, tuple[int, bool, str | None]] = {}
        """Time of the press, whether a release was promised, and the base key, for each key that is down."""
        self._down_as: dict[tuple[int, int], str] = {}
        """Name of each key that is down, by its virtual key and scan code; its release gets the same name."""
        self._signs: dict[int, str] = {}
        """Characters typed without modifiers by keys without a fixed name, by virtual key."""
        self._join_sent = _surrogate_joiner()
        self._join_typed = _surrogate_joiner()

    @property
    def reports_releases(self) -> bool:
        """Whether the console reports presses and releases, judging by the input so far."""
        return (self._reader.has_read or self._seen_release) and self._at_once < _TIMES_AT_ONCE

    def set_mode(self, asked: bool) -> None:
        """Record that the win32 input mode was requested or ended; safe for any thread."""
        self._reader.is_requested = asked

    def feed(self, records: Sequence[KeyRecord]) -> Iterator[TerminalInput]:
        return self._read(self._parts(records))

    def feed_text(self, text: str) -> Iterator[TerminalInput]:
        """Return the messages and key events in the input of a terminal without a console, where records are text."""
        return self._read(self._within(text))

    def _read(self, parts: Iterable[KeyRecord | str]) -> Iterator[TerminalInput]:
        for part in _without_fake_control([*parts]):
            yield from self._key(part) if isinstance(part, KeyRecord) else self._of_text(self.parser.feed(part))

    @property
    def escape_due(self) -> float | None:
        """Time to call `tick` if no more input arrives, on the parser's clock; None if nothing is pending."""
        return 0.0 if self._reader.has_rest else self.parser.escape_due

    def tick(self) -> Iterator[TerminalInput]:
        """Yield pending input, such as a lone Esc, that nothing has followed."""
        if text := self._reader.left_over():
            yield from self._of_text(self.parser.feed(text))
        yield from self._of_text(self.parser.tick())

    def release_all(self) -> list[KeyUp]:
        """Return the release of each held key when the window loses the focus, as the console sends none."""
        held, self._down = self._down, {}
        self._down_as.clear()
        return [KeyUp(key, base, Modifiers.NONE, self._clock()) for key, (_, tracked, base) in held.items() if tracked]

    def _parts(self, records: Sequence[KeyRecord]) -> Iterator[KeyRecord | str]:
        """Yield the keys of records and the texts between them; a text may contain records of keys in turn."""
        for is_text, group in groupby(records, attrgetter("is_text")):
            if not is_text:
                yield from group
                continue
            sent = self._join_sent("".join(record.character * record.count for record in group if record.down))
            yield from self._within(sent)

    def _within(self, text: str) -> Iterator[KeyRecord | str]:
        """Yield the keys of records within a text, and the text between them."""
        for part in self._reader.feed(text):
            if isinstance(part, str) or not part.is_text:
                yield part
            elif part.down and (typed := self._join_typed(part.character * part.count)):
                yield typed

    def _key(self, record: KeyRecord) -> Iterator[TerminalInput]:
        if not record.down:
            yield from self._released(record)
            return
        text = self._join_typed(record.text)
        if not text:
            yield self._pressed(record)
        for _ in range(record.count if text else 0):
            pressed: KeyDown | None = None
            for found in self.parser.feed(text):
                if isinstance(found, KeyDown):
                    yield (pressed := self._pressed(record))
                else:
                    yield Key.of(found, pressed) if isinstance(found, events.Key) else found

    def _pressed(self, record: KeyRecord) -> KeyDown:
        key = self._learn_name(record)
        self._down_as[record.virtual_key, record.scan_code] = key
        base = record.place if key not in {record.name, record.place} else None
        return self._held(KeyDown(key, base, record.modifiers, self._clock()))

    def _held(self, event: KeyDown) -> KeyDown:
        """Mark a press as one whose release will come, unless releases are invented or not wanted; return it."""
        repeat = event.key_id in self._down
        tracked = self.wants_releases and self._at_once < _TIMES_AT_ONCE
        since_ns, *_ = self._down.get(event.key_id, (self._clock(),))
        self._down[event.key_id] = since_ns, tracked, event.base_id
        if tracked:
            event.repeat, event.tracked = repeat, True
        return event

    def _released(self, record: KeyRecord) -> Iterator[TerminalInput]:
        self._seen_release = True
        key = self._learn_name(record)
        self._down_as.pop((record.virtual_key, record.scan_code), None)
        for name in {key, key.removeprefix("kp_")}:  # text has one name for both
            if (press := self._down.pop(name, None)) is not None:
                since_ns, tracked, base = press
                event = KeyUp(name, base, record.modifiers, self._clock())
                self._at_once = self._at_once + 1 if event.time_ns - since_ns <= _AT_ONCE_NS else 0
                if tracked:
                    yield event
        if record.virtual_key in _ALT and record.character:  # the number of a character was typed with Alt
            yield from self._of_text(self.parser.feed(self._join_typed(record.character)))

    def _of_text(self, messages: Iterable[TerminalInput]) -> Iterator[TerminalInput]:
        """Yield the messages of a text; some of its presses may report their release.

        All keys are released when the window loses the focus.
        """
        has_releases_only = self._seen_release and not self._reader.is_in_force
        for found in messages:
            if isinstance(found, events.AppBlur):
                yield from self.release_all()
            elif has_releases_only and isinstance(found, KeyDown) and found.chord.removeprefix("shift+") in _SURE_NAMES:
                self._held(found)
            yield found

    def _learn_name(self, record: KeyRecord) -> str:
        """Return the name of a key: while it is down that of its press, and for a sign the one it types unmodified.

        That sign is learned from any press or release without modifiers.
        """
        letter, name = record.letter, self._down_as.get((record.virtual_key, record.scan_code))
        if name is None and (letter is None or letter.isascii()):
            name = record.name or record.latin
        if name is None and (sign := letter or record.sign) is not None:
            self._signs[record.virtual_key] = sign
        return name or self._signs.get(record.virtual_key) or record.place or f"vk_{record.virtual_key}"


def _without_fake_control(parts: Sequence[KeyRecord | str]) -> Iterator[KeyRecord | str]:
    """Yield the parts without the left Ctrl that Windows adds before AltGr."""
    for part, following in pairwise([*parts, ""]):
        if not (_is_press(part, _LEFT_CTRL, is_right=False) and _is_press(following, _ALT, is_right=True)):
            yield part


def _is_press(part: KeyRecord | str, keys: Container[int], *, is_right: bool) -> bool:
    if isinstance(part, str) or not part.down or part.virtual_key not in keys:
        return False
    return bool(part.state & ControlState.ENHANCED) is is_right
