"""The tester of keys, and its log of presses."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from piecement.input.bindings import Bindings
from piecement.input.holds import HoldChange, HoldPhase, HoldTracker, RepeatTiming
from piecement.input.key_labels import key_label
from piecement.render.cells import pad
from piecement.terminal.clock import MS
from piecement.terminal.key_events import KeyDown, KeyEvent
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities, Support
from piecement.terminal.legacy_chords import is_distinct
from piecement.ui.texts.keys import BUTTON_TITLES
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement_base.language import _, ngettext

_MOST: Final = 12


class KeyPress(NamedTuple):
    """One press of a key, from down to up."""

    event: KeyDown
    down_ns: int
    repeats: int = 0
    up_ns: int | None = None

    @property
    def is_down(self) -> bool:
        """Whether the key is held or possibly held."""
        return self.up_ns is None

    def held_ns(self, now_ns: int) -> int:
        return max(0, (now_ns if self.up_ns is None else self.up_ns) - self.down_ns)


class KeyLog:
    """Log of the last presses, by the holds that a tracker reports or infers."""

    def __init__(self, tracker: HoldTracker | None = None) -> None:
        self.tracker: Final = tracker or HoldTracker()
        self.presses: Final[deque[KeyPress]] = deque(maxlen=_MOST)
        """Last presses, the newest last."""

    @property
    def is_busy(self) -> bool:
        """Whether a key is down, so that time alone changes the log."""
        return any(press.is_down for press in self.presses)

    def handle(self, event: KeyEvent) -> None:
        if isinstance(event, KeyDown):
            changes = self.tracker.press(event.place, event.time_ns, tracked=event.tracked, repeat=event.repeat)
            self._follow(changes, event)
        else:
            self._follow(self.tracker.release(event.place, event.time_ns))

    def poll(self, time_ns: int) -> None:
        self._follow(self.tracker.poll(time_ns))

    def release_all(self, time_ns: int) -> None:
        """Release all keys, after which their events no longer arrive."""
        self._follow(self.tracker.release_all(time_ns))

    def _follow(self, changes: Iterable[HoldChange], event: KeyDown | None = None) -> None:
        for change in changes:
            held = [i for i, press in enumerate(self.presses) if press.event.place == change.key and press.is_down]
            if change.phase is HoldPhase.DOWN and event is not None:
                self.presses.append(KeyPress(event, change.time_ns))
            elif held:
                press = self.presses[held[-1]]
                match change.phase:
                    case HoldPhase.UP:
                        self.presses[held[-1]] = press._replace(up_ns=change.time_ns)
                    case HoldPhase.TAP:  # the counted repeat was a press of its own
                        self.presses[held[-1]] = press._replace(up_ns=change.time_ns, repeats=max(0, press.repeats - 1))
                        self.presses.append(press._replace(down_ns=change.time_ns, repeats=0))
                    case _:
                        self.presses[held[-1]] = press._replace(repeats=press.repeats + 1)


_POLL_S: Final = 1 / 20
_LABEL_WIDTH: Final = 6
_STATE_WIDTH: Final = 14


class KeyContext(NamedTuple):
    """Key bindings, and the limits of the terminal."""

    bindings: Bindings
    support: Support
    """The key events that the terminal reports."""
    unreported: tuple[str, ...]
    """The bound chords that it does not report."""


def unreported(keys: Iterable[str], keyboard: KeyboardCapabilities | None) -> tuple[str, ...]:
    """Return the chords that this terminal does not report as such."""
    term = os.environ.get("TERM", "")
    return tuple(key for key in keys if not is_distinct(key, keyboard, term))


_ROOMY: Final = 8
"""Minimum height for the explanation (lines)."""

_VERY_ROOMY: Final = 14
"""Minimum height for everything (lines)."""


class KeyTester(Widget):
    """The last keys, newest first, below the key events that the terminal reports."""

    def __init__(self, clock_ns: Callable[[], int], context: KeyContext) -> None:
        super().__init__(id="tester")
        self._clock_ns = clock_ns
        self._log = KeyLog()
        self._key_context = context

    def change(self, context: KeyContext) -> None:
        self._key_context = context
        self.refresh()

    def track_key(self, event: KeyEvent) -> None:
        self._log.handle(event)
        self.refresh()
        if self.auto_refresh is None and self._log.is_busy:
            self.auto_refresh = _POLL_S

    def automatic_refresh(self) -> None:
        self._log.poll(self._clock_ns())
        self.refresh()
        if not self._log.is_busy:
            self.stop()

    def stop(self) -> None:
        self._log.release_all(self._clock_ns())
        self.auto_refresh = None

    def render(self) -> Content:
        return Content("\n").join(self._lines())

    def _lines(self) -> Iterator[Content]:
        title, meaning = self._key_context.support
        yield Content.styled(_(title), "bold $key")
        explained = Content.styled(_(meaning), "$muted")
        is_unused_room = not self._log.presses and explained.get_height({}, self.size.width) + 2 <= self.size.height
        if self.size.height >= _ROOMY or is_unused_room:
            yield explained
        if self.size.height >= _VERY_ROOMY:
            yield Content.styled(_timing_text(self._log.tracker.timing), "$muted")
            yield Content("")
        if self._key_context.unreported:
            labels = ", ".join(key_label(chord, ascii_only=wants_ascii(self)) for chord in self._key_context.unreported)
            yield Content.styled(_("This terminal can't report {labels}.").format(labels=labels), "$warning")
        if not self._log.presses:
            yield Content(_("Press any key to see it here."))
        for press in reversed(self._log.presses):
            yield self._line(press)

    def _line(self, press: KeyPress) -> Content:
        event = press.event
        button = self._key_context.bindings.button(event.key_id, event.base_id, event.modifiers)
        sign = ("● ", "$success") if press.is_down else ("○ ", "$muted")
        ascii_only = wants_ascii(self)
        sign = plain_hint(sign[0], ascii_only=ascii_only), sign[1]
        label = pad(key_label(event.chord, ascii_only=ascii_only), _LABEL_WIDTH)
        state = _state(press, self._clock_ns())
        does = _(BUTTON_TITLES[button]) if button is not None else ""
        room = self.size.width - cell_len(f"{sign[0]}{label} {does}")
        if room <= cell_len(state):
            does, room = "", 0
        return Content.assemble(sign, (label, "bold"), f" {pad(state, min(room, _STATE_WIDTH))}", (does, "$muted"))


def _state(press: KeyPress, now_ns: int) -> str:
    held = _("{time} ms").format(time=press.held_ns(now_ns) // MS)
    if press.event.tracked:
        return _("held {held}").format(held=held) if press.is_down else held
    if press.repeats:
        repeated = ngettext("{repeats} repeat", "{repeats} repeats", press.repeats).format(repeats=press.repeats)
        return _("held, {repeated}").format(repeated=repeated) if press.is_down else repeated
    return _("pressed") if press.is_down else _("tapped")


def _timing_text(timing: RepeatTiming) -> str:
    if timing.delay_ns is None:
        return _("Hold a key to measure your keyboard's repeat.")
    return _("Your keyboard repeats after {delay} ms, every {interval} ms.").format(
        delay=timing.delay_ns // MS, interval=timing.interval_ns // MS
    )
