"""Which key is which button."""

from typing import Annotated

from piecement.input.bindings import DEFAULT_BINDINGS, Bindings
from piecement.settings.section import Section, setting
from piecement.settings.setting_spec import Check
from piecement_engine.buttons import Button


def _all_buttons(keys: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    for name in keys:
        if name not in set(Button):
            raise ValueError(f"{name!r} is no button")
    # A file has no more buttons than were changed, which may have keys that were those of others at first.
    given = Bindings.of({name: tuple(of_button) for name, of_button in keys.items()})
    bindings = given
    for key, button in DEFAULT_BINDINGS.pairs:
        if button.value not in keys and given.button(key) is None:
            bindings = bindings.bind(key, button)
    return bindings.table()


class Controls(Section):
    """Which key is which button; those that are left out have the keys of the default."""

    keys: Annotated[dict[str, tuple[str, ...]], Check(_all_buttons)] = setting(
        default=DEFAULT_BINDINGS.table(), title="Keys", sentence="The keys of each button."
    )

    @property
    def bindings(self) -> Bindings:
        return Bindings.of(self.keys)
