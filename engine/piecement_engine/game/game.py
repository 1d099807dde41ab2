"""The game: its update loop and the public API.

Theory of operation. A game is a function of its setup and of the buttons held over time. Nothing happens between two
*timers*: a timer has a kind (see `timers`) and the time at which it is due, and each kind runs at most once. `update`
handles the timers that are due, by time and, at one instant, in the order of their kinds. Then it applies the change of
buttons, which makes new timers due at this instant, and handles those. So it does not matter how often `update` is
called, and a recording of the changes of buttons is the whole game. The result of an update is a list of *events* (see
`events`).

`_due` has the time of each kind. `_idle_until` is never later than the first of them, so that most updates need not
search: `start_timer` lowers it.

The meaning of a change of buttons comes from a table (see `changes`). If it causes one kind only, that is handled
without a timer. A handler may return the kind that follows at this very instant, before any other: a lock follows a
hard drop without delay, a spawn follows the lock, the first fall follows the spawn. After each handler that leaves a
piece in play, `update_timers` (see `motion`) sets the timers that depend on the position of the piece: the fall timer
runs exactly while the piece is in the air, a held direction that was blocked tries again as soon as the piece changed,
and the lock-down policy decides when the piece is due to lock.

`GameState` has the data, and only `Game` derives from it. The rest is functions on a `GameState`, in modules that
import each other in one direction: `piece_queue`, `progress` and `input_log` are parts of the data; `state` has all of
it and its simplest changes; `GameView` shows it, and hooks of modifiers reach it through a `Table`; `motion` moves the
piece in play; `spawning` brings pieces and garbage rows onto the board; `locks` locks a piece and clears rows; this
module has the loop. They are functions rather than methods because a class cannot span modules, and because the
compiled engine calls them directly.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Self, SupportsIndex, cast
from warnings import warn

from piecement_engine.errors import EngineError, GameEndedError, PastUpdateError, UpdateTimeError, cut_repr
from piecement_engine.events import End, Event, LevelReached
from piecement_engine.game import inputs, locks, motion, spawning, timers
from piecement_engine.game.budget import Budget
from piecement_engine.game.changes import BUTTON_COUNT, CHANGES, DIRECTION_BITS, FRAME_ORDER
from piecement_engine.game.hooks import Modifier, new_hooks
from piecement_engine.game.inputs import ChargedPress, Input
from piecement_engine.game.motion import update_timers
from piecement_engine.game.setup import FROM_NOTHING, Setup, Start, new_seed, texts_of
from piecement_engine.game.state import FIELDS, NEVER, NOT_STARTED, GameState, add_garbage, finish, start_timer
from piecement_engine.game.table import Table
from piecement_engine.game.timers import AUTO_SHIFT, FALL, Timer
from piecement_engine.game.view import GameView, summary
from piecement_engine.json_values import is_whole
from piecement_engine.native import mypyc_attr
from piecement_engine.rules.rules import Rules


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(GameState):
    """One game. Times are whole ns since it began; coordinates are those of `pieces`."""

    __slots__ = ()

    def __init__(
        self,
        rules: Rules | None = None,
        seed: SupportsIndex | None = None,
        *,
        pieces: Sequence[str] | None = None,
        board: Sequence[str] = (),
        start: Start | None = None,
    ) -> None:
        """Begin a game.

        Args:
            rules: The rules; the default rules if there are none.
            seed: The seed of all randomness; a random one if there is none.
            pieces: The names of all pieces, instead of the randomizer of the rules; after them the game ends.
            board: The rows at the start, lowest first, as `Board.from_text` reads them.
            start: The counts at the start, such as score and level.

        Raises:
            RuleError: If a piece is unknown, or a value cannot be played.
            BoardTextError: If the rows are no board of the rules.
        """
        given: Any = new_seed() if seed is None else seed  # `Setup` checks it; a type here would, in C
        setup = Setup(
            rules=Rules() if rules is None else rules,
            seed=given,
            pieces=None if pieces is None else texts_of(pieces, "pieces"),
            board=(board,) if isinstance(board, str) else texts_of(board, "board's rows"),
            start=FROM_NOTHING if start is None else start,
        )
        self._start(setup)

    @classmethod
    def from_setup(cls, setup: Setup) -> Self:
        """Begin a game from its setup."""
        game = cls.__new__(cls)
        game._start(setup)
        return game

    def _start(self, setup: object) -> None:
        if not isinstance(setup, Setup):
            raise EngineError(f"the setup is {cut_repr(setup)}: it is a Setup")
        self._set_up(setup, [new_hooks(value) for value in setup.rules.modifiers if isinstance(value, Modifier)])
        for hooks in self._hooks:
            hooks.started(Table(self))  # a new one for each call: a stored one would keep a dropped game in memory

    def copy(self) -> Self:
        """Return an independent copy, like `copy.copy` and `copy.deepcopy`."""
        other = type(self).__new__(type(self))
        self._copy_to(other)
        own = getattr(self, "__dict__", None)  # a subclass may have attributes of its own
        if own:
            vars(other).update(own)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Return the setup and the inputs: unpickling plays the game again."""
        begun = self._idle_until != NOT_STARTED or self._end is not None  # it may end in its first update
        return _replayed, (type(self), self.setup, self.inputs, self._time, begun), getattr(self, "__dict__", None)

    def __str__(self) -> str:
        """Return the picture of the view."""
        return str(self.view)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of seed {self.seed} at {summary(self.view)}>"

    @property
    def view(self) -> GameView:
        """A read-only, live view of the game."""
        return GameView(self)

    @property
    def seed(self) -> int:
        return self.setup.seed

    @property
    def inputs(self) -> tuple[Input, ...]:
        """All inputs so far. With the setup, they are the whole game."""
        return self.inputs_since(0)

    def inputs_since(self, count: int) -> tuple[Input, ...]:
        """Return the inputs after the first `count`."""
        return self._log.since(count)

    # Times from callers are `SupportsIndex`, not `int`, for the compiled engine: a wrong type then reaches our own
    # check, instead of ending in a `TypeError`.

    def update(
        self, time_ns: SupportsIndex, held: Iterable[str] | None = None, *, budget: Budget | None = None
    ) -> list[Event]:
        """Advance to `time_ns`, then set the held buttons to exactly `held` (None: as before).

        After any error, also of a modifier's hooks, the game is as it was before the call.

        Args:
            time_ns: The game time (ns), not before that of the last update.
            held: The buttons that are held from then on, or one button.
            budget: The number of steps that the update may take; without one it is not limited.

        Returns:
            The events since the last update, in order.

        Raises:
            UpdateTimeError: If the time is not a whole number, or too late for any game.
            PastUpdateError: If the game is past that time.
            GameEndedError: If the game is over.
            UnknownButtonError: If no button has such a name.
            TooManyStepsError: If the update exceeds the budget.
        """
        checked_ns = self._checked(time_ns)
        return self.play(checked_ns, self._given if held is None else inputs.buttons_to_mask(held), budget)

    def press_charged(self, time_ns: SupportsIndex, held: Iterable[str], charged_ns: SupportsIndex) -> list[Event]:
        """Advance to `time_ns`, then set the held buttons as `update` does, of which a direction was held before.

        The piece moves by one cell at once, as by any press. DAS counts from `charged_ns` earlier, and what is left of
        it, or ARR if nothing is left, passes before the second cell. Raises as `update` does, and `EngineError` for a
        charge that is no time.
        """
        checked_ns = self._checked(time_ns)
        if not is_whole(charged_ns, 0, NEVER - 1):
            raise EngineError(f"a direction charged for {cut_repr(charged_ns)} ns: times are from 0 to {NEVER - 1} ns")
        return self.play(checked_ns, inputs.pack_charge(ChargedPress(inputs.buttons_to_mask(held), charged_ns)))

    def forfeit(self, time_ns: SupportsIndex, *, budget: Budget | None = None) -> list[Event]:
        """Advance to `time_ns` and end the game as given up, if it is still running. Raises as `update` does."""
        return self.play(self._checked(time_ns), inputs.FORFEIT, budget)

    def raise_garbage(self, time_ns: SupportsIndex, holes: Sequence[int]) -> list[Event]:
        """Advance to `time_ns`, then queue garbage rows with a hole in these columns; -1 is no hole.

        Deprecated: use `take_attack`, or `play` with an input of `pack_garbage`. The rows rise before the next piece
        spawns, the first row first. Raises as `update` does, and `EngineError` for a hole outside the board.
        """
        warn("Game.raise_garbage is deprecated: use take_attack", DeprecationWarning, stacklevel=2)
        checked_ns = self._checked(time_ns)
        self._check_holes(holes)
        return self.play(checked_ns, inputs.pack_garbage(holes) if holes else self._given)

    def take_attack(
        self, time_ns: SupportsIndex, at_ns: SupportsIndex, holes: Sequence[int], *, budget: Budget | None = None
    ) -> list[Event]:
        """Advance to `time_ns`, then add an attack that another player made at `at_ns`: its garbage rows wait.

        Call it in the order in which the attacks were made. `at_ns` may be later than `time_ns`, if this game is behind
        the other one. Garbage rules decide when the rows rise or are cancelled; without such rules they rise before the
        next piece. Raises as `update` does, and `EngineError` for a hole outside the board or a time below 0.
        """
        checked_ns = self._checked(time_ns)
        self._check_holes(holes)
        if not is_whole(at_ns, 0, NEVER - 1):
            raise EngineError(f"an attack made at {cut_repr(at_ns)} ns: times are from 0 to {NEVER - 1} ns")
        return self.play(checked_ns, inputs.pack_attack(inputs.TakenAttack(at_ns, tuple(holes))), budget)

    def play(self, time_ns: int, change: int, budget: Budget | None = None) -> list[Event]:
        """Advance to `time_ns` and apply one input of the form of `inputs`: the quick form of `update`.

        The input is a mask of held buttons (see `buttons_to_mask`) or a number below 0. Raises as `update` does.
        """
        before, idle_until = self._time, self._idle_until
        if not before <= time_ns < NEVER or self._end is not None:
            self._checked(time_ns)
        if budget is not None:
            return self._play_within(budget, time_ns, change)
        try:
            if time_ns < idle_until:
                self._time = time_ns
            else:
                _run(self, time_ns)
            if change != self._given and self._end is None:
                _apply(self, change)
                self._log.fresh.append((time_ns, change))
        except Exception:  # also of hooks, whatever they raise
            if self._budget is None or not self._budget.abandons:
                self._rewind(before, begun=idle_until != NOT_STARTED)
            raise
        events = self._events
        self._events = []
        return events

    def _play_within(self, budget: object, time_ns: int, change: int) -> list[Event]:
        if not isinstance(budget, Budget):
            raise EngineError(f"the budget is {cut_repr(budget)}: it is a Budget")
        budget.spend(1)
        self._budget = budget
        try:
            return self.play(time_ns, change)
        finally:
            self._budget = None

    def _checked(self, time_ns: object) -> int:
        """Return the time of an update if it is allowed now. Raises as `update` does."""
        if not is_whole(time_ns):
            raise UpdateTimeError(f"an update to {cut_repr(time_ns)}: a time is a whole number of ns")
        if time_ns < self._time:
            raise PastUpdateError(f"an update to {cut_repr(time_ns)} ns: the game is at {self._time} ns already")
        if self._end is not None:
            raise GameEndedError(f"the game has ended ({self._end}): start a new one")
        if time_ns >= NEVER:
            raise UpdateTimeError(f"an update to {cut_repr(time_ns)} ns: a game lasts at most {NEVER - 1} ns")
        return time_ns

    def _check_holes(self, holes: object) -> None:
        most = self._rules.width - 1
        if not isinstance(holes, list | tuple):
            raise EngineError(f"the holes are {cut_repr(holes)}: they are a list of columns, 0 to {most}, or -1")
        for hole in cast("Sequence[object]", holes):
            if not is_whole(hole, -1, most):
                raise EngineError(f"a hole in column {cut_repr(hole)}: columns are 0 to {most}, -1 is no hole")

    def _rewind(self, time_ns: int, *, begun: bool) -> None:
        """Restore the game as it was before an update that failed."""
        fresh = _replayed(type(self), self.setup, self.inputs, time_ns, begun)
        for name in FIELDS:
            setattr(self, name, getattr(fresh, name))


