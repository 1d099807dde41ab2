"""Every setting is changed by keys on its screen, and in force in the next game.

The tables name what shows that a setting is in force; a new setting that no table knows fails.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

from piecement.settings.handling_and_rules import rule_of
from piecement.settings.presets import with_change
from piecement.settings.retention import Retention
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingSpec
from piecement.settings.styles import with_style
from piecement.settings.values import CommandKey, Name
from piecement.ui.game.phases import COUNT_NS
from piecement.ui.game_look import look_of
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.match import MatchScreen
from piecement.ui.screens.result import ResultScreen
from piecement.ui.setting_places import places
from piecement.ui.texts.keys import BUTTON_ACTIONS
from piecement.ui.texts.matches import rival_name
from piecement.ui.widgets.settings_list import RowList
from piecement_base.plan import Plan
from piecement_engine import MODES, Button
from piecement_engine.game.inputs import BUTTON_BITS
from piecement_engine.match import GarbageRules
from tests.app.kept_games import keep_some
from tests.app.setting_rows import at_row, go_to_row, value_of
from tests.app.stand_ins import ENDLESS, MS
from tests.app.walking import Player, playing, words_of

SECTIONS: Final = ("graphics", "gameplay", "interface", "computer", "sound")
"""The sections of settings with rows; what is kept, and the keys, have tests of their own below."""

ELSEWHERE: Final = frozenset({"controls", "commands", "pair", "storage", "presets", "online"})

BY_FACTOR: Final = frozenset({"soft_drop_by"})
"""The settings of rules that go by another rule's name."""


def by(section: str) -> dict[str, SettingSpec]:
    """Return the settings of a section by name."""
    specs = Settings().section(section).specs()
    return {spec.name: spec for spec in specs if not isinstance(spec.values, CommandKey | Name)}


def game_of(player: Player) -> Any:  # what is private of it is looked at
    """Return the screen of the game, under whatever lies over it."""
    return next(screen for screen in player.app.screen_stack if isinstance(screen, GameScreen))


def place_of(row: str) -> tuple[Node, str] | None:
    """Return the tab of a setting, and the name of its row there."""
    row = "soft_drop" if row == "gameplay.soft_drop_factor" else row
    return next(((place.page, place.row) for place in places() if place.row == row), None)


async def change(player: Player, row: str) -> None:
    """Change a setting by keys on its tab, or where no tab has it, as its screen does."""
    section, name = row.split(".")
    if (place := place_of(row)) is None:
        spec = by(section)[name]
        player.app.settings.change(section, name, spec.stepped(spec.default, 1))
        return
    await go_to_row(player, *place)
    for key in ("left", "right"):  # which of a switch does nothing
        if value_of(player, row) == by(section)[name].default:
            await player.press(key)


async def change_all(player: Player, section: str) -> dict[str, Any]:  # values of settings are of many types
    """Change every setting of a section; return the new values."""
    tabs = {place.row for place in places() if not place.is_more}
    for name in sorted(by(section), key=lambda name: f"{section}.{name}" not in tabs):
        await change(player, f"{section}.{name}")
    return {name: value_of(player, f"{section}.{name}") for name in by(section)}


async def play(player: Player) -> GameScreen:
    """Leave all screens, and play a mode that leaves everything to the player."""
    await player.go_back()
    await player.go_to(Node.GAME)
    return player.screen_as(GameScreen)


def test_every_section_is_in_a_table() -> None:
    assert set(Settings.names()) == {*SECTIONS} | ELSEWHERE
    assert not any(Settings().section(section).specs() for section in ELSEWHERE - {"storage", "commands"})
    assert [setting.name for setting in Settings().section("storage").specs()] == ["retention"]


@pytest.mark.wide
async def test_every_rule_changes_by_keys_for_the_next_game() -> None:
    async with playing() as player:
        values = await change_all(player, "gameplay")
        assert not [name for name, setting in by("gameplay").items() if values[name] == setting.default]

        rules = (await play(player)).session.view.rules
        before = Plan(ENDLESS).game(Settings().gameplay.overrides(key_releases=False)).view.rules
        mode = MODES["40_lines"]
        played = {name for name in values if name not in BY_FACTOR and rule_of(name) not in mode.fixed()}

        assert [name for name in played if getattr(rules, rule_of(name)) == getattr(before, rule_of(name))] == []
        assert rules.soft_drop_interval_ns is not None


