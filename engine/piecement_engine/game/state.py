"""The state of a game: its parts, and all data that changes while it is played."""

from collections.abc import Sequence
from typing import Any, Final, Self

from piecement_engine.board.board import Board, Row
from piecement_engine.board.geometry import PiecesAt, geometry, spawn_places
from piecement_engine.board.piece_sets import longest_side
from piecement_engine.board.pieces import Piece, Shape, new_tuple
from piecement_engine.events import Accolade, AttackTaken, End, Event, GameEnded, RowsRaised, Spin
from piecement_engine.frozen import frozen
from piecement_engine.game.budget import Budget
from piecement_engine.game.incoming import Incoming
from piecement_engine.game.inputs import ALL_BUTTONS, InputLog, buttons_to_mask, unpack_attack, unpack_garbage
from piecement_engine.game.setup import Setup, Start
from piecement_engine.game.timers import KINDS, SPAWN, Delays, Timer
from piecement_engine.native import Bits, copied, mypyc_attr
from piecement_engine.rng import Rng
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.rotation.system import checked
from piecement_engine.rules.leveling import LEVELINGS, LevelFacts
from piecement_engine.rules.locking import LOCKINGS, Lockdown, LockdownOptions
from piecement_engine.rules.own_rules import checked_randomizer
from piecement_engine.rules.randomizers import RANDOMIZERS, Fixed, Randomizer, RandomizerOptions
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.scoring import SCORINGS, Lock, goal_points
from piecement_engine.rules.spins import SPIN_RULES, LastTurn