def _replayed(kind: type[Game], setup: Setup, inputs: Sequence[Input], time_ns: int, begun: bool) -> Game:
    """Return a new game, played to a time."""
    game = kind.from_setup(setup)
    for input_time, change in inputs:
        game.play(input_time, change)
    if begun and game._end is None:
        game.update(time_ns)
    return game


def _run(state: GameState, time_ns: int, kind: Timer | None = None) -> None:
    """Handle all timers up to a time or the end of the game; first `kind`, if given, which is due now."""
    stop = time_ns if time_ns < state._time_limit else state._time_limit  # noqa: FURB136  # min is a call
    limited = state._limits
    budget = state._budget
    while True:
        if budget is not None:
            budget.spend(1)
        if kind is None:
            if state._idle_until > stop:
                break
            due = min(state._due)
            if due > stop:
                state._idle_until = due
                break
            kind = state._due.index(due)
            state._due[kind] = NEVER
            state._time = due
        kind = _HANDLERS[kind](state)
        if limited:
            _check_limits(state)
        if state._end is not None:
            return
    state._time = stop
    if limited:
        _check_limits(state)


def _check_limits(state: GameState) -> None:
    """End the game if a limit is reached, and keep `_idle_until` from passing the time limit."""
    if state._idle_until > state._time_limit:  # noqa: PLR1730  # min is a call
        state._idle_until = state._time_limit
    progress = state._progress
    for name, limit in state._limits:
        if name == "time":
            count = state._time
        else:  # a level counts once it is passed
            count = progress.level - 1 if name == "level" else int(getattr(progress, name))
        if count >= limit.value:
            finish(state, End.COMPLETED if limit.win else End.LIMIT_REACHED)
            return


