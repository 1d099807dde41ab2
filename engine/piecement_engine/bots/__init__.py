"""Bots: what plays, judges and counts positions. Nothing of it is loaded before it is asked for."""

from piecement_engine.bots.moves import Mover, mover
from piecement_engine.bots.perft import perft
from piecement_engine.bots.reach import Reach

__all__ = [
    "Mover",
    "Reach",
    "mover",
    "perft",
]
