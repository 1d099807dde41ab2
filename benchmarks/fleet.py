"""A fleet for 100,000 players: what it needs, what it costs, how long one waits, and what breaks first.

    python -m benchmarks.fleet [--players 100000] [--hours 1] [--seed 1] [--costs FILE] [--quick] [--json FILE]

What one player costs is read from `fleet_costs.json`, which `python -m benchmarks.fleet_costs` measures at real
servers. Who comes, waits, plays, drops and goes is simulated (`fleet_simulation`), with deaths of workers, and all of
them replaced within the hour. What is assumed is a field of `World`, a price or a bound an option.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import ceil, inf
from pathlib import Path
from time import process_time
from typing import Final

from benchmarks.fleet_simulation import Counts, World, share, simulate

from piecement_net.limits import ServerLimits

COSTS: Final = Path(__file__).with_name("fleet_costs.json")
_MONTH_S: Final = 30 * 86_400
_MOST_CPU: Final = 0.8
"""How much of a core a worker is to take in the busiest hour."""
_FULL_CPU: Final = 0.95
"""How much of it may be taken where more play at one worker than at the others."""
_CHANGES_A_ROUND: Final = 3
_CHANGES_A_MATCH: Final = 2
"""How often the line of a room changes in the list: countdown, play and pause of each round; opened and closed."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What was measured: seconds of processor time, bytes, MB."""

    empty_cpu: float
    """Of a worker without clients, a second."""
    idle_cpu: float
    """Of somebody who only is connected, a second."""
    batch_cpu: float
    """Of a batch of inputs, with all that comes of it."""
    batches_a_second: float
    """Of a player."""
    base_mb: float
    room_mb: float
    idle_mb: float
    up_bytes: float
    down_bytes: float
    """Of a player, a second."""
    round_commits: float
    round_log_bytes: float
    """What PostgreSQL commits and writes for a round."""
    line_bytes: float
    line_cpu: float
    """To tell of a room that has changed, to hear of it."""
    waiting_bytes: float
    waiting_cpu: float
    """To tell of somebody who waits, to hear of that."""
    beat_bytes: float
    beat_cpu: float
    """To tell that nothing has changed, to hear that."""
    paired_cpu: float
    """To pair one who waits, of a thousand."""

    @classmethod
    def read(cls, path: Path) -> "Costs":
        known = json.loads(path.read_text())
        return cls(**{field.name: float(known[field.name]) for field in fields(cls)})

    @property
    def player_cpu(self) -> float:
        """Of a core, for one who plays."""
        return self.batch_cpu * self.batches_a_second


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What is paid, in any currency, a month; bytes for each GB."""

    core: float
    gigabyte: float
    traffic: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What the parts of a fleet bear."""

    broker_messages: float
    """Delivered a second by one broker."""
    broker_bytes: float
    """A second, out of its network card."""
    commits: float
    """A second, of the database."""


@dataclass(frozen=True, slots=True)
class Load:
    """How much of what it bears a part takes, in parts of one, for a number of players."""

    part: str
    now: float
    squared: bool = False
    """Whether it grows with the square of the players."""

    def breaks_at(self, players: int) -> float:
        """Return with how many players it takes all."""
        if self.now <= 0:
            return inf
        return players / (self.now**0.5 if self.squared else self.now)


def rooms_for(costs: Costs) -> int:
    """Return how many rooms of two a worker is to have at most, so that its core bears them."""
    return min(ServerLimits().rooms, int(_FULL_CPU / 2 / costs.player_cpu))


def workers_for(players: int, costs: Costs) -> int:
    """Return how many workers, a core each, so many players need where nineteen of twenty play."""
    a_worker = (_MOST_CPU - costs.empty_cpu) / (0.95 * costs.player_cpu + costs.idle_cpu)
    return max(2, ceil(players / min(a_worker, ServerLimits().connections)))


def a_core_takes(counts: Counts, costs: Costs, world: World) -> float:
    """Return which part of its core the mean worker takes in the busiest moment."""
    idle = counts.most_present - counts.most_playing
    spent = counts.most_playing * costs.player_cpu + idle * costs.idle_cpu
    return spent / world.workers + costs.empty_cpu + hearing(counts, costs, world)


def changes_a_second(counts: Counts, world: World) -> float:
    """Return how often the line of a room changes in the list, in the whole fleet."""
    return (_CHANGES_A_ROUND * counts.rounds + _CHANGES_A_MATCH * counts.matches) / world.hours / 3600


