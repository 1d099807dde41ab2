"""Shortest path of a piece to a placement, as a sequence of presses."""

from collections import deque
from collections.abc import Collection
from enum import StrEnum
from typing import Final

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import Piece
from piecement_engine.bots.arena import Arena
from piecement_engine.bots.movers import Reach, free_places
from piecement_engine.bots.states import States, Turn
from piecement_engine.events import Spin
from piecement_engine.game.inputs import Button
from piecement_engine.native import Bits
from piecement_engine.rules.rules import Rules


class Step(StrEnum):
    """One press of a button on the path to a placement."""

    LEFT = "left"
    RIGHT = "right"
    LEFT_WALL = "left_wall"
    """To the wall: a teleport, or a held direction."""
    RIGHT_WALL = "right_wall"
    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"
    HALF_TURN = "half_turn"
    SONIC_DROP = "sonic_drop"
    """To the ground, without locking."""
    SOFT_DROP = "soft_drop"
    """Down by a row."""
    HARD_DROP = "hard_drop"


STEP_BUTTONS: Final[dict[Step, Button]] = {
    Step.LEFT: Button.MOVE_LEFT,
    Step.RIGHT: Button.MOVE_RIGHT,
    Step.LEFT_WALL: Button.TELEPORT_LEFT,
    Step.RIGHT_WALL: Button.TELEPORT_RIGHT,
    Step.CLOCKWISE: Button.ROTATE_RIGHT,
    Step.COUNTERCLOCKWISE: Button.ROTATE_LEFT,
    Step.HALF_TURN: Button.ROTATE_180,
    Step.SONIC_DROP: Button.SONIC_DROP,
    Step.SOFT_DROP: Button.SOFT_DROP,
    Step.HARD_DROP: Button.HARD_DROP,
}
"""Button that makes each step at once."""

ALL_STEPS: Final = frozenset(Step)


def allowed_steps(rules: Rules, fall_delay_ns: int, barred: Collection[Button]) -> frozenset[Step]:
    """Return the steps that buttons can make one by one, without soft drop if it goes to the ground at once."""
    interval = rules.soft_drop_interval_ns
    falls_at_once = fall_delay_ns < rules.soft_drop_factor if interval is None else interval == 0
    steps = frozenset(step for step in ALL_STEPS if STEP_BUTTONS[step] not in barred)
    return steps - {Step.SOFT_DROP} if falls_at_once else steps


_TURN_STEPS: Final = {1: Step.CLOCKWISE, 3: Step.COUNTERCLOCKWISE, 2: Step.HALF_TURN}
_STEP_TURNS: Final = {step: quarters for quarters, step in _TURN_STEPS.items()}

_Place = tuple[int, int]
"""A state and an anchor; see `states`."""


def path(
    arena: Arena, bits: int, start: Piece, goal: Piece, spin: Spin = Spin.NONE, *, allowed: frozenset[Step] = ALL_STEPS
) -> list[Step] | None:
    """Return the shortest sequence of steps that locks a piece with the goal's cells, or None if there is none.

    The last step is the hard drop. If `spin` is wanted and depends on the last action, the step before it is a rotation
    that earns it.
    """
    walk = _Walk(arena, bits, start, allowed)
    goals = walk.places_of(goal)
    if spin is Spin.NONE or arena.spin_rule(walk.board, goal, None) is spin:
        return walk.search(goals)
    return walk.search(goals, spin)


def plain_path(found: Reach, start: Piece, goal: Piece) -> list[Step] | None:
    """Return steps that rotate a piece at most once, move it and drop it, or None if no such steps lock it at the goal.

    Unlike those of `path` they are found at once, but others may be fewer. They are wrong at 20G.
    """
    states = found.states
    stride = states.layout.column_stride
    form, there = states.states[states.of_orientation[goal.orientation]].form, states.anchor(goal)
    first, anchor = states.of_orientation[start.orientation], states.anchor(start)
    starts = [(first, anchor, list[Step]())]
    for turn in states.states[first].turns:
        kicked = (anchor + kick.shift for kick in turn.kicks if found.free[turn.target] >> anchor + kick.shift & 1)
        if (turned := next(kicked, None)) is not None:
            starts.append((turn.target, turned, [_TURN_STEPS[turn.quarters]]))
    for state, at, steps in starts:
        columns = there // stride - at // stride
        by, step = (stride, Step.RIGHT) if columns > 0 else (-stride, Step.LEFT)
        above = at + columns * stride
        free = found.free[state]
        if states.states[state].form == form and all(free >> spot & 1 for spot in range(at, above + by, by)):
            run = (free + (1 << above) ^ free) & free | 1 << above
            if run.bit_length() - 1 == there:
                return [*steps, *[step] * abs(columns), Step.HARD_DROP]
    return None


