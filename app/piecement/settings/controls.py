"""Which key is which button."""

from typing import Annotated

from pydantic import AfterValidator, Field

from piecement.keyboard.bindings import DEFAULT_BINDINGS, Bindings
from piecement.settings.section import Section
from piecement_engine.buttons import Button


def _checked_buttons(keys: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    for name in keys:
        if name not in set(Button):
            raise ValueError(f"{name!r} is no button")
    return keys


class Controls(Section):
    """Which key is which button."""

    keys: Annotated[dict[str, tuple[str, ...]], AfterValidator(_checked_buttons)] = Field(
        default=DEFAULT_BINDINGS.table(), title="Keys", description="The keys of each button."
    )

    @property
    def bindings(self) -> Bindings:
        """The keys in the form that the key layer takes."""
        return Bindings.of(self.keys)
