"""A bot passes the time at the title while nobody is there, and goes when somebody comes."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from rich.cells import cell_len
from textual.geometry import Region

from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.attract import AttractScreen
from piecement.ui.screens.title import TitleScreen
from piecement_base import GUEST
from piecement_base.language import choose
from tests.app.thinking import Thinker, thinking
from tests.app.walking import Player, playing, text_of


@asynccontextmanager
async def left_alone() -> AsyncGenerator[Thinker]:
    """Run the application at the title, and leave it alone until the bot plays."""
    async with thinking(launch=Launch(save=False)) as player:
        player.clock.pass_ms(31_000)
        await player.wait_for(lambda: player.node is Node.ATTRACT)
        await player.settle()
        yield player


async def wait_at(title: TitleScreen, player: Player, milliseconds: int) -> None:
    """Advance the clock, and check at the title whether anybody is there."""
    player.clock.pass_ms(milliseconds)
    title.check_inactivity()
    await player.settle()


async def test_a_bot_plays_while_nobody_is_there() -> None:
    async with left_alone() as player:
        screen = player.screen_as(AttractScreen)
        await player.frames(180)

        assert screen.session.view.pieces >= 3
        assert "Press any key" in text_of(player.app)


@pytest.mark.wide
@pytest.mark.parametrize("key", ["x", "escape", "enter", "ctrl+r", "up", "ctrl+w"])
async def test_any_key_goes_back_to_the_title(key: str) -> None:
    async with left_alone() as player:
        await player.frames(10)
        await player.press(key)

        assert player.node is Node.TITLE
        assert player.turns.waiting == []


async def test_the_bot_begins_another_game_when_one_ends() -> None:
    async with left_alone() as player:
        screen = player.screen_as(AttractScreen)
        first = screen.session
        first.forfeit()
        await player.frames(120)

        assert player.node is Node.ATTRACT
        assert screen.session is not first
        assert screen.session.view.pieces >= 1


@pytest.mark.parametrize(("name", "value"), [("reduced_motion", True), ("attract_s", 0)])
async def test_nothing_moves_if_unwanted(name: str, value: object) -> None:
    async with playing(launch=Launch(save=False)) as player:
        player.app.settings.change("interface", name, value)
        await wait_at(player.screen_as(TitleScreen), player, 600_000)

        assert player.node is Node.TITLE


async def test_a_key_at_the_title_keeps_the_bot_away() -> None:
    async with playing(launch=Launch(save=False)) as player:
        player.clock.pass_ms(29_000)
        await player.press("down")
        await wait_at(player.screen_as(TitleScreen), player, 29_000)

        assert player.node is Node.TITLE


async def test_no_bot_plays_under_a_menu() -> None:
    async with playing(launch=Launch(save=False)) as player:
        title = player.screen_as(TitleScreen)
        await player.go_to(Node.ABOUT)
        await wait_at(title, player, 600_000)

        assert player.node is Node.ABOUT


async def test_no_bot_plays_for_a_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that was left open got 115 kB a second."""
    monkeypatch.setenv(GUEST, "1")
    async with thinking(launch=Launch(save=False)) as player:
        await wait_at(player.screen_as(TitleScreen), player, 31_000)

        assert player.node is Node.TITLE


@pytest.mark.parametrize(("size", "line"), [((60, 20), 19), ((80, 24), 23)])
async def test_the_invitation_covers_no_field(size: tuple[int, int], line: int) -> None:
    async with left_alone() as player:
        await player.pilot.resize_terminal(*size)
        await player.frames(10)
        screen = player.screen_as(AttractScreen)
        field = screen.fields.insides[0]
        at = text_of(player.app).splitlines()[line].index("Press any key")

        assert not field.overlaps(Region(at, line, len("Press any key"), 1))


async def test_invitation_is_centred_in_wide_script() -> None:
    async with left_alone() as player:
        choose("ja")
        await player.frames(10)
        line = text_of(player.app).splitlines()[-1]

        assert cell_len(line) - cell_len(line.lstrip()) == (80 - cell_len(line.strip())) // 2
