"""How long it takes to open, page through and add to 100 000 kept games, to show them, and to jump about in a replay.

    python -m benchmarks.storage [--games 100000] [--json FILE]

Run it from the top of a checkout: the games that are played are those of the tests. Each figure is the median of
several runs in ms, with the worst one beside it. Half of the games have a recording. The screen of the scoreboard is
measured on a pty, with no games, with a few pages of them, and with all of them.
"""

import argparse
import json
import platform
import sqlite3
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from benchmarks.lean_terminal import can_measure
from benchmarks.scoreboard_screen import measure_screen

from piecement.session.counts import Counts
from piecement.session.origin import Origin
from piecement.session.records import GameRecord
from piecement.session.statistics import SessionStatistics, replayed
from piecement.storage import sql
from piecement.storage.database import Database
from piecement.storage.game_query import SORTS, GameQuery
from piecement.storage.game_rows import row_of
from piecement.storage.paths import Paths
from piecement.storage.ranking import add_mode
from piecement.storage.store import Store
from piecement_engine import MODES, End, Recording, Result
from tests.app.kept_games import record_of, short_game
from tests.engine.nimble_player import nimble_game
from tests.engine.play import with_lock_checks

Figures = dict[str, dict[str, float]]

PAGE: Final = 50
"""How many games a page shows."""

_ROOM_FOR_ALL: Final = "PRAGMA cache_size = -1000000"
"""Lets SQLite hold a whole file while it is filled: each game goes to a random place of a dozen indexes."""

FEW: Final = 100
"""What a new player soon has: more games than a screen shows."""


def timed(work: Callable[[], object], times: int = 9) -> dict[str, float]:
    """Return how long some work takes, in ms."""
    spent: list[float] = []
    for _ in range(times):
        begun = perf_counter()
        work()
        spent.append((perf_counter() - begun) * 1000)
    return {"median": round(median(spent), 3), "worst": round(max(spent), 3)}


def fill(folder: Path, games: int) -> None:
    """Keep so many games that differ in everything, ten minutes apart; the last one ends now."""
    random, now = Random(1), datetime.now(UTC)
    text = with_lock_checks(nimble_game(1, 60)).to_text()
    database = Database.open(Paths.of(folder).games)
    database.change(_ROOM_FOR_ALL)
    with database.transaction():
        for mode in MODES:
            add_mode(database, mode)
        for number in range(games):
            database.change(
                sql.ADD_GAME, row_of(some_record(random, now - timedelta(minutes=10 * (games - 1 - number))))
            )
            if number % 2:
                database.change(sql.ADD_RECORDING, (number + 1, text))
    database.close()


def some_record(random: Random, ended: datetime) -> GameRecord:
    """Return the record of a game that was not played."""
    origin = Origin(mode=random.choice(list(MODES)), preset=random.choice(["Default", "NES"]), started=ended)
    return GameRecord(
        origin=origin,
        ended=ended,
        result=Result(
            end=random.choice(list(End)),
            time_ns=random.randrange(600_000_000_000),
            score=random.randrange(100_000),
            lines=random.randrange(200),
            level=random.randrange(20),
            pieces=random.randrange(1, 500),
        ),
        counts=Counts(presses=random.randrange(1500), quads=random.randrange(20)),
    )


def measure_games(folder: Path) -> Figures:
    """Measure what the scoreboard and the end of a game need."""
    random = Random(2)
    store = Store(Paths.of(folder))
    listing = store.games.listing(GameQuery())
    running = short_game()
    origin = record_of().origin

    def opened() -> None:
        fresh = Store(Paths.of(folder))
        fresh.games.read(fresh.games.listing(GameQuery(), PAGE).page(0, PAGE))
        fresh.close()

    def page() -> None:
        store.games.read(listing.page(random.randrange(len(listing)), PAGE))

    def autosave() -> None:
        running.update(running.view.time_ns + 3_000_000, {"hold"} if random.random() < 0.5 else ())
        store.autosaves.save(running, origin)

    last_day = GameQuery(since=datetime.now(UTC) - timedelta(days=1))
    figures = {
        "open the store and show the first page": timed(opened),
        "show any page": timed(page, 200),
        "keep a game, on the disk": timed(lambda: store.games.finish(record_of()), 30),
        "keep a running game": timed(autosave, 200),
        "totals of all modes": timed(lambda: store.statistics.totals(GameQuery())),
        "streaks": timed(store.statistics.streaks),
        "course of one mode": timed(lambda: store.statistics.course("40_lines")),
        "one mode, in its order": timed(lambda: store.games.listing(GameQuery(mode="40_lines")).page(0, PAGE)),
        "the last day, by place": timed(lambda: store.games.by_place(last_day).page(0, PAGE)),
    }

    for sort in SORTS:
        figures[f"by {sort}: first page, any page"] = timed(partial(page_of, store, sort, Random(2)), 9)
    store.close()
    return figures


def page_of(store: Store, sort: str, random: Random) -> None:
    """Read a page of all games in an order, at first and then anywhere."""
    listing = store.games.listing(GameQuery(sort=sort))
    listing.page(0, PAGE)
    listing.page(random.randrange(len(listing)), PAGE)


def show_screen(folder: Path, full: Path, games: int) -> Figures:
    """Measure the screen of the scoreboard with no games, a few, and all; print the ratios of all to the others."""
    stores = {"none": folder / "none", str(FEW): folder / "few", str(games): full}
    fill(stores["none"], 0)
    fill(stores[str(FEW)], FEW)
    figures = measure_screen(stores)
    for what, values in figures.items():
        none, few, all_of_them = values.values()
        cells = "".join(f"{label:>16} {value:9.2f}" for label, value in values.items())
        print(f"screen: {what:<43}{cells}{_ratio(all_of_them, none):>12}, {_ratio(all_of_them, few)}")
    return figures


def _ratio(time: float, other: float) -> str:
    """Return how many times another time a time is; where nothing is written for a key, there is no such number."""
    return f"{time / other:.2f} x" if other else "-"


def measure_replay() -> Figures:
    """Measure jumps in a replay of ten minutes, before and after it was looked through."""
    random = Random(3)
    game = nimble_game(5, 600)
    recording = with_lock_checks(game)
    text = recording.to_text()
    replayer = recording.replayer(SessionStatistics())
    first = timed(lambda: replayer.seek(recording.time_ns), 1)
    prepared = timed(lambda: replayed(recording), 3)
    minutes = game.view.time_ns / 60e9
    return {
        "replay all, prove it": timed(recording.verify, 3),
        "write the text": timed(recording.to_text, 3),
        "read the text": timed(lambda: Recording.from_text(text), 3),
        "look through the whole replay": prepared,
        "first jump to the end": first,
        "jump anywhere": timed(lambda: replayer.seek(random.randrange(recording.time_ns)), 300),
        "bytes a minute": {"text": round(len(text) / minutes), "pieces a second": game.view.pieces / minutes / 60},
    }


def main() -> None:
    """Measure, print and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {asked.games} games")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "all"
        fill(folder, asked.games)
        print(f"{Paths.of(folder).games.stat().st_size / 1e6:.0f} MB\n")
        screen = show_screen(Path(name), folder, asked.games) if can_measure() else {}
        figures = {**measure_games(folder), **measure_replay()}
    for what, values in figures.items():
        print(f"{what:<42}" + "".join(f"{label:>16} {value:9.2f}" for label, value in values.items()))
    if asked.json:
        asked.json.write_text(json.dumps({**figures, **screen}, indent=2))


if __name__ == "__main__":
    main()
