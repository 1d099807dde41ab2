"""The state of a game: all data that changes while it is played, and its simplest changes."""

from collections.abc import Sequence
from typing import Any, Final, Self

from piecement_engine.board.board import Board, Row
from piecement_engine.board.geometry import PiecesAt, geometry
from piecement_engine.board.piece_sets import longest_side
from piecement_engine.board.pieces import Piece, spawn_places
from piecement_engine.events import AttackTaken, End, Event, GameEnded, RowsRaised
from piecement_engine.game.budget import Budget
from piecement_engine.game.incoming import Incoming
from piecement_engine.game.input_log import InputLog
from piecement_engine.game.inputs import ALL_BUTTONS, buttons_to_mask, unpack_attack, unpack_garbage
from piecement_engine.game.piece_queue import queue_of
from piecement_engine.game.progress import Progress
from piecement_engine.game.setup import Setup
from piecement_engine.game.timers import KINDS, SPAWN, Delays, Timer
from piecement_engine.native import Bits, mypyc_attr
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.rotation.system import checked
from piecement_engine.rules.locking import LOCKINGS, Lockdown, LockdownOptions
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.spins import SPIN_RULES, LastTurn

NEVER: Final = 0x3FFF_FFFF_FFFF_FFFF
"""A time after the end of every game (ns): the largest number that fits one word in the compiled engine."""

NOT_STARTED = -1
"""`_idle_until` of a game before its first update."""

NO_TIMERS: Final = [NEVER] * KINDS
"""Due times of all kinds of timers while none runs."""


_SHARED: Final = (
    *("setup", "_rules", "_limits", "_time_limit", "_silent", "_one_by_one", "_gated", "_follows_falls"),
    *("_moves_at_spawns", "_rotation", "_spin_rule", "_column_stride", "_places_of_shapes", "_spawn_places"),
    *("_time", "_end", "_budget", "_idle_until"),
    *("_allowed", "_given", "_held", "_turns_to_do", "_buffered", "_buffered_turns"),
    *("_direction", "_charging_since", "_last_tap"),
    *("_piece", "_pieces_at", "_mask", "_offset", "_last_turn", "_in_play", "_dropped", "_swapped", "_guarded_until"),
)
"""Attributes of a game that its copies share, as they are replaced rather than changed."""

_COPIED: Final = ("_board", "_queue", "_progress", "_delays", "_lockdown", "_due", "_log", "_garbage", "_events")
"""Attributes of which a copied game has copies."""

