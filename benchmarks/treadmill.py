"""The game with a mode in which every frame has something new: a piece falls by a row each frame, for ever.

python benchmarks/treadmill.py FPS [options of piecement]
"""

import sys
from dataclasses import replace

from piecement.__main__ import main
from piecement_engine import MODES, register_mode


def add_treadmill(fps: int) -> None:
    """Add the mode for a frame rate."""
    zen = MODES["zen"]
    period_ns = 900_000_000 // fps  # a frame as long as the fall of a row would often come between two rows
    rules = replace(zen.rules, fall_delay_ns=period_ns, lock_delay_ns=period_ns, appearance_delay_ns=0)
    keeps = zen.keeps | {"appearance_delay_ns"}
    register_mode(replace(zen, name="treadmill", title="Treadmill", rules=rules, options=(), keeps=keeps))


if __name__ == "__main__":
    rate = sys.argv.pop(1)
    add_treadmill(int(rate))
    sys.argv += ["--mode", "treadmill", "--seed", "1", "--fps", rate]
    sys.exit(main())
