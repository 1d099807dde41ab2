"""What became of the keys that were pressed last, as far as it is known."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from piecement.input.holds import HoldChange, HoldPhase, HoldTracker, RepeatTiming
from piecement.terminal.key_events import KeyDown, KeyEvent, Modifiers

_KEPT = 12


@dataclass(frozen=True, slots=True)
class KeyLife:
    """One press of a key, from down to up."""

    key_id: str
    base_id: str | None
    chord: str
    modifiers: Modifiers
    down_ns: int
    is_tracked: bool
    """Whether its release is reported, not inferred."""
    repeats: int = 0
    up_ns: int | None = None

    @property
    def is_down(self) -> bool:
        """Whether it is held, or may be."""
        return self.up_ns is None

    def held_ns(self, now_ns: int) -> int:
        """Return for how long it was held, or has been."""
        return max(0, (now_ns if self.up_ns is None else self.up_ns) - self.down_ns)


@dataclass(slots=True)
class KeyLog:
    """Follows keys through their presses, holds and releases."""

    tracker: HoldTracker = field(default_factory=HoldTracker)
    lives: list[KeyLife] = field(default_factory=list[KeyLife])
    """The newest last."""

    @property
    def timing(self) -> RepeatTiming:
        """What is known of the keyboard's own repeat."""
        return self.tracker.timing

    @property
    def is_busy(self) -> bool:
        """Whether a key is down, so that time alone changes something."""
        return any(life.is_down for life in self.lives)

    def feed(self, event: KeyEvent) -> None:
        """Take in a key event."""
        if isinstance(event, KeyDown):
            changes = self.tracker.press(event.key_id, event.time_ns, tracked=event.tracked, repeat=event.repeat)
            self._follow(changes, event)
        else:
            self._follow(self.tracker.release(event.key_id, event.time_ns))

    def poll(self, time_ns: int) -> None:
        """Take in that time has passed."""
        self._follow(self.tracker.poll(time_ns))

    def release_all(self, time_ns: int) -> None:
        """Let go of all keys, as nothing more will be heard of them."""
        self._follow(self.tracker.release_all(time_ns))

    def _follow(self, changes: Iterable[HoldChange], event: KeyDown | None = None) -> None:
        for change in changes:
            if change.phase is HoldPhase.DOWN and event is not None:
                life = KeyLife(event.key_id, event.base_id, event.chord, event.modifiers, change.time_ns, event.tracked)
                self.lives = [*self.lives, life][-_KEPT:]
            elif change.phase is HoldPhase.UP:
                self._change(change.key, up_ns=change.time_ns)
            elif change.phase is HoldPhase.TAP:
                self._part(change.key, change.time_ns)
            else:
                self._change(change.key)

    def _part(self, key_id: str, time_ns: int) -> None:
        """Make a press of its own of what was counted as a repeat."""
        for index in reversed(range(len(self.lives))):
            life = self.lives[index]
            if life.key_id == key_id and life.is_down:
                self.lives[index] = replace(life, up_ns=time_ns, repeats=max(0, life.repeats - 1))
                self.lives = [*self.lives, replace(life, down_ns=time_ns, repeats=0)][-_KEPT:]
                return

    def _change(self, key_id: str, up_ns: int | None = None) -> None:
        for index in reversed(range(len(self.lives))):
            life = self.lives[index]
            if life.key_id == key_id and life.is_down:
                more = 0 if up_ns is not None else 1
                self.lives[index] = replace(life, up_ns=up_ns, repeats=life.repeats + more)
                return
