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

from piecement_engine.board import Board
from piecement_engine.budget import Budget
from piecement_engine.buttons import Button
from piecement_engine.compiled import COMPILED
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
from piecement_engine.finesse import Finesse, fewest_presses
from piecement_engine.game import Game
from piecement_engine.hooks import Hooks, Modifier, register_modifier
from piecement_engine.leveling import LEVELINGS, register_leveling
from piecement_engine.limits import Limit, Limits
from piecement_engine.locking import LOCKINGS, register_locking
from piecement_engine.modes import MODES, Choice, Letters, Mode, Number, Option, OptionValue, Switch, register_mode
from piecement_engine.modifiers import MODIFIERS
from piecement_engine.piece_queue import Hold
from piecement_engine.pieces import EMPTY, GREY, TETROMINOES, Orientation, Piece, Shape
from piecement_engine.presets import PRESETS, Preset
from piecement_engine.randomizers import RANDOMIZERS, register_randomizer
from piecement_engine.recording import Desync, Recording, Result
from piecement_engine.replayer import PressTracker, Replayer, Tracker
from piecement_engine.rotation import ROTATION_SYSTEMS, register_rotation_system
from piecement_engine.rules import Rules
from piecement_engine.scoring import SCORINGS, register_scoring
from piecement_engine.setup import Setup, Start
from piecement_engine.spins import SPIN_RULES, register_spin_rule
from piecement_engine.table import Table
from piecement_engine.timing import TIMINGS, register_timing
from piecement_engine.version import __version__
from piecement_engine.view import GameView

__all__ = [
    "COMPILED",
    "EMPTY",
    "GREY",
    "LEVELINGS",
    "LOCKINGS",
    "MODES",
    "MODIFIERS",
    "PRESETS",
    "RANDOMIZERS",
    "ROTATION_SYSTEMS",
    "SCORINGS",
    "SPIN_RULES",
    "TETROMINOES",
    "TIMINGS",
    "Accolade",
    "Announced",
    "AttackMade",
    "AttackTaken",
    "BlocksSank",
    "Board",
    "BoardTextError",
    "Budget",
    "Button",
    "Choice",
    "Desync",
    "End",
    "EngineError",
    "Event",
    "Finesse",
    "FumenError",
    "Game",
    "GameEnded",
    "GameEndedError",
    "GameView",
    "HardDropped",
    "Hold",
    "Hooks",
    "Letters",
    "LevelReached",
    "Limit",
    "Limits",
    "LinesCleared",
    "Mode",
    "Modifier",
    "Number",
    "Option",
    "OptionValue",
    "Orientation",
    "PastUpdateError",
    "Piece",
    "PieceHeld",
    "PieceLocked",
    "PieceMoved",
    "PieceRotated",
    "PieceSpawned",
    "PiecesExhaustedError",
    "PlacementError",
    "Preset",
    "PressTracker",
    "Recording",
    "RecordingError",
    "Replayer",
    "Result",
    "RowsDue",
    "RowsRaised",
    "RuleError",
    "Rules",
    "Setup",
    "Shape",
    "Spin",
    "Start",
    "Switch",
    "Table",
    "TooManyStepsError",
    "Tracker",
    "UnknownButtonError",
    "UpdateTimeError",
    "__version__",
    "fewest_presses",
    "register_leveling",
    "register_locking",
    "register_mode",
    "register_modifier",
    "register_randomizer",
    "register_rotation_system",
    "register_scoring",
    "register_spin_rule",
    "register_timing",
]
