"""Helpers for tests of storage: records of games that were never played, and stores in a folder of the test."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from piecement.session.records import GameRecord
from piecement.session.statistics import Counts
from piecement.storage.paths import Paths
from piecement.storage.rule_sets import ruleset_named
from piecement.storage.store import Store
from piecement_base.origin import Origin, Owner, UnrankedReasons
from piecement_engine import MODES, Button, End, Game, Recording, Result
from tests.app.closing import closed_later

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""When the first game of a test began."""

_minutes = count()


def ticking() -> Iterator[datetime]:
    """Yield moments, each a minute after the one before."""
    for minutes in count():
        yield START + timedelta(minutes=minutes)


def store_in(folder: Path, *, save: bool = True) -> Store:
    """Return a store in a folder, by a clock that goes on a minute with each look; it is closed after the test."""
    moments = ticking()
    return closed_later(Store(Paths.of(folder), save=save, now=lambda: next(moments)))


def keep(folder: Path, *records: GameRecord) -> None:
    """Keep games in a folder."""
    store = store_in(folder)
    for record in records:
        store.games.finish(record)
    store.close()


def save_slot(folder: Path, slot: str = "1", mode: str = "40_lines") -> None:
    """Save a game of three pieces in a slot."""
    store = store_in(folder)
    store.save_slots.save(slot, short_game(mode), recorded(mode).origin)
    store.close()


def record_of(mode: str = "40_lines", **given: Any) -> GameRecord:
    """Return the record of a game that was won in a minute, or as the arguments say."""
    started = given.pop("started", START + timedelta(minutes=next(_minutes)))
    origin = Origin(
        mode=mode,
        options=given.pop("options", {}),
        preset=given.pop("preset", "Default"),
        unranked=given.pop("unranked", UnrankedReasons()),
        owner=given.pop("owner", Owner.OWN),
        started=started,
    )
    result = Result(end=End.COMPLETED, time_ns=60_000_000_000, score=1000, lines=40, level=3, pieces=100)
    of_result = {field.name: given.pop(field.name) for field in fields(Result) if field.name in given}
    record = GameRecord(
        origin=origin,
        ended=started + timedelta(minutes=1),
        result=replace(result, **of_result),
        counts=Counts(presses=300, quads=10),
        ruleset=_ruleset(mode, origin.variant),
    )
    return replace(record, **given)


def _ruleset(mode: str, variant: str) -> str:
    """Return the hash of the rules of a player of before, as an application has in tests."""
    return ruleset_named("tetrs, 4 previews", mode, variant)


def keep_some(*, left: bool = False) -> None:
    """Keep a game where the application looks without being told, and if wanted a game without an end."""
    games = Paths.of().games
    games.parent.mkdir(parents=True)
    games.write_bytes(games_file(left=left))


@cache
def games_file(*, left: bool = False) -> bytes:
    """Return the file of a game that has ended, one in a save slot, and if wanted one without an end."""
    with TemporaryDirectory() as folder:
        store = store_in(Path(folder))
        store.games.finish(recorded())
        store.save_slots.save("1", short_game(), recorded(seed=3).origin)
        if left:
            store.autosaves.save(short_game(), recorded(seed=2).origin)
        store.close()
        return Paths.of(Path(folder)).games.read_bytes()


def short_game(mode: str = "40_lines", seed: int = 1) -> Game:
    """Return a game in which three pieces were dropped."""
    game = Game(MODES[mode].rules, seed=seed)
    game.update(0)
    for piece in range(1, 4):
        game.update(piece * 500_000_000, {Button.HARD_DROP})
        game.update(piece * 500_000_000 + 50_000_000, ())
    return game


def recorded(mode: str = "40_lines", seed: int = 1, **given: Any) -> GameRecord:
    """Return the record of a short game that was given up, with its recording, as if it had come to something."""
    plain = record_of(mode, **given)
    about = {**plain.origin.to_dict(), "ended": plain.ended.isoformat()}
    return GameRecord.of_recording(ended_recording(mode, seed, about))


def ended_recording(mode: str = "40_lines", seed: int = 1, about: Mapping[str, object] | None = None) -> Recording:
    """Return the recording of a short game that was given up."""
    game = short_game(mode, seed)
    game.forfeit(2_000_000_000)
    return Recording.of(game, {"mode": mode} if about is None else about)
