"""Bots: players, evaluators and counts of positions. Importing the engine does not import them.

A bot plays a real game through its buttons:

>>> from piecement_engine import Game, Rules
>>> from piecement_engine.bots import BOTS, Placement, Opponent, Player, Position, register_bot
>>> game = Game(Rules(preview_count=3), seed=1)
>>> player = Player(game, BOTS["survive"].make(0))
>>> happened = player.advance(2_000_000_000)
>>> game.view.pieces > 10, player.astray
(True, 0)

A bot is any object that thinks about a position and yields choices:

>>> class Lowest:
...     def think(self, position: Position):
...         yield min(position.placements, key=lambda one: (one.piece.y, one.piece.x), default=None)
>>> register_bot(Opponent(name="lowest", sentence="Goes as deep as it can.", make=lambda seed: Lowest()))
>>> game = Game(Rules(), seed=1)
>>> happened = Player(game, BOTS.pop("lowest").make(0)).advance(1_000_000_000)
>>> game.view.pieces > 10
True

The names and sentences of the bots, `BOTS`, are available at once; everything else is imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from piecement_engine.bots.index import *  # noqa: F403
else:
    from piecement_engine.bots.opponents import BOTS, Opponent, register_bot  # noqa: F401

    def __getattr__(name: str) -> object:
        return getattr(import_module("piecement_engine.bots.index"), name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *import_module("piecement_engine.bots.index").__all__})
