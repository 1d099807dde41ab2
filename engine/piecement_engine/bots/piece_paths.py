"""Shortest path of a piece to a placement, as a sequence of presses."""

from enum import StrEnum
from functools import lru_cache
from typing import Final

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import Piece
from piecement_engine.bots.arena import Arena
from piecement_engine.bots.bit_boards import set_bits
from piecement_engine.bots.movers import Reach, free_places, run_down
from piecement_engine.bots.states import States, Turn, is_table
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


@lru_cache(maxsize=64)
def allowed_steps(rules: Rules, fall_delay_ns: int, barred: frozenset[Button]) -> frozenset[Step]:
    """Return the steps that buttons can make one by one, without soft drop if it goes to the ground at once."""
    interval = rules.soft_drop_interval_ns
    falls_at_once = fall_delay_ns < rules.soft_drop_factor if interval is None else interval == 0
    steps = frozenset(step for step in ALL_STEPS if STEP_BUTTONS[step] not in barred)
    return steps - {Step.SOFT_DROP} if falls_at_once else steps


_TURN_STEPS: Final = {1: Step.CLOCKWISE, 3: Step.COUNTERCLOCKWISE, 2: Step.HALF_TURN}
_STEP_TURNS: Final = {step: quarters for quarters, step in _TURN_STEPS.items()}

_Place = tuple[int, int]
"""The number of a state, and a spot (anchor) of the piece in it; see `states`."""


def path(
    arena: Arena, bits: int, start: Piece, goal: Piece, spin: Spin = Spin.NONE, *, allowed: frozenset[Step] = ALL_STEPS
) -> list[Step] | None:
    """Return the shortest sequence of steps that locks a piece with the goal's cells, or None if there is none.

    The last step is the hard drop. If `spin` is wanted and depends on the last action, the step before it is a rotation
    that earns it.
    """
    walk = _Walk(arena, bits, start, allowed)
    if spin is not Spin.NONE and arena.spin_rule(walk.board, goal, None) is spin:
        spin = Spin.NONE
    return walk.search(walk.places_of(goal), spin)


def plain_path(found: Reach, start: Piece, goal: Piece) -> list[Step] | None:
    """Return steps that rotate a piece at most once, move it and drop it, or None if no such steps lock it at the goal.

    Unlike those of `path` they are found at once, but others may be fewer. They are wrong at 20G.
    """
    states = found.states
    stride = states.layout.column_stride
    form, there = states.state(goal).form, states.anchor(goal)
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
        is_free = states.states[state].form == form and all(free >> spot & 1 for spot in range(at, above + by, by))
        if is_free and run_down(free, 1 << above).bit_length() - 1 == there:
            return [*steps, *[step] * abs(columns), Step.HARD_DROP]
    return None


