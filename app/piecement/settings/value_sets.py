"""Value sets: handling or effects in one choice, which sets some settings of a section."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from piecement.settings.built_in_presets import PRESET_TABLES
from piecement.settings.presets import with_change
from piecement.settings.settings import Settings
from piecement_base.language import _


class ValueSet(NamedTuple):
    """Values of several settings of a section in one choice."""

    section: str
    title: str
    sentence: str
    """Description for the player."""
    values: Mapping[str, float | str]
    """The values by setting."""

    @property
    def text(self) -> str:
        """The description, in the language of the player."""
        factor = self.values.get("soft_drop_factor")
        drop = f"{factor:g} ×" if factor else _("at once")
        return _(self.sentence).format(drop=drop, **self.values)

    def is_used(self, settings: Settings) -> bool:
        """Return whether the settings have these values."""
        section = settings.section(self.section)
        return all(getattr(section, name) == value for name, value in self.values.items())

    def use(self, settings: Settings) -> Settings:
        """Return the settings with these values."""
        for name, value in self.values.items():
            settings = with_change(settings, self.section, name, value)
        return settings


HANDLINGS: Final = {name: ValueSet(**values) for name, values in PRESET_TABLES["handling"].items()}
"""Sets of handling by name. None is part of a ranking."""

EFFECTS: Final = {name: ValueSet(**values) for name, values in PRESET_TABLES["effects"].items()}
"""Sets of effects by name."""
