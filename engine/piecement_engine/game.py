"""The game: what happens when.

Theory of operation. A game is a function of its setup and of the buttons held over time. Nothing happens between two
*events*; each kind of event is pending at most once, with the time at which it is due. `update` handles what is due, in
the order of time and, at one instant, of the kinds below; then it applies the change of buttons, which makes new events
due at this instant, and handles those. So it does not matter how often `update` is called, and a recording of the
changes of buttons is the whole game.

What is pending is kept as one number for each kind, its time times 16 plus the kind, so that the least of them comes
next.

After each event that leaves a piece in play, `_settle` sees to what follows from where the piece is now: the fall timer
runs exactly while the piece is in the air, a held direction that was blocked tries again as soon as the piece changed,
and the lock-down policy says when the piece is due to lock.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Final, Self

from piecement_engine.board import Board
from piecement_engine.buttons import BUTTON_BITS, Button, buttons_to_mask
from piecement_engine.chance import Chance
from piecement_engine.errors import EngineError, GameEndedError, PastUpdateError, PiecesExhaustedError
from piecement_engine.geometry import geometry
from piecement_engine.leveling import LEVELINGS, Progress
from piecement_engine.locking import LOCKINGS, MOVE, NOTHING, TURN, Action, Lockdown, LockdownOptions
from piecement_engine.modifiers import Hooks
from piecement_engine.notices import (
    Accolade,
    End,
    GameEnded,
    HardDropped,
    LevelReached,
    LinesCleared,
    Notice,
    PieceHeld,
    PieceLocked,
    PieceMoved,
    PieceRotated,
    PieceSpawned,
    RowsRaised,
    Spin,
)
from piecement_engine.piece_sets import extent
from piecement_engine.pieces import EMPTY, GREY, Piece, Shape
from piecement_engine.randomizers import RANDOMIZERS, Fixed, Randomizer, RandomizerOptions
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.rules import Rules
from piecement_engine.scoring import SCORINGS, Lock
from piecement_engine.setup import Setup, Start, new_seed
from piecement_engine.spins import SPIN_RULES, LastTurn
from piecement_engine.supply import Hold, Supply
from piecement_engine.table import GameTable
from piecement_engine.timing import MILLISECOND, TIMINGS
from piecement_engine.view import GameView

(
    _LINE_CLEAR,
    _SPAWN,
    _LOCK,
    _HOLD,
    _HARD_DROP,
    _SONIC_DROP,
    _TELEPORT_LEFT,
    _TELEPORT_RIGHT,
    _SOFT_DROP,
    _FALL,
    _MOVE_SLOW,
    _MOVE_FAST,
    _ROTATE,
    _LOCK_TIMER,
) = range(14)
"""The kinds of events, in the order in which they happen at one instant."""

_MOVE_LEFT_BIT: Final = BUTTON_BITS[Button.MOVE_LEFT]
_MOVE_RIGHT_BIT: Final = BUTTON_BITS[Button.MOVE_RIGHT]
_ROTATE_LEFT_BIT: Final = BUTTON_BITS[Button.ROTATE_LEFT]
_ROTATE_RIGHT_BIT: Final = BUTTON_BITS[Button.ROTATE_RIGHT]
_ROTATE_180_BIT: Final = BUTTON_BITS[Button.ROTATE_180]
_ROTATE_0_BIT: Final = BUTTON_BITS[Button.ROTATE_0]
_SOFT_DROP_BIT: Final = BUTTON_BITS[Button.SOFT_DROP]
_HARD_DROP_BIT: Final = BUTTON_BITS[Button.HARD_DROP]
_HOLD_BIT: Final = BUTTON_BITS[Button.HOLD]
_DIRECTIONS: Final = _MOVE_LEFT_BIT | _MOVE_RIGHT_BIT
_TURNS: Final = _ROTATE_LEFT_BIT | _ROTATE_RIGHT_BIT | _ROTATE_180_BIT | _ROTATE_0_BIT

_PRESSES: Final = (
    (_HOLD_BIT, _HOLD),
    (_HARD_DROP_BIT, _HARD_DROP),
    (BUTTON_BITS[Button.SONIC_DROP], _SONIC_DROP),
    (BUTTON_BITS[Button.TELEPORT_LEFT], _TELEPORT_LEFT),
    (BUTTON_BITS[Button.TELEPORT_RIGHT], _TELEPORT_RIGHT),
    (_SOFT_DROP_BIT, _SOFT_DROP),
    (_ROTATE_0_BIT, _ROTATE),
)
"""The events that the press of a button makes due at once."""

FORFEIT: Final = -1
"""Stands for giving up where an input has a mask of buttons. Lower numbers stand for garbage, see `pack_garbage`."""

Input = tuple[int, int]
"""A time in ns, and the mask of the buttons held from then on, or `FORFEIT`, or packed garbage."""

_NEVER: Final = 1 << 62
"""A time after every game."""


def pack_garbage(holes: Sequence[int]) -> int:
    """Return the input that stands for garbage rows with holes in these columns (-1: none), the first to rise first."""
    packed = 1
    for hole in reversed(holes):
        packed = packed << 7 | hole + 1
    return -1 - packed


def unpack_garbage(packed: int) -> list[int]:
    """Return the columns that `pack_garbage` packed."""
    left = -1 - packed
    holes: list[int] = []
    while left > 1:
        holes.append((left & 0x7F) - 1)
        left >>= 7
    return holes


class Game:
    """One game. Times are whole ns since it began; coordinates are those of `pieces`."""

    __slots__ = (
        "_allowed",
        "_arr_ns",
        "_back_to_back",
        "_begun",
        "_board",
        "_buffered",
        "_buffered_turns",
        "_combo",
        "_das_ns",
        "_direction",
        "_dropped",
        "_end",
        "_fall_ns",
        "_garbage",
        "_given",
        "_goal_points",
        "_guarded_until",
        "_held",
        "_hooks",
        "_in_play",
        "_inputs",
        "_lane",
        "_last_turn",
        "_level",
        "_limits",
        "_lines",
        "_lock_ns",
        "_lockdown",
        "_locked",
        "_notices",
        "_pending",
        "_piece",
        "_placed",
        "_rotation",
        "_rules",
        "_score",
        "_scoring",
        "_silent",
        "_soft_fall_ns",
        "_speed_level",
        "_spin_rule",
        "_supply",
        "_swapped",
        "_table",
        "_tap",
        "_time",
        "_time_limit",
        "_turns",
        "setup",
        "view",
    )

    def __init__(
        self,
        rules: Rules | None = None,
        seed: int | None = None,
        *,
        pieces: Sequence[str] | None = None,
        board: Sequence[str] = (),
        start: Start | None = None,
    ) -> None:
        """Begin a game.

        Without a seed one is drawn; `seed` tells which. `pieces` names the pieces to come, instead of the rules'
        randomizer; `board` has rows of text, lowest first. Raises `RuleError` or `BoardTextError` for what cannot be.
        """
        setup = Setup(
            rules=rules or Rules(),
            seed=new_seed() if seed is None else seed,
            pieces=None if pieces is None else tuple(pieces),
            board=tuple(board),
            start=start or Start(),
        )
        self._begin(setup)

    @classmethod
    def from_setup(cls, setup: Setup) -> Self:
        """Begin the game that a setup describes."""
        game = object.__new__(cls)
        game._begin(setup)
        return game

    def _begin(self, setup: Setup) -> None:
        rules = setup.rules
        self.setup = setup
        self.view = GameView(self)
        """What the game looks like, read-only and live."""
        self._rules = rules
        self._assemble(setup)
        self._lay_out(setup)

        self._begun = False
        self._time = 0
        self._end: End | None = None
        self._pending: dict[int, int] = {_SPAWN: 0 << 4 | _SPAWN}
        self._inputs: list[Input] = []
        self._notices: list[Notice] = []
        self._given = 0
        self._held = 0
        self._direction = 0
        self._tap = (0, -_NEVER)
        self._buffered = 0
        self._buffered_turns = 0
        self._turns = 0
        self._lane = self._board.geometry.lane
        self._put(Piece(setup.shapes()[0], 0, 0, rules.skyline))
        self._in_play = False
        self._dropped = False
        self._swapped = False
        self._guarded_until = 0
        self._last_turn: LastTurn | None = None
        self._garbage: list[int] = []
        self._set_delays()
        for hooks in self._hooks:
            hooks.started(self._table)

    def _assemble(self, setup: Setup) -> None:
        """Make the parts that the rules name."""
        rules = setup.rules
        shapes = setup.shapes()
        options = RandomizerOptions(rules.bag_copies, rules.recency_exponent, rules.rerolls)
        randomizer: Randomizer = (
            RANDOMIZERS[rules.randomizer](shapes, options)
            if setup.pieces is None
            else Fixed([setup.shape_named(name) for name in setup.pieces])
        )
        self._supply = Supply(randomizer, Chance(setup.seed), rules.preview_count)
        self._rotation = ROTATION_SYSTEMS[rules.rotation_system]
        self._lockdown: Lockdown = LOCKINGS[rules.locking](
            LockdownOptions(
                rules.ground_time_max_ns,
                rules.lock_resets,
                rules.lock_cap_factor,
                rules.forced_lock_delay_ns,
                rules.turn_lock_delay_ns,
            )
        )
        self._scoring = SCORINGS[rules.scoring]
        self._spin_rule = SPIN_RULES[rules.spin_rule]
        self._limits = tuple(rules.limits.given())
        self._time_limit = rules.limits.time.value if rules.limits.time else _NEVER
        self._hooks: list[Hooks] = [modifier.hooks() for modifier in rules.modifiers]
        self._allowed = ~buttons_to_mask(button for hooks in self._hooks for button in hooks.barred)
        self._silent = any(hooks.silent for hooks in self._hooks)
        self._table = GameTable(self)

    def _lay_out(self, setup: Setup) -> None:
        """Set up the board and the counts."""
        rules, start, shapes = setup.rules, setup.start, setup.shapes()
        layout = geometry(rules.width, rules.height, extent(shapes))
        self._board = Board.from_text(setup.board, layout)
        self._level = rules.start_level if start.level is None else start.level
        self._speed_level = self._level
        self._score = start.score
        self._lines = start.lines
        self._combo: int = start.combo
        self._back_to_back: int = start.back_to_back
        self._goal_points = 0
        self._locked: dict[Shape, int] = dict.fromkeys(shapes, 0)
        if start.hold is not None:
            self._supply.hold = Hold(setup.shape_named(start.hold[0]), start.hold[1])

    @property
    def seed(self) -> int:
        """Where all chance of the game comes from."""
        return self.setup.seed

    @property
    def inputs(self) -> tuple[Input, ...]:
        """Every change of buttons so far: with the setup, they are the whole game."""
        return tuple(self._inputs)

    def copy(self) -> Self:
        """Return a game that goes on alone from the same state."""
        other = object.__new__(type(self))
        for name in Game.__slots__:
            setattr(other, name, getattr(self, name))
        other.view = GameView(other)
        other._table = GameTable(other)
        other._board = self._board.copy()
        other._supply = self._supply.copy()
        other._lockdown = self._lockdown.copy()
        other._hooks = [hooks.copy() for hooks in self._hooks]
        other._locked = self._locked.copy()
        other._pending = self._pending.copy()
        other._inputs = self._inputs.copy()
        other._garbage = self._garbage.copy()
        other._notices = self._notices.copy()
        return other

    # What a player or a program calls.

    def update(self, time_ns: int, held: Iterable[str] | None = None) -> list[Notice]:
        """Play on to `time_ns`, then have exactly the buttons `held` be held down (None: as before).

        Return what happened. Raises `PastUpdateError`, `GameEndedError`, `UnknownButtonError` and, where given pieces
        run out, `PiecesExhaustedError`; the game is then as it was before the call.
        """
        self._check_update(time_ns)
        return self.play(time_ns, self._given if held is None else buttons_to_mask(held))

    def forfeit(self, time_ns: int) -> list[Notice]:
        """Play on to `time_ns` and give up, if the game has not ended by then. Raises as `update` does."""
        return self.play(time_ns, FORFEIT)

    def raise_garbage(self, time_ns: int, holes: Sequence[int]) -> list[Notice]:
        """Play on to `time_ns`, then have rows with a hole in these columns wait below; -1 is no hole.

        They rise, the first one first, before the next piece spawns. Raises as `update` does.
        """
        self._check_update(time_ns)
        for hole in holes:
            if not -1 <= hole < self._rules.width:
                raise EngineError(f"a hole in column {hole}: columns are 0 to {self._rules.width - 1}, -1 is no hole")
        return self.play(time_ns, pack_garbage(holes) if holes else self._given)

    def play(self, time_ns: int, change: int) -> list[Notice]:
        """Play on to `time_ns` and give the game one input as `inputs` has them: the quick way to `update`.

        The input is a mask of held buttons (see `buttons_to_mask`) or a number below 0. Raises as `update` does.
        """
        before = self._time
        if time_ns < before or self._end is not None:
            self._check_update(time_ns)
        inputs = len(self._inputs)
        try:
            self._run_if_due(time_ns)
            if change != self._given and self._end is None:
                self._inputs.append((time_ns, change))
                if change >= 0:
                    self._given = change
                    self._press(change & self._allowed)
                else:
                    self._apply(change)
        except PiecesExhaustedError:
            self._rewind(before, inputs)
            raise
        self._begun = True
        notices = self._notices
        self._notices = []
        return notices

    def _check_update(self, time_ns: int) -> None:
        if time_ns < self._time:
            raise PastUpdateError(f"an update to {time_ns} ns: the game is at {self._time} ns already")
        if self._end is not None:
            raise GameEndedError(f"the game has ended ({self._end}): start a new one")

    def _apply(self, change: int) -> None:
        """Take an input that is not of buttons."""
        if change == FORFEIT:
            self._finish(End.FORFEIT)
        else:
            self._garbage += unpack_garbage(change)

    def _rewind(self, time_ns: int, inputs: int) -> None:
        """Become the game that was before an update that could not be carried out."""
        fresh = type(self).from_setup(self.setup)
        if self._begun:
            for input_time, mask in self._inputs[:inputs]:
                fresh.play(input_time, mask)
            fresh.update(time_ns)
        for name in Game.__slots__:
            if name not in {"view", "_table"}:
                setattr(self, name, getattr(fresh, name))

    # The event loop.

    def _run(self, time_ns: int) -> None:
        """Handle all events up to a time, or up to the end."""
        pending = self._pending
        stop = time_ns if time_ns < self._time_limit else self._time_limit
        past = stop + 1 << 4
        while pending and (soonest := min(pending.values())) < past:
            kind = soonest & 15
            del pending[kind]
            self._time = soonest >> 4
            _HANDLERS[kind](self)
            if self._limits:
                self._check_limits()
            if self._end is not None:
                return
        self._time = stop
        if stop == self._time_limit:
            self._check_limits()

    def _run_if_due(self, time_ns: int) -> None:
        """Do as `_run` does, quickly where nothing is due."""
        pending = self._pending
        if time_ns >= self._time_limit or (pending and min(pending.values()) >> 4 <= time_ns):
            self._run(time_ns)
        else:
            self._time = time_ns

    def _check_limits(self) -> None:
        for name, limit in self._limits:
            if _LIMIT_TESTS[name](self, limit.value):
                self._finish(End.COMPLETED if limit.win else End.LIMIT_REACHED)
                return

    def _finish(self, end: End) -> None:
        if self._end is None:
            self._end = end
            self._notices.append(GameEnded(self._time, end))

    # Buttons.

    def _press(self, held: int) -> None:
        """Take on a new set of held buttons, and do what its changes cause."""
        before = self._held
        self._held = held
        pressed = held & ~before
        in_play = self._in_play and not self._dropped
        steered = -1
        if (before ^ held) & _DIRECTIONS:
            steered = self._steer(held & _DIRECTIONS, pressed & _DIRECTIONS)
        if not in_play:
            self._buffered |= pressed
            self._buffered_turns += _turns(pressed)
            return
        if before & ~held & _SOFT_DROP_BIT and _FALL in self._pending:
            self._pending[_FALL] = (self._time + self._fall_ns) << 4 | _FALL
        kinds, self._turns = _effects(pressed)
        if steered >= 0:
            kinds = (*kinds, steered)
        if kinds:
            self._act(kinds)

    def _act(self, kinds: tuple[int, ...]) -> None:
        """Have events happen at once, and what they cause."""
        time = self._time
        pending = self._pending
        if len(kinds) == 1:
            _HANDLERS[kinds[0]](self)
            if self._limits:
                self._check_limits()
        else:
            for kind in kinds:
                pending[kind] = time << 4 | kind
        if self._end is None and pending and min(pending.values()) >> 4 <= time:
            self._run(time)

    def _steer(self, held: int, pressed: int) -> int:
        """Let the newest held direction win, left when both are new; return the event that it causes, or -1."""
        pending = self._pending
        if pressed:
            self._direction = -1 if pressed & _MOVE_LEFT_BIT else 1
            kind = self._tapped(self._direction) if self._rules.double_tap_ns else _MOVE_SLOW
        elif held & (_MOVE_LEFT_BIT if self._direction < 0 else _MOVE_RIGHT_BIT):
            return -1
        else:
            self._direction = -self._direction if held else 0
            kind = _MOVE_FAST if held else -1
        if _MOVE_FAST in pending:
            del pending[_MOVE_FAST]
        return kind

    def _tapped(self, direction: int) -> int:
        """Return what the press of a direction causes: a step, or a teleport when it is the second in time."""
        last_direction, last_time = self._tap
        self._tap = (direction, self._time)
        if direction != last_direction or self._time - last_time > self._rules.double_tap_ns:
            return _MOVE_SLOW
        return _TELEPORT_LEFT if direction < 0 else _TELEPORT_RIGHT

    # Events of the board.

    def _line_clear(self) -> None:
        board = self._board
        rows = board.full_rows()
        for hooks in self._hooks:
            hooks.clearing(self._table, rows)
        board.clear(rows)
        before = self._lines
        self._lines += len(rows)
        if self._rules.level_up:
            self._level_up(before)
        self._set_delays()
        self._pending[_SPAWN] = (self._time + self._rules.appearance_delay_ns) << 4 | _SPAWN
        for hooks in self._hooks:
            hooks.cleared(self._table)

    def _level_up(self, lines_before: int) -> None:
        rules = self._rules
        level = LEVELINGS[rules.leveling](
            Progress(
                rules.start_level,
                self._speed_level,
                lines_before,
                self._lines,
                self._goal_points,
                self._score,
            )
        )
        while self._speed_level < level:
            self._speed_level += 1
            self._level += 1
            self._notices.append(LevelReached(self._time, self._level))

    def _set_delays(self) -> None:
        """Look up what depends on the level."""
        rules, level, lines = self._rules, self._speed_level, self._lines
        timing = TIMINGS[rules.timing]
        fall = timing.fall_delay(level, lines) if rules.fall_delay_ns is None else rules.fall_delay_ns
        lock = timing.lock_delay(level, lines) if rules.lock_delay_ns is None else rules.lock_delay_ns
        self._fall_ns = fall
        self._lock_ns = lock
        self._soft_fall_ns = (
            _soft_fall(fall, rules.soft_drop_factor)
            if rules.soft_drop_interval_ns is None
            else min(fall, rules.soft_drop_interval_ns)
        )
        self._lockdown.set_delays(lock, fall)
        self._das_ns = max(0, min(rules.das_ns, lock - MILLISECOND))
        self._arr_ns = max(0, min(rules.arr_ns, lock - MILLISECOND))

    def _raise(self, rows: Sequence[tuple[int, ...]]) -> None:
        """Push rows in from below."""
        if not self._board.raise_rows(rows):
            self._finish(End.TOP_OUT)
        self._notices.append(RowsRaised(self._time, len(rows)))

    def _raise_waiting(self) -> None:
        """Push in the garbage that waits below."""
        columns = range(self._rules.width)
        self._raise([tuple(EMPTY if x == hole else GREY for x in columns) for hole in self._garbage])
        self._garbage.clear()

    # Events of the supply.

    def _spawn(self) -> None:
        if not self._swapped:
            for hooks in self._hooks:
                hooks.spawning(self._table)
            if self._garbage:
                self._raise_waiting()
            if self._end is not None:
                return
        supply = self._supply
        shape = supply.take()
        wants_hold = (self._held | self._buffered) & _HOLD_BIT and self._wants_initial_hold()
        piece = self._swapped_in(shape) if wants_hold else None
        piece = piece or self._entering(shape) or self._entering_with_room(shape)
        self._swapped = False
        supply.top_up()
        if piece is None:
            self._finish(End.BLOCK_OUT)
            return
        self._enter(piece)

    def _enter(self, piece: Piece) -> None:
        """Bring a piece into play."""
        time = self._time
        rules = self._rules
        self._put(piece)
        self._in_play = True
        self._last_turn = None
        self._dropped = False
        self._guarded_until = time + rules.hard_drop_guard_ns
        self._notices.append(PieceSpawned(time, piece))
        if rules.initial_move != "held":
            self._move_at_spawn(piece)
        self._buffered = self._buffered_turns = 0
        self._settle(True)
        if _FALL in self._pending:
            self._pending[_FALL] = time << 4 | _FALL
        if rules.das_cut_ns:
            self._cut_shift()

    def _move_at_spawn(self, piece: Piece) -> None:
        """Charge a held direction anew, or move by a remembered tap."""
        if self._direction:
            self._pending[_MOVE_FAST] = (self._time + self._das_ns) << 4 | _MOVE_FAST
        elif self._rules.initial_move == "tapped" and self._buffered & _DIRECTIONS:
            shape, orientation, x, y = piece
            moved = Piece(shape, orientation, x + (-1 if self._buffered & _MOVE_LEFT_BIT else 1), y)
            if self._board.fits(moved):
                self._put(moved)

    def _initial(self, mode: str) -> int:
        """Return the buttons that act on a piece as it spawns, in one of the modes of initial actions."""
        return self._held if mode == "held" else self._buffered if mode == "tapped" else 0

    def _wants_initial_hold(self) -> bool:
        return bool(self._initial(self._rules.initial_hold) & _HOLD_BIT) and not self._swapped and self._may_hold()

    def _may_hold(self) -> bool:
        use = self._rules.hold
        hold = self._supply.hold
        return use == "unlimited" or (use == "once" and (hold is None or hold.may_swap))

    def _swapped_in(self, shape: Shape) -> Piece | None:
        """Put `shape` into hold and return the piece that comes in its stead, unless that cannot spawn."""
        supply = self._supply
        other = supply.take() if supply.hold is None else supply.hold.shape
        piece = self._entering(other)
        if piece is not None:
            self._put_into_hold(shape)
        elif supply.hold is None:
            supply.give_back(other)
        return piece

    def _put_into_hold(self, shape: Shape) -> None:
        self._supply.hold = Hold(shape, may_swap=self._rules.hold == "unlimited")
        self._lockdown.spawned(swapped=True)
        self._notices.append(PieceHeld(self._time, shape))

    def _entering(self, shape: Shape) -> Piece | None:
        """Return a new piece, turned as the buttons say if that fits, or None if no way fits."""
        rules = self._rules
        piece = Piece(shape, 0, (rules.width - shape.widths[0]) // 2, rules.skyline)
        for hooks in self._hooks:
            piece = hooks.entering(self._table, piece)
        if (self._held | self._buffered) & _TURNS:
            turned = self._turned_at_spawn(piece)
            if turned:
                return turned
        return self._rotation.spawn(self._board, piece)

    def _turned_at_spawn(self, piece: Piece) -> Piece | None:
        """Return the piece as the buttons turn it while it spawns, or None where they do not or cannot."""
        mode = self._rules.initial_rotation
        buttons = self._initial(mode)
        turns = self._buffered_turns & 3 if mode == "tapped" else _turns(buttons)
        if not turns and not buttons & _ROTATE_0_BIT:
            return None
        turned = self._rotation.rotate(self._board, piece, turns)
        return turned and turned[0]

    def _entering_with_room(self, shape: Shape) -> Piece | None:
        """Return a new piece where a modifier made room for it."""
        if any(hooks.blocked(self._table) for hooks in self._hooks):
            return self._entering(shape)
        return None

    def _swap(self) -> None:
        """Put the piece in play into hold; the one from there, or the next one, spawns."""
        supply = self._supply
        if not self._may_hold() or (self._rules.safe_hold and not self._swap_has_room()):
            return
        shape = self._piece.shape
        if supply.hold is not None:
            supply.give_back(supply.hold.shape)
        self._put_into_hold(shape)
        self._in_play = False
        self._swapped = True
        self._pending.clear()
        self._pending[_SPAWN] = self._time << 4 | _SPAWN

    def _swap_has_room(self) -> bool:
        supply = self._supply
        if supply.hold is not None:
            return self._entering(supply.hold.shape) is not None
        shape = supply.take()
        supply.give_back(shape)
        return self._entering(shape) is not None

    # Events of the piece.

    def _lock(self) -> None:
        piece = self._piece
        if piece.y >= self._rules.skyline and not any(hooks.locked_out(self._table) for hooks in self._hooks):
            self._finish(End.LOCK_OUT)
            return
        time = self._time
        board = self._board
        self._notices.append(PieceLocked(time, piece))
        self._locked[piece.shape] += 1
        spin = self._spin_rule(board, piece, self._last_turn)
        board.lock(piece)
        rows = board.full_rows()
        self._award(piece.shape, spin, rows)
        self._pending.clear()
        if rows:
            delay = self._rules.line_clear_delay_ns
            self._notices.append(LinesCleared(time, tuple(rows), delay))
            self._pending[_LINE_CLEAR] = (time + delay) << 4 | _LINE_CLEAR
        else:
            self._pending[_SPAWN] = (time + self._rules.appearance_delay_ns) << 4 | _SPAWN
        hold = self._supply.hold
        if hold is not None and not hold.may_swap:
            self._supply.hold = Hold(hold.shape, may_swap=True)
        self._in_play = False
        self._lockdown.spawned(swapped=False)
        for hooks in self._hooks:
            hooks.locked(self._table, rows)

    def _award(self, shape: Shape, spin: Spin, rows: Sequence[int]) -> None:
        """Give points for a lock that fills `rows`."""
        lines = len(rows)
        perfect_clear = 0 < lines == len(self._board.tiles)
        award = self._scoring.award(Lock(lines, spin, perfect_clear, self._level, self._combo, self._back_to_back))
        points = award.points
        self._combo = award.combo
        self._back_to_back = award.back_to_back
        self._score += points
        if (lines or points) and not self._silent:
            self._notices.append(
                Accolade(self._time, points, shape, spin, lines, perfect_clear, award.combo, award.back_to_back)
            )

    def _put(self, piece: Piece) -> None:
        """Have the piece be here; something else than a turn brought it."""
        mask, base = self._board.geometry.footprints[piece.shape][piece.orientation]
        self._piece = piece
        self._placed = mask << base + piece.x * self._lane - piece.y
        self._last_turn = None

    def _hard_drop(self) -> None:
        if self._time < self._guarded_until:
            return
        before = self._piece
        after = self._board.dropped(before)
        if after is not before:
            self._put(after)
            self._score += self._scoring.hard_drop_points * (before.y - after.y)
        self._dropped = True
        self._notices.append(HardDropped(self._time, before, after))
        self._pending.clear()
        self._pending[_LOCK_TIMER] = (self._time + self._rules.hard_drop_delay_ns) << 4 | _LOCK_TIMER

    def _sonic_drop(self) -> None:
        before = self._piece
        after = self._board.dropped(before)
        if after is not before:
            self._put(after)
        self._settle(after is not before)

    def _teleport_left(self) -> None:
        self._teleport(-1)

    def _teleport_right(self) -> None:
        self._teleport(1)

    def _teleport(self, dx: int) -> None:
        """Go sideways until blocked; where falling takes no time, after each cell down as well."""
        before = piece = self._piece
        if self._lockdown.gated and not self._lockdown.allows_move(self._time):
            return
        instant = self._fall_delay() == 0
        while self._board.fits(moved := Piece(piece.shape, piece.orientation, piece.x + dx, piece.y)):
            piece = self._board.dropped(moved) if instant else moved
        if piece is not before:
            self._put(piece)
            self._notices.append(PieceMoved(self._time, before, piece))
            self._settle(True, MOVE)

    def _soft_drop(self) -> None:
        if not self._board.bits & self._placed << 1:
            self._pending.pop(_FALL, None)
            self._descend()
            delay = self._rules.soft_drop_delay_ns
            if _FALL in self._pending and delay > self._soft_fall_ns:
                self._pending[_FALL] = (self._time + min(delay, self._fall_ns)) << 4 | _FALL
        elif not self._rules.no_soft_drop_lock:
            self._pending[_LOCK] = self._time << 4 | _LOCK

    def _descend(self) -> None:
        """Go down by one row, where there is room."""
        shape, orientation, x, y = self._piece
        self._piece = Piece(shape, orientation, x, y - 1)
        self._placed <<= 1
        self._last_turn = None
        if self._held & _SOFT_DROP_BIT:
            self._score += self._scoring.soft_drop_points
        self._settle(True)

    def _move_slow(self) -> None:
        self._shift(self._das_ns)

    def _move_fast(self) -> None:
        self._shift(self._arr_ns)

    def _shift(self, delay: int) -> None:
        """Go sideways by one cell, and again after a delay."""
        if self._lockdown.gated and not self._lockdown.allows_move(self._time):
            return
        direction = self._direction
        placed = self._placed << self._lane if direction > 0 else self._placed >> self._lane
        if self._board.bits & placed:
            return
        before = self._piece
        shape, orientation, x, y = before
        self._piece = piece = Piece(shape, orientation, x + direction, y)
        self._placed = placed
        self._last_turn = None
        self._pending[_MOVE_FAST] = (self._time + delay) << 4 | _MOVE_FAST
        self._notices.append(PieceMoved(self._time, before, piece))
        self._settle(True, MOVE)

    def _rotate(self) -> None:
        before = self._piece
        if self._lockdown.gated and not self._lockdown.allows_turn(self._time):
            return
        turned = self._rotation.rotate(self._board, before, self._turns)
        if turned:
            piece = turned[0]
            self._put(piece)
            self._last_turn = (before, piece)
            self._notices.append(PieceRotated(self._time, before, piece))
            for hooks in self._hooks:
                hooks.turned(self._table)
            self._settle(piece != before, TURN)
            if self._rules.das_cut_ns:
                self._cut_shift()

    def _lock_timer(self) -> None:
        self._pending[_LOCK] = self._time << 4 | _LOCK

    def _fall_delay(self) -> int:
        return self._soft_fall_ns if self._held & _SOFT_DROP_BIT else self._fall_ns

    def _settle(self, changed: bool, action: Action = NOTHING) -> None:
        """See to what follows from where the piece is after an event."""
        pending = self._pending
        time = self._time
        grounded = bool(self._board.bits & self._placed << 1)
        if grounded:
            if _FALL in pending:
                del pending[_FALL]
        elif _FALL not in pending:
            pending[_FALL] = (time + self._fall_delay()) << 4 | _FALL
        if self._direction and changed and _MOVE_FAST not in pending and _MOVE_SLOW not in pending:
            pending[_MOVE_FAST] = time << 4 | _MOVE_FAST
        timer = pending.get(_LOCK_TIMER)
        due = self._lockdown.step(time, self._piece[3], grounded, action, None if timer is None else timer >> 4)
        if due is None:
            if timer is not None:
                del pending[_LOCK_TIMER]
            return
        pending[_LOCK_TIMER] = due << 4 | _LOCK_TIMER
        if self._rules.shift_before_lock and time < due:
            self._shift_by(due)

    def _shift_by(self, due: int) -> None:
        """Have a running auto shift come at the latest at a time."""
        if _MOVE_FAST in self._pending:
            self._pending[_MOVE_FAST] = min(self._pending[_MOVE_FAST], due << 4 | _MOVE_FAST)

    def _cut_shift(self) -> None:
        """Hold up a running auto shift."""
        if _MOVE_FAST in self._pending:
            earliest = self._time + self._rules.das_cut_ns
            self._pending[_MOVE_FAST] = max(self._pending[_MOVE_FAST], earliest << 4 | _MOVE_FAST)

    def _lock_due(self) -> int | None:
        """Return when the piece is to lock as things stand."""
        timer = self._pending.get(_LOCK_TIMER)
        return None if timer is None else timer >> 4


def _soft_fall(fall_ns: int, factor: float) -> int:
    """Return the ns from row to row with soft drop: the quotient of the seconds as floats, rounded half to even."""
    return round(Fraction(fall_ns / 1e9 / max(factor, 1e-5)) * 10**9)


@cache
def _effects(pressed: int) -> tuple[tuple[int, ...], int]:
    """Return the events that fresh presses make due at once, and how far they turn the piece."""
    turns = _turns(pressed)
    kinds = [kind for bit, kind in _PRESSES if pressed & bit]
    return (*kinds, *((_ROTATE,) if turns else ())), turns


def _turns(buttons: int) -> int:
    """Return how far the rotation buttons among these turn a piece, 0 to 3 quarters clockwise."""
    turns = 0
    if buttons & _ROTATE_RIGHT_BIT:
        turns += 1
    if buttons & _ROTATE_180_BIT:
        turns += 2
    if buttons & _ROTATE_LEFT_BIT:
        turns -= 1
    return turns & 3


_HANDLERS: Final[tuple[Callable[[Game], None], ...]] = (
    Game._line_clear,
    Game._spawn,
    Game._lock,
    Game._swap,
    Game._hard_drop,
    Game._sonic_drop,
    Game._teleport_left,
    Game._teleport_right,
    Game._soft_drop,
    Game._descend,
    Game._move_slow,
    Game._move_fast,
    Game._rotate,
    Game._lock_timer,
)
"""What handles each kind of event."""

_LIMIT_TESTS: Final[dict[str, Callable[[Game, int], bool]]] = {
    "time": lambda game, value: game._time >= value,
    "pieces": lambda game, value: sum(game._locked.values()) >= value,
    "lines": lambda game, value: game._lines >= value,
    "level": lambda game, value: game._level > value,
    "score": lambda game, value: game._score >= value,
}
"""Whether a game has reached the value of each limit."""
