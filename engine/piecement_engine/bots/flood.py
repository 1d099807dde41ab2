"""The flood fill for systems that turn by a table: every kick moves a whole set of places at once."""

from piecement_engine.bots.reach import Reach, Slide, free_places, seed_of, slide, slide_on_ground
from piecement_engine.bots.states import States, table_states
from piecement_engine.geometry import Geometry
from piecement_engine.pieces import Piece, Shape
from piecement_engine.rotation import TableSystem


class TableMover:
    """Finds reachable places under a rotation table."""

    def __init__(
        self,
        layout: Geometry,
        system: TableSystem,
        turns: tuple[int, ...],
        *,
        instant_fall: bool,
        exact_kicks: bool,
    ) -> None:
        self._layout = layout
        self._system = system
        self._turns = turns
        self._instant_fall = instant_fall
        self._exact_kicks = exact_kicks
        self._states: dict[Shape, States] = {}

    def states(self, shape: Shape) -> States:
        states = self._states.get(shape)
        if states is None:
            states = self._states[shape] = table_states(
                self._layout, shape, self._system, self._turns, exact_kicks=self._exact_kicks
            )
        return states

    def reach(self, bits: int, start: Piece) -> Reach:
        states = self.states(start.shape)
        free = free_places(states, bits)
        number = states.of_orientation[start.orientation]
        if not self._instant_fall:
            return _flood(states, free, number, seed_of(states, free[number], bits, start), slide)
        found = _flood(states, free, number, free[number] & 1 << states.anchor(start), slide_on_ground)
        for state, reached in enumerate(found.reached):
            found.turned[state] &= reached
            found.kicked[state] &= reached
            found.leapt[state] &= reached
        return found


def _flood(states: States, free: list[int], start: int, seed: int, spread: Slide) -> Reach:
    """Spread from the seed, turn what is new, and go on with what the turns reach until nothing is new."""
    stride = states.layout.column_stride
    figures = states.states
    count = len(figures)
    fresh, reached, turned, kicked, leapt = ([0] * count for _ in range(5))
    fresh[start] = seed
    waiting = [start] if seed else []
    while waiting:
        number = waiting.pop()
        known = reached[number]
        new = spread(free[number], fresh[number], known, stride)
        fresh[number] = 0
        reached[number] = known | new
        for _, target, kicks in figures[number].turns:
            source = new
            room = free[target]
            landed = 0
            for shift, is_kick, is_leap in kicks:
                hits = (source << shift if shift >= 0 else source >> -shift) & room
                if hits:
                    landed |= hits
                    if is_kick:
                        kicked[target] |= hits
                    if is_leap:
                        leapt[target] |= hits
                    source &= ~(hits >> shift if shift >= 0 else hits << -shift)
                    if not source:
                        break
            turned[target] |= landed
            landed &= ~reached[target]
            if landed:
                if not fresh[target]:
                    waiting.append(target)
                fresh[target] |= landed
    return Reach(states, free, reached, turned, kicked, leapt)
