"""Motion: how the piece in play moves, rotates and drops, and which timers that starts and stops."""

from piecement_engine.buttons import ALL_BUTTONS, buttons_to_mask
from piecement_engine.events import HardDropped, PieceMoved, PieceRotated
from piecement_engine.hooks import Hooks, Modifier
from piecement_engine.locking import MOVE, NOTHING, TURN, Action
from piecement_engine.native import mypyc_attr
from piecement_engine.pieces import Piece
from piecement_engine.rotation.systems import KnowsTurnBy0, Turned
from piecement_engine.setup import Setup
from piecement_engine.state import NEVER, NO_TIMERS, GameState
from piecement_engine.table import Table
from piecement_engine.timers import FALL, LOCK, LOCK_DELAY, MOVE_FAST, MOVE_SLOW, SOFT_DROP_BIT, Timer


@mypyc_attr(allow_interpreted_subclasses=True)
class Motion(GameState):
    """What happens when a timer of the piece in play is due."""

    __slots__ = ()

    _hooks: list[Hooks]
    """Mostly empty. The busiest places test that first, which is quicker than a loop over an empty list."""
    _silent: bool

    def _set_up(self, setup: Setup) -> None:
        super()._set_up(setup)
        self._hooks = [modifier.hooks() for modifier in setup.rules.modifiers if isinstance(modifier, Modifier)]
        self._allowed = ALL_BUTTONS & ~buttons_to_mask(button for hooks in self._hooks for button in hooks.barred)
        self._silent = any(hooks.silent for hooks in self._hooks)

    @property
    def _table(self) -> Table:
        """What hooks see of the game. It is made anew each time: a stored one would keep a dropped game in memory."""
        return Table(self)

    def _hard_drop(self) -> Timer | None:
        if self._time < self._guarded_until:
            return None
        before = self._piece
        after = self._drop()
        points = self._progress.hard_drop_points
        if points:
            self._progress.score += points * (before[3] - after[3])
        self._dropped = True
        self._in_play = False
        time = self._time
        self._events.append(HardDropped(time, before, after))
        self._due = NO_TIMERS.copy()
        delay = self._delays.hard_drop
        if not delay:
            return LOCK
        self._start_timer(LOCK, time + delay)
        return None

    def _sonic_drop(self) -> None:
        before = self._piece
        self._update_timers(self._drop() is not before)

    def _drop(self) -> Piece:
        """Move the piece straight down until it lands, and return it."""
        before = self._piece
        after = self._board.dropped(before)
        if after is not before:
            self._piece = after
            self._offset += before[3] - after[3]
            self._last_turn = None
        return after

    def _teleport_left(self) -> None:
        self._teleport(-1)

    def _teleport_right(self) -> None:
        self._teleport(1)

    def _teleport(self, dx: int) -> None:
        """Move sideways until blocked; at 20G the piece falls after each cell."""
        before = self._piece
        if self._gated and not self._lockdown.allows_move(self._time):
            return
        instant = (self._delays.soft_fall if self._held & SOFT_DROP_BIT else self._delays.fall) == 0
        piece = self._fallen_aside(dx) if instant else self._aside(dx)
        if piece is not before:
            self._place(piece)
            self._events.append(PieceMoved(self._time, before, piece))
            self._update_timers(True, MOVE)

    def _aside(self, dx: int) -> Piece:
        """Return the piece as far sideways as it goes."""
        bits, mask = self._board.bits, self._mask
        step = dx * self._column_stride
        offset = self._offset
        while not bits >> offset + step & mask:
            offset += step
        return self._piece if offset == self._offset else self._pieces_at[offset]

    def _fallen_aside(self, dx: int) -> Piece:
        """Return the piece as far sideways as it goes while it falls after each cell."""
        piece = self._piece
        while self._board.fits(moved := Piece(piece.shape, piece.orientation, piece.x + dx, piece.y)):
            piece = self._board.dropped(moved)
        return piece

    def _soft_drop(self) -> Timer | None:
        if not self._is_grounded():
            self._due[FALL] = NEVER
            self._descend()
            delay = self._delays.soft_drop
            if delay > self._delays.soft_fall and self._due[FALL] != NEVER:
                self._start_timer(FALL, self._time + min(delay, self._delays.fall))
        elif not self._rules.no_soft_drop_lock:
            return LOCK
        return None

    def _descend(self) -> None:
        """Move down by one row. There is room, or the timer would not run."""
        self._offset += 1
        self._piece = self._pieces_at[self._offset]
        self._last_turn = None
        if self._held & SOFT_DROP_BIT:
            progress = self._progress
            progress.score += progress.soft_drop_points
            progress.soft_rows += 1
        self._update_timers(True)

    def _move_slow(self) -> None:
        self._shift(self._delays.das)

    def _move_fast(self) -> None:
        self._shift(self._delays.arr)

    def _shift(self, delay: int) -> None:
        """Move sideways by one cell if there is room, and again after a delay (DAS or ARR)."""
        if self._gated and not self._lockdown.allows_move(self._time):
            return
        stride = self._column_stride
        offset = self._offset + (stride if self._direction > 0 else -stride)
        if self._board.bits >> offset & self._mask:
            return
        before = self._piece
        self._piece = piece = self._pieces_at[offset]
        self._offset = offset
        self._last_turn = None
        time = self._time
        self._start_timer(MOVE_FAST, time + delay)
        self._events.append(PieceMoved(time, before, piece))
        self._update_timers(True, MOVE)

    def _rotate(self) -> None:
        before = self._piece
        if self._gated and not self._lockdown.allows_turn(self._time):
            return
        turned = self._turned(before, self._turns)
        if turned:
            piece = turned[0]
            self._place(piece)
            self._last_turn = (before, piece)
            self._events.append(PieceRotated(self._time, before, piece))
            if self._hooks:
                for hooks in self._hooks:
                    hooks.turned(self._table)
            self._update_timers(self._turns > 0 or piece != before, TURN)
            if self._delays.das_cut:
                self._cut_shift()

    def _turned(self, piece: Piece, turns: int) -> Turned | None:
        """Return the rotated piece, or None if it is blocked; 0 turns is an action of its own in some systems."""
        rotation = self._rotation
        if turns:
            return rotation.rotate(self._board, piece, turns)
        return rotation.rotate_0(self._board, piece) if isinstance(rotation, KnowsTurnBy0) else None

    def _end_lock_delay(self) -> None:
        self._start_timer(LOCK, self._time)

    def _update_timers(self, changed: bool, action: Action = NOTHING) -> None:
        """Start and stop the timers of the piece by where it is now: fall, auto-shift and lock delay."""
        timers = self._due
        if self._direction and changed and timers[MOVE_FAST] == NEVER and timers[MOVE_SLOW] == NEVER:
            self._start_timer(MOVE_FAST, self._time)
        if self._is_grounded():
            timers[FALL] = NEVER
            self._update_lock_delay(True, action)
            return
        if timers[FALL] == NEVER:
            due = self._time + (self._delays.soft_fall if self._held & SOFT_DROP_BIT else self._delays.fall)
            self._start_timer(FALL, due)
        if self._follows_falls or timers[LOCK_DELAY] != NEVER:
            self._update_lock_delay(False, action)

    def _is_grounded(self) -> bool:
        """Return whether the piece cannot go down by one."""
        board = self._board
        return self._piece[3] <= board.free_from and bool(board.bits >> self._offset + 1 & self._mask)

    def _update_lock_delay(self, grounded: bool, action: Action) -> None:
        """Set or stop the lock delay as the lock-down policy says."""
        timers = self._due
        time = self._time
        before = timers[LOCK_DELAY]
        due = self._lockdown.step(time, self._piece[3], grounded, action, None if before == NEVER else before)
        if due is None:
            timers[LOCK_DELAY] = NEVER
            return
        self._start_timer(LOCK_DELAY, due)
        if self._rules.shift_before_lock and time < due < timers[MOVE_FAST] != NEVER:
            self._start_timer(MOVE_FAST, due)

    def _cut_shift(self) -> None:
        """Delay a running auto-shift (DAS cut)."""
        if self._due[MOVE_FAST] != NEVER:
            self._start_timer(MOVE_FAST, max(self._due[MOVE_FAST], self._time + self._delays.das_cut))
