"""The game with a mode in which every frame has something new: a piece falls by a row each frame, for ever.

python benchmarks/treadmill.py FPS field|stack [options of piecement]

On the field, which is empty before each piece, it falls through all rows; on the stack a new one comes soon.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from piecement.__main__ import main
from piecement_engine import MODES, Hooks, Modifier, Table, register_mode, register_modifier


@register_modifier
@dataclass(frozen=True, slots=True)
class Sweep(Modifier):
    """An empty field before each piece."""

    kind = "sweep"

    def hooks(self) -> Hooks:
        return _SweepHooks()


class _SweepHooks(Hooks):
    def locked(self, table: Table, rows: Sequence[int]) -> None:
        table.set_rows(())


def add_treadmill(fps: int, *, on_stack: bool) -> None:
    """Add the mode for a frame rate."""
    zen = MODES["zen"]
    period_ns = 900_000_000 // fps  # a frame as long as the fall of a row would often come between two rows
    rules = replace(zen.rules, fall_delay_ns=period_ns, lock_delay_ns=period_ns, appearance_delay_ns=0)
    if not on_stack:
        rules = replace(rules, modifiers=(*rules.modifiers, Sweep()))
    keeps = zen.keeps | {"appearance_delay_ns"}
    register_mode(replace(zen, name="treadmill", title="Treadmill", rules=rules, options=(), keeps=keeps))


if __name__ == "__main__":
    rate, way = sys.argv.pop(1), sys.argv.pop(1)
    add_treadmill(int(rate), on_stack=way == "stack")
    sys.argv += ["--mode", "treadmill", "--seed", "1", "--fps", rate]
    sys.exit(main())