def _apply(state: GameState, change: int) -> None:
    """Apply an input: a mask of held buttons, or a number below 0 (see `inputs`)."""
    if change >= 0:
        state._given = change
        _press(state, change & state._allowed)
    elif change == inputs.FORFEIT:
        finish(state, End.FORFEIT)
    elif change in {inputs.LEVEL_UP, inputs.LEVEL_DOWN}:
        _shift_level(state, 1 if change == inputs.LEVEL_UP else -1)
    elif (press := inputs.unpack_charge(change)) is not None:
        state._given = press.held
        _press_charged(state, press)
    else:
        add_garbage(state, change)


def _press(state: GameState, held: int) -> None:
    """Change the held buttons, and handle all that the change causes at once."""
    for hooks in state._hooks:
        hooks.pressed(Table(state), held & ~state._held)
    change = CHANGES[state._held << BUTTON_COUNT | held]
    state._held = held
    kind, direction = change.kind, change.direction
    if kind == AUTO_SHIFT and direction == state._direction:
        kind = None  # the older of two directions was released: the newest one moves on as before
    elif direction is not None:
        if direction and kind != AUTO_SHIFT and state._delays.double_tap:
            kind = _double_tap(state, direction)
        state._direction = direction
        state._charging_since = state._time
        state._due[AUTO_SHIFT] = NEVER
    if not state._in_play:  # the next piece spawns by these buttons: held, rotated or moved
        state._buffered |= change.pressed
        state._buffered_turns += change.turns
        return
    if change.stops_soft_drop:
        state._progress.soft_rows = 0
        if state._due[FALL] != NEVER:
            state._due[FALL] = NEVER
            update_timers(state, False)
    if state._one_by_one:
        _press_in_order(state, change.pressed, kind if direction else None)
        return
    state._turns_to_do = change.turns
    if change.others:
        for other in change.others if kind is None else (*change.others, kind):
            start_timer(state, other, state._time)
        _run(state, state._time)  # in the order of the kinds
    elif kind is not None:
        follower = _HANDLERS[kind](state)
        if state._limits:
            _check_limits(state)
        time = state._time
        if (follower is not None or state._idle_until <= time) and state._end is None:
            _run(state, time, follower)


