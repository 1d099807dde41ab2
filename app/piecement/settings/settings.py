"""Everything that a player can set."""

from typing import Self

from piecement.settings.computer import Computer
from piecement.settings.controls import Controls
from piecement.settings.gameplay import Gameplay
from piecement.settings.graphics import Graphics
from piecement.settings.interface import Interface
from piecement.settings.section import Section
from piecement.settings.section_presets import Presets
from piecement.settings.setting_spec import SettingError
from piecement.settings.storage import Storage


class Settings(Section):
    """Everything that a player can set."""

    graphics: Graphics = Graphics()
    controls: Controls = Controls()
    gameplay: Gameplay = Gameplay()
    interface: Interface = Interface()
    computer: Computer = Computer()
    storage: Storage = Storage()
    presets: Presets = Presets()

    def section(self, name: str) -> Section:
        """Return a section by name. Raises `SettingError` for one that there is not."""
        section = getattr(self, name, None)
        if not isinstance(section, Section):
            raise SettingError(f"{name} is not one of {', '.join(self.names())}")
        return section

    def with_value(self, section: str, name: str, value: object) -> Self:
        """Return the settings with one of them changed.

        Raises `SettingError` for one that there is not, or a value that it cannot have.
        """
        return self.with_values(**{section: self.section(section).changed(name, value)})