def hearing(counts: Counts, costs: Costs, world: World) -> float:
    """Return which part of its core a worker takes to hear of all others: of their rooms, and of who waits."""
    rooms = changes_a_second(counts, world) * costs.line_cpu
    return rooms + counts.most_waiting * costs.waiting_cpu + world.workers * costs.beat_cpu


def loads(counts: Counts, costs: Costs, world: World, bounds: Bounds) -> list[Load]:
    """Return how much of each part a fleet takes in its busiest moment."""
    busy = counts.most_present / max(1, world.players)
    changes = changes_a_second(counts, world)
    delivered = world.workers**2
    lines = changes * costs.line_bytes + counts.most_waiting * costs.waiting_bytes
    news_bytes = world.workers * lines + delivered * costs.beat_bytes
    paired_a_second = len(counts.waits_s) / world.hours / 3600
    commits = counts.rounds * costs.round_commits / world.hours / 3600
    return [
        Load("messages that the broker delivers", delivered / bounds.broker_messages / busy, squared=True),
        Load("bytes that the broker delivers", news_bytes / bounds.broker_bytes / busy, squared=True),
        Load("a worker's core: hearing of all others", hearing(counts, costs, world) / busy),
        Load("a worker's core: pairing all", paired_a_second * costs.paired_cpu / busy),
        Load("what the database commits", commits / bounds.commits / busy),
    ]


def price(counts: Counts, costs: Costs, world: World, prices: Prices) -> dict[str, float]:
    """Return what 1,000 players at the busiest hour cost a month: by part, and in all.

    The fleet is as large all day as it has to be then; traffic is that of the mean of the day.
    """
    players = counts.most_present / 1000
    memory_gb = (world.workers * costs.base_mb + counts.most_playing / 2 * costs.room_mb) / 1000
    mean = (1 + world.night) / 2
    sent_gb = counts.most_playing * mean * costs.down_bytes * _MONTH_S / 1e9
    parts = {
        "cores": world.workers * prices.core / players,
        "memory": memory_gb * prices.gigabyte / players,
        "traffic out": sent_gb * prices.traffic / players,
    }
    return parts | {"in all": sum(parts.values())}


def figures(counts: Counts, costs: Costs, world: World) -> dict[str, float]:
    """Return what a run has shown."""
    rounds = counts.rounds + counts.void
    return {
        "workers, a core each": world.workers,
        "at once: players, at most": counts.most_present,
        "at once: players in matches, at most": counts.most_playing,
        "at once: waiting in the queue, at most": counts.most_waiting,
        "rooms of the fullest worker, of those it may have": counts.most_rooms,
        "rooms it may have": world.rooms_a_worker,
        "a core of the mean worker, %": 100 * a_core_takes(counts, costs, world),
        "MB of the mean worker": costs.base_mb + counts.most_playing / 2 / world.workers * costs.room_mb,
        "MB a second: up": counts.most_playing * costs.up_bytes / 1e6,
        "MB a second: down": counts.most_playing * costs.down_bytes / 1e6,
        "s in the queue, half of them": share(counts.waits_s, 0.5),
        "s in the queue, 99 of 100": share(counts.waits_s, 0.99),
        "offered a bot, of 1,000": 1000 * counts.offered_bot / max(1, len(counts.waits_s)),
        "rating apart, half of them": share(counts.apart, 0.5),
        "rating apart, 99 of 100": share(counts.apart, 0.99),
        "s for a free room, 99 of 100": share(counts.place_waits_s, 0.99),
        "matches": counts.matches,
        "rounds": counts.rounds,
        "workers that died": counts.deaths,
        "workers that were drained": counts.drained,
        "rounds void by a death, of a million": 1e6 * counts.void / max(1, rounds),
        "connections that broke": counts.drops,
        "matches lost by staying away, of 1,000": 1000 * counts.forfeits / max(1, counts.matches),
    }


CHANGES: Final[Mapping[str, Mapping[str, float | bool | None]]] = {
    "as it is": {},
    "a queue for each worker": {"one_queue": False},
    "a tenth of the players": {"players": 1_000, "workers": 4},
    "ratings twice as wide": {"deviation": 600.0},
    "nobody comes with a friend": {"friends": 0.0},
    "nine of ten come with a friend": {"friends": 0.9},
    "workers die each hour": {"death_every_s": 3_600.0},
    "a dead worker is away for a minute": {"death_every_s": 3_600.0, "restart_s": 60.0},
    "connections break each ten minutes": {"drop_every_s": 600.0},
    "rounds twice as long": {"round_s": 150.0},
    "all workers replaced within the hour": {"drain_at_s": 0.0},
}
"""What is changed for the table of how much depends on what."""
_COLUMNS: Final = (
    "a core of the mean worker, %",
    "s in the queue, half of them",
    "s in the queue, 99 of 100",
    "offered a bot, of 1,000",
    "rating apart, 99 of 100",
    "rounds void by a death, of a million",
    "matches lost by staying away, of 1,000",
)


