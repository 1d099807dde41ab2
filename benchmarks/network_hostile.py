"""What attackers cost the other players of a server: how late it answers, and its memory.

    python -m benchmarks.network_hostile [--seconds 20] [--floods] [--json FILE]

Run it from the top of a checkout: the attackers are those of the tests. A client asks for an answer twenty times a
second. 500 connections only dribble, others flood, say nonsense, send lines without end, read nothing, open strange
rooms, and come and go. With `--floods`, each kind of flood follows, from one address and from eight: lines, WebSocket
frames without a message, and connections that say nothing or not enough.
"""

import argparse
import asyncio
import json
import platform
import tempfile
from itertools import product
from pathlib import Path

from tests.app.net.served import Served, answer_times, attacked, serving
from tests.app.server.floods import KINDS, flooded
from tests.free_ports import free_port


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


async def floods(seconds: float) -> dict[str, object]:
    """Return the answer times and the memory beside each kind of flood."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder), "--websocket", str(free_port())) as served:
            by_kind = {address.kind: address for address in served.addresses}
            took: dict[str, object] = {}
            for kind, addresses in product(KINDS, (1, 8)):
                async with flooded(kind, by_kind["tcp" if kind.startswith("tcp") else "ws"].port, addresses=addresses):
                    beside = await answer_times(by_kind["tcp"], seconds, served.kept_waiting_ns)
                took[f"{kind}, from {addresses}"] = {**figures_of(beside), "MB": round(served.memory / 1e6)}
            return took


async def run(seconds: float, *, has_floods: bool) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as served:
            figures = await measured(served, seconds)
    return {**figures, **(await floods(seconds / 4) if has_floods else {})}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--floods", action="store_true")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    figures = asyncio.run(run(asked.seconds, has_floods=asked.floods))
    for name, value in figures.items():
        print(f"{name:34} {value}")
    if asked.json:
        asked.json.write_text(json.dumps({"python": platform.python_version(), "hostile": figures}, indent=2))


if __name__ == "__main__":
    main()
