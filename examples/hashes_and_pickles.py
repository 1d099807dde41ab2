"""Count the boards after two pieces, each once, and take positions and games through a pickle.

pip install piecement-engine
python examples/hashes_and_pickles.py
"""

import copy
import pickle

from piecement_engine import Rules
from piecement_engine.play import Position, game_of, tap

start = Position.from_text("", "OO", "guideline")
ways = [start.push(first).push(second) for first in start.placements for second in start.push(first).placements]
print(f"{len(ways)} ways of two pieces, {len(set(ways))} positions")
again = pickle.loads(pickle.dumps(ways))
print("positions are equal:", set(again) == set(ways))

game = game_of("marathon", seed=5)
tap(game, "hard_drop")
other, copied = pickle.loads(pickle.dumps(game)), copy.deepcopy(game)
for each in (game, other, copied):
    tap(each, "hold")
    tap(each, "hard_drop")
print("games go on alike:", str(game) == str(other) == str(copied))
print("rules are keys:", {Rules(): "tetrs", Rules(hold="off"): "no hold"}[Rules(hold="off")])
