"""Times of the store with 100 000 games, of the screen that lists them, and of jumps in a replay.

    python -m benchmarks.storage [--games 100000] [--json FILE]

Run it from the top of a checkout: the games that are played are those of the tests. Each figure is the median of
several runs in ms of processor time, with the worst one beside it. Half of the games have a recording. With 100 000
games the scoreboard has to open, page, sort and filter within 100 ms of store time; the lines that begin with
"scoreboard" are measured against that. The screen is measured on a pty, with no games, with 100, and with all of them.
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
from time import process_time
from typing import Final

from benchmarks.lean_terminal import can_measure
from benchmarks.scoreboard_screen import measure_screen

from piecement.session.records import GameRecord
from piecement.session.statistics import Counts, SessionStatistics, replayed
from piecement.storage import game_sql
from piecement.storage.game_query import SORTS, GameQuery
from piecement.storage.game_rows import to_row
from piecement.storage.mode_rankings import add_mode
from piecement.storage.paths import Paths
from piecement.storage.rule_sets import ruleset_named
from piecement.storage.schema import GAMES
from piecement.storage.store import Store
from piecement_base.database import Database, insertion
from piecement_base.origin import Origin
from piecement_base.ranking import Leaderboard
from piecement_engine import MODES, End, Recording, Result
from tests.app.kept_games import record_of, short_game
from tests.engine.nimble_player import nimble_game
from tests.engine.play import with_lock_checks

Figures = dict[str, dict[str, float]]

PAGE: Final = 50
"""Number of games on a page."""

LIMIT_MS: Final = 100
"""Maximum store time of one step of the scoreboard (ms)."""

_ROOM_FOR_ALL: Final = "PRAGMA cache_size = -1000000"
"""Lets SQLite hold a whole file while it is filled: each game goes to a random place of the indexes."""

FEW: Final = 100
"""Number of games that a new player soon has, more than a screen shows."""


def timed(work: Callable[[], object], times: int = 9) -> dict[str, float]:
    """Return the processor time of some work (ms)."""
    spent: list[float] = []
    for _ in range(times):
        begun = process_time()
        work()
        spent.append((process_time() - begun) * 1000)
    return {"median": round(median(spent), 3), "worst": round(max(spent), 3)}


def fill(folder: Path, games: int) -> None:
    """Store games that differ in everything, ten minutes apart; the last one ends now."""
    random, now = Random(1), datetime.now(UTC)
    text = with_lock_checks(nimble_game(1, 60)).to_text()
    database = Database(Paths.of(folder).games, GAMES)
    database.change(_ROOM_FOR_ALL)
    with database.transaction():
        rankings = {mode: add_mode(database, mode) for mode in MODES}
        for number in range(games):
            record = some_record(random, now - timedelta(minutes=10 * (games - 1 - number)))
            row = to_row(record, rankings[record.origin.mode])
            database.change(insertion("games", row, "token"), row)
            if number % 2:
                database.change(game_sql.ADD_RECORDING, (number + 1, text))
    database.close()


def some_record(random: Random, ended: datetime) -> GameRecord:
    """Return the record of a game that was not played."""
    preset = random.choice(["Piecement", "NES"])
    origin = Origin(mode=random.choice(list(MODES)), preset=preset, started=ended)
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
        ruleset=ruleset_named(preset, origin.mode),
    )


def measure_games(folder: Path) -> Figures:
    """Measure the queries of the scoreboard and the end of a game."""
    random = Random(2)
    store = Store(Paths.of(folder))
    running = short_game()
    origin = record_of().origin

    def opened(query: GameQuery) -> None:
        fresh = Store(Paths.of(folder))
        games = fresh.games
        listing = games.by_place(query)
        _ = games.modes(), games.bests(), games.rule_sets(), games.read(listing.page(0, PAGE))
        fresh.close()

    def page() -> None:
        store.games.read(listing.page(random.randrange(len(listing)), PAGE))

    def autosave() -> None:
        running.update(running.view.time_ns + 3_000_000, {"hold"} if random.random() < 0.5 else ())
        store.autosaves.save(running, origin)

    def streaks() -> None:
        store.statistics.day_streak(GameQuery())
        store.statistics.wins_in_a_row(GameQuery())

    listing = store.games.by_place(GameQuery())
    rules = store.games.rule_sets()[0].rulesets
    board = Leaderboard("40_lines", ruleset=ruleset_named("Piecement", "40_lines"))
    year = GameQuery(since=datetime.now(UTC) - timedelta(days=365))
    figures = {
        "scoreboard: open": timed(partial(opened, GameQuery())),
        "scoreboard: one mode": timed(partial(opened, GameQuery(mode="40_lines"))),
        "scoreboard: one preset": timed(partial(opened, GameQuery(preset="NES"))),
        "scoreboard: one set of rules": timed(partial(opened, GameQuery(rulesets=rules))),
        "scoreboard: the last year": timed(partial(opened, year)),
        "scoreboard: any page by place": timed(page, 200),
        "keep a game, on the disk": timed(lambda: store.games.finish(record_of()), 30),
        "keep a running game": timed(autosave, 200),
        "totals of all modes": timed(lambda: store.statistics.totals(GameQuery())),
        "streaks": timed(streaks),
        "course of one mode": timed(lambda: store.statistics.history(board)),
    }

    for sort in SORTS:
        query = GameQuery(sort=sort)
        figures[f"scoreboard: by {sort}, first page"] = timed(partial(page_of, store, query, 0))
        figures[f"scoreboard: by {sort}, last page"] = timed(partial(page_of, store, query, len(listing) - PAGE))
    store.close()
    return figures


def page_of(store: Store, query: GameQuery, start: int) -> None:
    """Sort all games and read a page of them."""
    store.games.read(store.games.listing(query).page(start, PAGE))


def show_screen(folder: Path, full: Path, games: int) -> Figures:
    """Measure the screen of the scoreboard with no games, a few, and all; print the ratios."""
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
    """Return the ratio of two times, or a dash if nothing was written for a key."""
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
        too_long = what.startswith("scoreboard") and values["median"] > LIMIT_MS
        cells = "".join(f"{label:>16} {value:9.2f}" for label, value in values.items())
        print(f"{what:<42}{cells}{f'  more than {LIMIT_MS} ms' if too_long else ''}")
    if asked.json:
        asked.json.write_text(json.dumps({**figures, **screen}, indent=2))


if __name__ == "__main__":
    main()
