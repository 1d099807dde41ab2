"""Styles: keys, rules, handling and look in one choice."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from piecement.input.key_presets import PRESETS as KEY_PRESETS
from piecement.settings.built_in_presets import BUILT_IN_PRESETS, PRESET_TABLES
from piecement.settings.presets import with_preset
from piecement.settings.settings import Settings
from piecement_base.language import _, ngettext
from piecement_base.ranking import RANKED_RULES


class Style(NamedTuple):
    """A style: a built-in preset of each section that it sets."""

    name: str
    title: str
    sentence: str
    """Description for the player."""
    few_words: str
    """Description of thirty characters at most."""
    controls: str
    gameplay: str
    graphics: str
    ready_go: bool = True
    """Whether READY and GO precede a game."""

    @property
    def presets(self) -> Mapping[str, str]:
        """The names of the presets, by section."""
        return {"controls": self.controls, "gameplay": self.gameplay, "graphics": self.graphics}

    def changes(self, settings: Settings) -> int:
        """Return the number of settings that differ from the style and have an effect."""
        keys = KEY_PRESETS[self.controls].table()
        changes = sum(bound != keys[button] for button, bound in settings.controls.keys.items())
        for section in ("gameplay", "graphics"):
            own, now = BUILT_IN_PRESETS[section][self.presets[section]].values, settings.section(section)
            changes += sum(
                spec.value(own) != spec.value(now) and (spec.has_effect(own) or spec.has_effect(now))
                for spec in own.specs()
            )
        return changes


STYLES: Final[Mapping[str, Style]] = {name: Style(name, **style) for name, style in PRESET_TABLES["styles"].items()}
"""All styles by name, the first one preselected."""

FIRST_STYLE: Final = next(iter(STYLES))

RANKED_STYLES: Final = {name: STYLES[name] for name in RANKED_RULES}
"""Styles whose rules servers rank, each on leaderboards of its own."""


def style_of(settings: Settings) -> Style | None:
    """Return the style that the settings are, or were made from; None for custom settings."""
    chosen = STYLES.get(settings.interface.style)
    return next((style for style in STYLES.values() if not style.changes(settings)), chosen)


def style_text(settings: Settings) -> str:
    """Return the style in use for the player, such as `Piecement + 2 changes`."""
    style = style_of(settings)
    if style is None:
        return _("Your own")
    changes = style.changes(settings)
    text = ngettext("{style} + {count} change", "{style} + {count} changes", changes)
    return text.format(style=_(style.title), count=changes) if changes else _(style.title)


def with_style(settings: Settings, name: str) -> Settings:
    """Return the settings with a style in use: its keys, rules, handling and look."""
    style = STYLES[name]
    for section, preset in style.presets.items():
        settings = with_preset(settings, section, preset)
    chosen = settings.interface.with_values(style=name, news="", ready_go=style.ready_go)
    return settings.with_values(interface=chosen)