@pytest.mark.wide
async def test_every_look_changes_by_keys_and_shows_in_the_next_game() -> None:
    async with playing() as player:
        values = await change_all(player, "graphics")
        assert not [name for name, setting in by("graphics").items() if values[name] == setting.default]

        await play(player)
        settings, screen = player.app.settings.now, game_of(player)
        drawn = screen.sides[0].look
        restored = {name: with_change(settings, "graphics", name, s.default) for name, s in by("graphics").items()}
        unseen = [
            name
            for name, other in restored.items()
            if look_of(other, player.app.appearance.depth, may_move=True) == drawn
        ]

        assert drawn == player.app.appearance.look
        assert unseen == ["fps"]
        assert screen._frames.fps == values["fps"]


async def blur(player: Player) -> None:
    """Take the focus away from the terminal of a player who was seen."""
    player.app.player_seen = True
    player.app.app_focus = False
    await player.settle()


async def stays_when_unseen(player: Player) -> bool:
    await blur(player)
    return player.node is Node.GAME


async def goes_on_after(player: Player, counts: Any) -> bool:  # the value of a setting
    await player.wait_ms(100)
    await player.press("escape", "escape")
    session = game_of(player).session
    length_ms = counts * COUNT_NS // MS
    await player.wait_ms(length_ms - 100)
    early = session.is_running
    await player.wait_ms(200)
    return bool(session.is_running and not early)


async def begins_at_once(player: Player, ready_go: Any) -> bool:  # the value of a setting
    await player.wait_ms(100)
    return game_of(player).session.is_running is not ready_go


async def is_attracted(player: Player, value: Any) -> bool:  # as the others take any value
    await player.go_to(Node.TITLE)
    await player.wait_ms(100)
    player.clock.pass_ms((value - 1) * 1000)
    title: Any = player.app.screen
    title.check_inactivity()  # which it also does all the time by itself, see the end
    await player.settle()
    early = player.node
    player.clock.pass_ms(2000)
    await player.wait_for(lambda: player.node is Node.ATTRACT)
    return early is Node.TITLE


INTERFACE: Final[Mapping[str, Callable[[Player, Any], Any]]] = {
    "language": lambda player, value: player.app.settings.now.interface.language == value,  # see tests/app/language
    "attract_s": is_attracted,
    "ready_go": begins_at_once,
    "resume_countdown": goes_on_after,
    "pause_on_blur": lambda player, _: stays_when_unseen(player),
    "reduced_motion": lambda player, value: game_of(player).sides[0].look.reduced_motion == value,
    "no_flashes": lambda player, value: game_of(player).sides[0].look.no_flashes == value,
    "blindfold": lambda player, value: game_of(player).sides[0].look.blindfold == value,
    "key_releases": lambda player, value: (
        game_of(player).director.keys.assumes_releases is (value == "on")
        and player.app.settings.now.interface.wants_releases is (value != "off")
    ),
    "finesse": lambda player, value: player.app.settings.now.interface.finesse == value,  # see test_learning
    "gamepad": lambda player, value: player.app.settings.now.interface.gamepad == value,  # see test_gamepads
    "hold_to_wall": lambda player, value: game_of(player).director.keys.hold_to_wall == value,
    # See test_access for the effects of these.
    "game_speed": lambda player, value: player.app.settings.now.interface.game_speed == value,
    "soft_drop_toggle": lambda player, value: player.app.settings.now.interface.soft_drop_toggle == value,
    "one_switch_ms": lambda player, value: player.app.settings.now.interface.one_switch_ms == value,
    "captions": lambda player, value: player.app.settings.now.interface.captions == value,
}
"""What shows in the next game that a setting of the application as a whole is in force."""


@pytest.mark.wide
@pytest.mark.parametrize("name", by("interface"))
async def test_every_general_setting_changes_by_keys_and_applies(name: str) -> None:
    assert name in INTERFACE, "a new setting needs a line in the table"
    async with playing() as player:
        row, setting = f"interface.{name}", by("interface")[name]
        await change(player, row)
        value = value_of(player, row)
        await play(player)
        shown = INTERFACE[name](player, value)

        assert value != setting.default
        assert shown if isinstance(shown, bool) else await shown


