"""The presets that a player made, as they are stored; `piecement.settings.presets` says what is done with them."""

from typing import Annotated, Final, Generic, TypeVar

from piecement.settings.controls import Controls
from piecement.settings.gameplay import Gameplay
from piecement.settings.graphics import Graphics
from piecement.settings.section import Section, setting
from piecement.settings.setting_spec import Check

FIRST_PRESET: Final = "Default"
"""The preset that everything begins with."""

LONGEST_NAME: Final = 24
"""The most characters of a preset's name."""

_Values = TypeVar("_Values", bound=Section)


def check_preset_name(name: str) -> None:
    """Raise `ValueError` for a text that cannot be the name of a preset."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise ValueError(f"{name!r} is no name: a name has 1 to {LONGEST_NAME} characters")


def _with_good_names(own: dict[str, _Values]) -> dict[str, _Values]:
    for name in own:
        check_preset_name(name)
    return own


class SectionPresets(Section, Generic[_Values]):
    """The presets of one section."""

    chosen: str = setting(default=FIRST_PRESET, sentence="The preset that the section was last set from.")
    own: Annotated[dict[str, _Values], Check(_with_good_names)] = setting(
        default={}, sentence="The player's own presets, as they were when another was chosen."
    )


class Presets(Section):
    """The presets of all sections that have them."""

    graphics: SectionPresets[Graphics] = SectionPresets()
    controls: SectionPresets[Controls] = SectionPresets()
    gameplay: SectionPresets[Gameplay] = SectionPresets()
