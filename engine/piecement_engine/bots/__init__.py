"""Bots: what plays, judges and counts positions. Nothing of it is loaded before it is asked for."""

from piecement_engine.bots.bot import Bot, Habits, PytetrisBot, SearchingBot
from piecement_engine.bots.evaluators import EVALUATORS, Evaluator, register_evaluator
from piecement_engine.bots.finesse import fewest_presses, finesse_faults
from piecement_engine.bots.moves import Mover, mover
from piecement_engine.bots.opponents import BOTS, Opponent, register_bot
from piecement_engine.bots.pace import INSTANT, Pace
from piecement_engine.bots.paths import STEP_BUTTONS, Step, path
from piecement_engine.bots.perfect_clear import PerfectClears
from piecement_engine.bots.perft import perft
from piecement_engine.bots.player import Playable, Player
from piecement_engine.bots.position import Choice, Position
from piecement_engine.bots.reach import Reach
from piecement_engine.bots.search import Search

__all__ = [
    "BOTS",
    "EVALUATORS",
    "INSTANT",
    "STEP_BUTTONS",
    "Bot",
    "Choice",
    "Evaluator",
    "Habits",
    "Mover",
    "Opponent",
    "Pace",
    "PerfectClears",
    "Playable",
    "Player",
    "Position",
    "PytetrisBot",
    "Reach",
    "Search",
    "SearchingBot",
    "Step",
    "fewest_presses",
    "finesse_faults",
    "mover",
    "path",
    "perft",
    "register_bot",
    "register_evaluator",
]