async def watched(player: Player) -> str:
    """Watch the bot play the next game, and return the text about it."""
    await play(player)
    await player.wait_ms(50)
    await player.press("ctrl+w")
    await player.wait_ms(100)
    return words_of(player.app)


async def match_begun(player: Player) -> Any:  # what is private of it is looked at
    """Begin a match."""
    await player.go_back()
    await player.go_to(Node.MATCH)
    return player.screen_as(MatchScreen)


async def hints(player: Player) -> bool:
    await player.go_back()
    await player.go_to(Node.FREE_PRACTICE)
    await player.press("enter")
    await player.wait_ms(100)
    return bool(game_of(player).sides[0].bot.gives_hints)


async def shows(player: Player, text: str) -> bool:
    return text in await watched(player)


async def rival_is(player: Player, find: Callable[[Any], bool]) -> bool:
    return find(await match_begun(player))


COMPUTER: Final[Mapping[str, Callable[[Player, Any], Any]]] = {
    "bot": lambda player, value: shows(player, f"Bot {value}"),
    "pieces_per_second": lambda player, value: shows(player, f"↑↓ {value:g}/s"),
    "look_ahead": lambda player, value: shows(player, f"←→ {value}"),
    "hint": lambda player, _: hints(player),
    "opponent": lambda player, value: rival_is(
        player, lambda match: match.director.match.names[1] == rival_name(match.app.settings.now.computer)
    ),
    "opponent_speed": lambda player, value: rival_is(
        player, lambda match: match.sides[1].bot.settings.pieces_per_second == max(0.25, value)
    ),
    "attack": lambda player, value: rival_is(
        player, lambda match: match.director.match.sessions[0].view.rules.garbage == GarbageRules(attack=value)
    ),
    "best_of": lambda player, value: rival_is(player, lambda match: match.director.series.best_of == int(value)),
}
"""What shows in the next game, or match, that a setting of the computer is in force."""


@pytest.mark.wide
@pytest.mark.parametrize("name", by("computer"))
async def test_every_computer_setting_changes_by_keys_and_applies(name: str) -> None:
    assert name in COMPUTER, "a new setting needs a line in the table"
    async with playing() as player:
        row = f"computer.{name}"
        await change(player, row)
        value = value_of(player, row)

        assert value != by("computer")[name].default
        assert await COMPUTER[name](player, value)


@pytest.mark.wide
async def test_every_setting_of_sound_is_changed_by_keys() -> None:
    """The tests of sound in games prove the sounds themselves."""
    async with playing() as player:
        values = await change_all(player, "sound")

        assert not [name for name, setting in by("sound").items() if values[name] == setting.default]


async def test_keeping_is_chosen_by_keys_and_applies_to_the_next_game() -> None:
    keep_some()
    async with at_row(Node.SYSTEM, "storage.retention") as player:
        await player.press("enter", "up", "enter", "down", "enter")
        piecement = with_style(player.app.settings.now, "piecement")  # which keeps games without a line
        player.app.settings.apply(piecement.with_value("interface", "ready_go", False))
        await play(player)
        await player.wait_ms(100)
        await player.press("space")
        await player.wait_ms(100)
        await player.give_up()
        placing = player.screen_as(ResultScreen).result.placing

        assert player.app.settings.now.storage.retention == Retention.SCORES.value
        assert placing is not None
        assert not player.app.store.games.get(placing.id).has_recording


@pytest.mark.wide
@pytest.mark.parametrize("button", BUTTON_ACTIONS)
async def test_every_button_is_bound_by_keys_for_the_next_game(button: Button) -> None:
    async with at_row(Node.CONTROLS, button.value) as player:
        await player.press("enter", "j")
        screen = await play(player)
        await player.wait_ms(100)
        await player.press("j")

        assert any(mask & BUTTON_BITS[button] for _, mask in screen.session.game.inputs)
        assert isinstance(screen, GameScreen)
        assert not screen.query(RowList)