FIELDS: Final = (*_SHARED, *_COPIED, "_hooks", "_incoming")
"""All attributes of a game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class GameState:
    """The data of a game. Functions of this module and of `motion`, `spawning`, `locks` and `game` change it."""

    __slots__ = FIELDS

    _piece: Piece
    """The piece in play, or the last one."""
    _pieces_at: PiecesAt
    """The moved piece at each offset."""
    _mask: Bits
    """Cells of the piece as bits."""
    _offset: int
    """Position of these bits on the board, kept beside the piece: so most collision tests are a shift and an AND."""
    _last_turn: LastTurn | None

    def _set_up(self, setup: Setup, hooks: list[Any]) -> None:
        """Create the parts that the setup names, then the state at time 0.

        `hooks` are `Hooks`. They are `Any` here, since the module of `Hooks` imports this one.
        """
        rules = setup.rules
        self.setup = setup
        """Rules, seed, board and counts at the start."""
        self._rules = rules
        self._rotation = checked(ROTATION_SYSTEMS[rules.rotation_system])
        self._spin_rule = SPIN_RULES[rules.spin_rule]
        self._limits = tuple(rules.limits.given())
        """Limits that end the game, in the order in which they are checked."""
        self._time_limit = rules.limits.time.value if rules.limits.time else NEVER
        self._one_by_one = rules.press_order == "drops_last"
        """Whether buttons pressed together act one after the other."""
        self._moves_at_spawns = rules.initial_move != "held"
        """Whether a direction moves a piece at its spawn, or counts its DAS from before it."""
        self._lockdown = _lockdown(rules)
        self._gated = self._lockdown.gated
        self._follows_falls = self._lockdown.follows_falls
        self._queue = queue_of(setup)
        self._progress = Progress(rules, setup.shapes(), setup.start)
        self._delays = Delays(rules, self._progress.level, self._progress.lines)
        self._lockdown.set_delays(self._delays.lock, self._delays.fall)
        layout = geometry(rules.width, rules.height, longest_side(setup.shapes()))
        self._board = Board.from_text(setup.board, layout)
        self._column_stride = layout.column_stride
        self._places_of_shapes = layout.places
        self._spawn_places = spawn_places(rules.width, rules.skyline, rules.spawn_facing)
        self._hooks = hooks
        """Hooks of the modifiers, mostly none. Busy code tests that first, which is quicker than an empty loop."""
        self._allowed = ALL_BUTTONS & ~buttons_to_mask(button for hook in hooks for button in hook.barred)
        """Mask of the buttons that do something."""
        self._silent = any(hook.silent for hook in hooks)
        self._begin()

    def _begin(self) -> None:
        """Set all that changes, as the second half of `_set_up`."""
        self._time = 0
        self._end: End | None = None
        self._due = NO_TIMERS.copy()
        """Due time of each kind of timer, by its number; `NEVER` for a timer that does not run."""
        self._due[SPAWN] = 0
        self._budget: Budget | None = None
        """Budget of the running update."""
        self._idle_until = NOT_STARTED
        """Time before which neither a timer nor the time limit is due."""
        self._log = InputLog()
        self._events: list[Event] = []
        self._given = 0
        """Mask of the buttons held in the last input."""
        self._held = 0
        """Mask of the held buttons that act: without those that a modifier bars."""
        self._direction = 0
        self._charging_since = 0
        self._last_tap: tuple[int, int] = (0, -NEVER)
        self._buffered = 0
        """Mask of the buttons pressed while no piece was in play."""
        self._buffered_turns = 0
        self._turns_to_do = 0
        self._in_play = False
        """Whether buttons act on the piece."""
        self._dropped = False
        """Whether the piece is hard dropped and only waits for its lock."""
        self._swapped = False
        """Whether the piece was held, and the one that replaces it has not spawned yet."""
        self._guarded_until = 0
        """Time before which hard drops are ignored (ns)."""
        self._garbage: list[int] = []
        """Holes of the garbage rows that rise before the next piece."""
        self._incoming = None if self._rules.garbage is None else Incoming(self._rules.garbage)
        """Garbage rows that wait in a match."""
        place(self, Piece(self.setup.shapes()[0], 0, 0, self._rules.skyline))  # not in play before the first spawn

    def _copy_to(self, other: Self) -> None:
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        for name in _COPIED:
            setattr(other, name, getattr(self, name).copy())
        other._hooks = [hooks.copy() for hooks in self._hooks]
        other._incoming = None if self._incoming is None else self._incoming.copy()


def place(state: GameState, piece: Piece) -> None:
    """Set the piece in play. A rotation sets `_last_turn` afterwards."""
    shape, orientation, x, y = piece
    places = state._places_of_shapes[shape][orientation]
    state._piece = piece
    state._pieces_at = places.pieces_at
    state._mask = places.mask
    state._offset = places.base + x * state._column_stride - y
    state._last_turn = None


def start_timer(state: GameState, kind: Timer, due: int) -> None:
    state._due[kind] = due
    if due < state._idle_until:  # noqa: PLR1730  # min is a call
        state._idle_until = due


def raise_rows(state: GameState, rows: Sequence[Row]) -> None:
    """Push rows in from below, the first row first."""
    if not state._board.raise_rows(rows):
        finish(state, End.TOP_OUT)
    state._events.append(RowsRaised(state._time, len(rows)))


def finish(state: GameState, end: End) -> None:
    if state._end is None:
        state._end = end
        state._events.append(GameEnded(state._time, end))


def _lockdown(rules: Rules) -> Lockdown:
    return LOCKINGS[rules.locking](LockdownOptions(*[getattr(rules, name) for name in LockdownOptions._fields]))


def take_attack(state: GameState, at_ns: int, holes: Sequence[int]) -> None:
    """Add the garbage rows of an attack that was made at a time."""
    if state._incoming is None:
        state._garbage += holes
        return
    cancelled = state._incoming.take(at_ns, holes)
    state._events.append(AttackTaken(state._time, at_ns, len(holes), cancelled))


def add_garbage(state: GameState, change: int) -> None:
    """Apply an input of garbage rows or an attack."""
    attack = unpack_attack(change)
    if attack is None:
        state._garbage += unpack_garbage(change)
    else:
        take_attack(state, attack.at_ns, attack.holes)
