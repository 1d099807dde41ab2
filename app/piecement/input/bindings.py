"""Bindings of keys to buttons; a key may be a chord, with Shift, Ctrl or Alt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

from piecement.terminal.key_events import Modifiers, chord_of, parts_of
from piecement.terminal.keyboard_layouts import character_of, names_of
from piecement_engine.game.inputs import Button

BINDABLE: Final = Modifiers.SHIFT | Modifiers.ALT | Modifiers.CTRL
"""Modifiers allowed in bindings; the others belong to the system."""


_AT: Final = "@"
"""Sign between a chord and the base key at which it was bound; no name of a key has it."""


def spelled(key_id: str, base_id: str | None, modifiers: Modifiers) -> str:
    """Return the stored form of a chord: with its base key if that is known and different, as in "ö@semicolon".

    Both count: the letter wherever the layout has it, and the base key on other layouts.
    """
    chord = chord_of(key_id, modifiers)
    return chord if base_id is None or base_id == key_id else f"{chord}{_AT}{base_id}"


def chord_in(stored: str) -> str:
    """Return the chord of a stored key."""
    return stored.partition(_AT)[0]


def command_in(stored: str) -> str:
    """Return the chord by which a stored key is looked up as a command."""
    chord, _, base = stored.partition(_AT)
    modifiers, key_id = parts_of(chord)
    return chord_of(names_of(key_id, base or None)[-1], modifiers)


@dataclass(frozen=True, slots=True)
class Bindings:
    """Keys bound to buttons: any number of keys per button, one button per key."""

    pairs: tuple[tuple[str, Button], ...] = ()
    """Key and button pairs, in the order of binding. Stored keys with a base key are read too."""
    fallback: Mapping[str, Button] = field(default_factory=dict[str, Button], compare=False)
    """Buttons of keys that are not bound, such as those of a gamepad; `keys` and `table` leave them out."""
    bases: tuple[tuple[str, str], ...] = ()
    """Bound keys with a different base key, and that key."""
    _buttons: dict[str, Button] = field(init=False, repr=False, compare=False)
    _places: dict[str, str] = field(init=False, repr=False, compare=False)
    """Bound chords by the chords of their base keys."""
    _places_abroad: dict[str, str] = field(init=False, repr=False, compare=False)
    """The bound chords of letters beyond ASCII: "я" bound at the base key "z" counts for Z on a layout without "я"."""

    def __post_init__(self) -> None:
        bases = dict(self.bases)
        buttons: dict[str, Button] = {}
        for key, button in self.pairs:
            chord, at, base = key.partition(_AT)
            modifiers, key_id = parts_of(chord)
            chord = chord_of(key_id, modifiers)  # with its modifiers in Textual's order
            buttons[chord] = Button(button)
            if at:
                bases[chord] = base
        bases = {chord: base for chord, base in bases.items() if chord in buttons}
        placed = {chord_of(base, parts_of(chord)[0]): chord for chord, base in bases.items()}
        object.__setattr__(self, "_buttons", buttons)
        object.__setattr__(self, "pairs", tuple(buttons.items()))
        object.__setattr__(self, "bases", tuple(bases.items()))
        object.__setattr__(self, "_places", {chord: chord for chord in buttons if chord not in bases} | placed)
        abroad = {place: chord for place, chord in placed.items() if not _is_latin(chord)}
        object.__setattr__(self, "_places_abroad", abroad)

    @classmethod
    def of(cls, keys: Mapping[str, Iterable[str]]) -> Self:
        """Return the bindings of a table from button to stored keys.

        If a key occurs twice, the last button has it. Raises `ValueError` for an unknown button.
        """
        return cls(tuple((key, Button(name)) for name, bound in keys.items() for key in bound))

    def button(self, key_id: str, base_id: str | None = None, modifiers: Modifiers = Modifiers.NONE) -> Button | None:
        """Return the button of a key or None; a bound chord takes precedence over its key.

        The letter of the key comes first. A letter that is not bound counts as the one bound at its place on another
        layout or, if it is not Latin, as the key at its place of a US keyboard.
        """
        if modifiers and (chord := self.chord(key_id, base_id, modifiers)) is not None:
            return self._buttons[chord]
        button = self._buttons.get(key_id)
        if button is not None:
            return button
        bound = self._elsewhere(key_id, base_id, Modifiers.NONE)
        return self.fallback.get(key_id) if bound is None else self._buttons[bound]

    def chord(self, key_id: str, base_id: str | None, modifiers: Modifiers) -> str | None:
        """Return the bound chord of a key with modifiers, or None if that chord is not bound."""
        if not modifiers or not (bindable := modifiers & BINDABLE):  # to mask none takes long
            return None
        own = chord_of(key_id, bindable)
        return own if own in self._buttons else self._elsewhere(key_id, base_id, bindable)

    def bound(self, stored: str) -> str:
        """Return the bound chord that a stored key counts as, or an empty text."""
        chord, _, base = stored.partition(_AT)
        if chord in self._buttons:
            return chord
        modifiers, key_id = parts_of(chord)
        return self._elsewhere(key_id, base or None, modifiers) or ""

    def owner(self, stored: str) -> Button | None:
        """Return the button that a stored key has, or None."""
        return self._buttons.get(self.bound(stored))

    def _elsewhere(self, key_id: str, base_id: str | None, modifiers: Modifiers) -> str | None:
        """Return the bound chord that counts for a key whose own chord is not bound, or None."""
        if others := names_of(key_id, base_id)[1:]:
            chords = (self._places.get(chord_of(other, modifiers)) for other in others)
            return next(filter(None, chords), None)
        return self._places_abroad.get(chord_of(base_id or key_id, modifiers)) if self._places_abroad else None

    def keys(self, button: str) -> tuple[str, ...]:
        return tuple(key for key, bound in self.pairs if bound == button)

    def table(self) -> dict[str, tuple[str, ...]]:
        """Return the stored keys of every button, in the form that `of` reads."""
        return {button.value: self.stored_keys(button) for button in Button}

    def stored_keys(self, button: str) -> tuple[str, ...]:
        bases = dict(self.bases)
        return tuple(f"{key}{_AT}{bases[key]}" if key in bases else key for key in self.keys(button))

    def bind(self, stored: str, button: str) -> Self:
        """Return these bindings with a button for a stored key."""
        return replace(self, pairs=(*self.unbind(stored).pairs, (stored, Button(button))))

    def unbind(self, stored: str) -> Self:
        chord = chord_in(stored)
        return replace(self, pairs=tuple(pair for pair in self.pairs if pair[0] != chord))

    def clear(self, button: str) -> Self:
        return replace(self, pairs=tuple(pair for pair in self.pairs if pair[1] != button))

    def restore(self, button: str, preset: "Bindings") -> Self:
        """Return these bindings with the keys of one button reset to a preset."""
        restored = self.clear(button)
        for key in preset.stored_keys(button):
            restored = restored.bind(key, button)
        return restored

    def keys_in_return(self, stored: str, button: str) -> tuple[str, ...]:
        """Return the first stored key of a button, in exchange for a key that it takes; none if it has that key."""
        replaced = self.stored_keys(button)
        return () if chord_in(stored) in map(chord_in, replaced) else replaced[:1]

    def withdraw(self, stored: str, instead: Iterable[str]) -> Self:
        """Return these bindings without a stored key; the button that had it, if any, gets others instead."""
        button = self.owner(stored)
        if button is None:
            return self
        bindings = self.unbind(self.bound(stored))
        for other in instead:
            bindings = bindings.bind(other, button)
        return bindings

    def assign(self, stored: str, button: str, *, instead: Iterable[str], replaces: bool) -> Self:
        """Return these bindings with a stored key for a button, in place of its keys or beside them.

        The button that had the key gets others instead.
        """
        bindings = self.clear(button) if replaces else self
        return bindings.withdraw(stored, instead).bind(stored, button)


def _is_latin(chord: str) -> bool:
    character = character_of(parts_of(chord)[1])
    return character is None or character.isascii()
