"""Goes through all that can be chosen, in a language: a process of its own, as texts are translated on import.

python -m tests.app.language.choices stored LANGUAGE  print what is stored or compared, which no language changes
python -m tests.app.language.choices chosen LANGUAGE  choose everything in a game, and print what was chosen
"""

import asyncio
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from piecement_base.language import choose

if TYPE_CHECKING:
    from piecement.settings.section import Section
    from piecement.settings.settings import Settings
    from piecement.settings.specs import SettingSpec

_NAMES: Final = frozenset({"your_name", "friend_name"})
"""Settings whose defaults are words of the language: a file has them only once they are a player's own."""


def print_stored() -> None:
    from piecement.settings.settings import Settings  # once the language is chosen
    from piecement.ui.menu_graph import EDGES
    from piecement.ui.texts.rule_specs import modifier_specs, rule_specs

    for name, preset in _presets():
        type(preset).model_validate(preset.model_dump())
        sys.stdout.write(f"{name} {preset.model_dump()}\n")
    for spec in (*_specs(Settings()), *rule_specs(), *modifier_specs()):
        default = "" if spec.name in _NAMES else spec.default
        sys.stdout.write(f"{spec.section} {spec.name} {default} {_names_of(spec)}\n")
    for edge in EDGES:
        sys.stdout.write(f"{edge.source} {edge.target} {edge.trigger} {edge.key}\n")


async def print_chosen() -> None:
    from piecement.ui.menu_graph import Node
    from piecement_base.plan import Plan
    from piecement_engine import MODES
    from tests.app.walking import playing

    async with playing(Plan(MODES["zen"], seed=1)) as player:
        live, before = player.app.settings, player.app.settings.now
        for name, settings in _all_chosen(before):
            live.apply(settings)
            if name.startswith("graphics"):
                await player.pilot.press("up")
            player.clock.pass_ms(50)
            player.frame_timer.ring()
            await asyncio.sleep(0)
            sys.stdout.write(f"{name}\n")
        assert player.node is Node.GAME


def _all_chosen(settings: "Settings") -> "Iterator[tuple[str, Settings]]":
    """Yield the settings with each preset, and with each name that one of them can have."""
    from piecement.settings.presets import with_preset

    for name, _ in _presets():
        section, __, preset = name.partition(" ")
        yield name, with_preset(settings, section, preset)
    for spec in _specs(settings):
        for value in _names_of(spec):
            yield f"{spec.section} {spec.name} {value}", settings.with_value(spec.section, spec.name, value)


def _presets() -> "Iterator[tuple[str, Section]]":
    from piecement.settings.built_in_presets import BUILT_IN_PRESETS

    for section, presets in BUILT_IN_PRESETS.items():
        yield from ((f"{section} {name}", preset.values) for name, preset in presets.items())


def _specs(settings: "Settings") -> "Iterator[SettingSpec]":
    for name in settings.names():
        yield from settings.section(name).specs()


def _names_of(spec: "SettingSpec") -> list[str]:
    from piecement.settings.specs import Choices

    return list(spec.values.titles) if isinstance(spec.values, Choices) else []


def main(check: str, language: str) -> None:
    choose(language)
    if check == "stored":
        print_stored()
    else:
        asyncio.run(print_chosen())


if __name__ == "__main__":
    main(*sys.argv[1:])
