"""Settings of keys. DAS, ARR and other handling are in `handling_and_rules`; keys of commands are in `commands`."""

from dataclasses import replace
from functools import cached_property, partial
from typing import Annotated

from pydantic import AfterValidator

from piecement.input.bindings import Bindings
from piecement.input.key_presets import DEFAULT_BINDINGS, LEFT_BINDINGS, PAD_BUTTONS, RIGHT_BINDINGS
from piecement.settings.section import Section
from piecement_engine.game.inputs import Button

_Keys = dict[str, tuple[str, ...]]
"""The keys for each action."""


def _with_all_buttons(first: Bindings, keys: _Keys) -> _Keys:
    """Return a table in which missing buttons have those of their first keys that are free."""
    for name in keys:
        if name not in set(Button):
            raise ValueError(f"{name!r} is no button")
    # A file has no more buttons than were changed, which may have keys that were those of others at first.
    bindings = given = Bindings.of(keys)
    for key, button in first.pairs:
        if button.value not in keys and given.button(key) is None:
            bindings = bindings.bind(key, button)
    return bindings.table()


class Controls(Section):
    """Keys of each button; missing buttons have their default keys."""

    keys: Annotated[_Keys, AfterValidator(partial(_with_all_buttons, DEFAULT_BINDINGS))] = DEFAULT_BINDINGS.table()
    """The keys for each action."""

    @cached_property
    def bindings(self) -> Bindings:
        return replace(Bindings.of(self.keys), fallback=PAD_BUTTONS)


class Pair(Section):
    """Keys of two players at one keyboard."""

    left: Annotated[_Keys, AfterValidator(partial(_with_all_buttons, LEFT_BINDINGS))] = LEFT_BINDINGS.table()
    """The keys for each action."""
    right: Annotated[_Keys, AfterValidator(partial(_with_all_buttons, RIGHT_BINDINGS))] = RIGHT_BINDINGS.table()
    """The keys for each action."""

    @cached_property
    def bindings(self) -> tuple[Bindings, Bindings]:
        """Bindings of the left and of the right player; a gamepad is the left one's, but for keys of the right."""
        right = Bindings.of(self.right)
        free = {key: button for key, button in PAD_BUTTONS.items() if right.button(key) is None}
        return replace(Bindings.of(self.left), fallback=free), right
