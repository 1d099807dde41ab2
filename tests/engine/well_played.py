"""A player for tests that want a game to be won: it drops each piece straight down where pytetris would."""

from piecement_engine import Button, Game
from piecement_engine.bots.pytetris import pytetris_choice
from tests.engine.play import MS, taps


def play_well(game: Game, pieces: int) -> None:
    """Play so many pieces, or to the end. Pieces must spawn high above the stack."""
    game.update(game.view.time_ns)
    for _ in range(pieces):
        if game.view.end is None:
            _place(game)


def _place(game: Game) -> None:
    piece, board = game.view.piece, game.view.board
    assert piece is not None
    choice = pytetris_choice(board.geometry, board.bits, piece.shape)
    if choice is not None:
        taps(game, game.view.time_ns + MS, *[Button.ROTATE_LEFT] * choice.turn)
        turned = game.view.piece
        assert turned is not None
        away = choice.piece.x - turned.x
        taps(game, game.view.time_ns + MS, *[Button.MOVE_RIGHT if away > 0 else Button.MOVE_LEFT] * abs(away))
    taps(game, game.view.time_ns + MS, Button.HARD_DROP)
    while game.view.piece is None and game.view.end is None:
        game.update(game.view.time_ns + 20 * MS)