class _Walk:
    """Spots of one piece on one board, and the steps between them."""

    def __init__(self, arena: Arena, bits: Bits, start: Piece, allowed: frozenset[Step]) -> None:
        self.board: Final[Board] = arena.board(bits)
        self._arena: Final = arena
        self._allowed: Final = allowed
        self._instant_fall: Final[bool] = arena.instant_fall
        self._column_stride: Final[int] = arena.layout.column_stride
        states: States = arena.mover.states(start.shape)
        self._states: Final[States] = states
        size = arena.layout.empty.bit_length()
        self._free: Final[list[bytes]] = [
            f"{free:0{size}b}"[::-1].encode().translate(_DIGITS) for free in free_places(states, bits)
        ]
        """For each state, 1 at every anchor where the piece fits: a look into it is quicker than a shift of the set."""
        self._start: Final[_Place] = (states.of_orientation[start.orientation], states.anchor(start))

    def places_of(self, goal: Piece) -> frozenset[_Place]:
        form = self._states.states[self._states.of_orientation[goal.orientation]].form
        anchor = self._states.anchor(goal)
        return frozenset([(state, anchor) for state, figure in enumerate(self._states.states) if figure.form == form])

    def search(self, goals: frozenset[_Place], spin: Spin = Spin.NONE) -> list[Step] | None:
        """Return the shortest sequence of steps to lock at one of the goals, by a rotation that earns a wanted spin."""
        if not self._free[self._start[0]][self._start[1]]:
            return None
        start = self._fallen(self._start)
        is_plain = spin is Spin.NONE
        if is_plain and self._grounded(start) in goals:
            return [Step.HARD_DROP]
        known: dict[_Place, tuple[_Place, Step] | None] = {start: None}
        waiting = deque([start])
        while waiting:
            place = waiting.popleft()
            for step, arrival in self._steps(place):
                if not is_plain and arrival in goals and self._earns(spin, step, place, arrival):
                    return [*_way(known, place), step, Step.HARD_DROP]
                after = self._fallen(arrival)
                if after in known:
                    continue
                if is_plain and self._grounded(after) in goals:
                    return [*_way(known, place), step, Step.HARD_DROP]
                known[after] = (place, step)
                waiting.append(after)
        return None

    def _steps(self, place: _Place) -> list[tuple[Step, _Place]]:
        """Return the allowed steps that have an effect, and the spot after each before the piece falls."""
        state, anchor = place
        free = self._free[state]
        allowed = self._allowed
        found: list[tuple[Step, _Place]] = []
        for step, wall, by in (
            (Step.LEFT, Step.LEFT_WALL, -self._column_stride),
            (Step.RIGHT, Step.RIGHT_WALL, self._column_stride),
        ):
            if free[anchor + by]:
                if step in allowed:
                    found.append((step, (state, anchor + by)))
                if wall in allowed:
                    found.append((wall, self._far(state, anchor, by)))
        turns = self._states.states[state].turns
        for turn in turns:
            turned = self._turned(anchor, turn)
            if turned is not None and _TURN_STEPS[turn.quarters] in allowed:
                found.append((_TURN_STEPS[turn.quarters], turned))
        if not turns:
            found += self._rotated_turns(place)
        if free[anchor + 1]:
            if Step.SONIC_DROP in allowed:
                found.append((Step.SONIC_DROP, self._grounded(place)))
            if Step.SOFT_DROP in allowed:
                found.append((Step.SOFT_DROP, (state, anchor + 1)))
        return found

    def _far(self, state: int, anchor: int, by: int) -> _Place:
        """Return the spot of a piece after it moved sideways until it stops."""
        free = self._free[state]
        while free[anchor + by]:
            anchor += by
            if self._instant_fall:
                _, anchor = self._grounded((state, anchor))
        return state, anchor

    def _turned(self, anchor: int, turn: Turn) -> _Place | None:
        free = self._free[turn.target]
        for kick in turn.kicks:
            if free[anchor + kick.shift]:
                return turn.target, anchor + kick.shift
        return None

    def _rotated_turns(self, place: _Place) -> list[tuple[Step, _Place]]:
        piece = self._states.piece(*place)
        found: list[tuple[Step, _Place]] = []
        for quarters in self._arena.turns:
            answer = self._arena.system.rotate(self.board, piece, quarters)
            if answer and _TURN_STEPS[quarters] in self._allowed:
                found.append((_TURN_STEPS[quarters], (answer[0].orientation, self._states.anchor(answer[0]))))
        return found

    def _fallen(self, place: _Place) -> _Place:
        """Return the spot of a piece after its action: under 20G on the ground."""
        return self._grounded(place) if self._instant_fall else place

    def _grounded(self, place: _Place) -> _Place:
        state, anchor = place
        free = self._free[state]
        while free[anchor + 1]:
            anchor += 1
        return state, anchor

    def _earns(self, spin: Spin, step: Step, before: _Place, after: _Place) -> bool:
        """Return whether a rotation counts as the spin at its end."""
        quarters = _STEP_TURNS.get(step)
        if quarters is None or self._grounded(after) != after:
            return False
        old, new = self._states.piece(*before), self._states.piece(*after)
        new = new._replace(orientation=old.orientation + quarters & 3)
        return self._arena.spin_rule(self.board, new, (old, new)) is spin


_DIGITS: Final = bytes(range(48)) + b"\x00\x01" + bytes(range(50, 256))
"""Table that makes the digits 0 and 1 the numbers 0 and 1."""


def _way(known: dict[_Place, tuple[_Place, Step] | None], place: _Place) -> list[Step]:
    """Return the steps from the start to a place."""
    steps: list[Step] = []
    while (before := known[place]) is not None:
        place, step = before
        steps.append(step)
    return steps[::-1]
