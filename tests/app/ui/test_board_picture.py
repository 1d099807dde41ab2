"""The picture of a board: drawn in the current look, at any size, and clicked cell by cell."""

import pytest
from textual.app import ComposeResult
from textual.screen import Screen

from piecement.render.still_board import StillBoard
from piecement.ui.widgets.board_picture import BoardPicture, BoardSheet, CellPressed
from tests.app.walking import Player, playing, text_of

_BOARD = StillBoard.of_text(["T..j", "TT.X"], 4)


class _Shown(Screen[None]):
    def __init__(self, picture: BoardPicture) -> None:
        super().__init__()
        self.picture = picture
        self.pressed: list[CellPressed] = []

    def compose(self) -> ComposeResult:
        yield self.picture

    def on_cell_pressed(self, event: CellPressed) -> None:
        self.pressed.append(event)


async def show(player: Player, picture: BoardPicture) -> _Shown:
    """Show a picture on a screen of its own."""
    shown = _Shown(picture)
    await player.app.push_screen(shown)
    await player.settle()
    return shown


@pytest.mark.painted
async def test_it_follows_the_look_and_the_size() -> None:
    async with playing(size=(40, 24)) as player:
        picture = BoardPicture(_BOARD, player.app.services)
        await show(player, picture)
        large = picture.size
        await player.pilot.resize_terminal(40, 5)
        player.app.settings.change("graphics", "skin", "ascii")
        await player.wait_for(lambda: picture.size == (10, 5))

        assert large == (26, 13)
        assert "|####  ##|" in text_of(player.app)


@pytest.mark.painted
async def test_it_is_blank_without_a_board_or_room() -> None:
    async with playing(size=(40, 24)) as player:
        picture = BoardPicture(None, player.app.services)
        await show(player, picture)
        without = picture.size
        picture.show(_BOARD)
        await player.settle()
        shown = picture.size
        await player.pilot.resize_terminal(5, 5)
        await player.wait_for(lambda: not text_of(player.app).strip())

        assert not without.area
        assert shown.area


async def test_cells_are_reported_under_the_mouse() -> None:
    async with playing(size=(10, 5)) as player:
        shown = await show(player, BoardSheet(_BOARD, player.app.services))
        await player.pilot.mouse_down(BoardSheet, offset=(1, 3))
        await player.pilot.hover(BoardSheet, offset=(3, 3))
        await player.pilot.mouse_up(BoardSheet, offset=(3, 3))
        await player.pilot.hover(BoardSheet, offset=(1, 0))
        await player.settle()

        assert [(event.cell, event.is_first) for event in shown.pressed] == [((0, 0), True), ((1, 0), False)]
