"""Shortest path of a piece to a placement, as a sequence of presses."""

from collections import deque
from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Final

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import Piece
from piecement_engine.bots.arena import Arena
from piecement_engine.bots.movers import free_places
from piecement_engine.bots.states import Turn
from piecement_engine.events import Spin
from piecement_engine.game.inputs import Button
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


class _Walk:
    """Spots of one piece on one board, and the steps between them."""

    def __init__(self, arena: Arena, bits: int, start: Piece, allowed: frozenset[Step]) -> None:
        self.board: Final[Board] = arena.board(bits)
        self._arena = arena
        self._allowed = allowed
        self._column_stride = arena.layout.column_stride
        self._states = arena.mover.states(start.shape)
        self._free = free_places(self._states, bits)
        self._start = (self._states.of_orientation[start.orientation], self._states.anchor(start))

    def places_of(self, goal: Piece) -> frozenset[_Place]:
        form = self._states.states[self._states.of_orientation[goal.orientation]].form
        anchor = self._states.anchor(goal)
        return frozenset((state, anchor) for state, figure in enumerate(self._states.states) if figure.form == form)

    def search(self, goals: frozenset[_Place], spin: Spin = Spin.NONE) -> list[Step] | None:
        """Return the shortest sequence of steps to lock at one of the goals, by a rotation that earns a wanted spin."""
        start = self._fallen(self._start)
        if not self._free[start[0]] >> start[1] & 1:
            return None
        if spin is Spin.NONE and self._grounded(start) in goals:
            return [Step.HARD_DROP]
        known = {start}
        waiting = deque([(start, tuple[Step, ...]())])
        while waiting:
            place, before = waiting.popleft()
            for step, arrival in self._steps(place):
                if step not in self._allowed:
                    continue
                if spin is not Spin.NONE and arrival in goals and self._earns(spin, step, place, arrival):
                    return [*before, step, Step.HARD_DROP]
                after = self._fallen(arrival)
                if after in known:
                    continue
                if spin is Spin.NONE and self._grounded(after) in goals:
                    return [*before, step, Step.HARD_DROP]
                known.add(after)
                waiting.append((after, (*before, step)))
        return None

    def _steps(self, place: _Place) -> Iterator[tuple[Step, _Place]]:
        """Yield the steps that have an effect, and the spot after each before the piece falls."""
        state, anchor = place
        free = self._free[state]
        for step, wall, by in (
            (Step.LEFT, Step.LEFT_WALL, -self._column_stride),
            (Step.RIGHT, Step.RIGHT_WALL, self._column_stride),
        ):
            if free >> anchor + by & 1:
                yield step, (state, anchor + by)
                yield wall, self._far(state, anchor, by)
        for turn in self._states.states[state].turns:
            turned = self._turned(anchor, turn)
            if turned:
                yield _TURN_STEPS[turn.quarters], turned
        if not self._states.states[state].turns:
            yield from self._rotated_turns(place)
        if free >> anchor + 1 & 1:
            yield Step.SONIC_DROP, self._grounded(place)
            yield Step.SOFT_DROP, (state, anchor + 1)

    def _far(self, state: int, anchor: int, by: int) -> _Place:
        """Return the spot of a piece after it moved sideways until it stops."""
        free = self._free[state]
        while free >> anchor + by & 1:
            _, anchor = self._fallen((state, anchor + by))
        return state, anchor

    def _turned(self, anchor: int, turn: Turn) -> _Place | None:
        free = self._free[turn.target]
        for kick in turn.kicks:
            if free >> anchor + kick.shift & 1:
                return turn.target, anchor + kick.shift
        return None

    def _rotated_turns(self, place: _Place) -> Iterator[tuple[Step, _Place]]:
        piece = self._states.piece(*place)
        for quarters in self._arena.turns:
            answer = self._arena.system.rotate(self.board, piece, quarters)
            if answer:
                yield _TURN_STEPS[quarters], (answer[0].orientation, self._states.anchor(answer[0]))

    def _fallen(self, place: _Place) -> _Place:
        """Return the spot of a piece after its action: under 20G on the ground."""
        return self._grounded(place) if self._arena.instant_fall else place

    def _grounded(self, place: _Place) -> _Place:
        state, anchor = place
        free = self._free[state]
        run = (free + (1 << anchor) ^ free) & free | 1 << anchor
        return state, run.bit_length() - 1

    def _earns(self, spin: Spin, step: Step, before: _Place, after: _Place) -> bool:
        """Return whether a rotation counts as the spin at its end."""
        quarters = _STEP_TURNS.get(step)
        if quarters is None or self._grounded(after) != after:
            return False
        old, new = self._states.piece(*before), self._states.piece(*after)
        new = new._replace(orientation=old.orientation + quarters & 3)
        return self._arena.spin_rule(self.board, new, (old, new)) is spin
