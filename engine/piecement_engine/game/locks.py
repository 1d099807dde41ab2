"""The lock of a piece, and what follows it: points, garbage, line clears and cascades."""

from collections.abc import Sequence

from piecement_engine.board.cascade import apply_cascade
from piecement_engine.events import AttackMade, BlocksSank, End, LevelReached, LinesCleared, PieceLocked, RowsDue, Spin
from piecement_engine.game.input_log import PACKED_INPUTS
from piecement_engine.game.piece_queue import Hold
from piecement_engine.game.state import NEVER, NO_TIMERS, GameState, finish, start_timer
from piecement_engine.game.table import Table
from piecement_engine.game.timers import CASCADE, LINE_CLEAR, SPAWN, Timer


def lock(state: GameState) -> Timer | None:
    """Lock the piece in play, and return the spawn if it follows at once.

    A lock wholly above the skyline ends the game (lock out), unless a hook prevents it.
    """
    piece = state._piece
    shape, _, _, y = piece
    if y >= state._rules.skyline and not any(hooks.locked_out(Table(state)) for hooks in state._hooks):
        finish(state, End.LOCK_OUT)
        return None
    board = state._board
    state._events.append(PieceLocked(state._time, piece))
    progress = state._progress
    progress.locked[shape] += 1
    if progress.soft_rows:
        progress.end_soft_drop()
    spin = state._spin_rule(board, piece, state._last_turn)
    board.lock(piece)
    rows = board.full_rows()
    state._due = NO_TIMERS.copy()
    follower = _award_and_proceed(state, spin, rows)
    progress.piece_soft_rows = 0
    if state._incoming is not None and (due := state._incoming.lock(state._time, clears=bool(rows))):
        state._garbage += due
        state._events.append(RowsDue(state._time, len(due)))
    hold = state._queue.hold
    if hold is not None and not hold.may_swap:
        state._queue.hold = Hold(hold.shape, True)
    state._dropped = False
    state._in_play = False
    state._lockdown.spawned(swapped=False)
    if state._hooks:
        for hooks in state._hooks:
            hooks.locked(Table(state), rows)
    if len(state._log.fresh) >= PACKED_INPUTS:
        state._log.pack()
    return follower


def _award_and_proceed(state: GameState, spin: Spin, rows: Sequence[int]) -> Timer | None:
    """Award points for a lock or a link of a cascade, and return the spawn if it follows at once.

    Otherwise start the line clear of `rows`, or the delay before the spawn, and return None.
    """
    time = state._time
    perfect_clear = 0 < len(rows) == len(state._board.tiles)
    accolade = state._progress.award(time, state._piece[0], spin, len(rows), perfect_clear)
    if accolade and not state._silent:
        state._events.append(accolade)
    if rows:
        if state._incoming is not None:
            made, cancelled = state._incoming.clear(time, len(rows), spin, perfect_clear=perfect_clear)
            if made:
                state._events.append(AttackMade(time, made, cancelled))
        delay = state._rules.line_clear_delay_ns
        state._events.append(LinesCleared(time, tuple(rows), delay))
        start_timer(state, LINE_CLEAR, time + delay)
        return None
    delay = state._delays.appearance
    if not delay:
        return SPAWN
    start_timer(state, SPAWN, time + delay)
    return None


def clear_lines(state: GameState) -> None:
    """Remove the full rows, count them, and start the next spawn or the cascade."""
    board = state._board
    if state._budget is not None:
        state._budget.spend(_clear_cost(state))
    rows = board.full_rows()
    for hooks in state._hooks:
        hooks.clearing(Table(state), rows)
    board.clear(rows)
    # Lines raise the level of the delays: a modifier may show another one (`Table.set_level`).
    level = state._progress.count_lines(len(rows), state._delays.level)
    for _ in range(level - state._delays.level):
        state._progress.level += 1
        state._events.append(LevelReached(state._time, state._progress.level))
    state._delays.set_level(max(level, state._delays.level), state._progress.lines)
    state._lockdown.set_delays(state._delays.lock, state._delays.fall)
    start_timer(state, SPAWN, state._time + state._delays.appearance)
    if state._rules.cascade:
        _cascade(state, rows)
    for hooks in state._hooks:
        hooks.cleared(Table(state))


def _clear_cost(state: GameState) -> int:
    """Return the cost of a line clear in steps: high if the board is high or modifiers build rows."""
    rules = state._rules
    cells = rules.width * len(state._board.tiles)
    return len(state._board.tiles) // 8 + rules.height * len(state._hooks) + (cells if rules.cascade else 0)


def _cascade(state: GameState, rows: Sequence[int]) -> None:
    """Drop loose bodies, and start the timer after which their full rows count."""
    bodies = apply_cascade(state._board, rows)
    if bodies:
        delay = max(fallen.depth for fallen in bodies) * state._rules.cascade_delay_ns
        state._events.append(BlocksSank(state._time, bodies, delay))
        state._due[SPAWN] = NEVER
        start_timer(state, CASCADE, state._time + delay)


def end_cascade(state: GameState) -> Timer | None:
    """Award the rows that a cascade has filled."""
    return _award_and_proceed(state, Spin.NONE, state._board.full_rows())
