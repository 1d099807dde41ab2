"""Key events to held buttons.

Theory of operation. The game needs the set of held buttons, and the time of each change. A tracked key (the terminal
reports its release) is held exactly from its press to its release. An untracked key is not: its release is inferred
late, and auto-shift must not start on a guess. For untracked keys one byte is therefore one step, and a step is a tap:
the button is pressed and released at the same instant.

  move           a tap for every byte: the system's own delay and repeat move the piece
  soft drop      a tap until the hold is certain, then held until the release is inferred
  hard drop      a tap once a byte is surely a new press, so that a held key drops one piece only
  the others     as hard drop: a first repeat is no second press

Every new press is an edge, even of a second key of a held button.

A key covered by another one continues as if it repeated (see `holds`): a move to its wall, a soft drop further down. A
continued move ends with any other move. A hard drop ends everything that continues, as the piece it was meant for is
gone; only a move that repeated until then carries over to the next piece. Many players release a move just as they
drop, and a piece that runs away costs more than a key pressed again: a carried move waits for `CARRY_NS` and ends with
the next press of any key.
"""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from piecement.input.bindings import Bindings
from piecement.input.holds import DOWN, MAYBE, REPEAT, TAP, UP, HoldChange, HoldPhase, HoldTracker
from piecement.input.key_presets import DEFAULT_BINDINGS
from piecement.terminal.key_events import KeyDown, KeyEvent, Modifiers
from piecement_engine.game.inputs import Button

_TELEPORTS: Final[dict[Button, Button]] = {
    Button.MOVE_LEFT: Button.TELEPORT_LEFT,
    Button.MOVE_RIGHT: Button.TELEPORT_RIGHT,
}

_SURE: Final = (DOWN, TAP)
_LIKELY: Final = (DOWN, MAYBE)
_EVERY_BYTE: Final = (DOWN, MAYBE, REPEAT)

_TAPPED_IN: Final[dict[Button, tuple[HoldPhase, ...]]] = {
    Button.MOVE_LEFT: _EVERY_BYTE,
    Button.MOVE_RIGHT: _EVERY_BYTE,
    Button.SOFT_DROP: _LIKELY,
}
"""Phases of an untracked key that tap its button; other buttons tap on the sure presses."""

DIRECTIONS: Final = frozenset(_TELEPORTS)
"""Buttons whose hold repeats the move."""

_SIDEWAYS: Final = frozenset({*_TELEPORTS, *_TELEPORTS.values()})
"""Buttons for sideways moves, of which the last pressed counts."""

CARRY_NS: Final = 150_000_000
"""Delay after a hard drop before a move that may still be held moves the next piece (ns)."""

_COMMAND_MODIFIERS: Final = {
    Modifiers.ALT: "alt",
    Modifiers.CTRL: "control",
    Modifiers.SUPER: "super",
    Modifiers.HYPER: "hyper",
    Modifiers.META: "meta",
}
"""Modifiers of commands, and the names of their keys without the side."""


class ButtonChange(NamedTuple):
    """Complete set of held buttons from a time on."""

    time_ns: int
    held: frozenset[Button]


