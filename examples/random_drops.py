"""Play the mode 40 lines by random placements to its end, and say what came of it.

pip install piecement-engine
python examples/random_drops.py 3
"""

import sys
from random import Random

from piecement_engine.play import Position, game_of, place

seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
game = game_of("40_lines", seed=seed)
random = Random(seed)
while game.view.end is None:
    place(game, random.choice(Position.of(game).placements))
print(game)
print(f"{game.view.pieces} pieces, {game.view.lines} of 40 lines, ended by {game.view.end}")
