"""From keys to held buttons.

Theory of operation. The game needs the buttons that are held, and when that changes. A
tracked key (one whose release the terminal reports) is held exactly from its press to its release.
An untracked key is not: its release is inferred late, and auto-shift must not start on a guess.
So for untracked keys one byte is one step, and a step is a tap: the button is pressed and let go in
the same instant.

  move         a tap for every byte: the system's own delay and repeat move the piece
  soft drop    a tap until the hold is certain, then held until the release is inferred
  hard drop    a tap for a byte once it is surely a new press, so that a held key drops one piece only
  the others   as hard drop: a first repeat is no second press

Every new press is an edge, also of a second key of a button that is held already.

A key that another one keeps from repeating goes on as if it repeated (see `holds`): a move to its wall, a soft drop
further down. A move that goes on ends with any other move. A hard drop ends whatever goes on, as the piece is gone that
it was meant for; only a move that repeated up to then is carried over to the next piece. Many let go of a
move just as they drop, and a piece that runs away costs more than a key pressed again: so what is carried over waits
for `CARRY_NS`, and ends with the next press of any key.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from piecement.input.bindings import DEFAULT_BINDINGS, Bindings
from piecement.input.holds import HoldChange, HoldPhase, HoldTracker, RepeatTiming
from piecement.terminal.key_events import KeyDown, KeyEvent, Modifiers
from piecement_engine.buttons import Button

_TELEPORTS: Final[dict[Button, Button]] = {
    Button.MOVE_LEFT: Button.TELEPORT_LEFT,
    Button.MOVE_RIGHT: Button.TELEPORT_RIGHT,
}

_SURE: Final = frozenset({HoldPhase.DOWN, HoldPhase.TAP})
_LIKELY: Final = frozenset({HoldPhase.DOWN, HoldPhase.MAYBE})
_EVERY_BYTE: Final = frozenset({HoldPhase.DOWN, HoldPhase.MAYBE, HoldPhase.REPEAT})

_TAPPED_IN: Final[dict[Button, frozenset[HoldPhase]]] = {
    Button.MOVE_LEFT: _EVERY_BYTE,
    Button.MOVE_RIGHT: _EVERY_BYTE,
    Button.SOFT_DROP: _LIKELY,
}
"""The phases of an untracked key that tap its button; for buttons not named the sure presses."""

_SIDEWAYS: Final = frozenset({*_TELEPORTS, *_TELEPORTS.values()})
"""The buttons that move a piece to a side, of which the last one counts."""

CARRY_NS: Final = 150_000_000
"""After a hard drop, how long a move that may still be held waits before it moves the next piece."""

_COMMAND_MODIFIERS: Final = Modifiers.ALT | Modifiers.CTRL | Modifiers.SUPER | Modifiers.HYPER | Modifiers.META

_MODIFIER_KEYS: Final[dict[Modifiers, tuple[str, ...]]] = {
    Modifiers.ALT: ("left_alt", "right_alt"),
    Modifiers.CTRL: ("left_control", "right_control"),
    Modifiers.SUPER: ("left_super", "right_super"),
    Modifiers.HYPER: ("left_hyper", "right_hyper"),
    Modifiers.META: ("left_meta", "right_meta"),
}


class ButtonChange(NamedTuple):
    """All the buttons that are held from a time on."""

    time_ns: int
    held: frozenset[Button]


class _Press:
    def __init__(self, button: Button, *, tracked: bool) -> None:
        self.button: Final = button
        self.tracked: Final = tracked
        self.holding = False


class KeyboardInput:
    """Turns key events into changes of the held buttons.

    Times are those of the key events and never run backwards from one change to the next. They
    may lie a little before the time to which a game has been updated.
    """

    def __init__(
        self,
        bindings: Bindings = DEFAULT_BINDINGS,
        *,
        commands: frozenset[str] = frozenset(),
        tracker: HoldTracker | None = None,
        hold_to_wall: bool = False,
    ) -> None:
        self.bindings = bindings
        """May be replaced at any time; a key that is down stays with the button it was pressed for."""
        self.commands = commands
        """Chords of the screen, such as "ctrl+z", that are never buttons.

        Any other key with Ctrl, Alt, Super, Hyper or Meta is none either, unless that modifier, or
        that very chord, is bound itself.
        """
        self.hold_to_wall = hold_to_wall
        """Whether an untracked move key teleports once its hold is certain, as with a repeat of 0."""
        self.tracker: Final = tracker or HoldTracker()
        self._presses: dict[str, _Press] = {}
        self._held: frozenset[Button] = frozenset()
        self._latest_ns = 0
        self._carried: frozenset[str] = frozenset()
        """The keys of moves that may still be held since a hard drop."""

    @property
    def held(self) -> frozenset[Button]:
        return self._held

    @property
    def is_idle(self) -> bool:
        """Whether no key is down, nor may be, so that time alone changes nothing."""
        return not (self._held or self.tracker.held)

    @property
    def timing(self) -> RepeatTiming:
        """What was learned of the system's key repeat; worth storing for the next run."""
        return self.tracker.timing

    def handle(self, event: KeyEvent) -> list[ButtonChange]:
        """Apply a key event, and return the changes that follow."""
        if not isinstance(event, KeyDown):
            return self._follow(self.tracker.release(event.key_id, event.time_ns))
        button = self.bindings.button(event.key_id, event.base_id, event.modifiers)
        if button is None or self._is_command(event):
            return self._follow(self.tracker.other(event.time_ns))
        key, covered = self._tracked_as(event), self.tracker.covered
        changes = self.tracker.press(key, event.time_ns, tracked=event.tracked, repeat=event.repeat)
        followed = self._follow(changes, key, _Press(button, tracked=event.tracked))
        if any(change.key == key and change.phase is HoldPhase.DOWN for change in changes):
            followed += self._judge_covered(button, event.time_ns, covered)
        return followed

    def poll(self, time_ns: int) -> list[ButtonChange]:
        return self._follow(self.tracker.poll(time_ns))

    def release_all(self, time_ns: int) -> list[ButtonChange]:
        """Release all keys; a key that is still down counts from its next press."""
        self.tracker.release_all(time_ns)
        self._presses.clear()
        return [self._change(time_ns, frozenset())] if self._held else []

    def _tracked_as(self, event: KeyDown) -> str:
        """Return the name to track a key by: a bound chord is a key of its own, unless its release is reported."""
        chord = None if event.tracked else self.bindings.chord(event.key_id, event.base_id, event.modifiers)
        return chord or event.key_id

    def _is_command(self, event: KeyEvent) -> bool:
        pressed = event.modifiers & _COMMAND_MODIFIERS
        if not pressed or event.chord in self.commands:
            return event.chord in self.commands
        if self.bindings.chord(event.key_id, event.base_id, event.modifiers) is not None:
            return False
        return any(
            modifier & pressed and not any(self.bindings.button(key) for key in keys)
            for modifier, keys in _MODIFIER_KEYS.items()
        )

    def _judge_covered(self, button: Button, time_ns: int, before: frozenset[str]) -> list[ButtonChange]:
        """Let go, at a new press, of keys that go on by a guess which it makes unlikely."""
        covered = self.tracker.covered
        moves = frozenset(key for key in covered if key in self._presses and self._presses[key].button in _SIDEWAYS)
        ended = self._carried & covered
        self._carried = frozenset()
        if button in _SIDEWAYS:
            ended |= moves
        elif button is Button.HARD_DROP:
            self._carried = moves - before
            ended = covered - self._carried
        for key in self._carried:
            self.tracker.put_off(key, time_ns + CARRY_NS)
        return self._let_go(ended, time_ns)

    def _let_go(self, keys: Iterable[str], time_ns: int) -> list[ButtonChange]:
        return [change for key in keys for change in self._follow(self.tracker.release(key, time_ns))]

    def _follow(self, changes: list[HoldChange], key: str = "", press: _Press | None = None) -> list[ButtonChange]:
        """Return what follows from changes, one of which may be that of a key which was just pressed."""
        followed: list[ButtonChange] = []
        for change in changes:
            pressed = press if change.key == key else self._presses.get(change.key)
            if change.phase is HoldPhase.UP:
                followed += self._on_up(change)
            elif change.phase is HoldPhase.TAP:
                followed += self._on_tap(change)
            elif pressed is not None and pressed.tracked:
                followed += self._on_down(change, pressed)
            elif pressed is not None:
                followed += self._on_byte(change, pressed)
        return followed

    def _on_up(self, change: HoldChange) -> list[ButtonChange]:
        press = self._presses.pop(change.key, None)
        return [] if press is None or not press.holding else self._update_held(change.time_ns)

    def _on_down(self, change: HoldChange, press: _Press) -> list[ButtonChange]:
        if change.phase is not HoldPhase.DOWN:
            return []
        self._presses[change.key] = press
        return self._hold(change.time_ns, press)

    def _on_tap(self, change: HoldChange) -> list[ButtonChange]:
        press = self._presses.get(change.key)
        waited = press is not None and change.phase in _TAPPED_IN.get(press.button, _SURE)
        return self._tap(change.time_ns, press.button) if press is not None and waited else []

    def _on_byte(self, change: HoldChange, press: _Press) -> list[ButtonChange]:
        button, time_ns = press.button, change.time_ns
        press = self._presses.setdefault(change.key, press)
        if change.phase is HoldPhase.REPEAT and self.hold_to_wall:
            button = _TELEPORTS.get(button, button)
        if button is Button.SOFT_DROP and change.phase is HoldPhase.REPEAT:
            return [] if press.holding else self._hold(time_ns, press)
        if change.phase in _TAPPED_IN.get(press.button, _SURE):
            return self._tap(time_ns, button)
        return []

    def _hold(self, time_ns: int, press: _Press) -> list[ButtonChange]:
        changes: list[ButtonChange] = []
        if press.button in self._held:
            changes.append(self._change(time_ns, self._held - {press.button}))
        press.holding = True
        return changes + self._update_held(time_ns)

    def _tap(self, time_ns: int, button: Button) -> list[ButtonChange]:
        before = self._held
        return [self._change(time_ns, before ^ {button}), self._change(time_ns, before)]

    def _update_held(self, time_ns: int) -> list[ButtonChange]:
        held = frozenset(press.button for press in self._presses.values() if press.holding)
        return [] if held == self._held else [self._change(time_ns, held)]

    def _change(self, time_ns: int, held: frozenset[Button]) -> ButtonChange:
        self._held = held
        self._latest_ns = max(self._latest_ns, time_ns)
        return ButtonChange(self._latest_ns, held)