class KeyboardInput:
    """Key events to changes of the held buttons.

    Change times are the times of key events and never decrease. They may lie slightly before the time to which the game
    has advanced.
    """

    def __init__(self, bindings: Bindings = DEFAULT_BINDINGS, *, tracker: HoldTracker | None = None) -> None:
        self.bindings = bindings
        """Current bindings, replaceable at any time; a key that is down keeps the button it was pressed for."""
        self.commands: frozenset[str] = frozenset()
        """Chords of the screen, such as "ctrl+z", that never press buttons.

        Any other key with Ctrl, Alt, Super, Hyper or Meta presses no button either, unless that modifier or that chord
        is bound.
        """
        self.hold_to_wall = False
        """Whether an untracked move key teleports once its hold is certain, as with a repeat of 0."""
        self.assumes_releases = False
        """Whether every key counts as tracked."""
        self.toggles_soft_drop = False
        """Whether a press of soft drop holds it until the next one."""
        self.row_key = ""
        """Chord that drops the piece by one row a press; empty for none."""
        self.tracker: Final = tracker or HoldTracker()
        self._presses: dict[str, Button] = {}
        """Button for which each key was pressed."""
        self._holds: dict[str, Button] = {}
        """Button that each key holds."""
        self._is_toggled = False
        """Whether soft drop is held between two presses."""
        self.held: frozenset[Button] = frozenset()
        self.has_pressed = False
        """Whether the last key event was the press of a button."""
        self._latest_ns = 0
        self.direction_ns = 0
        """Time of the last change of the held directions (ns)."""
        self._carried: frozenset[str] = frozenset()
        """Keys of moves possibly still held since a hard drop."""

    def handle(self, event: KeyEvent) -> list[ButtonChange]:
        """Process a key event and return the changes of the held buttons."""
        self.has_pressed = False
        if not isinstance(event, KeyDown):
            return self._apply(self.tracker.release(event.place, event.time_ns))
        button = self.bindings.button(event.key_id, event.base_id, event.modifiers)
        if button is None or (self._is_command(event) if event.modifiers else event.command in self.commands):
            changed = self._apply(self.tracker.interrupt(event.time_ns))
            drops_row = button is None and event.command == self.row_key and not event.repeat
            return [*changed, *self._tap(event.time_ns, Button.SOFT_DROP)] if drops_row else changed
        self.has_pressed = True
        tracked = event.tracked or self.assumes_releases
        # A bound chord is tracked as a key of its own, unless the release is reported, which is that of its key.
        chord = None if tracked else self.bindings.chord(event.key_id, event.base_id, event.modifiers)
        key, covered = chord or event.place, self.tracker.covered
        changes = self.tracker.press(key, event.time_ns, tracked=tracked, repeat=event.repeat)
        changed = self._apply(changes[:-1])  # the last change is that of the press, which begins after the others
        if key in self.tracker.held:
            self._presses.setdefault(key, button)
        changed += self._apply(changes[-1:])
        if (self.tracker.covered or self._carried) and (event.time_ns, DOWN, key) in changes:
            changed += self._end_covered(button, event.time_ns, covered)
        return changed

    def poll(self, time_ns: int) -> list[ButtonChange]:
        changes = self.tracker.poll(time_ns)
        return self._apply(changes) if changes else []

    def release_all(self, time_ns: int) -> list[ButtonChange]:
        """Release all keys; a key that is still down counts from its next press."""
        self.tracker.release_all(time_ns)
        self._presses.clear()
        self._holds.clear()
        self._is_toggled = False
        return [self._change(time_ns, frozenset())] if self.held else []

    def _is_command(self, event: KeyEvent) -> bool:
        """Return whether a key with modifiers presses no button."""
        pressed = [name for modifier, name in _COMMAND_MODIFIERS.items() if modifier & event.modifiers]
        if not pressed or event.command in self.commands:
            return event.command in self.commands
        if self.bindings.chord(event.key_id, event.base_id, event.modifiers) is not None:
            return False
        button = self.bindings.button
        return not all(button(f"left_{name}") or button(f"right_{name}") for name in pressed)

    def _end_covered(self, button: Button, time_ns: int, before: Collection[str]) -> list[ButtonChange]:
        """Release covered keys whose hold a new press makes unlikely."""
        covered = frozenset(self.tracker.covered)
        moves = frozenset(key for key in covered if self._presses.get(key) in _SIDEWAYS)
        ended = self._carried & covered
        self._carried = frozenset()
        if button in _SIDEWAYS:
            ended |= moves
        elif button is Button.HARD_DROP:
            self._carried = moves.difference(before)
            ended = covered - self._carried
        for key in self._carried:
            self.tracker.put_off(key, time_ns + CARRY_NS)
        return [change for key in ended for change in self._apply(self.tracker.release(key, time_ns))]

    def _apply(self, changes: Iterable[HoldChange]) -> list[ButtonChange]:
        """Apply hold changes and return the button changes."""
        changed: list[ButtonChange] = []
        for time_ns, phase, key in changes:
            button = self._presses.get(key)
            if phase is UP:
                self._presses.pop(key, None)
                self._holds.pop(key, None)
                if (held := self._all_held()) != self.held:
                    changed.append(self._change(time_ns, held))
            elif button is Button.SOFT_DROP and self.toggles_soft_drop:
                if phase in _SURE:
                    self._is_toggled = not self._is_toggled
                    changed.append(self._change(time_ns, self._all_held()))
            elif button is not None and phase is not TAP and self.tracker.is_tracked(key):
                changed += self._hold(time_ns, key, button) if phase is DOWN else []
            elif button is not None:
                changed += self._on_byte(time_ns, phase, key, button)
        return changed

    def _all_held(self) -> frozenset[Button]:
        held = frozenset(self._holds.values())
        return held | {Button.SOFT_DROP} if self._is_toggled else held

    def _on_byte(self, time_ns: int, phase: HoldPhase, key: str, button: Button) -> list[ButtonChange]:
        """Return the changes by a byte of an untracked key, or by silence after it."""
        if phase is REPEAT and button is Button.SOFT_DROP:
            return [] if key in self._holds else self._hold(time_ns, key, button)
        if phase not in _TAPPED_IN.get(button, _SURE):
            return []
        return self._tap(time_ns, _TELEPORTS.get(button, button) if phase is REPEAT and self.hold_to_wall else button)

    def _hold(self, time_ns: int, key: str, button: Button) -> list[ButtonChange]:
        edge = [self._change(time_ns, self.held - {button})] if button in self.held else []
        self._holds[key] = button
        return [*edge, self._change(time_ns, self.held | {button})]

    def _tap(self, time_ns: int, button: Button) -> list[ButtonChange]:
        before = self.held
        return [self._change(time_ns, before ^ {button}), self._change(time_ns, before)]

    def _change(self, time_ns: int, held: frozenset[Button]) -> ButtonChange:
        self._latest_ns = time_ns if time_ns > self._latest_ns else self._latest_ns  # noqa: FURB136  # max is a call
        if (held ^ self.held) & DIRECTIONS:
            self.direction_ns = self._latest_ns
        self.held = held
        return ButtonChange(self._latest_ns, held)
