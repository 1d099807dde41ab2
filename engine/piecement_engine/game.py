"""The game: what happens when.

Theory of operation. A game is a function of its setup and of the buttons held over time. Nothing happens between two
*timers*: a timer is a kind of happening (see `timers`) with the time at which it is due, and each kind runs at most
once. `update` handles the timers that are due, by time and, at one instant, in the order of their kinds. Then it
applies the change of buttons, which makes new timers due at this instant, and handles those. So it does not matter how
often `update` is called, and a recording of the changes of buttons is the whole game. What happened comes back as
*events* (see `events`).

`_due` has the time of each kind. `_idle_until` is never later than the first of them, so that most updates need not
search: code that makes a timer due lowers it.
What a change of buttons means is a table (see `change_of` in `timers`). A happening that it alone causes is handled
without a timer. A handler may return the kind that follows at this very instant, before any other: a lock follows a
hard drop without delay, a spawn follows the lock, the first fall follows the spawn. After each handler that leaves a
piece in play, `_update_timers` (see `motion`) sets what follows from where the piece is now: the fall timer runs
exactly while the piece is in the air, a held direction that was blocked tries again as soon as the piece changed, and
the lock-down policy says when the piece is due to lock.

The parts import each other in one direction: `GameState` has the data; `GameView` shows it, and `Table` lets the hooks
of modifiers change it; `Motion` moves the piece in play; `Garbage` has rows rise and clears attack; `Spawning` brings
pieces into play; `Game` has the rest, the loop, and what callers use.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Self, SupportsIndex

from piecement_engine.budget import Budget
from piecement_engine.buttons import buttons_to_mask
from piecement_engine.cascade import apply_cascade
from piecement_engine.errors import (
    GameEndedError,
    PastUpdateError,
    UpdateTimeError,
)
from piecement_engine.events import (
    BlocksSank,
    End,
    Event,
    LevelReached,
    LinesCleared,
    PieceLocked,
    Spin,
)
from piecement_engine.inputs import FORFEIT, FRESH_INPUTS, Input
from piecement_engine.native import mypyc_attr
from piecement_engine.piece_queue import hold_of
from piecement_engine.rules import Rules
from piecement_engine.setup import FROM_NOTHING, Setup, Start, new_seed
from piecement_engine.spawning import Spawning
from piecement_engine.state import FIELDS, NEVER, NO_TIMERS, NOT_STARTED
from piecement_engine.timers import (
    CASCADE,
    DIRECTION_BITS,
    FALL,
    FRAME_ORDER,
    HARD_DROP,
    HOLD,
    KINDS,
    LINE_CLEAR,
    LOCK,
    LOCK_DELAY,
    MOVE_FAST,
    MOVE_SLOW,
    ROTATE,
    SOFT_DROP,
    SONIC_DROP,
    SPAWN,
    TELEPORT_LEFT,
    TELEPORT_RIGHT,
    Timer,
    change_of,
)
from piecement_engine.view import GameView, summary


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Spawning):
    """One game. Times are whole ns since it began; coordinates are those of `pieces`."""

    __slots__ = ()

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

        Without a seed one is drawn; `seed` is that one. `pieces` names the pieces to come, instead of the rules'
        randomizer; `board` has rows of text, lowest first, as `Board.from_text` reads them. Raises `RuleError` or
        `BoardTextError` for what cannot be.
        """
        setup = Setup(
            rules=Rules() if rules is None else rules,
            seed=new_seed() if seed is None else seed,
            pieces=None if pieces is None else tuple(pieces),
            board=(board,) if isinstance(board, str) else tuple(board),
            start=FROM_NOTHING if start is None else start,
        )
        self._start(setup)

    @classmethod
    def from_setup(cls, setup: Setup) -> Self:
        """Begin the game that a setup describes."""
        game = cls.__new__(cls)
        game._start(setup)
        return game

    def _start(self, setup: Setup) -> None:
        self._set_up(setup)
        for hooks in self._hooks:
            hooks.started(self._table)

    def copy(self) -> Self:
        """Return an independent copy, as the module `copy` does."""
        other = type(self).__new__(type(self))
        self._copy_to(other)
        other._hooks = [hooks.copy() for hooks in self._hooks]
        own = getattr(self, "__dict__", None)  # a subclass may have attributes of its own
        if own:
            vars(other).update(own)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Return the setup and the inputs, by which a pickled game is played again as it is read."""
        begun = self._idle_until != NOT_STARTED
        return _replayed, (type(self), self.setup, self.inputs, self._time, begun), getattr(self, "__dict__", None)

    def __str__(self) -> str:
        """Return the visible rows as its view does."""
        return str(self.view)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of seed {self.seed} at {summary(self.view)}>"

    @property
    def view(self) -> GameView:
        """A read-only view, which shows the game as it goes on."""
        return GameView(self)

    @property
    def seed(self) -> int:
        return self.setup.seed

    @property
    def inputs(self) -> tuple[Input, ...]:
        """Every change of buttons so far: with the setup, they are the whole game."""
        return self.inputs_since(0)

    def inputs_since(self, count: int) -> tuple[Input, ...]:
        """Return the inputs after the first `count` ones."""
        return self._log.since(count)

    # Times that callers give are `SupportsIndex`, not `int`, for the compiled engine: a wrong type
    # then comes as far as our own check, instead of ending in a `TypeError`.

    def update(
        self, time_ns: SupportsIndex, held: Iterable[str] | None = None, *, budget: Budget | None = None
    ) -> list[Event]:
        """Play on to `time_ns`, then have exactly the buttons `held` be held down (None: as before).

        Return what happened. Raises `UpdateTimeError`, `PastUpdateError`, `GameEndedError`, `UnknownButtonError`,
        `PiecesExhaustedError` where given pieces run out, and `TooManyStepsError` where more would happen than a
        budget allows; the game is then as it was before the call, also after any error of a modifier's hooks.
        """
        checked_ns = self._checked(time_ns)
        return self.play(checked_ns, self._given if held is None else buttons_to_mask(held), budget)

    def forfeit(self, time_ns: SupportsIndex, *, budget: Budget | None = None) -> list[Event]:
        """Play on to `time_ns` and give up, if the game has not ended by then. Raises as `update` does."""
        checked_ns = self._checked(time_ns)
        return self.play(checked_ns, FORFEIT, budget)

    def raise_garbage(self, time_ns: SupportsIndex, holes: Sequence[int]) -> list[Event]:
        """Play on to `time_ns`, then queue garbage rows with a hole in these columns; -1 is no hole.

        They rise before the next piece spawns, the first one first. Raises as `update` does.
        """
        checked_ns = self._checked(time_ns)
        return self.play(checked_ns, self._garbage_input(holes))

    def take_attack(self, time_ns: SupportsIndex, at_ns: int, holes: Sequence[int]) -> list[Event]:
        """Play on to `time_ns`, then have garbage rows wait that another player made at `at_ns`.

        Attacks are taken in the order in which they were made. When their rows rise or are cancelled follows from the
        garbage rules; without such they rise before the next piece. A game that is behind the others may take what is
        still to come in its own time. Raises as `update` does.
        """
        checked_ns = self._checked(time_ns)
        return self.play(checked_ns, self._attack_input(at_ns, holes))

    def play(self, time_ns: int, change: int, budget: Budget | None = None) -> list[Event]:
        """Play on to `time_ns` and apply one input in the form of `inputs`: the quick form of `update`.

        The input is a mask of held buttons (see `buttons_to_mask`) or a number below 0. Raises as `update` does.
        """
        before = self._time
        if time_ns < before or self._end is not None:
            self._checked(time_ns)
        if budget is not None:
            return self._play_within(budget, time_ns, change)
        try:
            if time_ns < self._idle_until:
                self._time = time_ns
            else:
                self._run(time_ns)
            if change != self._given and self._end is None:
                if change >= 0:
                    self._given = change
                    self._press(change & self._allowed)
                elif change == FORFEIT:
                    self._finish(End.FORFEIT)
                else:
                    self._add_garbage(change)
                self._log.fresh.append((time_ns, change))
        except UpdateTimeError:
            raise
        except Exception:  # also of hooks, whatever they raise
            if self._budget is None or not self._budget.abandons:
                self._rewind(before, begun=self._idle_until != NOT_STARTED)
            raise
        events = self._events
        self._events = []
        return events

    def _play_within(self, budget: Budget, time_ns: int, change: int) -> list[Event]:
        budget.spend(1)
        self._budget = budget
        try:
            return self.play(time_ns, change)
        finally:
            self._budget = None

    def _checked(self, time_ns: object) -> int:
        """Return the time of an update, which may come. Raises as `update` does."""
        if not isinstance(time_ns, int):
            raise UpdateTimeError(f"an update to {time_ns!r}: a time is a whole number of ns")
        if time_ns < self._time:
            raise PastUpdateError(f"an update to {time_ns} ns: the game is at {self._time} ns already")
        if self._end is not None:
            raise GameEndedError(f"the game has ended ({self._end}): start a new one")
        return time_ns

    def _rewind(self, time_ns: int, *, begun: bool) -> None:
        """Restore the game as it was before an update that failed."""
        fresh = _replayed(type(self), self.setup, self.inputs, time_ns, begun)
        for name in FIELDS:
            setattr(self, name, getattr(fresh, name))

    def _run(self, time_ns: int, kind: Timer | None = None) -> None:
        """Handle all timers up to a time or the end of the game; first `kind`, which is due now, if given."""
        if time_ns >= NEVER:
            raise UpdateTimeError(f"an update to {time_ns} ns: a game lasts at most {NEVER - 1} ns")
        stop = time_ns if time_ns < self._time_limit else self._time_limit  # noqa: FURB136  # min is a call
        limited = self._limits
        budget = self._budget
        while True:
            if budget is not None:
                budget.spend(1)
            if kind is None:
                if self._idle_until > stop:
                    break
                due = min(self._due)
                if due > stop:
                    self._idle_until = due
                    break
                kind = self._due.index(due)
                self._due[kind] = NEVER
                self._time = due
            kind = _HANDLERS[kind](self)
            if limited:
                self._check_limits()
            if self._end is not None:
                return
        self._time = stop
        if limited:
            self._check_limits()

    def _check_limits(self) -> None:
        """End the game if a limit is reached, and note when the time limit is due."""
        self._idle_until = min(self._idle_until, self._time_limit)
        for name, limit in self._limits:
            if (self._time if name == "time" else self._progress.reached(name)) >= limit.value:
                self._finish(End.COMPLETED if limit.win else End.LIMIT_REACHED)
                return

    def _press(self, held: int) -> None:
        change = change_of(self._held, held)
        self._held = held
        kind, direction = change.kind, change.direction
        if direction is not None:
            kind = self._change_direction(direction, kind)
        if not self._in_play:
            self._buffered |= change.pressed
            self._buffered_turns += change.turns
            return
        if change.stops_soft_drop:
            self._progress.soft_rows = 0
            if self._due[FALL] != NEVER:
                self._due[FALL] = NEVER
                self._update_timers(False)
        if self._one_by_one:
            self._press_in_order(change.pressed, kind if direction else None)
            return
        self._turns = change.turns
        if change.others:
            self._press_at_once(change.others if kind is None else (*change.others, kind))
        elif kind is not None:
            follower = _HANDLERS[kind](self)
            if self._limits:
                self._check_limits()
            time = self._time
            if (follower is not None or self._idle_until <= time) and self._end is None:
                self._run(time, follower)

    def _press_at_once(self, kinds: Sequence[Timer]) -> None:
        """Handle several buttons that were pressed together, in the order of their kinds."""
        for kind in kinds:
            self._start_timer(kind, self._time)
        self._run(self._time)

    def _press_in_order(self, pressed: int, sideways: Timer | None) -> None:
        """Handle buttons that were pressed together one after the other, drops last.

        `sideways` is the kind for the newest held direction, which may have been held before: it can become the newest
        again when the other one is released.
        """
        for bit, kind, turns in FRAME_ORDER:
            caused = sideways if bit == DIRECTION_BITS else kind if pressed & bit else None
            if caused is not None and self._in_play:
                self._turns = turns
                self._handle_at_once(caused)
        if self._end is None:
            self._run(self._time)

    def _handle_at_once(self, kind: Timer) -> None:
        """Handle a kind, and of what follows at once only spawns and further moves sideways.

        Falls and locks wait until all pressed buttons are handled.
        """
        follower: Timer | None = kind
        while follower is not None and self._end is None:
            if follower in (FALL, LOCK):
                self._start_timer(follower, self._time)
                return
            follower = _HANDLERS[follower](self)
            if self._limits:
                self._check_limits()
            if follower is None and self._due[MOVE_FAST] == self._time:
                self._due[MOVE_FAST] = NEVER
                follower = MOVE_FAST

    def _change_direction(self, direction: int, kind: Timer | None) -> Timer | None:
        """Set the newest held direction, 0 for none; return the kind that this causes, in place of `kind`."""
        if direction:
            if kind == MOVE_FAST:
                if direction == self._direction:
                    return None
            elif self._delays.double_tap:
                kind = self._double_tap(direction)
        self._direction = direction
        self._charging_since = self._time
        self._due[MOVE_FAST] = NEVER
        return kind

    def _double_tap(self, direction: int) -> Timer:
        """Return what the press of a direction causes: a step, or a teleport when it is a double tap."""
        last_direction, last_time = self._last_tap
        self._last_tap = (direction, self._time)
        if direction != last_direction or self._time - last_time > self._delays.double_tap:
            return MOVE_SLOW
        return TELEPORT_LEFT if direction < 0 else TELEPORT_RIGHT

    def _lock(self) -> Timer | None:
        piece = self._piece
        shape, _, _, y = piece
        if y >= self._rules.skyline and self._locks_out():
            self._finish(End.LOCK_OUT)
            return None
        board = self._board
        self._events.append(PieceLocked(self._time, piece))
        progress = self._progress
        progress.locked[shape] += 1
        if progress.soft_rows:
            progress.end_soft_drop()
        spin = self._spin_rule(board, piece, self._last_turn)
        board.lock(piece)
        rows = board.full_rows()
        self._due = NO_TIMERS.copy()
        follower = self._award(spin, rows)
        if self._incoming is not None:
            self._move_up_waiting(clears=bool(rows))
        hold = self._queue.hold
        if hold is not None and not hold.may_swap:
            self._queue.hold = hold_of(hold.shape, True)
        self._dropped = False
        self._in_play = False
        self._lockdown.spawned(swapped=False)
        if self._hooks:
            for hooks in self._hooks:
                hooks.locked(self._table, rows)
        if len(self._log.fresh) >= FRESH_INPUTS:
            self._log.pack()
        return follower

    def _locks_out(self) -> bool:
        """Return whether a lock above the skyline ends the game: true unless a hook prevents it."""
        return not any(hooks.locked_out(self._table) for hooks in self._hooks)

    def _award(self, spin: Spin, rows: Sequence[int]) -> Timer | None:
        """Award points for a lock or a link of a cascade; then start the clear of `rows`, or the next spawn."""
        time = self._time
        perfect_clear = 0 < len(rows) == len(self._board.tiles)
        accolade = self._progress.award(time, self._piece[0], spin, len(rows), perfect_clear)
        if accolade and not self._silent:
            self._events.append(accolade)
        if rows:
            if self._incoming is not None:
                self._attack(len(rows), spin, perfect_clear=perfect_clear)
            delay = self._rules.line_clear_delay_ns
            self._events.append(LinesCleared(time, tuple(rows), delay))
            self._start_timer(LINE_CLEAR, time + delay)
            return None
        delay = self._delays.appearance
        if not delay:
            return SPAWN
        self._start_timer(SPAWN, time + delay)
        return None

    def _line_clear(self) -> None:
        board = self._board
        if self._budget is not None:
            self._budget.spend(self._clear_cost())
        rows = board.full_rows()
        for hooks in self._hooks:
            hooks.clearing(self._table, rows)
        board.clear(rows)
        level = self._progress.count_lines(len(rows), self._delays.level)
        for _ in range(level - self._delays.level):
            self._progress.level += 1
            self._events.append(LevelReached(self._time, self._progress.level))
        self._delays.set_level(max(level, self._delays.level), self._progress.lines)
        self._lockdown.set_delays(self._delays.lock, self._delays.fall)
        self._start_timer(SPAWN, self._time + self._delays.appearance)
        if self._rules.cascade:
            self._cascade(rows)
        for hooks in self._hooks:
            hooks.cleared(self._table)

    def _clear_cost(self) -> int:
        """Return how many steps a clear costs: many where boards are high or modifiers build rows."""
        rules = self._rules
        cells = rules.width * len(self._board.tiles)
        return len(self._board.tiles) // 8 + rules.height * len(self._hooks) + (cells if rules.cascade else 0)

    def _cascade(self, rows: Sequence[int]) -> None:
        """Let loose bodies fall, and look for full rows when they rest."""
        bodies = apply_cascade(self._board, rows)
        if bodies:
            delay = max(fallen.depth for fallen in bodies) * self._rules.cascade_delay_ns
            self._events.append(BlocksSank(self._time, bodies, delay))
            self._due[SPAWN] = NEVER
            self._start_timer(CASCADE, self._time + delay)

    def _end_cascade(self) -> Timer | None:
        return self._award(Spin.NONE, self._board.full_rows())


def _replayed(kind: type[Game], setup: Setup, inputs: Sequence[Input], time_ns: int, begun: bool) -> Game:
    """Return a game as it was at a time."""
    game = kind.from_setup(setup)
    for input_time, change in inputs:
        game.play(input_time, change)
    if begun and game._end is None:
        game.update(time_ns)
    return game


_HANDLER_OF: Final[dict[Timer, Callable[[Game], Timer | None]]] = {
    LINE_CLEAR: Game._line_clear,
    SPAWN: Game._spawn,
    LOCK: Game._lock,
    HOLD: Game._swap,
    HARD_DROP: Game._hard_drop,
    SONIC_DROP: Game._sonic_drop,
    TELEPORT_LEFT: Game._teleport_left,
    TELEPORT_RIGHT: Game._teleport_right,
    SOFT_DROP: Game._soft_drop,
    FALL: Game._descend,
    MOVE_SLOW: Game._move_slow,
    MOVE_FAST: Game._move_fast,
    ROTATE: Game._rotate,
    LOCK_DELAY: Game._end_lock_delay,
    CASCADE: Game._end_cascade,
}
"""The handler of each kind of timer; it returns the kind that follows at once, if any."""

_HANDLERS: Final = tuple(_HANDLER_OF[kind] for kind in range(KINDS))
"""The same by index, which is found in a third of the time."""
