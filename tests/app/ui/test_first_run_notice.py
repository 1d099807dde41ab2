"""The first-run notice: one line at the first start that tells of keys, and nothing asked."""

import pytest

from piecement.terminal.key_events import KeyboardCapabilities
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.first_run_notice import FirstRunNotice
from tests.app.walking import Player, playing, text_of

CONTROLS = "Change keys in Settings, Controls."
ENTRIES = ("New game", "Settings", "Scoreboard", "About", "Quit")


async def answer(player: Player, flags: int | None) -> None:
    """Let the terminal say what it tells of keys."""
    player.app.keyboard = KeyboardCapabilities(flags)
    await player.settle()


def rows_of_entries(player: Player) -> list[int]:
    """Return where the entries of the title are on the screen."""
    return [y for y, line in enumerate(text_of(player.app).splitlines()) if line.strip() in ENTRIES]


@pytest.mark.parametrize(("flags", "told"), [(31, "press and release"), (None, "presses only")])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_new_player_is_told_what_the_terminal_tells_of_keys(
    flags: int | None, told: str, size: tuple[int, int]
) -> None:
    async with playing(size=size) as player:
        before = CONTROLS in text_of(player.app)
        await answer(player, flags)

        assert not before
        assert f"This terminal tells {told}. {CONTROLS}" in text_of(player.app)


async def test_the_first_run_notice_fits_a_narrow_terminal() -> None:
    async with playing(size=(40, 24)) as player:
        await answer(player, 31)
        seen = " ".join(text_of(player.app).split())

        assert f"This terminal tells press and release. {CONTROLS}" in seen
        assert "New game" in seen
        assert "Quit" in seen


async def test_no_entry_moves_under_a_pointer_when_it_comes() -> None:
    async with playing(size=(80, 24)) as player:
        before = rows_of_entries(player)
        await answer(player, 31)

        assert len(before) > 3
        assert rows_of_entries(player) == before


async def test_it_is_told_once() -> None:
    async with playing() as player:
        await answer(player, 31)
        await player.go_to(Node.ABOUT)
        await player.press("escape")
        first = player.app.screen.query_one(FirstRunNotice).has_class("-seen")
        await player.go_to(Node.GAME)
        await player.press("escape")
        await player.go_to(Node.TITLE)
        await answer(player, 31)

        assert first
        assert not player.app.screen.query_one(FirstRunNotice).has_class("-seen")
        assert player.app.settings.now.interface.first_run_notice
