"""The kick explorer: keys and mouse move, turn and draw, and each test is told."""

from textual.widgets import Static

from piecement.training.kick_explorer import ROWS
from piecement.ui.menu_graph import Node
from piecement.ui.screens.kick_explorer import KickExplorerScreen, KickList
from piecement.ui.widgets.board_picture import BoardSheet
from piecement_engine import Button
from tests.app.walking import Player, playing, text_of


def told(player: Player) -> str:
    return str(player.app.screen.query_one("#told", Static).content)


async def test_a_turn_is_told_test_by_test() -> None:
    async with playing() as player:
        player.app.settings.change("gameplay", "rotation_system", "srs")
        await player.go_to(Node.KICK_EXPLORER)
        await player.press("d")

        assert "Test 1, in place: blocked." in told(player)

        await player.pilot.click(KickList, offset=(4, 2))
        await player.settle()
        assert "Test 3, 1 left and 1 up: blocked." in told(player)

        await player.press("h", "h")
        assert "Test 5, 1 left and 2 down: the piece goes there." in told(player)


async def test_where_no_test_fits_the_last_one_says_so() -> None:
    async with playing() as player:
        player.app.settings.change("gameplay", "rotation_system", "classic_right")
        await player.go_to(Node.KICK_EXPLORER)
        await player.press("d")

        assert "No test fits" in told(player)


async def test_cells_are_drawn_by_keys() -> None:
    async with playing(at=Node.KICK_EXPLORER) as player:
        offered = text_of(player.app)
        await player.press("delete", "f6")
        drawing = told(player)
        await player.press("space", "f6")

        assert "F6 draw" in offered
        assert "Arrows move the cursor" in drawing
        assert "does not fit" in told(player)


async def test_the_mouse_drags_the_piece_and_draws() -> None:
    async with playing() as player:
        player.app.settings.change("gameplay", "rotation_system", "srs")
        await player.go_to(Node.KICK_EXPLORER)
        await player.press("delete")
        rows = min(ROWS, player.app.screen.query_one(BoardSheet).size.height - 1)
        await player.pilot.mouse_down(BoardSheet, offset=(1 + 2 * 2, rows - 1 - 3))
        await player.pilot.hover(BoardSheet, offset=(1 + 2 * 6, rows - 1 - 3))
        await player.pilot.mouse_up(BoardSheet, offset=(1 + 2 * 6, rows - 1 - 3))
        await player.pilot.click(BoardSheet, offset=(1 + 2 * 6, rows - 1 - 2))
        await player.press("d")

        assert "Test 1, in place: blocked." in told(player)


async def test_hard_drop_and_hold_move_and_change_the_piece() -> None:
    async with playing(at=Node.KICK_EXPLORER) as player:
        await player.press("delete")
        explorer = player.screen_as(KickExplorerScreen)._explorer
        await player.press(player.app.settings.now.controls.bindings.keys(Button.HARD_DROP)[0])

        assert explorer.piece.y == 0

        before = explorer.piece.shape
        await player.press("n")

        assert explorer.piece.shape is not before
