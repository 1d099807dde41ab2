"""Find a perfect clear of a position, and play it by buttons in a game.

pip install piecement-engine
python examples/perfect_clear.py
"""

from piecement_engine.bots import PerfectClears
from piecement_engine.play import Position, game_of, place

ROWS = ["####...###"] * 4  # the lowest first
QUEUE = "LISLO"
position = Position.from_text("\n".join(reversed(ROWS)), QUEUE, "guideline")
solutions = list(PerfectClears().solutions(position, rows=4))
print(f"{len(solutions)} perfect clears in {len(ROWS)} rows")
game = game_of("guideline", seed=1, pieces=QUEUE, board=ROWS)
for choice in solutions[0]:
    now = Position.of(game)
    print(now.unicode(choice))
    place(game, now.placement(repr(choice)))
print("cells left:", sum(map(len, game.view.rows)))
