"""Free practice: a game of any mode in which nothing is ranked."""

from piecement.ui.menu_graph import Node
from tests.app.setting_rows import at_row
from tests.app.walking import text_of


async def test_free_practice_stays_practice_after_a_restart() -> None:
    async with at_row(Node.FREE_PRACTICE, "mode") as player:
        await player.press("right", "up", "enter")
        await player.wait_ms(200)
        first = player.session
        await player.press("ctrl+r")
        again = player.session

        assert first.plan.mode.name != "marathon"
        assert again is not first
        assert (first.unranked.practice, again.unranked.practice) == (True, True)


async def test_the_field_says_practice() -> None:
    async with at_row(Node.FREE_PRACTICE, "mode", size=(120, 40)) as player:
        await player.press("enter")
        await player.wait_ms(200)

        assert "PRACTICE" in text_of(player.app)
