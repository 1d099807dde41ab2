"""Rotate by a system of one's own, which kicks a blocked piece up by a row, and compare it with SRS.

pip install piecement-engine
python examples/own_rotation.py
"""

from dataclasses import replace

from piecement_engine import Board, Piece, Recording, register_rotation_system
from piecement_engine.bots import Player
from piecement_engine.play import Position, game_of, rules_of


class Lifting:
    """Rotation about the lower left corner of a piece, in place or a row higher."""

    name = "lifting"

    def rotate(self, board: Board, piece: Piece, turns: int) -> tuple[Piece, int] | None:
        for kick in (0, 1):
            turned = Piece(piece.shape, (piece.orientation + turns) % 4, piece.x, piece.y + kick)
            if board.fits(turned):
                return turned, kick
        return None

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        return piece if board.fits(piece) else None


register_rotation_system(Lifting())
for system in ("srs", "lifting"):
    rules = replace(rules_of("guideline"), rotation_system=system)
    position = Position.from_text("##..######\n#...######\n##.#######", "T", rules)
    print(f"{system}: {len(position.placements)} placements")
game = game_of(rules, seed=1)
Player(game, "pebble").advance(2_000_000_000)
print(f"{game.view.pieces} pieces, replays: {Recording.of(game).verify() is None}")
