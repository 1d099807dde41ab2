"""Play a T-spin triple button by button, and show what the game says of it.

pip install piecement-engine
python examples/t_spin_triple.py
"""

from piecement_engine import Accolade
from piecement_engine.play import Position, game_of, tap

rows = ["#.########", "#..#######", "#.########", "#.........", "##........"]  # the lowest first
game = game_of("guideline", seed=1, pieces="TIO", board=rows)
position = Position.of(game)
triple = max(position.placements, key=lambda placement: placement.lines)
print(position.unicode(triple))
for button in position.keys(triple):
    events = tap(game, button)
    print(button, "->", ", ".join(event.kind for event in events))
    for event in events:
        if isinstance(event, Accolade):
            print(f"  {event.lines} lines, spin {event.spin}, {event.points} points")
print(game)
