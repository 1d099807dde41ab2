"""All settings of a player, including own presets; `presets` has the operations on presets."""

from typing import Annotated, Final, Generic, Self, TypeVar

from piecement.language import _
from piecement.settings.computer import Computer
from piecement.settings.controls import Controls, Pair
from piecement.settings.gameplay import Gameplay
from piecement.settings.graphics import Graphics
from piecement.settings.interface import Interface
from piecement.settings.online import Online
from piecement.settings.section import Section, setting
from piecement.settings.setting_spec import Check, SettingError
from piecement.settings.sound import Sound
from piecement.settings.storage import Storage

FIRST_PRESET: Final = "Default"
"""Name of the default preset."""

LONGEST_NAME: Final = 24
"""Maximum length of the name of a preset."""

_Values = TypeVar("_Values", bound=Section)


def check_preset_name(name: str) -> None:
    """Raise `ValueError` if a text is no valid name of a preset."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise ValueError(
            _("{name!r} is no name: a name has 1 to {most} characters").format(name=name, most=LONGEST_NAME)
        )


def _with_good_names(own: dict[str, _Values]) -> dict[str, _Values]:
    for name in own:
        check_preset_name(name)
    return own


class SectionPresets(Section, Generic[_Values]):
    """Presets of one section."""

    chosen: str = setting(default=FIRST_PRESET, sentence="The preset that the section was last set from.")
    own: Annotated[dict[str, _Values], Check(_with_good_names)] = setting(
        default={}, sentence="The player's own presets, as they were when another was chosen."
    )


class Presets(Section):
    """Presets of all sections that have any."""

    graphics: SectionPresets[Graphics] = SectionPresets()
    controls: SectionPresets[Controls] = SectionPresets()
    pair: SectionPresets[Pair] = SectionPresets()
    gameplay: SectionPresets[Gameplay] = SectionPresets()


class Settings(Section):
    """All settings of a player."""

    graphics: Graphics = Graphics()
    controls: Controls = Controls()
    pair: Pair = Pair()
    gameplay: Gameplay = Gameplay()
    interface: Interface = Interface()
    computer: Computer = Computer()
    sound: Sound = Sound()
    storage: Storage = Storage()
    online: Online = Online()
    presets: Presets = Presets()

    def section(self, name: str) -> Section:
        """Return a section by name. Raises `SettingError` if the name is unknown."""
        section = getattr(self, name, None)
        if not isinstance(section, Section):
            raise SettingError(f"{name} is not one of {', '.join(self.names())}")
        return section

    def with_value(self, section: str, name: str, value: object) -> Self:
        """Return the settings with one of them changed.

        Raises `SettingError` for one that there is not, or a value that it cannot have.
        """
        return self.with_values(**{section: self.section(section).changed(name, value)})
