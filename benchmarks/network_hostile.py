"""What attackers cost the other players of a server: how late it answers, and its memory.

    python -m benchmarks.network_hostile [--seconds 20] [--json FILE]

Run it from the top of a checkout: the attackers are those of the tests. A client asks for an answer twenty times a
second. 500 connections only dribble, others flood, say nonsense, send lines without end, read nothing, open strange
rooms, and come and go.
"""

import argparse
import asyncio
import json
import platform
import tempfile
from pathlib import Path

from tests.app.net.served import Served, answer_times, attacked, serving


def figures_of(took: list[float]) -> dict[str, float]:
    """Return what is reported of sorted times."""
    last = len(took) - 1
    return {
        "answers": len(took),
        "p50": round(took[last // 2], 2),
        "p99": round(took[last * 99 // 100], 2),
        "worst": round(took[last], 2),
    }


async def measured(served: Served, seconds: float) -> dict[str, object]:
    address = served.addresses[0]
    alone = await answer_times(address, seconds)
    first = await attacked(served, seconds, 1)  # what a server takes once, such as for its buffers
    before, cpu = served.memory, served.cpu_seconds
    attack = asyncio.create_task(attacked(served, seconds + 2, 2))
    await asyncio.sleep(2)
    beside = await answer_times(address, seconds - 2)
    made = await attack
    await asyncio.sleep(3)
    return {
        "alone, ms": figures_of(alone),
        "attacked, ms": figures_of(beside),
        "connections of attackers": first + made,
        "CPU of the server while attacked": round((served.cpu_seconds - cpu) / (seconds + 2), 2),
        "memory, MB": round(before / 1e6, 1),
        "memory more, MB": round((served.memory - before) / 1e6, 2),
    }


async def run(seconds: float) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as served:
            return await measured(served, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    figures = asyncio.run(run(asked.seconds))
    for name, value in figures.items():
        print(f"{name:34} {value}")
    if asked.json:
        asked.json.write_text(json.dumps({"python": platform.python_version(), "hostile": figures}, indent=2))


if __name__ == "__main__":
    main()
