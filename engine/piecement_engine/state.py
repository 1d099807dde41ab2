"""The state of a game: its parts, and everything that changes while it is played."""

from collections.abc import Sequence
from typing import Final, Self

from piecement_engine.board import Board, Row
from piecement_engine.budget import Budget
from piecement_engine.delays import Delays
from piecement_engine.events import End, Event, GameEnded, RowsRaised
from piecement_engine.geometry import geometry
from piecement_engine.incoming import Incoming
from piecement_engine.inputs import InputLog
from piecement_engine.locking import LOCKINGS, Lockdown, LockdownOptions
from piecement_engine.native import Bits, mypyc_attr
from piecement_engine.piece_queue import Hold, PieceQueue
from piecement_engine.piece_sets import extent
from piecement_engine.pieces import Piece
from piecement_engine.progress import Progress
from piecement_engine.randomizers import RANDOMIZERS, Fixed, Randomizer, RandomizerOptions
from piecement_engine.rng import Rng
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.rules import Rules
from piecement_engine.setup import Setup
from piecement_engine.spawn_place import spawn_places
from piecement_engine.spins import SPIN_RULES, LastTurn
from piecement_engine.timers import KINDS, LOCK, LOCK_DELAY, SPAWN, Timer

NEVER: Final = 0x3FFF_FFFF_FFFF_FFFF
"""A time after every game, in ns: the largest number that takes one word in the compiled engine."""

NOT_STARTED = -1
"""`_idle_until` of a game that was not updated yet."""

NO_TIMERS: Final = [NEVER] * KINDS
"""When each kind of timer is due while none runs."""


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
"""What a game has, all of which is copied with it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class GameState:
    """The data of a game, and its simplest changes. `Motion`, `Spawning` and `Game` have what happens when."""

    __slots__ = FIELDS

    _allowed: int
    """The mask of the buttons that do something."""

    def _set_up(self, setup: Setup) -> None:
        """Create the parts that the setup names, and the state at time 0."""
        rules = setup.rules
        self.setup = setup
        """What the game started from."""
        self._rules = rules
        self._rotation = ROTATION_SYSTEMS[rules.rotation_system]
        self._spin_rule = SPIN_RULES[rules.spin_rule]
        self._limits = tuple(rules.limits.given())
        """What ends the game, in the order in which it is checked."""
        self._time_limit = rules.limits.time.value if rules.limits.time else NEVER
        self._one_by_one = rules.press_order == "drops_last"
        """Whether buttons that go down together act each on its own."""
        self._moves_at_spawns = rules.initial_move != "held"
        """Whether directions do more to a piece that spawns than to shift it from then on."""
        self._lockdown = _lockdown(rules)
        self._gated = self._lockdown.gated
        self._follows_falls = self._lockdown.follows_falls
        self._queue = _queue(setup)
        self._progress = Progress(rules, setup.shapes(), setup.start)
        self._delays = Delays(rules, self._progress.level, self._progress.lines)
        self._lockdown.set_delays(self._delays.lock, self._delays.fall)
        layout = geometry(rules.width, rules.height, extent(setup.shapes()))
        self._board = Board.from_text(setup.board, layout)
        self._column_stride = layout.column_stride
        self._places_of_shapes = layout.places
        self._spawn_places = spawn_places(rules.width, rules.skyline, rules.spawn_facing)
        self._begin()

    def _begin(self) -> None:
        self._time = 0
        self._end: End | None = None
        self._due = NO_TIMERS.copy()
        """When each kind of timer is due, by its number; `NEVER` for one that does not run."""
        self._due[SPAWN] = 0
        self._budget: Budget | None = None
        """The budget of the running update."""
        self._idle_until = NOT_STARTED
        """A time before which neither a timer nor the time limit is due."""
        self._log = InputLog()
        self._events: list[Event] = []
        self._given = 0
        self._held = 0
        self._direction = 0
        self._charging_since = 0
        self._last_tap = (0, -NEVER)
        self._buffered = 0
        self._buffered_turns = 0
        self._turns = 0
        self._in_play = False
        """Whether there is a piece that buttons act on."""
        self._dropped = False
        """Whether there is one that is hard dropped and only waits for its lock."""
        self._swapped = False
        self._guarded_until = 0
        self._garbage: list[int] = []
        """The holes of the rows that rise before the next piece."""
        garbage = self._rules.garbage
        self._incoming = None if garbage is None else Incoming(garbage)
        """What waits in a match."""
        self._place(Piece(self.setup.shapes()[0], 0, 0, self._rules.skyline))

    def _place(self, piece: Piece) -> None:
        """Set the piece in play, moved there by anything but a rotation."""
        shape, orientation, x, y = piece
        places = self._places_of_shapes[shape][orientation]
        self._piece = piece
        self._pieces_at = places.pieces_at
        """The pieces that it becomes when it moves, by their offset."""
        self._mask: Bits = places.mask
        """The cells of the piece as bits."""
        self._offset = places.base + x * self._column_stride - y
        """Where they begin in the bits of the board, kept beside the piece: so most tests are a shift and an AND."""
        self._last_turn: LastTurn | None = None

    def _start_timer(self, kind: Timer, due: int) -> None:
        self._due[kind] = due
        if due < self._idle_until:  # noqa: PLR1730  # min is a call
            self._idle_until = due

    def _raise_rows(self, rows: Sequence[Row]) -> None:
        """Push rows in from below, the first one first."""
        if not self._board.raise_rows(rows):
            self._finish(End.TOP_OUT)
        self._events.append(RowsRaised(self._time, len(rows)))

    def _lock_due(self) -> int | None:
        """Return when the piece in play will lock if nothing changes."""
        due = min(self._due[LOCK], self._due[LOCK_DELAY])
        return None if due == NEVER else due

    def _finish(self, end: End) -> None:
        if self._end is None:
            self._end = end
            self._events.append(GameEnded(self._time, end))

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
        other._events = self._events.copy()
        if self._incoming is not None:
            other._incoming = self._incoming.copy()


def _lockdown(rules: Rules) -> Lockdown:
    return LOCKINGS[rules.locking](
        LockdownOptions(
            rules.ground_time_max_ns,
            rules.lock_resets,
            rules.lock_cap_factor,
            rules.forced_lock_delay_ns,
            rules.turn_lock_delay_ns,
        )
    )


def _queue(setup: Setup) -> PieceQueue:
    rules = setup.rules
    options = RandomizerOptions(rules.bag_copies, rules.recency_exponent, rules.rerolls)
    given = setup.shapes_to_come()
    randomizer: Randomizer = RANDOMIZERS[rules.randomizer](setup.shapes(), options) if given is None else Fixed(given)
    queue = PieceQueue(randomizer, Rng(setup.seed), rules.preview_count)
    if setup.start.hold is not None:
        name, may_swap = setup.start.hold
        queue.hold = Hold(setup.shape_named(name), may_swap)
    return queue
