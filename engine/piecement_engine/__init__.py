"""The rules of Piecement: a falling-piece game without a clock, a screen or a file.

Time is an argument in whole nanoseconds, a seed fixes all randomness, and what happens comes back as a list of events.

>>> from piecement_engine import Button, Game, Rules
>>> game = Game(Rules(preview_count=3), seed=7)
>>> spawned = game.update(0)
>>> dropped = game.update(500_000_000, {Button.HARD_DROP})
>>> locked = game.update(600_000_000, set())
>>> [event.kind for event in locked]
['piece_locked', 'piece_spawned']
>>> game.view.pieces
1
"""

from piecement_engine import old_paths
from piecement_engine.board.board import Board
from piecement_engine.board.pieces import EMPTY, GREY, TETROMINOES, Orientation, Piece, Shape
from piecement_engine.errors import (
    BoardTextError,
    EngineError,
    FumenError,
    GameEndedError,
    PastUpdateError,
    PiecesExhaustedError,
    PlacementError,
    RecordingError,
    RuleError,
    TooManyStepsError,
    UnknownButtonError,
    UpdateTimeError,
)
from piecement_engine.events import (
    Accolade,
    Announced,
    AttackMade,
    AttackTaken,
    BlocksSank,
    End,
    Event,
    GameEnded,
    HardDropped,
    LevelReached,
    LinesCleared,
    PieceHeld,
    PieceLocked,
    PieceMoved,
    PieceRotated,
    PieceSpawned,
    RowsDue,
    RowsRaised,
    Spin,
)
from piecement_engine.game.budget import Budget
from piecement_engine.game.finesse import Finesse, fewest_presses
from piecement_engine.game.game import Game
from piecement_engine.game.hooks import Hooks, Modifier, register_modifier
from piecement_engine.game.inputs import Button
from piecement_engine.game.piece_queue import Hold
from piecement_engine.game.setup import Setup, Start
from piecement_engine.game.table import Table
from piecement_engine.game.view import GameView
from piecement_engine.modes import MODES, Choice, Letters, Mode, Number, Option, OptionValue, Switch, register_mode
from piecement_engine.native import COMPILED
from piecement_engine.recording.game_line import game_line, read_game_line
from piecement_engine.recording.recording import Desync, Recording, Result
from piecement_engine.recording.replayer import Replayer
from piecement_engine.recording.trackers import PressTracker, Tracker
from piecement_engine.rng import Rng
from piecement_engine.rotation import ROTATION_SYSTEMS, RotationSystem, TableSystem, Turned, register_rotation_system
from piecement_engine.rules.attack import ATTACKS, AttackRule, AttackTable, Clear
from piecement_engine.rules.leveling import LEVELINGS, LevelFacts, Leveling
from piecement_engine.rules.limits import Limit, Limits
from piecement_engine.rules.locking import LOCKINGS, Lockdown, LockdownOptions
from piecement_engine.rules.own_rules import (
    register_attack,
    register_leveling,
    register_locking,
    register_randomizer,
    register_scoring,
    register_spin_rule,
    register_timing,
)
from piecement_engine.rules.presets import PRESETS, Preset
from piecement_engine.rules.randomizers import RANDOMIZERS, Randomizer, RandomizerMaker, RandomizerOptions
from piecement_engine.rules.rules import MODIFIERS, Rules
from piecement_engine.rules.scoring import SCORINGS, Award, Lock, ScoreRule
from piecement_engine.rules.spins import SPIN_RULES, LastTurn, SpinRule
from piecement_engine.rules.timing import TIMINGS, LevelTable, LineTable, Timing
from piecement_engine.version import __version__

__all__ = [
    "ATTACKS", "COMPILED", "EMPTY", "GREY", "LEVELINGS", "LOCKINGS", "MODES", "MODIFIERS", "PRESETS", "RANDOMIZERS",
    "ROTATION_SYSTEMS", "SCORINGS", "SPIN_RULES", "TETROMINOES", "TIMINGS", "Accolade", "Announced", "AttackMade",
    "AttackRule", "AttackTable", "AttackTaken", "Award", "BlocksSank", "Board", "BoardTextError", "Budget", "Button",
    "Choice", "Clear", "Desync", "End", "EngineError", "Event", "Finesse", "FumenError", "Game", "GameEnded",
    "GameEndedError", "GameView", "HardDropped", "Hold", "Hooks", "LastTurn", "Letters", "LevelFacts", "LevelReached",
    "LevelTable", "Leveling", "Limit", "Limits", "LineTable", "LinesCleared", "Lock", "Lockdown", "LockdownOptions",
    "Mode", "Modifier", "Number", "Option", "OptionValue", "Orientation", "PastUpdateError", "Piece", "PieceHeld",
    "PieceLocked", "PieceMoved", "PieceRotated", "PieceSpawned", "PiecesExhaustedError", "PlacementError", "Preset",
    "PressTracker", "Randomizer", "RandomizerMaker", "RandomizerOptions", "Recording", "RecordingError", "Replayer",
    "Result", "Rng", "RotationSystem", "RowsDue", "RowsRaised", "RuleError", "Rules", "ScoreRule", "Setup", "Shape",
    "Spin", "SpinRule", "Start", "Switch", "Table", "TableSystem", "Timing", "TooManyStepsError", "Tracker", "Turned",
    "UnknownButtonError", "UpdateTimeError", "__version__", "fewest_presses", "game_line", "read_game_line",
    "register_attack", "register_leveling", "register_locking", "register_mode", "register_modifier",
    "register_randomizer", "register_rotation_system", "register_scoring", "register_spin_rule", "register_timing",
]  # fmt: skip

old_paths.install()
