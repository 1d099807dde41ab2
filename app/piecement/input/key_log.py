"""Log of the last key presses, with reported or inferred repeats and releases."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from piecement.input.holds import HoldChange, HoldPhase, HoldTracker, RepeatTiming
from piecement.terminal.key_events import KeyDown, KeyEvent, Modifiers

_MOST: Final = 12


class KeyPress(NamedTuple):
    """One press of a key, from down to up."""

    key_id: str
    base_id: str | None
    chord: str
    modifiers: Modifiers
    down_ns: int
    is_tracked: bool
    """Whether the terminal reports the release; otherwise it is inferred."""
    repeats: int = 0
    up_ns: int | None = None

    @property
    def is_down(self) -> bool:
        """Whether the key is held or possibly held."""
        return self.up_ns is None

    def held_ns(self, now_ns: int) -> int:
        return max(0, (now_ns if self.up_ns is None else self.up_ns) - self.down_ns)


class KeyLog:
    def __init__(self, tracker: HoldTracker | None = None) -> None:
        self.tracker: Final = tracker or HoldTracker()
        self.presses: list[KeyPress] = []
        """Last presses, the newest last."""

    @property
    def timing(self) -> RepeatTiming:
        return self.tracker.timing

    @property
    def is_busy(self) -> bool:
        """Whether a key is down, so that time alone changes the log."""
        return any(press.is_down for press in self.presses)

    def handle(self, event: KeyEvent) -> None:
        if isinstance(event, KeyDown):
            changes = self.tracker.press(event.key_id, event.time_ns, tracked=event.tracked, repeat=event.repeat)
            self._follow(changes, event)
        else:
            self._follow(self.tracker.release(event.key_id, event.time_ns))

    def poll(self, time_ns: int) -> None:
        self._follow(self.tracker.poll(time_ns))

    def release_all(self, time_ns: int) -> None:
        """Release all keys, after which their events no longer arrive."""
        self._follow(self.tracker.release_all(time_ns))

    def _follow(self, changes: Iterable[HoldChange], event: KeyDown | None = None) -> None:
        for change in changes:
            if change.phase is HoldPhase.DOWN and event is not None:
                of_key = event.key_id, event.base_id, event.chord, event.modifiers
                self._add(KeyPress(*of_key, change.time_ns, event.tracked))
            elif (index := self._newest(change.key)) is not None:
                self._change(index, change)

    def _change(self, index: int, change: HoldChange) -> None:
        press = self.presses[index]
        if change.phase is HoldPhase.UP:
            self.presses[index] = press._replace(up_ns=change.time_ns)
        elif change.phase is HoldPhase.TAP:  # the counted repeat was a press of its own
            self.presses[index] = press._replace(up_ns=change.time_ns, repeats=max(0, press.repeats - 1))
            self._add(press._replace(down_ns=change.time_ns, repeats=0))
        else:
            self.presses[index] = press._replace(repeats=press.repeats + 1)

    def _add(self, press: KeyPress) -> None:
        self.presses = [*self.presses, press][-_MOST:]

    def _newest(self, key_id: str) -> int | None:
        found = (i for i, press in enumerate(self.presses) if press.key_id == key_id and press.is_down)
        return max(found, default=None)
