"""New Game: all modes, what they are about, and the seed."""

import pytest
from textual.widgets import Input, OptionList

from piecement.application import Piecement
from piecement.menu_graph import Node
from piecement.menus.mode_facts import facts
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

        assert MODES[name].sentence in text_of(player.app)


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
    mode = Mode(name="m", title="M", sentence="S.", rules=rules, ranking=("time",), headline="time")

    assert facts(mode) == told
