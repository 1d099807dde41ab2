"""All public names of `piecement_engine.bots`."""

from piecement_engine.bots.bot import Bot, Habits, SearchingBot
from piecement_engine.bots.coach import Verdict, compare, review
from piecement_engine.bots.evaluators import EVALUATORS, Evaluator, register_evaluator
from piecement_engine.bots.external import Exchange, ExternalBot
from piecement_engine.bots.matches import MatchOutcome, play_match
from piecement_engine.bots.movers import Mover, Reach, mover
from piecement_engine.bots.opponents import BOTS, Opponent, register_bot
from piecement_engine.bots.pace import INSTANT, Pace
from piecement_engine.bots.perfect_clear import PerfectClears
from piecement_engine.bots.perft_counts import perft
from piecement_engine.bots.piece_paths import STEP_BUTTONS, Step, path
from piecement_engine.bots.placement import Placement, Way
from piecement_engine.bots.player import Playable, Player
from piecement_engine.bots.position import Position
from piecement_engine.bots.pytetris import PytetrisBot
from piecement_engine.bots.responder import Responder
from piecement_engine.bots.search import Search
from piecement_engine.bots.tbp import ExternalBotError, NoMoveError

__all__ = [
    "BOTS", "EVALUATORS", "INSTANT", "STEP_BUTTONS", "Bot", "Evaluator", "Exchange", "ExternalBot",
    "ExternalBotError", "Habits", "MatchOutcome", "Mover", "NoMoveError", "Opponent", "Pace", "PerfectClears",
    "Placement", "Playable", "Player", "Position", "PytetrisBot", "Reach", "Responder", "Search", "SearchingBot",
    "Step", "Verdict", "Way", "compare", "mover", "path", "perft", "play_match", "register_bot", "register_evaluator",
    "review",
]  # fmt: skip
