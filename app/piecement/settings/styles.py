"""Styles: keys, rules, handling and look in one choice; and handling or effects alone."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from piecement.settings.built_in_presets import BUILT_IN_PRESETS, PRESET_TABLES
from piecement.settings.gameplay import Gameplay
from piecement.settings.presets import preset_name, with_change, with_preset
from piecement.settings.settings import Settings
from piecement_base.language import _, ngettext
from piecement_base.ranking import RANKED_RULES, ruleset_of
from piecement_engine import Rules


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
        values = {section: BUILT_IN_PRESETS[section][preset].values for section, preset in self.presets.items()}
        keys: Mapping[str, tuple[str, ...]] = vars(values["controls"])["keys"]
        changes = sum(bound != keys[button] for button, bound in settings.controls.keys.items())
        for section in ("gameplay", "graphics"):
            own, now = values[section], settings.section(section)
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

STYLE_RULES: Final = tuple(style.gameplay for style in STYLES.values())
"""Presets of gameplay that are the rules of a style; their names are those of the rules."""

NAMED_RULES: Final[Mapping[str, Gameplay]] = {
    name: preset.values for name, preset in BUILT_IN_PRESETS["gameplay"].items() if isinstance(preset.values, Gameplay)
}
"""Rules that have a name for all players, those of the styles first."""


def rules_name(settings: Settings) -> str:
    """Return the name of the rules in use: a named one, else that of the player's preset."""
    ruleset = _ruleset(settings.gameplay)
    names = (name for name, gameplay in NAMED_RULES.items() if _ruleset(gameplay) == ruleset)
    return next(names, None) or preset_name(settings, "gameplay")


def _ruleset(gameplay: Gameplay) -> str:
    return ruleset_of(Rules.from_dict(gameplay.overrides(key_releases=True)))


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


def news_of(settings: Settings) -> str:
    """Return the line that the title shows once to a player whose settings are older than styles, or an empty one."""
    return _("New: styles. Settings › Play.") if settings.interface.news else ""


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


def _value_sets(of: str) -> Mapping[str, ValueSet]:
    return {name: ValueSet(**values) for name, values in PRESET_TABLES[of].items()}


HANDLINGS: Final = _value_sets("handling")
"""Presets of handling by name. None is part of a ranking."""

EFFECTS: Final = _value_sets("effects")
"""Presets of effects by name."""
