"""Time to read leaderboards of a server with 100,000 entries, beside those with 100: processor time, best of five.

python -m benchmarks.leaderboards [--entries 100000]
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from piecement_server.store.database import MIGRATIONS, SqliteDatabase
from piecement_server.store.stores import Stores

NOW_MS: Final = 1_795_435_200_000
_DAY_MS: Final = 86_400_000
_BEFORE: Final = 4
"""The version of the schema without an index by rank; what brings it to the present one also places the entries."""
_VALUES: Final = {
    "kind": "witnessed",
    "mode": "40_lines",
    "day": "",
    "tier": 0,
    "first_key": -40,
    "third_key": 0,
    "end_word": "",
    "time_ns": 1,
    "score": 1,
    "lines": 40,
    "level": 1,
    "pieces": 100,
    "recording": "text",
}


def filled(entries: int, players: int, days: int) -> Stores:
    """Return the stores of a server whose entries were made by some players within some days."""
    random = Random(1)
    database = SqliteDatabase(None, version=_BEFORE)
    with database.transaction():
        for number in range(players):
            database.change("INSERT INTO accounts VALUES (:id, :id, :id, 0, 0)", {"id": f"player {number}"})
        for number in range(entries):
            row = {
                **_VALUES,
                "id": str(number),
                "digest": str(number),
                "account": f"player {number % players}",
                "at_ms": NOW_MS - random.randrange(days * _DAY_MS),
                "second_key": random.randrange(10**9),
            }
            names = ", ".join(row)
            database.change(f"INSERT INTO board_entries ({names}) VALUES (:{names.replace(', ', ', :')})", row)
        for statements in MIGRATIONS[_BEFORE:]:
            for statement in statements:
                database.change(statement)
    return Stores(database, lambda: NOW_MS)


def milliseconds(read: Callable[[], object]) -> float:
    took: list[float] = []
    for _ in range(5):
        before = time.process_time()
        read()
        took.append(time.process_time() - before)
    return min(took) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=100_000)
    most = parser.parse_args().entries
    print("| entries | players | within | ever, ms | week, ms | day, ms |\n|-|-|-|-|-|-|")
    servers = ((100, 100, 365), (most, most, 365), (most, most, 7), (most, 1000, 365), (most, 50, 7))
    for entries, players, days in servers:
        listed = filled(entries, players, days).leaderboards.listed
        took = [milliseconds(partial(listed, "40_lines", "witnessed", window)) for window in ("ever", "week", "day")]
        print(f"| {entries:,} | {players:,} | {days} days | {' | '.join(f'{ms:.2f}' for ms in took)} |")


if __name__ == "__main__":
    main()
