"""Walks again: `python -m tests.terminal.walker SEED`, or many, `FIRST-LAST`, several at once."""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tests.terminal.walker.course import AT_ONCE, Course, report
from tests.terminal.walker.walk import SECONDS, Walk


def main() -> int:
    """Walk, say what was found, and return 1 if that was anything."""
    parser = argparse.ArgumentParser(prog="python -m tests.terminal.walker", description=__doc__)
    parser.add_argument("seeds", help="one, or FIRST-LAST")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each player walks")
    parser.add_argument("--at-once", type=int, default=AT_ONCE, help="how many of them")
    asked = parser.parse_args()
    for name in ("STY", "SSH_CONNECTION"):
        os.environ.pop(name, None)
    os.environ["PIECEMENT_LANGUAGE"] = "en"
    first, _, last = asked.seeds.partition("-")
    if not last:
        sys.stdout.write(f"{Walk.drawn(int(first), asked.seconds)}\n")
        found = report(int(first), asked.seconds, seen=_show)
        sys.stdout.write(f"{found or 'nothing found'}\n")
        return bool(found)
    seeds = range(int(first), int(last) + 1)
    walked = partial(report, seconds=asked.seconds)
    faulty = 0
    with ThreadPoolExecutor(asked.at_once) as pool:
        for found in pool.map(walked, seeds):
            if found:
                faulty += 1
                sys.stdout.write(f"{found}\n\n")
                sys.stdout.flush()
    sys.stdout.write(f"{len(seeds)} walks, {faulty} with faults\n")
    return bool(faulty)


def _show(course: Course) -> None:
    sys.stdout.write(f"{course.terminal.text}\n")


if __name__ == "__main__":
    sys.exit(main())