def _press_charged(state: GameState, press: ChargedPress) -> None:
    """Change the held buttons, and count the DAS of a direction from before."""
    _press(state, press.held & state._allowed)
    state._charging_since = state._time - press.charged_ns
    due = max(state._time + state._delays.arr, state._charging_since + state._delays.das)
    if state._in_play and state._end is None and due < state._due[AUTO_SHIFT] != NEVER:
        start_timer(state, AUTO_SHIFT, due)
        _run(state, state._time)


def _press_in_order(state: GameState, pressed: int, sideways: Timer | None) -> None:
    """Handle buttons that were pressed together one after the other, drops last.

    `sideways` is the kind for the newest held direction. That may be an older one, which becomes the newest again when
    the other one is released.
    """
    for bit, kind, turns in FRAME_ORDER:
        caused = sideways if bit == DIRECTION_BITS else kind if pressed & bit else None
        if caused is not None and state._in_play:
            state._turns_to_do = turns
            _handle_at_once(state, caused)
    if state._end is None:
        _run(state, state._time)


def _handle_at_once(state: GameState, kind: Timer) -> None:
    """Handle a kind, and the spawns and moves sideways that follow at once.

    Falls and locks wait until all pressed buttons are handled.
    """
    follower: Timer | None = kind
    while follower is not None and state._end is None:
        if follower in (FALL, timers.LOCK):
            start_timer(state, follower, state._time)
            return
        follower = _HANDLERS[follower](state)
        if state._limits:
            _check_limits(state)
        if follower is None and state._due[AUTO_SHIFT] == state._time:
            state._due[AUTO_SHIFT] = NEVER
            follower = AUTO_SHIFT


