"""No language changes what is stored or compared, and everything can be chosen in each."""

import asyncio
from collections.abc import Iterator
from typing import Final

import pytest
from translations.make import languages

from piecement.settings.built_in_presets import BUILT_IN_PRESETS
from piecement.settings.presets import with_preset
from piecement.settings.section import Section
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingSpec
from piecement.settings.values import Choices
from piecement.ui.menu_graph import EDGES, Node
from piecement.ui.rule_specs import modifier_specs, rule_specs
from piecement_base.language import choose
from piecement_base.plan import Plan
from piecement_engine import MODES
from tests.app.walking import playing
from tests.sampling import mostly_wide

NAMES: Final = frozenset({"your_name", "friend_name"})
"""Settings whose defaults are words of the language: a file has them only once they are a player's own."""


def presets() -> Iterator[tuple[str, Section]]:
    for section, named in BUILT_IN_PRESETS.items():
        yield from ((f"{section} {name}", preset.values) for name, preset in named.items())


def specs() -> Iterator[SettingSpec]:
    for name in Settings.names():
        yield from Settings().section(name).specs()


def names_of(spec: SettingSpec) -> list[str]:
    return list(spec.values.titles) if isinstance(spec.values, Choices) else []


def stored(language: str) -> list[str]:
    """Return what is stored or compared, as it is in a language."""
    choose(language)
    lines: list[str] = []
    for name, preset in presets():
        type(preset).model_validate(preset.model_dump())
        lines.append(f"{name} {preset.model_dump()}")
    for spec in (*specs(), *rule_specs(), *modifier_specs()):
        default = "" if spec.name in NAMES else spec.default
        lines.append(f"{spec.section} {spec.name} {default} {names_of(spec)}")
    return [*lines, *(f"{edge.source} {edge.target} {edge.trigger} {edge.key}" for edge in EDGES)]


@mostly_wide("language", sorted(languages(), key=lambda language: language not in {"de", "zh_CN"}), kept=2)
def test_stored_values_are_not_translated(language: str) -> None:
    assert stored(language) == stored("en")


def all_chosen(settings: Settings) -> Iterator[tuple[str, Settings]]:
    """Yield the settings with each preset, and with each name that one of them can have, by their sections."""
    for name, _ in presets():
        section, _, preset = name.partition(" ")
        yield section, with_preset(settings, section, preset)
    for spec in specs():
        for value in names_of(spec):
            yield spec.section, settings.with_value(spec.section, spec.name, value)


@pytest.mark.wide
@pytest.mark.new_player
@pytest.mark.painted
@pytest.mark.parametrize("language", languages())
async def test_every_look_and_setting_is_chosen_in_a_game(language: str) -> None:
    choose(language)
    chosen = 0
    async with playing(Plan(MODES["zen"], seed=1)) as player:
        live, before = player.app.settings, player.app.settings.now
        for section, settings in all_chosen(before):
            live.apply(settings)
            if section == "graphics":
                await player.pilot.press("up")
            player.clock.pass_ms(50)
            player.frame_timer.ring()
            await asyncio.sleep(0)
            chosen += 1

        assert player.node is Node.GAME
    assert chosen > 100
