"""A match of two bots at the pace of people, with garbage.

pip install piecement-engine
python examples/versus_bots.py [SEED]
"""

import sys

from piecement_engine.bots import BOTS, Pace, play_match
from piecement_engine.play import rules_of

NAMES = ("gale", "pebble")
seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
outcome = play_match(
    [BOTS[name].make(seed) for name in NAMES],
    [Pace(pieces_per_second=BOTS[name].pieces_per_second) for name in NAMES],
    rules_of("guideline"),
    seed,
)
for name, game, counts in zip(NAMES, outcome.games, outcome.counts, strict=True):
    print(game)
    print(f"{name}: {game.view.pieces} pieces, {game.view.lines} lines, {counts}")
print("the winner is", NAMES[outcome.winner] if outcome.winner is not None else "nobody")
