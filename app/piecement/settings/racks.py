"""Where the sets of settings that a player made are kept; `piecement.slots` says what is done with them."""

from typing import Annotated, Final, Generic, TypeVar

from pydantic import AfterValidator, Field

from piecement.settings.controls import Controls
from piecement.settings.gameplay import Gameplay
from piecement.settings.graphics import Graphics
from piecement.settings.section import Section

FIRST_SLOT: Final = "Default"
"""The slot that everything begins with."""

LONGEST_NAME: Final = 24
"""The most characters of a slot's name."""

_Kept = TypeVar("_Kept", bound=Section)


def _checked_names(own: dict[str, _Kept]) -> dict[str, _Kept]:
    for name in own:
        if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise ValueError(f"{name!r} is no name: a name has 1 to {LONGEST_NAME} characters")
    return own


class Rack(Section, Generic[_Kept]):
    """The slots of one section."""

    chosen: str = Field(default=FIRST_SLOT, description="The slot that the section was last set from.")
    own: Annotated[dict[str, _Kept], AfterValidator(_checked_names)] = Field(
        default={}, description="The player's own slots, as they were when another was chosen."
    )


class Racks(Section):
    """The slots of all sections that have them."""

    graphics: Rack[Graphics] = Rack[Graphics]()
    controls: Rack[Controls] = Rack[Controls]()
    gameplay: Rack[Gameplay] = Rack[Gameplay]()
