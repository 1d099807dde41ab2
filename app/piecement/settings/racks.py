"""Where the sets of settings that a player made are kept; `piecement.settings.presets` says what is done with them."""

from typing import Annotated, Final, Generic, TypeVar

from piecement.settings.controls import Controls
from piecement.settings.gameplay import Gameplay
from piecement.settings.graphics import Graphics
from piecement.settings.knobs import Check
from piecement.settings.section import Section, setting

FIRST_SLOT: Final = "Default"
"""The slot that everything begins with."""

LONGEST_NAME: Final = 24
"""The most characters of a slot's name."""

_Kept = TypeVar("_Kept", bound=Section)


def check_slot_name(name: str) -> None:
    """Raise `ValueError` for a text that cannot be the name of a slot."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise ValueError(f"{name!r} is no name: a name has 1 to {LONGEST_NAME} characters")


def _checked_names(own: dict[str, _Kept]) -> dict[str, _Kept]:
    for name in own:
        check_slot_name(name)
    return own


class Rack(Section, Generic[_Kept]):
    """The slots of one section."""

    chosen: str = setting(default=FIRST_SLOT, sentence="The slot that the section was last set from.")
    own: Annotated[dict[str, _Kept], Check(_checked_names)] = setting(
        default={}, sentence="The player's own slots, as they were when another was chosen."
    )


class Racks(Section):
    """The slots of all sections that have them."""

    graphics: Rack[Graphics] = Rack()
    controls: Rack[Controls] = Rack()
    gameplay: Rack[Gameplay] = Rack()