_COUNTS: Final = (
    *("_rules", "_scoring", "_only_clears", "hard_drop_points", "soft_drop_points"),
    *("level", "score", "lines", "combo", "back_to_back"),
    *("bonuses", "bonus_points", "locked", "_goal_points", "soft_rows", "piece_soft_rows", "level_shift"),
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Progress:
    """The counts of one game, and the rules by which they rise."""

    __slots__ = _COUNTS

    def __init__(self, rules: Rules, shapes: Sequence[Shape], start: Start) -> None:
        self._rules = rules
        self._scoring = SCORINGS[rules.scoring]
        self.hard_drop_points = self._scoring.hard_drop_points
        """Points per row of a hard drop."""
        self.soft_drop_points = self._scoring.soft_drop_points
        """Points per row of a soft drop."""
        self._only_clears = self._scoring.only_clears
        self.level = rules.start_level if start.level is None else start.level
        self.score = start.score
        self.lines = start.lines
        self.combo: int = start.combo
        self.back_to_back: int = start.back_to_back
        self.bonuses = 0
        """Number of locks and links of cascades that earned points."""
        self.bonus_points = 0
        """Points of all these bonuses."""
        self.locked: dict[Shape, int] = dict.fromkeys(shapes, 0)
        """Number of locked pieces of each shape."""
        self._goal_points = 0
        self.soft_rows = 0
        """Rows of soft drop of the piece in play, since the last press of soft drop."""
        self.piece_soft_rows = 0
        """Rows of soft drop of the piece in play, by all presses."""
        self.level_shift = 0
        """Levels added by the player, for practice."""

    @property
    def pieces(self) -> int:
        """Number of locked pieces."""
        return sum(self.locked.values())

    def award(self, time_ns: int, shape: Shape, spin: Spin, lines: int, perfect_clear: bool) -> Accolade | None:
        """Add the points of a lock or a link of a cascade; return the event, if any."""
        if not lines and self._only_clears:
            self.combo = 0
            return None
        level = self.level
        if lines and self._scoring.by_level_after:
            level = max(level, self._level_with(lines, level))
        counts = (lines, spin, perfect_clear, level, self.combo, self.back_to_back, self.piece_soft_rows)
        lock = new_tuple(Lock, counts)
        points, combo, back_to_back = self._scoring.award(lock)
        self.combo = combo
        self.back_to_back = back_to_back
        self.score += points
        if not lines and not points:
            return None
        self.bonuses += 1
        self.bonus_points += points
        if self._rules.leveling == "variable_goal":
            self._goal_points += goal_points(lock)
        return Accolade(time_ns, points, shape, spin, lines, perfect_clear, combo, back_to_back)

    def end_soft_drop(self) -> None:
        """Add the points of a soft drop that led to a lock, if the rules do not give them row by row."""
        soft_drop_score = self._scoring.soft_drop_score
        if soft_drop_score is not None:
            self.score = soft_drop_score(self.score, self.soft_rows)
        self.soft_rows = 0

    def count_lines(self, lines: int, level: int) -> int:
        """Count cleared lines; return the level that follows `level`."""
        after = self._level_with(lines, level)
        self.lines += lines
        return after

    def _level_with(self, lines: int, level: int) -> int:
        """Return the level that follows `level` with more lines cleared."""
        rules = self._rules
        if not rules.level_up:
            return level
        shift, after = self.level_shift, self.lines + lines
        facts = LevelFacts(rules.start_level, level - shift, self.lines, after, self._goal_points, self.score)
        return LEVELINGS[rules.leveling](facts) + shift

    def copy(self) -> Self:
        other = copied(self, _COUNTS)
        other.locked = self.locked.copy()
        return other


@frozen
class Hold:
    shape: Shape
    may_swap: bool
    """Whether hold may be used before the next lock."""


class PieceQueue:
    """The upcoming shapes: those drawn in advance, then new ones from the randomizer."""

    __slots__ = ("hold", "known", "preview_count", "randomizer", "rng", "shown")

    def __init__(self, randomizer: Randomizer, rng: Rng, preview_count: int) -> None:
        self.randomizer = randomizer
        self.rng = rng
        self.preview_count = preview_count
        """Number of shapes to draw in advance."""
        self.shown = preview_count
        """Number of known shapes that a player sees."""
        self.known: list[Shape] = []
        """Shapes drawn in advance, the next one first."""
        self.hold: Hold | None = None

    @property
    def is_empty(self) -> bool:
        """Whether all shapes of a fixed sequence are drawn and played."""
        return not self.known and isinstance(self.randomizer, Fixed) and not self.randomizer.left

    def draw(self) -> Shape:
        return self.known.pop(0) if self.known else self.randomizer.draw(self.rng)

    def push_front(self, shape: Shape) -> None:
        self.known.insert(0, shape)

    def fill(self) -> None:
        """Draw shapes until `preview_count` are known, or all of a fixed sequence."""
        known, randomizer, count = self.known, self.randomizer, self.preview_count
        if isinstance(randomizer, Fixed):
            count = min(count, len(known) + randomizer.left)
        while len(known) < count:
            known.append(randomizer.draw(self.rng))

    def copy(self) -> Self:
        other = type(self)(self.randomizer.copy(), self.rng.copy(), self.preview_count)
        other.known = self.known.copy()
        other.shown = self.shown
        other.hold = self.hold
        return other


NEVER: Final = 0x3FFF_FFFF_FFFF_FFFF
"""A time after the end of every game (ns): the largest number that fits one word in the compiled engine."""

NOT_STARTED = -1
"""`_idle_until` of a game before its first update."""

NO_TIMERS: Final = [NEVER] * KINDS
"""Due times of all kinds of timers while none runs."""


FIELDS: Final = (
    *("setup", "_rules", "_limits", "_time_limit", "_silent", "_one_by_one", "_gated", "_follows_falls"),
    "_moves_at_spawns",
    *("_rotation", "_spin_rule", "_hooks", "_lockdown", "_queue", "_progress", "_delays"),
    *("_board", "_column_stride", "_places_of_shapes", "_spawn_places"),
    *("_time", "_end", "_due", "_budget", "_idle_until", "_log", "_events"),
    *("_garbage", "_incoming"),
    *("_allowed", "_given", "_held", "_turns", "_buffered", "_buffered_turns"),
    *("_direction", "_charging_since", "_last_tap"),
    *("_piece", "_pieces_at", "_mask", "_offset", "_last_turn", "_in_play", "_dropped", "_swapped", "_guarded_until"),
)
"""Attributes of a game, all of which are copied with it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class GameState:
    """The data of a game. Functions of this module and of `motion`, `spawning`, `line_clears` and `game` change it."""

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
        """Create the parts that the setup names, and the state at time 0.

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
        self._queue = _queue(setup)
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
        self._turns = 0
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
        garbage = self._rules.garbage
        self._incoming = None if garbage is None else Incoming(garbage)
        """Garbage rows that wait in a match."""
        place(self, Piece(self.setup.shapes()[0], 0, 0, self._rules.skyline))  # not in play before the first spawn

    def _copy_to(self, other: Self) -> None:
        for name in FIELDS:
            setattr(other, name, getattr(self, name))
        other._board = self._board.copy()
        other._queue = self._queue.copy()
        other._progress = self._progress.copy()
        other._delays = self._delays.copy()
        other._lockdown = self._lockdown.copy()
        other._due = self._due.copy()
        other._log = self._log.copy()
        other._garbage = self._garbage.copy()
        other._hooks = [hooks.copy() for hooks in self._hooks]
        other._events = self._events.copy()
        if self._incoming is not None:
            other._incoming = self._incoming.copy()


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


def _queue(setup: Setup) -> PieceQueue:
    rules = setup.rules
    options = RandomizerOptions(rules.bag_copies, rules.recency_exponent, rules.rerolls)
    given = setup.shapes_to_come()
    shapes, name = setup.shapes(), rules.randomizer
    dealt = checked_randomizer(name, RANDOMIZERS[name](shapes, options), shapes) if given is None else Fixed(given)
    queue = PieceQueue(dealt, Rng(setup.seed), rules.preview_count)
    if setup.start.hold is not None:
        held, may_swap = setup.start.hold
        queue.hold = Hold(setup.shape_named(held), may_swap)
    return queue


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
