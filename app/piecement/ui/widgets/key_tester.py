"""Shows each key as it is pressed, how long it is held, and what it does in a game."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from piecement.input.bindings import Bindings
from piecement.input.holds import RepeatTiming
from piecement.input.key_log import KeyLog, KeyPress
from piecement.input.key_names import key_label
from piecement.language import _, ngettext
from piecement.terminal.clock import MS
from piecement.terminal.key_events import KeyEvent
from piecement.terminal.key_support import Support
from piecement.ui.texts.button_texts import BUTTON_TITLES
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii

_POLL_S: Final = 1 / 20
_LABEL_WIDTH: Final = 6
_STATE_WIDTH: Final = 14


class KeyContext(NamedTuple):
    bindings: Bindings
    support: Support
    """The key events that the terminal reports."""
    unreported: tuple[str, ...]
    """The bound chords that it does not report."""


class KeyTester(Static):
    """The last keys, newest first, below the key events that the terminal reports."""

    def __init__(self, clock_ns: Callable[[], int], context: KeyContext) -> None:
        super().__init__(id="tester")
        self._clock_ns = clock_ns
        self._log = KeyLog()
        self._key_context = context
        self._timer: Timer | None = None

    def change(self, context: KeyContext) -> None:
        self._key_context = context
        self.show()

    def track_key(self, event: KeyEvent) -> None:
        self._log.handle(event)
        self.show()
        if self._timer is None and self._log.is_busy:
            self._timer = self.set_interval(_POLL_S, self.poll)

    def poll(self) -> None:
        self._log.poll(self._clock_ns())
        self.show()
        if not self._log.is_busy:
            self.stop()

    def stop(self) -> None:
        self._log.release_all(self._clock_ns())
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def on_resize(self) -> None:
        self.show()

    def show(self) -> None:
        self.update(Content("\n").join(self._lines()))

    def _lines(self) -> Iterator[Content]:
        title, meaning = self._key_context.support
        yield Content.styled(title, "bold $accent")
        if self.size.height >= _ROOMY:
            yield Content.styled(meaning, "$muted")
        if self.size.height >= _VERY_ROOMY:
            yield Content.styled(_timing_text(self._log.timing), "$muted")
            yield Content("")
        if self._key_context.unreported:
            labels = ", ".join(key_label(chord, ascii_only=wants_ascii(self)) for chord in self._key_context.unreported)
            yield Content.styled(_("This terminal can't report {labels}.").format(labels=labels), "$warning")
        if not self._log.presses:
            yield Content(_("Press any key to see it here."))
        for life in reversed(self._log.presses):
            yield self._line(life)

    def _line(self, life: KeyPress) -> Content:
        button = self._key_context.bindings.button(life.key_id, life.base_id, life.modifiers)
        sign = ("● ", "$success") if life.is_down else ("○ ", "$muted")
        ascii_only = wants_ascii(self)
        sign = plain_hint(sign[0], ascii_only=ascii_only), sign[1]
        label = key_label(life.chord, ascii_only=ascii_only).ljust(_LABEL_WIDTH)
        state = _state(life, self._clock_ns()).ljust(_STATE_WIDTH)
        does = BUTTON_TITLES[button] if button is not None else ""
        return Content.assemble(sign, (label, "bold"), f" {state}", (does, "$muted"))


_ROOMY: Final = 8
"""The least lines for the explanation."""

_VERY_ROOMY: Final = 14
"""The least lines for everything."""


def _state(life: KeyPress, now_ns: int) -> str:
    held = _("{time} ms").format(time=life.held_ns(now_ns) // MS)
    if life.is_tracked:
        return _("held {held}").format(held=held) if life.is_down else held
    if life.repeats:
        repeated = ngettext("{repeats} repeat", "{repeats} repeats", life.repeats).format(repeats=life.repeats)
        return _("held, {repeated}").format(repeated=repeated) if life.is_down else repeated
    return _("pressed") if life.is_down else _("tapped")


def _timing_text(timing: RepeatTiming) -> str:
    if timing.delay_ns is None:
        return _("Hold a key to measure how the keyboard repeats.")
    return _("The keyboard repeats after {delay} ms, every {interval} ms.").format(
        delay=timing.delay_ns // MS, interval=timing.interval_ns // MS
    )
