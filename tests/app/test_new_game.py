"""New Game: all modes, what they are about, and the seed."""

import pytest
from textual.widgets import Input, OptionList

from piecement.application import Piecement
from piecement.menu_graph import Node
from piecement.menus.mode_facts import facts
from piecement.menus.mode_options import settings_of
from piecement_engine import MODES, Limit, Limits, Mode, Rules
from tests.app.walking import Player, playing, text_of


def modes_of(app: Piecement) -> OptionList:
    """Return the list of the modes."""
    return app.screen.query_one("#modes", OptionList)


def seed_of(app: Piecement) -> Input:
    """Return the field of the seed."""
    return app.screen.query_one("#seed", Input)


async def choose_mode(player: Player, name: str) -> None:
    """Open the screen and move the cursor to a mode."""
    await player.go_to(Node.NEW_GAME)
    for _ in range(list(MODES).index(name)):
        await player.press("down")


async def test_every_mode_is_there_with_its_title() -> None:
    async with playing() as player:
        await player.go_to(Node.NEW_GAME)
        titles = [str(option.prompt) for option in modes_of(player.app).options]

        assert titles == [mode.title for mode in MODES.values()]


@pytest.mark.parametrize("name", ["40_lines", "marathon"])
async def test_the_mode_under_the_cursor_is_described(name: str) -> None:
    async with playing() as player:
        await choose_mode(player, name)

        assert all(word in text_of(player.app) for word in MODES[name].sentence.split())


async def test_enter_plays_the_mode() -> None:
    async with playing() as player:
        await choose_mode(player, "marathon")
        await player.press("enter")

        assert player.node is Node.GAME
        assert player.app.plan is not None
        assert player.app.plan.mode is MODES["marathon"]
        assert player.app.plan.seed is None


async def test_a_seed_can_be_typed() -> None:
    async with playing() as player:
        await choose_mode(player, "marathon")
        await player.press("s", "4", "2", "enter")

        assert player.app.plan is not None
        assert (player.app.plan.mode.name, player.app.plan.seed) == ("marathon", 42)


async def test_a_seed_takes_nothing_but_digits() -> None:
    async with playing() as player:
        await player.go_to(Node.NEW_GAME)
        await player.press("s", "1", "x", "minus", "2")

        assert seed_of(player.app).value == "12"


async def test_a_seed_that_is_too_large_is_refused_and_explained() -> None:
    async with playing() as player:
        await player.go_to(Node.NEW_GAME)
        await player.press("s", *"18446744073709551616", "enter")

        assert player.node is Node.NEW_GAME
        assert "A seed is a number up to 18446744073709551615." in text_of(player.app)


async def test_escape_leaves_the_seed_first_and_then_the_screen() -> None:
    async with playing() as player:
        await player.go_to(Node.NEW_GAME)
        await player.press("s", "escape")
        after_one = player.node
        await player.press("escape")

        assert (after_one, player.node) == (Node.NEW_GAME, Node.TITLE)


async def test_the_cursor_comes_back_to_the_mode_that_was_played() -> None:
    async with playing() as player:
        await choose_mode(player, "marathon")
        await player.press("enter", "escape")
        await player.go_to(Node.NEW_GAME)

        assert modes_of(player.app).highlighted == list(MODES).index("marathon")


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (
            Rules(start_level=3, limits=Limits(lines=Limit(40))),
            ["Stays at the speed of level 3.", "Won at 40 lines."],
        ),
        (
            Rules(level_up=True, limits=Limits(level=Limit(19))),
            ["Starts at level 1 and gets faster.", "Won beyond level 19."],
        ),
        (Rules(limits=Limits(time=Limit(90_000_000_000))), ["Stays at the speed of level 1.", "Won after 90 seconds."]),
        (Rules(limits=Limits(score=Limit(500, win=False))), ["Stays at the speed of level 1.", "Over at 500 points."]),
        (Rules(), ["Stays at the speed of level 1."]),
    ],
)
def test_the_facts_of_a_mode_are_its_speed_and_its_end(rules: Rules, told: list[str]) -> None:
    assert facts(rules) == told


async def test_the_options_of_a_mode_are_set_in_place_and_played() -> None:
    async with playing() as player:
        await choose_mode(player, "cheese")
        await player.press("right", "right", "down", "left", "escape", "enter")

        assert player.node is Node.GAME
        assert player.app.plan is not None
        assert player.app.plan.options == {"rows": 9, "goal": 30}


async def test_the_option_under_the_cursor_is_explained() -> None:
    async with playing() as player:
        await choose_mode(player, "cheese")
        await player.press("right")

        assert MODES["cheese"].options[0].sentence in text_of(player.app)


async def test_numbers_that_mean_something_say_so() -> None:
    async with playing() as player:
        await choose_mode(player, "cheese")
        await player.press("right", "down", "end", "backspace", "backspace", "0")

        assert "endless" in text_of(player.app)


async def test_the_facts_follow_the_options() -> None:
    async with playing() as player:
        await choose_mode(player, "time_trial")
        await player.press("right", "right")

        assert "Won after 210 seconds." in text_of(player.app)


async def test_options_are_offered_again_as_they_were_played() -> None:
    async with playing() as player:
        await choose_mode(player, "time_trial")
        await player.press("right", "right", "escape", "enter", "escape")
        await player.go_to(Node.NEW_GAME)

        assert "Won after 210 seconds." in text_of(player.app)


async def test_escape_leaves_the_options_for_the_modes() -> None:
    async with playing() as player:
        await choose_mode(player, "time_trial")
        await player.press("right", "escape")

        assert player.node is Node.NEW_GAME
        assert modes_of(player.app).has_focus


@pytest.mark.parametrize("mode", MODES.values(), ids=lambda mode: mode.name)
def test_every_option_is_a_setting_with_its_default(mode: Mode) -> None:
    assert [setting.default for setting in settings_of(mode)] == [option.default for option in mode.options]