def _double_tap(state: GameState, direction: int) -> Timer:
    """Return the kind that a press of a direction causes: a step, or a teleport for a double tap."""
    last_direction, last_time = state._last_tap
    state._last_tap = (direction, state._time)
    if direction != last_direction or state._time - last_time > state._delays.double_tap:
        return timers.SHIFT
    return timers.TELEPORT_LEFT if direction < 0 else timers.TELEPORT_RIGHT


def _shift_level(state: GameState, steps: int) -> None:
    """Raise or lower the level by a step, for practice, and that of all lines to come; none falls below the lowest."""
    level, progress = state._delays.level + steps, state._progress
    if min(level, progress.level + steps) < min(1, state._rules.start_level):  # a modifier may show another one
        return
    progress.level_shift += steps
    progress.level += steps
    state._delays.set_level(level, progress.lines)
    state._lockdown.set_delays(state._delays.lock, state._delays.fall)
    if steps > 0:
        state._events.append(LevelReached(state._time, progress.level))


_HANDLERS: Final[tuple[Callable[[GameState], Timer | None], ...]] = (
    *(locks.clear_lines, spawning.spawn, locks.lock, spawning.hold_piece, motion.hard_drop),
    *(motion.sonic_drop, motion.teleport_left, motion.teleport_right, motion.soft_drop, motion.fall),
    *(motion.shift, motion.auto_shift, motion.rotate, motion.end_lock_delay, locks.end_cascade),
)
"""Handlers of the kinds of timers, in the order of `timers`; each returns the kind that follows at once, if any."""
