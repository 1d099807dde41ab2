"""Game Over: why, how it went, and what now."""

from piecement.menu_graph import Node
from piecement.plan import Plan
from tests.app.stand_ins import ENDLESS
from tests.app.walking import playing, text_of


async def test_it_tells_the_mode_the_reason_and_the_figures() -> None:
    async with playing(Plan(ENDLESS, seed=7)) as player:
        await player.wait_ms(50)
        await player.press("up")
        await player.wait_ms(100)
        await player.press("up")
        await player.wait_ms(100)
        await player.go_to(Node.GAME_OVER)
        seen = " ".join(text_of(player.app).split())

        for words in ("Game over", "Endless: You gave up.", "Score 0", "Level 1", "Pieces 2", "Keys/piece 1.00"):
            assert words in seen
        for label in ("Lines", "Time", "Pieces/s", "Singles", "Doubles", "Triples", "Quads", "Spins", "Perfect clears"):
            assert label in seen


async def test_play_again_is_one_key_away() -> None:
    async with playing(Plan(ENDLESS, seed=7)) as player:
        await player.go_to(Node.GAME_OVER)
        await player.press("enter")

        assert player.node is Node.GAME
        assert player.app.plan == Plan(ENDLESS)
