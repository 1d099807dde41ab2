"""Settings of all sections, as one frozen value."""

from typing import Annotated, Final, Generic, Self, TypeVar

from pydantic import AfterValidator

from piecement.settings.commands import Commands
from piecement.settings.computer import Computer
from piecement.settings.controls import Controls, Pair
from piecement.settings.graphics import Graphics
from piecement.settings.handling_and_rules import Gameplay
from piecement.settings.interface import Interface
from piecement.settings.online import Online
from piecement.settings.section import Section
from piecement.settings.sound import Sound
from piecement.settings.specs import SettingError
from piecement.settings.storage import Storage
from piecement_base.language import _

LONGEST_NAME: Final = 24
"""Maximum length of the name of a preset."""

_Values = TypeVar("_Values", bound=Section)


def check_preset_name(name: str) -> str:
    """Return the name of a preset. Raises `ValueError` if it is invalid."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise ValueError(
            _("{name!r} is not a valid name: use 1 to {most} characters").format(name=name, most=LONGEST_NAME)
        )
    return name


class SectionPresets(Section, Generic[_Values]):
    """Presets of one section."""

    chosen: str = ""
    """The preset that the section was last set from; empty for the first."""
    own: dict[Annotated[str, AfterValidator(check_preset_name)], _Values] = {}
    """Custom presets, as they were when another was chosen."""


class Presets(Section):
    """Presets of all sections that have any."""

    graphics: SectionPresets[Graphics] = SectionPresets[Graphics]()
    controls: SectionPresets[Controls] = SectionPresets[Controls]()
    pair: SectionPresets[Pair] = SectionPresets[Pair]()
    gameplay: SectionPresets[Gameplay] = SectionPresets[Gameplay]()


class Settings(Section):
    """All settings of a player."""

    graphics: Graphics = Graphics()
    controls: Controls = Controls()
    pair: Pair = Pair()
    gameplay: Gameplay = Gameplay()
    interface: Interface = Interface()
    computer: Computer = Computer()
    commands: Commands = Commands()
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

        Raises `SettingError` for an unknown setting, or a value that it cannot have.
        """
        return self.with_values(**{section: self.section(section).changed(name, value)})
