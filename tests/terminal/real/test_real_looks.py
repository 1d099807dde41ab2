"""A picture of every terminal emulator: pieces are blocks without seams, in their own colours where it has them."""

from typing import Final

from piecement.render.skins.palettes import PALETTES
from piecement_engine.events import PieceLocked
from tests.terminal.real.pixels import lying_block
from tests.terminal.real.window_game import WindowGame

RECTANGLES: Final = {"I", "O"}

EFFECTS_S: Final = 0.9
"""How long a key is held meanwhile: longer than what a drop sets off is seen."""


def test_a_piece_that_lies_is_one_block_of_its_colour(game: WindowGame) -> None:
    game.start()
    played = game.after(lambda: game.desktop.press("Up"))
    (shape,) = [event.piece.shape for event in played.events if isinstance(event, PieceLocked)]
    game.desktop.hold("Left", EFFECTS_S)
    block = lying_block(game.picture("game"))

    assert shape.name in RECTANGLES
    assert block.others == 0
    if game.window.emulator.has_truecolor:
        assert block.colour == PALETTES["tetrs"].colour(shape.tile)
