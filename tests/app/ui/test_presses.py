"""Few presses lead a returning player from the title to what is often wanted."""

from collections.abc import Callable
from typing import Final

import pytest
from textual.command import CommandPalette

from piecement.ui.bases.settings_tab import SettingsTab
from piecement.ui.menu_graph import Node
from piecement.ui.online.servers import HostedServer
from piecement.ui.screens.game import GameScreen
from piecement.ui.widgets.term_card import TermCard
from piecement_base.errors import StorageError
from tests.app.kept_games import keep_some
from tests.app.walking import Player, playing, text_of


def has_cursor_on(row: str, player: Player) -> bool:
    return player.screen_as(SettingsTab).place() == row


GOALS: Final[dict[str, tuple[int, tuple[str, ...], Callable[[Player], object]]]] = {
    "DAS": (3, ("5", "down", "down"), lambda player: has_cursor_on("gameplay.das_ms", player)),
    "a key": (4, ("5", "tab", "enter", "y"), lambda player: player.app.settings.now.controls.bindings.button("y")),
    "last replay": (2, ("r",), lambda player: player.node is Node.REPLAY),
    "watch a bot": (2, ("2", "w"), lambda player: player.screen_as(GameScreen).sides[0].bot.plays),
    "mute": (1, ("m",), lambda player: not player.app.sounds.is_on),
    "ASCII": (3, ("slash", "type skin: ascii", "enter"), lambda player: player.app.appearance.ascii_only),
    "language": (3, ("slash", "type deutsch", "enter"), lambda player: "Einstellungen" in text_of(player.app)),
    "T-spin": (3, ("slash", "type t-spin", "enter"), lambda player: isinstance(player.app.screen, TermCard)),
    "host a room": (2, ("2", "h"), lambda player: "No server here." in text_of(player.app)),
}
"""Goals: the most presses allowed, the presses, and a check of the result; a typed word counts as one press."""


async def type_words(player: Player, words: str) -> None:
    """Type words into the palette, key by key, and wait until they are looked for."""
    palette = player.app.screen
    assert isinstance(palette, CommandPalette)
    await player.pilot.press(*("space" if letter == " " else letter for letter in words))
    await player.wait_for(lambda: words.split(maxsplit=1)[0] in text_of(player.app).casefold())
    await player.settle()


@pytest.mark.parametrize("goal", GOALS)
async def test_a_goal_is_a_few_presses_from_the_title(goal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(server: HostedServer, *, stays: bool) -> None:
        raise StorageError("No server here.")

    monkeypatch.setattr(HostedServer, "start", refuse)
    keep_some()
    most, presses, is_reached = GOALS[goal]
    async with playing() as player:
        player.app.settings.change("online", "name", "Ana")
        player.app.settings.change("sound", "sound", "on")
        await player.settle()
        for press in presses:
            if press.startswith("type "):
                await type_words(player, press.removeprefix("type "))
            else:
                await player.press(press)
        await player.wait_for(lambda: bool(is_reached(player)))

    assert len(presses) <= most