class _Walk:
    """Spots of one piece on one board, and the steps between them.

    A search goes back from the goal, by sets of spots from which one step leads to the set before; then it follows the
    steps forward, from the start.
    """

    def __init__(self, arena: Arena, bits: Bits, start: Piece, allowed: frozenset[Step]) -> None:
        self.board: Final[Board] = arena.board(bits)
        self._arena: Final = arena
        self._allowed: Final = allowed
        self._instant_fall: Final[bool] = arena.instant_fall
        self._column_stride: Final[int] = arena.layout.column_stride
        self._height: Final[int] = arena.layout.height
        states: States = arena.mover.states(start.shape)
        self._states: Final[States] = states
        self._free: Final[list[Bits]] = free_places(states, bits)
        """Spots of each state at which the piece fits."""
        self._stays: Final[list[Bits]] = (
            [free & ~(free >> 1) for free in self._free] if arena.instant_fall else self._free
        )
        """Spots at which the piece can stay before a step: under 20G, on the ground."""
        self._first_kicks: Final[list[dict[int, list[tuple[int, Bits]]]]] = [{} for _ in self._free]
        self._start: Final[_Place] = (states.of_orientation[start.orientation], states.anchor(start))
        self._is_table: Final[bool] = is_table(arena.system)
        self._called: Final = [] if self._is_table else self._called_rotations(arena.mover.reach(bits, start))
        """The rotations, by the places before and after, that no table lists: only a call of the system finds them."""

    def _called_rotations(self, found: Reach) -> list[tuple[_Place, _Place]]:
        """Return the allowed rotations of a system that is code, except those that the first try of its table makes."""
        pairs: list[tuple[_Place, _Place]] = []
        for state, spots in enumerate(found.reached):
            blocked = dict.fromkeys(self._arena.turns, spots & self._stays[state])
            for quarters, target, ((shift, _, _),) in self._states.states[state].turns:  # one try each: `plain_states`
                blocked[quarters] &= ~_shifted(self._free[target], -shift)
            for quarters, left in blocked.items():
                if _TURN_STEPS[quarters] in self._allowed:
                    places = [(state, anchor) for anchor in set_bits(left)]
                    pairs += [(one, after) for one in places if (after := self._rotated(one, quarters)) is not None]
        return pairs

    def places_of(self, goal: Piece) -> frozenset[_Place]:
        form = self._states.state(goal).form
        anchor = self._states.anchor(goal)
        return frozenset([(number, anchor) for number, state in enumerate(self._states.states) if state.form == form])

    def search(self, goals: frozenset[_Place], spin: Spin) -> list[Step] | None:
        """Return the shortest sequence of steps to lock at one of the goals, by a rotation that earns a wanted spin."""
        state, anchor = self._start
        if not self._free[state] >> anchor & 1:
            return None
        place = self._fallen(self._start)
        wanted: list[Bits] = [0] * len(self._free)
        for number, spot in goals:
            wanted[number] = self._free[number] & 1 << spot
        if spin is Spin.NONE:
            wanted = [self._above(number, spots) & self._stays[number] for number, spots in enumerate(wanted)]
        else:
            wanted = self._earning_spots(wanted, goals, spin)
        layers = self._layers(wanted, place)
        if layers is None:
            return None
        steps: list[Step] = []
        for nearer in reversed(layers[:-1]):
            after = [(step, self._fallen(arrival)) for step, arrival in self._steps(place)]
            step, place = next((step, (state, spot)) for step, (state, spot) in after if nearer[state] >> spot & 1)
            steps.append(step)
        if spin is not Spin.NONE:
            steps += self._earning_steps(place, goals, spin)[:1]
        return [*steps, Step.HARD_DROP]

    def _layers(self, wanted: list[Bits], place: _Place) -> list[list[Bits]] | None:
        """Return the spots with 0, 1, 2 and more steps to wanted ones, up to a place; None if no steps lead from it."""
        state, anchor = place
        layers = [wanted]
        known = wanted
        while not layers[-1][state] >> anchor & 1:
            farther = [spots & ~seen for spots, seen in zip(self._before(layers[-1]), known, strict=True)]
            if not any(farther):
                return None
            layers.append(farther)
            known = [spots | seen for spots, seen in zip(farther, known, strict=True)]
        return layers

    def _before(self, wanted: list[Bits]) -> list[Bits]:
        """Return the spots from which an allowed step leads to one of the wanted spots."""
        arrivals = [self._above(state, spots) for state, spots in enumerate(wanted)] if self._instant_fall else wanted
        found = self._before_rotations(arrivals)
        allowed, stride = self._allowed, self._column_stride
        for state, spots in enumerate(wanted):
            if not spots:
                continue
            free: Bits = self._free[state]
            stays: Bits = self._stays[state]
            before: Bits = found[state]
            for step, wall, back in ((Step.LEFT, Step.LEFT_WALL, stride), (Step.RIGHT, Step.RIGHT_WALL, -stride)):
                if step in allowed:
                    before |= _shifted(arrivals[state], back)
                far: Bits = spots & ~_shifted(free, back) if wall in allowed else 0
                while far:
                    far = _shifted(self._above(state, far) if self._instant_fall else far, back) & stays
                    before |= far
            if Step.SONIC_DROP in allowed:
                before |= self._above(state, spots & ~(free >> 1)) & free >> 1
            if Step.SOFT_DROP in allowed:
                before |= spots >> 1
            found[state] = before & stays
        return found

    def _before_rotations(self, arrivals: list[Bits]) -> list[Bits]:
        """Return the spots from which an allowed rotation arrives at one of these spots."""
        found: list[Bits] = []
        for number, state in enumerate(self._states.states):
            before: Bits = 0
            for turn in state.turns:
                aims: Bits = arrivals[turn.target]
                if aims and _TURN_STEPS[turn.quarters] in self._allowed:
                    for shift, fits in self._kicked(number, turn):
                        before |= _shifted(aims, -shift) & fits
            found.append(before)
        for (number, anchor), (target, spot) in self._called:
            if arrivals[target] >> spot & 1:
                found[number] |= 1 << anchor
        return found

    def _kicked(self, state: int, turn: Turn) -> list[tuple[int, Bits]]:
        """Return the shift of each kick of a rotation, and the spots from which that kick is the first that fits."""
        known = self._first_kicks[state].get(turn.quarters)
        if known is None:
            room: Bits = self._free[turn.target]
            left: Bits = self._stays[state]
            known = self._first_kicks[state][turn.quarters] = []
            for shift, _, _ in turn.kicks:
                fits: Bits = _shifted(room, -shift) & left
                if fits:
                    known.append((shift, fits))
                    left ^= fits
                    if not left:
                        break
        return known

    def _above(self, state: int, spots: Bits) -> Bits:
        """Return these spots and all from which the piece falls to them."""
        free: Bits = self._free[state]
        rows = 1
        while spots and rows < self._height:
            spots |= spots >> rows & free
            free &= free >> rows
            rows *= 2
        return spots

    def _earning_spots(self, wanted: list[Bits], goals: frozenset[_Place], spin: Spin) -> list[Bits]:
        """Return the spots from which a rotation to one of the goals earns a spin."""
        found: list[Bits] = []
        for state, spots in enumerate(self._before_rotations(wanted)):
            earning = [spot for spot in set_bits(spots) if self._earning_steps((state, spot), goals, spin)]
            found.append(sum(1 << spot for spot in earning))
        return found

    def _earning_steps(self, place: _Place, goals: frozenset[_Place], spin: Spin) -> list[Step]:
        return [
            step for step, arrival in self._steps(place) if arrival in goals and self._earns(spin, step, place, arrival)
        ]

    def _steps(self, place: _Place) -> list[tuple[Step, _Place]]:
        """Return the allowed steps that have an effect, and the place after each, before the piece falls."""
        state, anchor = place
        free: Bits = self._free[state]
        allowed = self._allowed
        found: list[tuple[Step, _Place]] = []
        for step, wall, by in (
            (Step.LEFT, Step.LEFT_WALL, -self._column_stride),
            (Step.RIGHT, Step.RIGHT_WALL, self._column_stride),
        ):
            if free >> anchor + by & 1:
                if step in allowed:
                    found.append((step, (state, anchor + by)))
                if wall in allowed:
                    found.append((wall, self._far(state, anchor, by)))
        if self._is_table:
            turned = [(turn.quarters, self._turned(anchor, turn)) for turn in self._states.states[state].turns]
        else:
            turned = [(quarters, self._rotated(place, quarters)) for quarters in self._arena.turns]
        for quarters, after in turned:
            if after is not None and _TURN_STEPS[quarters] in allowed:
                found.append((_TURN_STEPS[quarters], after))
        if free >> anchor + 1 & 1:
            if Step.SONIC_DROP in allowed:
                found.append((Step.SONIC_DROP, self._grounded(place)))
            if Step.SOFT_DROP in allowed:
                found.append((Step.SOFT_DROP, (state, anchor + 1)))
        return found

    def _far(self, state: int, anchor: int, by: int) -> _Place:
        """Return the place of a piece after it moved sideways until it stops."""
        free: Bits = self._free[state]
        while free >> anchor + by & 1:
            anchor += by
            if self._instant_fall:
                _, anchor = self._grounded((state, anchor))
        return state, anchor

    def _turned(self, anchor: int, turn: Turn) -> _Place | None:
        free: Bits = self._free[turn.target]
        for kick in turn.kicks:
            if free >> anchor + kick.shift & 1:
                return turn.target, anchor + kick.shift
        return None

    def _rotated(self, place: _Place, quarters: int) -> _Place | None:
        answer = self._arena.system.rotate(self.board, self._states.piece(*place), quarters)
        return (answer[0].orientation, self._states.anchor(answer[0])) if answer else None

    def _fallen(self, place: _Place) -> _Place:
        """Return the place of a piece after its action: under 20G on the ground."""
        return self._grounded(place) if self._instant_fall else place

    def _grounded(self, place: _Place) -> _Place:
        state, anchor = place
        free: Bits = self._free[state]
        while free >> anchor + 1 & 1:
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


def _shifted(spots: Bits, by: int) -> Bits:
    return spots << by if by >= 0 else spots >> -by