def sensitivity(world: World, costs: Costs) -> dict[str, dict[str, float]]:
    """Return what a smaller fleet shows when one thing is changed at a time."""
    small = replace(world, players=10_000, workers=workers_for(10_000, costs), hours=0.5, drain_at_s=None)
    found: dict[str, dict[str, float]] = {}
    for name, changes in CHANGES.items():
        changed = replace(small, **changes)  # type: ignore[arg-type]  # named as the fields are
        found[name] = figures(simulate(changed), costs, changed)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables, and write them as JSON where asked."""
    asked = _parser().parse_args(arguments)
    costs = Costs.read(asked.costs)
    workers = asked.workers or workers_for(asked.players, costs)
    world = World(
        players=asked.players,
        workers=workers,
        rooms_a_worker=rooms_for(costs),
        hours=asked.hours,
        seed=asked.seed,
        drain_at_s=0.0,
    )
    prices = Prices(core=asked.core, gigabyte=asked.gigabyte, traffic=asked.traffic)
    bounds = Bounds(
        broker_messages=asked.broker_messages, broker_bytes=asked.broker_bytes, commits=asked.database_commits
    )
    began = process_time()
    counts = simulate(world)
    shown = figures(counts, costs, world)
    print(f"{asked.players:,} players, {asked.hours:g} h around the busiest, seed {asked.seed}", end="")
    print(f" ({process_time() - began:.0f} s of processor time)")
    print(f"a core bears {_MOST_CPU / costs.player_cpu:.0f} players at {_MOST_CPU:.0%}\n")
    _print_figures(shown)
    print("\n1,000 players a month, by the prices given")
    paid = price(counts, costs, world, prices)
    _print_figures(paid)
    print("\nwhat breaks first: part, share of what it bears, players at which it takes all")
    limits = sorted(loads(counts, costs, world, bounds), key=lambda load: load.breaks_at(asked.players))
    for load in limits:
        print(f"  {load.part:52}{load.now:10.2%}{load.breaks_at(asked.players):14,.0f}")
    table = {} if asked.quick else sensitivity(world, costs)
    _print_table(table)
    if asked.json:
        breaks = {load.part: load.breaks_at(asked.players) for load in limits}
        asked.json.write_text(json.dumps({"figures": shown, "price": paid, "breaks": breaks, "table": table}, indent=1))


def _print_figures(shown: Mapping[str, float]) -> None:
    for name, figure in shown.items():
        print(f"  {name:52}{figure:14,.{0 if figure == int(figure) else 2}f}")


def _print_table(table: Mapping[str, Mapping[str, float]]) -> None:
    if not table:
        return
    print("\n10,000 players, half an hour, with one thing changed")
    for number, column in enumerate(_COLUMNS):
        print(f"  {chr(ord('a') + number)}: {column}")
    print(f"  {'':40}" + "".join(f"{chr(ord('a') + number):>9}" for number in range(len(_COLUMNS))))
    for name, shown in table.items():
        print(f"  {name:40}" + "".join(f"{shown[column]:9,.1f}" for column in _COLUMNS))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--players", type=int, default=100_000, help="at once in the busiest hour (100000)")
    parser.add_argument("--workers", type=int, help="as many as they need by default")
    parser.add_argument("--hours", type=float, default=1.0, help="to simulate, around the busiest one (1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="leave out the table of what depends on what")
    parser.add_argument("--costs", type=Path, default=COSTS, help="what `python -m benchmarks.fleet_costs` has printed")
    parser.add_argument("--core", type=float, default=15.0, help="what a core costs a month (15)")
    parser.add_argument("--gigabyte", type=float, default=3.0, help="what a GB of memory costs a month (3)")
    parser.add_argument("--traffic", type=float, default=0.01, help="what a GB sent costs (0.01)")
    parser.add_argument("--broker-messages", type=float, default=1e6, help="that a broker delivers a second (1e6)")
    parser.add_argument("--broker-bytes", type=float, default=125e6, help="a second, of its network (125e6: 1 Gbit/s)")
    parser.add_argument("--database-commits", type=float, default=2_000, help="that a database bears a second (2000)")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    return parser


if __name__ == "__main__":
    main()
