"""The kick explorer: keys and mouse move, turn and draw, and each test is told."""

from piecement.ui.menu_graph import Node
from piecement.ui.screens.kick_explorer import KickList
from piecement.ui.widgets.board_field import CellField
from tests.app.walking import playing, text_of


async def test_a_turn_is_told_test_by_test() -> None:
    async with playing() as player:
        player.app.settings.change("gameplay", "rotation_system", "srs")
        await player.go_to(Node.KICK_EXPLORER)
        await player.press("x")

        assert "Test 1, in place: blocked." in text_of(player.app)

        await player.press("n", "n", "n", "n")

        assert "Test 5, 1 left and 2 down: the piece goes there." in text_of(player.app)


async def test_where_no_test_fits_the_last_one_says_so() -> None:
    async with playing() as player:
        player.app.settings.change("gameplay", "rotation_system", "classic_right")
        await player.go_to(Node.KICK_EXPLORER)
        await player.press("x")

        assert "No test fits" in text_of(player.app)


async def test_cells_are_drawn_by_keys() -> None:
    async with playing() as player:
        player.app.settings.change("gameplay", "rotation_system", "srs")
        await player.go_to(Node.KICK_EXPLORER)
        await player.press("delete", "x", "d", "space", "d", "z")

        assert "does not fit" in text_of(player.app)


async def test_the_mouse_drags_the_piece_and_draws() -> None:
    async with playing() as player:
        player.app.settings.change("gameplay", "rotation_system", "srs")
        await player.go_to(Node.KICK_EXPLORER)
        await player.press("delete")
        rows = player.app.screen.query_one(CellField).size.height - 1
        await player.pilot.mouse_down(CellField, offset=(1 + 2 * 2, rows - 1 - 3))
        await player.pilot.hover(CellField, offset=(1 + 2 * 6, rows - 1 - 3))
        await player.pilot.mouse_up(CellField, offset=(1 + 2 * 6, rows - 1 - 3))
        await player.pilot.click(CellField, offset=(1 + 2 * 6, rows - 1 - 2))
        await player.press("x")

        assert "Test 1, in place: blocked." in text_of(player.app)


async def test_a_click_on_a_test_shows_it() -> None:
    async with playing() as player:
        player.app.settings.change("gameplay", "rotation_system", "srs")
        await player.go_to(Node.KICK_EXPLORER)
        await player.press("x")
        await player.pilot.click(KickList, offset=(4, 2))
        await player.settle()

        assert "Test 3, 1 left and 1 up: blocked." in text_of(player.app)
