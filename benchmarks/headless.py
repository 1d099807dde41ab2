"""Decisions a second of a headless session from another language, and the CPU time of its server for each.

    python benchmarks/headless.py [--decisions 4000]

A decision reads the placements of a piece, and plays one. The client runs in Node and reads all of the JSON. Placements
come together with the reply to the piece before, or apart, as the reply to a request of their own.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from piecement_engine import COMPILED

_CLIENT: Final = Path(__file__).with_name("headless_client.mjs")
_ROUNDS: Final = 5


def play(decisions: int, manner: str) -> tuple[float, float]:
    """Return the time that the client takes for its decisions, and the CPU time of the server (s)."""
    server = subprocess.Popen(
        [sys.executable, "-m", "piecement", "headless"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    words = ["node", str(_CLIENT), str(decisions), manner]
    client = subprocess.Popen(words, stdin=server.stdout, stdout=server.stdin, stderr=subprocess.PIPE)
    for pipe in (server.stdin, server.stdout):
        if pipe:
            pipe.close()
    said = json.loads(client.communicate()[1])
    _, _, used = os.wait4(server.pid, 0)
    return said["seconds"], used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decisions", type=int, default=4000)
    decisions: int = parser.parse_args().decisions
    print("compiled" if COMPILED else "Python")
    for manner in ("together", "apart"):
        walls: list[float] = []
        cpus: list[float] = []
        for _ in range(_ROUNDS):
            _, start = play(1, manner)
            seconds, cpu = play(decisions, manner)
            walls.append(seconds / decisions)
            cpus.append((cpu - start) / decisions)
        print(
            f"{manner:10} {1 / min(walls):>6.0f} a second, {min(walls) * 1e6:.0f} µs each, server {min(cpus) * 1e6:.0f}"
        )


if __name__ == "__main__":
    main()
