"""Rules with a name for all players, by which leaderboards and games are listed."""

from collections.abc import Mapping
from typing import Final

from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.gameplay import Gameplay
from piecement.settings.presets import preset_name
from piecement.settings.settings import Settings
from piecement_base.ranking import ruleset_of
from piecement_engine import Rules

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
