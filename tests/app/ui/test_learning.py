"""While one learns: extra presses are told or taken back, and a key changes the level, for practice."""

import pytest

from piecement.ui.game.game_keys import commands
from piecement_base.plan import Plan
from piecement_engine import MODES, Button
from tests.app.walking import Player, playing, text_of

MARATHON = Plan(MODES["marathon"], seed=1)


async def place_badly(player: Player) -> None:
    """Lock a piece with two presses too many."""
    await player.wait_ms(450)
    await player.press("right", "left", "up")
    await player.wait_ms(300)


@pytest.mark.parametrize(("faults", "pieces"), [("off", 1), ("alert", 1), ("retry", 0)])
async def test_a_piece_with_extra_presses_comes_again(faults: str, pieces: int) -> None:
    async with playing(MARATHON) as player:
        player.app.settings.change("interface", "finesse", faults)
        await place_badly(player)
        session = player.session

        assert session.view.pieces == pieces
        assert bool(session.unranked.practice) is (faults == "retry")
        assert ("2 extra presses" in text_of(player.app)) is (faults != "off")


async def test_a_piece_without_a_fault_is_kept() -> None:
    async with playing(MARATHON) as player:
        player.app.settings.change("interface", "finesse", "retry")
        await player.wait_ms(450)
        await player.press("right", "up")
        await player.wait_ms(300)

        assert player.session.view.pieces == 1
        assert not player.session.unranked


async def test_a_key_changes_the_level_after_a_question() -> None:
    async with playing(MARATHON, wait_ms=100) as player:
        await player.press("pageup")
        asked = player.session.view.level
        await player.press("pageup", "pageup", "pagedown")
        session = player.session

        assert (asked, session.view.level) == (1, 2)
        assert session.practised_by == "level"


async def test_a_button_on_a_level_key_keeps_it() -> None:
    async with playing(MARATHON) as player:
        bindings = player.app.settings.now.controls.bindings.bind("pageup", Button.HOLD)
        player.app.settings.change("controls", "keys", bindings.table())
        await player.wait_ms(100)
        await player.press("pageup", "pageup")

        assert "pageup" not in commands(player.app.settings.now)
        assert player.session.view.level == 1
