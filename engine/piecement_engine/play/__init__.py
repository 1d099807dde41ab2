"""Boards to think with, and games without a clock: positions as values, games by a mode's name, taps and placements.

A position is a value: it can be compared, hashed, copied, pickled and printed, and a placement makes a new one.

>>> from piecement_engine.play import Position
>>> position = Position.from_text('''
...     ###.......
...     ##...#####
...     ###.######''', queue="TI", rules="guideline")
>>> best = max(position.placements, key=lambda placement: placement.lines)
>>> best
T-S@2,0 twist full
>>> print(position.push(best))
###.......
piece I, next -, hold -
>>> [str(button) for button in position.keys(best)]
['move_left', 'rotate_right', 'sonic_drop', 'rotate_right', 'hard_drop']

A game is begun by the name of a mode. `tap` and `place` choose the times by the rules:

>>> from piecement_engine import Button
>>> from piecement_engine.play import game_of, place, tap
>>> game = game_of("marathon", seed=7)
>>> events = tap(game, Button.HARD_DROP)
>>> events = place(game, Position.of(game).placements[0])
>>> game.view.pieces
2
"""

from piecement_engine.bots.placement import Placement, Way
from piecement_engine.bots.position import Position
from piecement_engine.errors import PlacementError
from piecement_engine.modes import rules_of
from piecement_engine.play.games import game_of, place, tap

__all__ = ["Placement", "PlacementError", "Position", "Way", "game_of", "place", "rules_of", "tap"]
