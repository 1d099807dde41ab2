"""Deal S and Z pieces only, which no player survives for ever, and see how long a bot does.

pip install piecement-engine
python examples/s_and_z_only.py
"""

from piecement_engine import Rules
from piecement_engine.bots import Player
from piecement_engine.play import game_of

rules = Rules(pieces="S,Z", randomizer="uniform", preview_count=3)
game = game_of(rules, seed=1)
player = Player(game, "survive")
while game.view.end is None and game.view.pieces < 150:
    player.advance(game.view.time_ns + 1_000_000_000)
print(game)
print(f"{game.view.pieces} pieces, {dict(game.view.pieces_locked)}, end: {game.view.end}")
