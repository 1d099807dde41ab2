"""Garbage of a game: what comes in by inputs, what is due to rise, and the attacks that clears make."""

from collections.abc import Sequence

from piecement_engine.errors import EngineError
from piecement_engine.events import AttackMade, AttackTaken, RowsDue, Spin
from piecement_engine.inputs import TakenAttack, pack_attack, pack_garbage, unpack_attack, unpack_garbage
from piecement_engine.motion import Motion
from piecement_engine.native import mypyc_attr
from piecement_engine.pieces import EMPTY, GREY
from piecement_engine.state import NEVER


@mypyc_attr(allow_interpreted_subclasses=True)
class Garbage(Motion):
    """What garbage does: `_garbage` are the rows that rise before the next piece, `_incoming` those that wait."""

    __slots__ = ()

    def _garbage_input(self, holes: Sequence[int]) -> int:
        """Return the input that stands for rows with holes in these columns."""
        self._check_holes(holes)
        return pack_garbage(holes) if holes else self._given

    def _attack_input(self, at_ns: int, holes: Sequence[int]) -> int:
        """Return the input that stands for an attack of another player."""
        self._check_holes(holes)
        if not 0 <= at_ns < NEVER:
            raise EngineError(f"an attack made at {at_ns} ns: times are from 0 to {NEVER - 1} ns")
        return pack_attack(TakenAttack(at_ns, tuple(holes)))

    def _check_holes(self, holes: Sequence[int]) -> None:
        for hole in holes:
            if not -1 <= hole < self._rules.width:
                raise EngineError(f"a hole in column {hole}: columns are 0 to {self._rules.width - 1}, -1 is no hole")

    def _add_garbage(self, change: int) -> None:
        """Apply an input that stands for garbage or an attack."""
        attack = unpack_attack(change)
        if attack is None:
            self._garbage += unpack_garbage(change)
        elif self._incoming is None:
            self._garbage += attack.holes
        else:
            cancelled = self._incoming.take(*attack)
            self._events.append(AttackTaken(self._time, attack.at_ns, len(attack.holes), cancelled))

    def _move_up_waiting(self, *, clears: bool) -> None:
        """Have the waiting rows that a lock releases rise before the next piece."""
        due = [] if self._incoming is None else self._incoming.lock(self._time, clears=clears)
        if due:
            self._garbage += due
            self._events.append(RowsDue(self._time, len(due)))

    def _attack(self, rows: int, spin: Spin, *, perfect_clear: bool) -> None:
        """Cancel waiting rows by a clear, and send what is left of it."""
        if self._incoming is not None:
            made, cancelled = self._incoming.clear(self._time, rows, spin, perfect_clear=perfect_clear)
            if made:
                self._events.append(AttackMade(self._time, made, cancelled))

    def _raise_garbage(self) -> None:
        columns = range(self._rules.width)
        self._raise_rows([tuple(EMPTY if x == hole else GREY for x in columns) for hole in self._garbage])
        self._garbage.clear()
