"""Motion: how the piece in play moves, turns and falls, and what follows from where it comes to be."""

from piecement_engine.events import FALL, LOCK, LOCK_TIMER, MOVE_FAST, MOVE_SLOW, SOFT_DROP_BIT
from piecement_engine.locking import MOVE, NOTHING, TURN, Action
from piecement_engine.notices import HardDropped, PieceMoved, PieceRotated
from piecement_engine.pieces import Piece, new_tuple
from piecement_engine.rotation.tables import KnowsTurnBy0, Turned
from piecement_engine.state import GameState


class Motion(GameState):
    """The events of the piece in play; `Game` says when they happen."""

    __slots__ = ()

    def _hard_drop(self) -> int | None:
        if self._time < self._guarded_until:
            return None
        before = self._piece
        after = self._drop()
        points = self._tally.scoring.hard_drop_points
        if points:
            self._tally.score += points * (before[3] - after[3])
        self._dropped = True
        self._in_play = False
        time = self._time
        self._notices.append(HardDropped(time, before, after))
        self._pending.clear()
        delay = self._rules.hard_drop_delay_ns
        if not delay:
            return LOCK
        due = time + delay
        self._pending[LOCK] = due << 4 | LOCK
        if due < self._wake:
            self._wake = due
        return None

    def _sonic_drop(self) -> None:
        before = self._piece
        self._settle(self._drop() is not before)

    def _drop(self) -> Piece:
        """Put the piece as far down as it goes, and return it."""
        before = self._piece
        after = self._board.dropped(before)
        if after is not before:
            self._piece = after
            self._placed <<= before[3] - after[3]
            self._last_turn = None
        return after

    def _teleport_left(self) -> None:
        self._teleport(-1)

    def _teleport_right(self) -> None:
        self._teleport(1)

    def _teleport(self, dx: int) -> None:
        """Go sideways until blocked; where falling takes no time, after each cell down as well."""
        before = piece = self._piece
        if self._gated and not self._lockdown.allows_move(self._time):
            return
        instant = (self._pace.soft_fall if self._held & SOFT_DROP_BIT else self._pace.fall) == 0
        while self._board.fits(moved := Piece(piece.shape, piece.orientation, piece.x + dx, piece.y)):
            piece = self._board.dropped(moved) if instant else moved
        if piece is not before:
            self._put(piece)
            self._notices.append(PieceMoved(self._time, before, piece))
            self._settle(True, MOVE)

    def _soft_drop(self) -> int | None:
        if not self._board.bits & self._placed << 1:
            self._pending.pop(FALL, None)
            self._descend()
            delay = self._rules.soft_drop_delay_ns
            if FALL in self._pending and delay > self._pace.soft_fall:
                self._pending[FALL] = (self._time + min(delay, self._pace.fall)) << 4 | FALL
        elif not self._rules.no_soft_drop_lock:
            return LOCK
        return None

    def _descend(self) -> None:
        """Go down by one row, where there is room."""
        shape, orientation, x, y = self._piece
        self._piece = new_tuple(Piece, (shape, orientation, x, y - 1))
        self._placed <<= 1
        self._last_turn = None
        if self._held & SOFT_DROP_BIT:
            tally = self._tally
            tally.score += tally.scoring.soft_drop_points
            tally.soft_rows += 1
        self._settle(True)

    def _move_slow(self) -> None:
        self._shift(self._pace.das)

    def _move_fast(self) -> None:
        self._shift(self._pace.arr)

    def _shift(self, delay: int) -> None:
        """Go sideways by one cell, and again after a delay."""
        if self._gated and not self._lockdown.allows_move(self._time):
            return
        direction = self._direction
        placed = self._placed << self._lane if direction > 0 else self._placed >> self._lane
        if self._board.bits & placed:
            return
        before = self._piece
        shape, orientation, x, y = before
        self._piece = piece = new_tuple(Piece, (shape, orientation, x + direction, y))
        self._placed = placed
        self._last_turn = None
        time = self._time
        due = time + delay
        self._pending[MOVE_FAST] = due << 4 | MOVE_FAST
        if due < self._wake:
            self._wake = due
        self._notices.append(PieceMoved(time, before, piece))
        self._settle(True, MOVE)

    def _rotate(self) -> None:
        before = self._piece
        if self._gated and not self._lockdown.allows_turn(self._time):
            return
        turned = self._turned(before, self._turns)
        if turned:
            piece = turned[0]
            self._put(piece)
            self._last_turn = (before, piece)
            self._notices.append(PieceRotated(self._time, before, piece))
            if self._hooks:
                for hooks in self._hooks:
                    hooks.turned(self._table)
            self._settle(self._turns > 0 or piece != before, TURN)
            if self._rules.das_cut_ns:
                self._cut_shift()

    def _turned(self, piece: Piece, turns: int) -> Turned | None:
        """Return the piece as buttons turn it, or None where they do not or cannot; 0 is a turn of its own in some."""
        rotation = self._rotation
        if turns:
            return rotation.rotate(self._board, piece, turns)
        return rotation.rotate_0(self._board, piece) if isinstance(rotation, KnowsTurnBy0) else None

    def _lock_timer(self) -> None:
        self._pending[LOCK] = self._time << 4 | LOCK

    def _settle(self, changed: bool, action: Action = NOTHING) -> None:
        """See to what follows from where the piece is after an event."""
        pending = self._pending
        if self._direction and changed and MOVE_FAST not in pending and MOVE_SLOW not in pending:
            self._wake = self._time
            pending[MOVE_FAST] = self._time << 4 | MOVE_FAST
        if self._board.bits & self._placed << 1:
            if FALL in pending:
                del pending[FALL]
            self._count_down(True, action)
            return
        if FALL not in pending:
            due = self._time + (self._pace.soft_fall if self._held & SOFT_DROP_BIT else self._pace.fall)
            pending[FALL] = due << 4 | FALL
            if due < self._wake:
                self._wake = due
        if LOCK_TIMER in pending or self._follows_falls:
            self._count_down(False, action)

    def _count_down(self, grounded: bool, action: Action) -> None:
        """Have the piece be due to lock when the policy says so."""
        pending = self._pending
        time = self._time
        timer = pending.get(LOCK_TIMER)
        due = self._lockdown.step(time, self._piece[3], grounded, action, None if timer is None else timer >> 4)
        if due is None:
            pending.pop(LOCK_TIMER, None)
            return
        pending[LOCK_TIMER] = due << 4 | LOCK_TIMER
        if due < self._wake:
            self._wake = due
        if self._rules.shift_before_lock and time < due and MOVE_FAST in pending:
            pending[MOVE_FAST] = min(pending[MOVE_FAST], due << 4 | MOVE_FAST)

    def _cut_shift(self) -> None:
        """Hold up a running auto shift."""
        if MOVE_FAST in self._pending:
            earliest = self._time + self._rules.das_cut_ns
            self._pending[MOVE_FAST] = max(self._pending[MOVE_FAST], earliest << 4 | MOVE_FAST)

    def _lock_due(self) -> int | None:
        """Return when the piece is to lock as things stand."""
        pending = self._pending
        timer = pending.get(LOCK, pending.get(LOCK_TIMER))
        return None if timer is None else timer >> 4
